#include "order/walk.h"

#include "base/ieee.h"
#include "base/memory.h"
#include "order/lanes.h"
#include "number/narrow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME(x)           (x)
#define PLAIN_ADD(a, b)   ((a) + (b))
#define ADD_IN_F16(a, b)  fpc_narrow_round_f16((a) + (b))
#define ADD_IN_BF16(a, b) fpc_narrow_round_bf16((a) + (b))

#define ACCUMULATOR FPC_F64
#define REAL        double
#define STORED      double
#define LOAD        SAME
#define STORE       SAME
#define ADD         PLAIN_ADD
#define NAME(x)     x##_f64
#include "order/walk_sums.inc"

#define ACCUMULATOR FPC_F32
#define REAL        float
#define STORED      float
#define LOAD        SAME
#define STORE       SAME
#define ADD         PLAIN_ADD
#define NAME(x)     x##_f32
#include "order/walk_sums.inc"

#define ACCUMULATOR FPC_F16
#define REAL        float
#define STORED      uint16_t
#define LOAD        fpc_narrow_from_f16
#define STORE       fpc_narrow_to_f16
#define ADD         ADD_IN_F16
#define NAME(x)     x##_f16
#include "order/walk_sums.inc"

#define ACCUMULATOR FPC_BF16
#define REAL        float
#define STORED      uint16_t
#define LOAD        fpc_narrow_from_bf16
#define STORE       fpc_narrow_to_bf16
#define ADD         ADD_IN_BF16
#define NAME(x)     x##_bf16
#include "order/walk_sums.inc"

/* Fewer lanes than this are walked one after the other, each along its own values. */
#define FPC_FEW_LANES 16

static struct fpc_lane_values values_of(const struct fpc_walk *walk)
{
    return (struct fpc_lane_values){walk->format, walk->accumulator, walk->values};
}

size_t fpc_walk_scratch_size(const struct fpc_walk *walk, uint32_t blocks)
{
    return (size_t)blocks * walk->order.stages[0].threads * fpc_lanes_size(walk->accumulator);
}

/* The walked blocks of a stage of lanes. */
struct tile {
    uint64_t first; /* lane */
    size_t lanes;
    uint64_t stride; /* lanes of the whole stage */
};

static void *lane_at(const struct fpc_walk *walk, void *sums, size_t lane)
{
    return (char *)sums + lane * fpc_lanes_size(walk->accumulator);
}

/* Step k adds the consecutive values first + k stride, ... one to each lane. */
static void walk_grid_stride(const struct fpc_walk *walk, const struct tile *tile, void *sums)
{
    struct fpc_lane_values values = values_of(walk);
    if (tile->lanes < FPC_FEW_LANES) {
        for (size_t i = 0; i < tile->lanes; i++)
            fpc_lanes_add_strided(&values, lane_at(walk, sums, i), tile->first + i, tile->stride,
                                  walk->count);
        return;
    }
    for (uint64_t begin = tile->first; begin < walk->count; begin += tile->stride) {
        uint64_t left = walk->count - begin;
        fpc_lanes_add(&values, sums, begin, left < tile->lanes ? left : tile->lanes);
    }
}

/* The same with pieces of neighbouring values; the last piece may be cut. */
static void walk_grid_pieces(const struct fpc_walk *walk, const struct tile *tile, void *sums)
{
    struct fpc_lane_values values = values_of(walk);
    uint32_t vector = walk->order.stages[0].vector;
    for (uint64_t piece = tile->first; piece * vector < walk->count; piece += tile->stride) {
        uint64_t begin = piece * vector, left = walk->count - begin, whole = left / vector;
        size_t lanes = whole < tile->lanes ? (size_t)whole : tile->lanes;
        fpc_lanes_add_pieces(&values, sums, begin, lanes, vector);
        if (lanes < tile->lanes)
            fpc_lanes_add_strided(&values, lane_at(walk, sums, lanes), begin + lanes * vector, 1,
                                  walk->count);
    }
}

static void walk_grid_kahan(const struct fpc_walk *walk, const struct tile *tile, void *sums)
{
    struct fpc_lane_values values = values_of(walk);
    for (size_t i = 0; i < tile->lanes; i++)
        fpc_lanes_kahan(&values, lane_at(walk, sums, i), tile->first + i, tile->stride,
                        walk->count);
}

static void walk_segments(const struct fpc_walk *walk, uint32_t first, uint32_t blocks, void *sums)
{
    const struct fpc_stage *stage = &walk->order.stages[0];
    struct fpc_lane_values values = values_of(walk);
    for (uint32_t i = 0; i < blocks; i++) {
        uint64_t begin = (uint64_t)(first + i) * stage->coarsen * stage->threads;
        for (uint32_t k = 0; k < stage->coarsen && begin < walk->count; k++) {
            uint64_t left = walk->count - begin;
            fpc_lanes_add(&values, lane_at(walk, sums, (size_t)i * stage->threads), begin,
                          left < stage->threads ? left : stage->threads);
            begin += stage->threads;
        }
    }
}

/* The first n mod blocks chunks have one value more. */
static uint64_t chunk_begin(uint64_t n, uint32_t blocks, uint32_t block)
{
    uint64_t more = n % blocks;
    return n / blocks * block + (block < more ? block : more);
}

