/* Walking an order: the only place where the host adds floating-point numbers.
 *
 * Sums are kept in the accumulator of the format (f64 for f64, else f32). Block partials and
 * results are bit patterns of that accumulator, so that nothing is lost on the way, a NaN's payload
 * included. Blocks are independent of each other and may be walked by several threads at once. */
#ifndef FPC_ORDER_WALK_H
#define FPC_ORDER_WALK_H

#include "number/format.h"
#include "order/order.h"

#include <stddef.h>
#include <stdint.h>

/* What is walked. Everything is borrowed. */
struct fpc_walk {
    struct fpc_order order;              /* bound; fpc_order_check() has passed it */
    enum fpc_format format, accumulator; /* of the values, of the sums */
    const void *values;                  /* count native-endian elements, aligned */
    uint64_t count;
};

/* Bytes of scratch that walking `blocks` blocks at once needs. */
size_t fpc_walk_scratch_size(const struct fpc_walk *walk, uint32_t blocks);

/* The block part for blocks [first, first + blocks): writes partials[first] onwards, an array of
 * accumulators with one element for each block of the order. Walking several neighbouring blocks at
 * once reads memory in longer pieces; the bits are the same. */
void fpc_walk_blocks(const struct fpc_walk *walk, uint32_t first, uint32_t blocks, void *scratch,
                     void *partials);

/* The grid part: from all block partials to the accumulator bits of the result. `arrival` is a
 * permutation of the blocks, NULL for index order; only an order with arrival looks at it. */
uint64_t fpc_walk_grid(const struct fpc_walk *walk, const void *partials, const uint32_t *arrival);

/* One running sum from +0 over partials[sequence[0]], ..., in the accumulator format. */
uint64_t fpc_walk_sequence(enum fpc_format accumulator, const void *partials,
                           const uint32_t *sequence, size_t count);

/* The same over f32 partials with subnormal operands and sums flushed to zeros of their sign, as
 * atomic additions to global memory of a GPU do (CUDA C++ Programming Guide, atomicAdd). */
uint64_t fpc_walk_sequence_flushing(const float *partials, const uint32_t *sequence, size_t count);

/* a + b in the accumulator format, on bits. */
uint64_t fpc_walk_add(enum fpc_format accumulator, uint64_t a, uint64_t b);

#endif
