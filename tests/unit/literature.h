/* The reductions that the literature teaches, as loops over slots: a second opinion on orders.
 *
 * literature_levels.h says what a slot is and what is to be defined before. The loops follow the
 * texts and know nothing of src/order/. */
#ifndef FPC_TESTS_UNIT_LITERATURE_H
#define FPC_TESTS_UNIT_LITERATURE_H

#include "tests/unit/literature_levels.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Block parts: they fill partials and return how many. */

static inline uint64_t grid(const struct launch *l,
                            SLOT (*lane)(const struct launch *, uint64_t first, uint64_t step),
                            SLOT *partials)
{
    SLOT v[BLOCK_MOST];
    uint64_t B = l->threads, G = l->blocks;
    for (uint64_t b = 0; b < G; b++) {
        for (uint64_t t = 0; t < B; t++)
            v[t] = lane(l, b * B + t, B * G);
        partials[b] = warps(v, l->threads);
    }
    return G;
}

static inline uint64_t grid_stride(const struct launch *l, SLOT *partials)
{
    return grid(l, value_lane, partials);
}

static inline uint64_t grid_vector(const struct launch *l, SLOT *partials)
{
    return grid(l, vector_lane, partials);
}

static inline uint64_t grid_kahan(const struct launch *l, SLOT *partials)
{
    return grid(l, kahan_lane, partials);
}

static inline uint64_t each_value(const struct launch *l, SLOT *partials)
{
    for (uint64_t i = 0; i < l->n; i++)
        partials[i] = add(NOTHING, l->x[i]);
    return l->n;
}

/* The values padded with +0 to a power of two; every sum starts at +0. */
static inline unsigned in_place(const struct launch *l, SLOT *x)
{
    unsigned size = padded(l->n);
    for (unsigned i = 0; i < size; i++)
        x[i] = add(NOTHING, at(l, i));
    return size;
}

/* Owner 2t; stride 1, 2, 4, ... B. In place. */
static inline uint64_t interleaved(const struct launch *l, SLOT *partials)
{
    SLOT x[2 * BLOCK_MOST];
    unsigned B = in_place(l, x) / 2;
    for (unsigned stride = 1; stride <= B; stride *= 2)
        for (unsigned t = 0; t < B; t++)
            if (t % stride == 0)
                x[2 * t] = add(x[2 * t], x[2 * t + stride]);
    partials[0] = x[0];
    return 1;
}

/* Owner t; stride B, B/2, ... 1. In place. */
static inline uint64_t sequential(const struct launch *l, SLOT *partials)
{
    SLOT x[2 * BLOCK_MOST];
    unsigned B = in_place(l, x) / 2;
    for (unsigned stride = B; stride >= 1; stride /= 2)
        for (unsigned t = 0; t < B; t++)
            if (t < stride)
                x[t] = add(x[t], x[t + stride]);
    partials[0] = x[0];
    return 1;
}

/* s[t] = x[t] + x[t + B] for B = half the values, then stride B/2 ... 1; one thread at least. */
static inline uint64_t shared(const struct launch *l, SLOT *partials)
{
    SLOT s[BLOCK_MOST];
    unsigned size = padded(l->n), B = size < 2 ? 1 : size / 2;
    for (unsigned t = 0; t < B; t++)
        s[t] = add(add(NOTHING, at(l, t)), at(l, t + B));
    partials[0] = shared_tree(s, B);
    return 1;
}

/* Block b has the segment of coarsen x B values from coarsen B b: v = x[i], v += x[i + k B]. */
static inline uint64_t segments(const struct launch *l, unsigned coarsen,
                                SLOT (*block)(const SLOT *, unsigned), SLOT *partials)
{
    SLOT v[BLOCK_MOST];
    uint64_t B = l->threads, b = 0;
    for (; b * B * coarsen < l->n; b++) {
        for (uint64_t t = 0; t < B; t++) {
            v[t] = add(NOTHING, at(l, coarsen * B * b + t));
            for (unsigned k = 1; k < coarsen; k++)
                v[t] = add(v[t], at(l, coarsen * B * b + t + k * B));
        }
        partials[b] = block(v, l->threads);
    }
    return b;
}

