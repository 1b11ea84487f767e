/* Walking an order with the mix of order/mix.h in place of addition: who meets whom, and when,
 * without any rounding. What a device kernel gives for the same order must be the same words. */
#ifndef FPC_ORDER_WALK_MIX_H
#define FPC_ORDER_WALK_MIX_H

#include "order/order.h"

#include <stdint.h>

/* The words of all block partials into partials[0..blocks): of n leaves. The order is bound, and of
 * stages that GPU kernels have; GRID_KAHAN is walked as GRID_STRIDE. */
void fpc_walk_mix_blocks(const struct fpc_order *order, uint64_t n, uint64_t *partials);

/* From the words of all block partials to that of the result; `arrival` as in fpc_walk_grid(). */
uint64_t fpc_walk_mix_grid(const struct fpc_order *order, const uint64_t *partials,
                           const uint32_t *arrival);

#endif
