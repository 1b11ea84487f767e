/* A running sum that blocks add their partials to, in whatever order they finish.
 *
 * This is the host's atomic addition: each block takes the running value, adds its partial and
 * swaps the sum in, again from the start if another block came first (compare and swap). The
 * running sum is a list of nodes, one for each block, and what is swapped is the index of the last:
 * so every swap also records which block came before, and the order of arrival is known, not
 * guessed. */
#ifndef FPC_RUN_ARRIVAL_H
#define FPC_RUN_ARRIVAL_H

#include "base/status.h"
#include "number/format.h"

#include <stdatomic.h>
#include <stdint.h>

struct fpc_arrival_node {
    uint64_t running; /* accumulator bits of the sum once this block was added */
    uint32_t before;  /* the block that was added last before this one, or FPC_ARRIVAL_NONE */
};
#define FPC_ARRIVAL_NONE UINT32_MAX

struct fpc_arrival_sum {
    enum fpc_format accumulator;
    uint32_t blocks;
    struct fpc_arrival_node *nodes; /* blocks entries; owned */
    _Atomic uint32_t last;
};

/* An empty sum for `blocks` blocks. Errors: FPC_FAILED for memory. The caller clears. */
enum fpc_status fpc_arrival_init(struct fpc_arrival_sum *sum, enum fpc_format accumulator,
                                 uint32_t blocks, struct fpc_error *error);
void fpc_arrival_clear(struct fpc_arrival_sum *sum);

/* Starts again at +0. Not while blocks are being added. */
void fpc_arrival_reset(struct fpc_arrival_sum *sum);

/* Adds a block's partial; safe from any thread; once for each block. */
void fpc_arrival_add(struct fpc_arrival_sum *sum, uint32_t block, uint64_t partial);

/* The sum's accumulator bits, and the order of arrival into order[0..blocks). All blocks must have
 * been added. */
uint64_t fpc_arrival_finish(const struct fpc_arrival_sum *sum, uint32_t *order);

#endif
