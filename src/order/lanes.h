/* The inner loops of the walk: many lanes take one value each, or one lane takes many in turn.
 *
 * A sum is kept in an accumulator: f64, f32, or for 16-bit values also their own format. Lanes are
 * doubles for f64 and floats for all others; a lane of a 16-bit accumulator is a float that holds a
 * value of that format after each addition. Values are converted exactly; lanes are independent,
 * so the width of the machine's vectors does not show in the bits. */
#ifndef FPC_ORDER_LANES_H
#define FPC_ORDER_LANES_H

#include "number/format.h"

#include <stddef.h>
#include <stdint.h>

/* Values in a format, to be added in an accumulator: f64 in f64, f32 in f32, f16 and bf16 in f32 or
 * in themselves. Borrowed. */
struct fpc_lane_values {
    enum fpc_format format, accumulator;
    const void *values;
};

/* Bytes of one lane. */
size_t fpc_lanes_size(enum fpc_format accumulator);

/* lanes[i] += values[first + i] for i in [0, count). */
void fpc_lanes_add(const struct fpc_lane_values *values, void *lanes, uint64_t first, size_t count);

/* *lane += values[first], values[first + stride], ... while the index is below end. */
void fpc_lanes_add_strided(const struct fpc_lane_values *values, void *lane, uint64_t first,
                           uint64_t stride, uint64_t end);

/* *lane = the pairwise sum of values[0..count) as numpy adds a contiguous array: up to 128 values
 * in eight interleaved running sums, longer pieces halved, the first half a multiple of 8
 * (https://github.com/numpy/numpy, loops_utils.h.src, pairwise sum). Fewer than 8 in a row. numpy
 * before 2.3 does so for each buffer of 8192 values and adds the buffers in turn. */
void fpc_lanes_pairwise(const struct fpc_lane_values *values, void *lane, uint64_t count);

/* lanes[i] += values[first + i vector], ... values[first + i vector + vector - 1], for i in
 * [0, count). */
void fpc_lanes_add_pieces(const struct fpc_lane_values *values, void *lanes, uint64_t first,
                          size_t count, uint32_t vector);

/* *lane = Kahan's compensated sum of values[first], values[first + stride], ... while the index is
 * below end (Further remarks on reducing truncation errors, CACM 8(1), 1965). */
void fpc_lanes_kahan(const struct fpc_lane_values *values, void *lane, uint64_t first,
                     uint64_t stride, uint64_t end);

/* *lane = Neumaier's compensated sum of values[0..count), left to right, which adds the
 * compensation at the end unless it is not finite (Rundungsfehleranalyse einiger Verfahren zur
 * Summation endlicher Summen, ZAMM 54, 1974). */
void fpc_lanes_neumaier(const struct fpc_lane_values *values, void *lane, uint64_t count);

#endif
