/* The levels of the literature over slots: lanes, warps of 32, trees in shared memory.
 *
 * Who includes this defines first what a slot is: SLOT, its type; NOTHING, the slot without data;
 * `static SLOT add(SLOT a, SLOT b)`; and `static SLOT kahan(x, n, first, step)`, one lane with
 * Kahan's compensation. Slots may be numbers, or only remember what was added to what. */
#ifndef FPC_TESTS_UNIT_LITERATURE_LEVELS_H
#define FPC_TESTS_UNIT_LITERATURE_LEVELS_H

#include <stdint.h>
#include <string.h>

#define WARP       32u
#define BLOCK_MOST 1024u

/* What is launched. Of kernels that ignore their shape, or load single values, the rest is unused.
 */
struct launch {
    const SLOT *x;
    uint64_t n;
    unsigned blocks, threads;
    unsigned vector; /* values in 16 bytes */
};

/* The smallest power of two that is at least n. */
static inline unsigned padded(uint64_t n)
{
    unsigned power = 1;
    while (power < n)
        power *= 2;
    return power;
}

/* x[i], or nothing beyond the end. */
static inline SLOT at(const struct launch *l, uint64_t i)
{
    return i < l->n ? l->x[i] : NOTHING;
}

/* Level 1: v = +0, then v += x[i] for i = first, first + step, ... */
static inline SLOT scalar_lane(const SLOT *x, uint64_t n, uint64_t first, uint64_t step)
{
    SLOT v = NOTHING;
    for (uint64_t i = first; i < n; i += step)
        v = add(v, x[i]);
    return v;
}

static inline SLOT value_lane(const struct launch *l, uint64_t first, uint64_t step)
{
    return scalar_lane(l->x, l->n, first, step);
}

static inline SLOT kahan_lane(const struct launch *l, uint64_t first, uint64_t step)
{
    return kahan(l->x, l->n, first, step);
}

/* With loads of 16 bytes, of which the last may be cut. */
static inline SLOT vector_lane(const struct launch *l, uint64_t first, uint64_t step)
{
    SLOT v = NOTHING;
    for (uint64_t load = first; load * l->vector < l->n; load += step)
        for (unsigned k = 0; k < l->vector; k++)
            if (load * l->vector + k < l->n)
                v = add(v, l->x[load * l->vector + k]);
    return v;
}

/* One step of level 2 in `width` lanes: each adds the value of lane + offset as it was before the
 * step, or its own if there is no such lane. */
static inline void shuffle_down(SLOT *lanes, unsigned width, unsigned offset)
{
    SLOT before[WARP];
    memcpy(before, lanes, width * sizeof *before);
    for (unsigned i = 0; i < width; i++)
        lanes[i] = add(before[i], before[i + offset < width ? i + offset : i]);
}

static inline SLOT warp(const SLOT *values, unsigned count)
{
    SLOT lanes[WARP];
    for (unsigned i = 0; i < WARP; i++)
        lanes[i] = i < count ? values[i] : NOTHING;
    for (unsigned offset = 16; offset >= 1; offset /= 2)
        shuffle_down(lanes, WARP, offset);
    return lanes[0];
}

/* Levels 2 and 3. */
static inline SLOT warps(const SLOT *values, unsigned threads)
{
    SLOT shared[WARP];
    unsigned count = 0;
    for (unsigned first = 0; first < threads; first += WARP)
        shared[count++] = warp(values + first, threads - first < WARP ? threads - first : WARP);
    return warp(shared, count);
}

/* The tree in shared memory, over `threads` slots padded to a power of two. */
static inline SLOT shared_tree(const SLOT *values, unsigned threads)
{
    SLOT s[BLOCK_MOST];
    unsigned size = padded(threads);
    for (unsigned t = 0; t < size; t++)
        s[t] = t < threads ? values[t] : NOTHING;
    for (unsigned stride = size / 2; stride >= 1; stride /= 2)
        for (unsigned t = 0; t < stride; t++)
            s[t] = add(s[t], s[t + stride]);
    return s[0];
}

#endif
