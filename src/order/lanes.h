/* The inner loops of the walk: many lanes take one value each, or one lane takes many in turn.
 *
 * Values are converted to the accumulator, which is exact, and added; lanes are independent, so the
 * width of the machine's vectors does not show in the bits. */
#ifndef FPC_ORDER_LANES_H
#define FPC_ORDER_LANES_H

#include "number/format.h"

#include <stddef.h>
#include <stdint.h>

/* lanes[i] += values[first + i] for i in [0, count). `lanes` are accumulators of the format: double
 * for f64, else float. */
void fpc_lanes_add(enum fpc_format format, void *lanes, const void *values, uint64_t first,
                   size_t count);

/* *lane += values[first], values[first + stride], ... while the index is below end. */
void fpc_lanes_add_strided(enum fpc_format format, void *lane, const void *values, uint64_t first,
                           uint64_t stride, uint64_t end);

#endif
