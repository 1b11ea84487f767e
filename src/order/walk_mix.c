#include "order/walk_mix.h"

#include "base/memory.h"
#include "order/mix.h"

#include <stdlib.h>
#include <string.h>

#define REAL      uint64_t
#define ADD(a, b) fpc_mix(a, b)
#define NAME(x)   x##_words
#include "order/walk_folds.inc"

/* The words that a stage of lanes takes: leaves, or the partials of an earlier stage. */
struct words {
    const uint64_t *partials; /* NULL: leaves */
    uint64_t count;
};

static uint64_t word_at(const struct words *words, uint64_t i)
{
    return words->partials ? words->partials[i] : fpc_mix_leaf(i);
}

static uint64_t strided_lane(const struct fpc_stage *stage, const struct words *words,
                             uint64_t lane)
{
    uint64_t lanes = (uint64_t)stage->blocks * stage->threads, sum = 0;
    uint64_t vector = stage->vector ? stage->vector : 1;
    for (uint64_t piece = lane; piece * vector < words->count; piece += lanes)
        for (uint64_t i = piece * vector; i < (piece + 1) * vector && i < words->count; i++)
            sum = fpc_mix(sum, word_at(words, i));
    return sum;
}

static uint64_t segment_lane(const struct fpc_stage *stage, const struct words *words,
                             uint64_t block, uint64_t thread)
{
    uint64_t begin = block * stage->coarsen * stage->threads, sum = 0;
    for (uint64_t k = 0; k < stage->coarsen; k++) {
        uint64_t i = begin + k * stage->threads + thread;
        if (i < words->count)
            sum = fpc_mix(sum, word_at(words, i));
    }
    return sum;
}

static void walk_words(const struct fpc_order *order, const struct words *words, uint64_t *partials)
{
    const struct fpc_stage *stage = &order->stages[0];
    const struct fpc_stage *end = order->stages + fpc_order_grid_part(order);
    uint64_t *slots = fpc_alloc(stage->threads, sizeof *slots);
    for (uint64_t b = 0; b < stage->blocks; b++) {
        for (uint64_t t = 0; t < stage->threads; t++)
            slots[t] = stage->kind == FPC_STAGE_SEGMENTS
                           ? segment_lane(stage, words, b, t)
                           : strided_lane(stage, words, b * stage->threads + t);
        fold_all_words(order->stages + 1, end, slots, stage->threads);
        partials[b] = slots[0];
    }
    free(slots);
}

void fpc_walk_mix_blocks(const struct fpc_order *order, uint64_t n, uint64_t *partials)
{
    struct words leaves = {NULL, n};
    walk_words(order, &leaves, partials);
}

uint64_t fpc_walk_mix_grid(const struct fpc_order *order, const uint64_t *partials,
                           const uint32_t *arrival)
{
    struct words words = {partials, order->stages[0].blocks};
    struct fpc_order rest = fpc_order_rest(order);
    uint64_t sum = 0;
    if (rest.stages[0].kind == FPC_STAGE_END)
        return partials[0];
    if (rest.stages[0].kind == FPC_STAGE_ARRIVAL) {
        for (uint64_t i = 0; i < words.count; i++)
            sum = fpc_mix(sum, partials[arrival ? arrival[i] : i]);
        return sum;
    }
    uint64_t *sums = fpc_alloc(rest.stages[0].blocks, sizeof *sums);
    walk_words(&rest, &words, sums);
    sum = fpc_walk_mix_grid(&rest, sums, arrival);
    free(sums);
    return sum;
}
