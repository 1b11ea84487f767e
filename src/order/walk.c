#include "order/walk.h"

#include "base/ieee.h"
#include "base/memory.h"
#include "order/lanes.h"

#include <stdlib.h>
#include <string.h>

#define REAL    float
#define NAME(x) x##_f32
#include "order/walk_folds.inc"
#undef REAL
#undef NAME

#define REAL    double
#define NAME(x) x##_f64
#include "order/walk_folds.inc"
#undef REAL
#undef NAME

/* Fewer lanes than this are walked one after the other, each along its own values. */
#define FPC_FEW_LANES 16

enum fpc_format fpc_walk_accumulator(const struct fpc_walk *walk)
{
    return fpc_format_traits(walk->format)->accumulator;
}

static size_t lane_size(enum fpc_format accumulator)
{
    return fpc_format_traits(accumulator)->size;
}

size_t fpc_walk_scratch_size(const struct fpc_walk *walk, uint32_t blocks)
{
    return (size_t)blocks * walk->order.stages[0].threads * lane_size(fpc_walk_accumulator(walk));
}

/* Lanes [first, first + lanes) of a grid-stride stage with `stride` lanes in all: step k adds the
 * consecutive values first + k stride, ... one to each lane. */
static void walk_lanes(const struct fpc_walk *walk, uint64_t stride, uint64_t first, size_t lanes,
                       void *sums)
{
    size_t size = lane_size(fpc_walk_accumulator(walk));
    memset(sums, 0, lanes * size);
    if (lanes < FPC_FEW_LANES) {
        for (size_t i = 0; i < lanes; i++)
            fpc_lanes_add_strided(walk->format, (char *)sums + i * size, walk->values, first + i,
                                  stride, walk->count);
        return;
    }
    for (uint64_t begin = first; begin < walk->count; begin += stride) {
        uint64_t left = walk->count - begin;
        fpc_lanes_add(walk->format, sums, walk->values, begin, left < lanes ? left : lanes);
    }
}

void fpc_walk_blocks(const struct fpc_walk *walk, uint32_t first, uint32_t blocks, void *scratch,
                     void *partials)
{
    const struct fpc_stage *stage = walk->order.stages;
    const struct fpc_stage *end = stage + fpc_order_grid_part(&walk->order);
    uint32_t threads = stage->threads;
    walk_lanes(walk, (uint64_t)stage->blocks * threads, (uint64_t)first * threads,
               (size_t)blocks * threads, scratch);
    if (fpc_walk_accumulator(walk) == FPC_F64)
        fold_blocks_f64(stage + 1, end, scratch, threads, blocks, (double *)partials + first);
    else
        fold_blocks_f32(stage + 1, end, scratch, threads, blocks, (float *)partials + first);
}

/* What is left of an order behind its block part, as an order over the partials. */
static struct fpc_walk rest_of(const struct fpc_walk *walk, const void *partials)
{
    unsigned done = fpc_order_grid_part(&walk->order);
    struct fpc_walk rest = {.format = fpc_walk_accumulator(walk),
                            .values = partials,
                            .count = walk->order.stages[0].blocks};
    memcpy(rest.order.stages, walk->order.stages + done,
           (FPC_ORDER_STAGES - done) * sizeof rest.order.stages[0]);
    return rest;
}

uint64_t fpc_walk_grid(const struct fpc_walk *walk, const void *partials, const uint32_t *arrival)
{
    struct fpc_walk rest = rest_of(walk, partials);
    if (rest.order.stages[0].kind == FPC_STAGE_END)
        return fpc_bits_load(rest.format, partials, 0);
    if (rest.order.stages[0].kind == FPC_STAGE_ARRIVAL)
        return fpc_walk_sequence(rest.format, partials, arrival, rest.count);
    uint32_t blocks = rest.order.stages[0].blocks;
    void *sums = fpc_alloc(blocks, lane_size(rest.format));
    void *scratch = fpc_alloc(fpc_walk_scratch_size(&rest, blocks), 1);
    fpc_walk_blocks(&rest, 0, blocks, scratch, sums);
    uint64_t bits = fpc_walk_grid(&rest, sums, arrival);
    free(scratch);
    free(sums);
    return bits;
}

uint64_t fpc_walk_sequence(enum fpc_format accumulator, const void *partials,
                           const uint32_t *sequence, size_t count)
{
    if (accumulator == FPC_F64) {
        double sum = sequence_f64(partials, sequence, count);
        return fpc_bits_load(FPC_F64, &sum, 0);
    }
    float sum = sequence_f32(partials, sequence, count);
    return fpc_bits_load(FPC_F32, &sum, 0);
}

uint64_t fpc_walk_add(enum fpc_format accumulator, uint64_t a, uint64_t b)
{
    if (accumulator == FPC_F64) {
        double x, y;
        fpc_bits_store(FPC_F64, &x, 0, a);
        fpc_bits_store(FPC_F64, &y, 0, b);
        x += y;
        return fpc_bits_load(FPC_F64, &x, 0);
    }
    float x, y;
    fpc_bits_store(FPC_F32, &x, 0, a);
    fpc_bits_store(FPC_F32, &y, 0, b);
    x += y;
    return fpc_bits_load(FPC_F32, &x, 0);
}