static inline uint64_t segment(const struct launch *l, SLOT *partials)
{
    return segments(l, 2, shared_tree, partials);
}

static inline uint64_t segment_coarse(const struct launch *l, SLOT *partials)
{
    return segments(l, 8, shared_tree, partials);
}

static inline uint64_t segment_shuffle(const struct launch *l, SLOT *partials)
{
    return segments(l, 8, warps, partials);
}

/* Grid parts: from count partials to the result. Those of arrival take them in that sequence. */

static inline SLOT arrive(const struct launch *l, const SLOT *partials, uint64_t count,
                          const uint32_t *arrival)
{
    SLOT out = NOTHING;
    (void)l;
    for (uint64_t i = 0; i < count; i++)
        out = add(out, partials[arrival ? arrival[i] : i]);
    return out;
}

/* One block of as many threads adds them, whether in a second launch or as the last to arrive. */
static inline SLOT second_block(const struct launch *l, const SLOT *partials, uint64_t count,
                                const uint32_t *arrival)
{
    SLOT v[BLOCK_MOST];
    (void)arrival;
    for (unsigned t = 0; t < l->threads; t++)
        v[t] = scalar_lane(partials, count, t, l->threads);
    return warps(v, l->threads);
}

static inline SLOT second_warp(const struct launch *l, const SLOT *partials, uint64_t count,
                               const uint32_t *arrival)
{
    SLOT v[WARP];
    (void)l;
    (void)arrival;
    for (unsigned t = 0; t < WARP; t++)
        v[t] = scalar_lane(partials, count, t, WARP);
    return warp(v, WARP);
}

/* A thread for each value, in as many blocks as that takes, until one value is left. */
static inline SLOT again(const struct launch *l, const SLOT *partials, uint64_t count,
                         const uint32_t *arrival)
{
    SLOT *values = malloc((size_t)count * sizeof *values), v[BLOCK_MOST], out;
    (void)arrival;
    memcpy(values, partials, (size_t)count * sizeof *values);
    while (count > 1) {
        uint64_t b = 0;
        for (; b * l->threads < count; b++) {
            for (uint64_t t = 0, i = b * l->threads; t < l->threads; t++, i++)
                v[t] = i < count ? add(NOTHING, values[i]) : NOTHING;
            values[b] = warps(v, l->threads);
        }
        count = b;
    }
    out = values[0];
    free(values);
    return out;
}

static inline SLOT only_block(const struct launch *l, const SLOT *partials, uint64_t count,
                              const uint32_t *arrival)
{
    (void)l;
    (void)count;
    (void)arrival;
    return partials[0];
}

static const struct taught {
    const char *name;
    uint64_t (*block_part)(const struct launch *, SLOT *);
    SLOT (*grid_part)(const struct launch *, const SLOT *, uint64_t, const uint32_t *);
    uint64_t most_values;
    unsigned least_threads;
    bool ignores_shape;
} taught[] = {
    {"atomic_each", each_value, arrive, UINT64_MAX, 1, true},
    {"two_pass_warp", grid_stride, second_warp, UINT64_MAX, 1, false},
    {"recursive", grid_stride, again, UINT64_MAX, 2, false},
    {"last_block", grid_stride, second_block, UINT64_MAX, 1, false},
    {"atomic_vector", grid_vector, arrive, UINT64_MAX, 1, false},
    {"two_pass_vector", grid_vector, second_block, UINT64_MAX, 1, false},
    {"last_block_vector", grid_vector, second_block, UINT64_MAX, 1, false},
    {"interleaved", interleaved, only_block, 2048, 1, true},
    {"sequential", sequential, only_block, 2048, 1, true},
    {"shared", shared, only_block, 2048, 1, true},
    {"segment", segment, arrive, UINT64_MAX, 1, false},
    {"segment_coarse", segment_coarse, arrive, UINT64_MAX, 1, false},
    {"segment_shuffle", segment_shuffle, arrive, UINT64_MAX, 1, false},
    {"kahan_gpu", grid_kahan, second_block, UINT64_MAX, 1, false},
};
#define TAUGHT (sizeof taught / sizeof taught[0])

static inline bool applies(const struct taught *kernel, uint64_t n, unsigned threads)
{
    return n <= kernel->most_values && threads >= kernel->least_threads;
}

#endif
