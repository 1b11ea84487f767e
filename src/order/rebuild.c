#include "order/rebuild.h"

#include "base/memory.h"
#include "order/walk.h"

#include <stdbool.h>
#include <stdlib.h>

/* One addition: block `block` took the running sum from `from` to `to`. */
struct step {
    uint64_t from, to;
    uint32_t block;
};

/* Steps sorted by where they begin; those that begin at one value stand together. */
struct steps {
    struct step *items;
    uint32_t count;
    uint32_t *next; /* by first step of a value: how many of its steps are taken */
};

static int by_from_then_block(const void *a, const void *b)
{
    const struct step *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->block > y->block) - (x->block < y->block);
}

/* The first step that begins at `value`, or count if none does. */
static uint32_t first_from(const struct steps *steps, uint64_t value)
{
    uint32_t low = 0, high = steps->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (steps->items[middle].from < value)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < steps->count && steps->items[low].from == value;
    return found ? low : steps->count;
}

/* Takes the next unused step from `value`; count if there is none. */
static uint32_t take_step(struct steps *steps, uint64_t value)
{
    uint32_t first = first_from(steps, value);
    if (first == steps->count)
        return first;
    uint32_t step = first + steps->next[first];
    if (step >= steps->count || steps->items[step].from != value)
        return steps->count;
    steps->next[first]++;
    return step;
}

/* Hierholzer: go on while there is a way, and write down what cannot go on, last step first.
 * Returns how many steps were written, to the end of order[]. */
static uint32_t find_path(struct steps *steps, uint32_t *order)
{
    uint32_t *stack = fpc_alloc(steps->count + 1, sizeof *stack), depth = 0, written = 0;
    uint64_t value = 0;
    for (;;) {
        uint32_t step = take_step(steps, value);
        if (step < steps->count) {
            stack[depth++] = step;
            value = steps->items[step].to;
        } else if (depth > 0) {
            step = stack[--depth];
            order[steps->count - ++written] = step;
            value = steps->items[step].from;
        } else {
            break;
        }
    }
    free(stack);
    return written;
}

/* The path found is a path only if each step begins where the one before ended. */
static bool is_path(const struct steps *steps, const uint32_t *order, uint64_t result)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        if (steps->items[order[i]].from != value)
            return false;
        value = steps->items[order[i]].to;
    }
    return value == result;
}

static bool has_branches(const struct steps *steps)
{
    for (uint32_t i = 1; i < steps->count; i++)
        if (steps->items[i].from == steps->items[i - 1].from)
            return true;
    return false;
}

enum fpc_rebuilt fpc_rebuild_arrival(enum fpc_format accumulator, const void *partials,
                                     const void *old_values, uint32_t blocks, uint64_t result,
                                     uint32_t *order)
{
    struct steps steps = {fpc_alloc(blocks, sizeof *steps.items), blocks,
                          fpc_alloc(blocks, sizeof *steps.next)};
    enum fpc_rebuilt rebuilt = FPC_REBUILT_IMPOSSIBLE;
    for (uint32_t b = 0; b < blocks; b++) {
        uint64_t from = fpc_bits_load(accumulator, old_values, b);
        uint64_t partial = fpc_bits_load(accumulator, partials, b);
        steps.items[b] = (struct step){from, fpc_walk_add(accumulator, from, partial), b};
    }
    qsort(steps.items, blocks, sizeof *steps.items, by_from_then_block);
    if (find_path(&steps, order) == blocks && is_path(&steps, order, result))
        rebuilt = has_branches(&steps) ? FPC_REBUILT_ONE_OF_SEVERAL : FPC_REBUILT_UNIQUE;
    for (uint32_t i = 0; rebuilt != FPC_REBUILT_IMPOSSIBLE && i < blocks; i++)
        order[i] = steps.items[order[i]].block;
    free(steps.next);
    free(steps.items);
    return rebuilt;
}