static void walk_chunks(const struct fpc_walk *walk, uint32_t first, uint32_t blocks, void *sums)
{
    struct fpc_lane_values values = values_of(walk);
    uint32_t all = walk->order.stages[0].blocks;
    for (uint32_t i = 0; i < blocks; i++)
        fpc_lanes_add_strided(&values, (char *)sums + i * fpc_lanes_size(walk->accumulator),
                              chunk_begin(walk->count, all, first + i), 1,
                              chunk_begin(walk->count, all, first + i + 1));
}

static void walk_grid(const struct fpc_walk *walk, uint32_t first, uint32_t blocks, void *sums)
{
    const struct fpc_stage *stage = &walk->order.stages[0];
    struct tile tile = {.first = (uint64_t)first * stage->threads,
                        .lanes = (size_t)blocks * stage->threads,
                        .stride = (uint64_t)stage->blocks * stage->threads};
    if (stage->kind == FPC_STAGE_GRID_KAHAN)
        walk_grid_kahan(walk, &tile, sums);
    else if (stage->vector > 1)
        walk_grid_pieces(walk, &tile, sums);
    else
        walk_grid_stride(walk, &tile, sums);
}

/* The first stage, for blocks [first, first + blocks): lanes, all starting at +0. */
static void walk_lanes(const struct fpc_walk *walk, uint32_t first, uint32_t blocks, void *sums)
{
    struct fpc_lane_values values = values_of(walk);
    memset(sums, 0, fpc_walk_scratch_size(walk, blocks));
    switch (walk->order.stages[0].kind) {
    case FPC_STAGE_SEGMENTS:
        walk_segments(walk, first, blocks, sums);
        break;
    case FPC_STAGE_CHUNKS:
        walk_chunks(walk, first, blocks, sums);
        break;
    case FPC_STAGE_PAIRWISE:
        fpc_lanes_pairwise(&values, sums, walk->count);
        break;
    case FPC_STAGE_KAHAN:
        fpc_lanes_kahan(&values, sums, 0, 1, walk->count);
        break;
    case FPC_STAGE_NEUMAIER:
        fpc_lanes_neumaier(&values, sums, walk->count);
        break;
    default:
        walk_grid(walk, first, blocks, sums);
        break;
    }
}

void fpc_walk_blocks(const struct fpc_walk *walk, uint32_t first, uint32_t blocks, void *scratch,
                     void *partials)
{
    const struct fpc_stage *folds = walk->order.stages + 1;
    const struct fpc_stage *end = walk->order.stages + fpc_order_grid_part(&walk->order);
    uint32_t threads = walk->order.stages[0].threads;
    walk_lanes(walk, first, blocks, scratch);
    switch (walk->accumulator) {
    case FPC_F64:
        fold_blocks_f64(folds, end, scratch, threads, blocks, (double *)partials + first);
        break;
    case FPC_F32:
        fold_blocks_f32(folds, end, scratch, threads, blocks, (float *)partials + first);
        break;
    case FPC_F16:
        fold_blocks_f16(folds, end, scratch, threads, blocks, (uint16_t *)partials + first);
        break;
    case FPC_BF16:
        fold_blocks_bf16(folds, end, scratch, threads, blocks, (uint16_t *)partials + first);
        break;
    }
}

/* The grid part, as a walk over the partials. */
static struct fpc_walk rest_of(const struct fpc_walk *walk, const void *partials)
{
    return (struct fpc_walk){.order = fpc_order_rest(&walk->order),
                             .format = walk->accumulator,
                             .accumulator = walk->accumulator,
                             .values = partials,
                             .count = walk->order.stages[0].blocks};
}

uint64_t fpc_walk_grid(const struct fpc_walk *walk, const void *partials, const uint32_t *arrival)
{
    struct fpc_walk rest = rest_of(walk, partials);
    if (rest.order.stages[0].kind == FPC_STAGE_END)
        return fpc_bits_load(rest.format, partials, 0);
    if (rest.order.stages[0].kind == FPC_STAGE_ARRIVAL)
        return fpc_walk_sequence(rest.format, partials, arrival, rest.count);
    uint32_t blocks = rest.order.stages[0].blocks;
    void *sums = fpc_alloc(blocks, fpc_format_traits(rest.format)->size);
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
    switch (accumulator) {
    case FPC_F64:
        return sequence_f64(partials, sequence, count);
    case FPC_F32:
        return sequence_f32(partials, sequence, count);
    case FPC_F16:
        return sequence_f16(partials, sequence, count);
    default:
        return sequence_bf16(partials, sequence, count);
    }
}

static float flushed(float value)
{
    return fabsf(value) < FLT_MIN ? copysignf(0, value) : value;
}

uint64_t fpc_walk_sequence_flushing(const float *partials, const uint32_t *sequence, size_t count)
{
    float sum = 0;
    for (size_t i = 0; i < count; i++)
        sum = flushed(sum + flushed(partials[sequence ? sequence[i] : i]));
    return fpc_bits_load(FPC_F32, &sum, 0);
}

uint64_t fpc_walk_add(enum fpc_format accumulator, uint64_t a, uint64_t b)
{
    switch (accumulator) {
    case FPC_F64:
        return add_f64(a, b);
    case FPC_F32:
        return add_f32(a, b);
    case FPC_F16:
        return add_f16(a, b);
    default:
        return add_bf16(a, b);
    }
}
