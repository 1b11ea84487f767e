#include "run/arrival.h"

#include "base/memory.h"
#include "order/walk.h"

#include <stdlib.h>

enum fpc_status fpc_arrival_init(struct fpc_arrival_sum *sum, enum fpc_format accumulator,
                                 uint32_t blocks, struct fpc_error *error)
{
    void *nodes;
    enum fpc_status status = fpc_alloc_large(blocks, sizeof(struct fpc_arrival_node),
                                             "the order of arrival", &nodes, error);
    if (status != FPC_OK)
        return status;
    sum->accumulator = accumulator;
    sum->blocks = blocks;
    sum->nodes = nodes;
    fpc_arrival_reset(sum);
    return FPC_OK;
}

void fpc_arrival_clear(struct fpc_arrival_sum *sum)
{
    free(sum->nodes);
    sum->nodes = NULL;
}

void fpc_arrival_reset(struct fpc_arrival_sum *sum)
{
    atomic_store(&sum->last, FPC_ARRIVAL_NONE);
}

/* A node is complete before the swap that publishes it (release), and is read only after its index
 * was seen (acquire). No index is swapped in twice in a run, so there is no ABA. */
void fpc_arrival_add(struct fpc_arrival_sum *sum, uint32_t block, uint64_t partial)
{
    struct fpc_arrival_node *node = &sum->nodes[block];
    uint32_t last = atomic_load_explicit(&sum->last, memory_order_acquire);
    do {
        uint64_t running = last == FPC_ARRIVAL_NONE ? 0 : sum->nodes[last].running;
        node->before = last;
        node->running = fpc_walk_add(sum->accumulator, running, partial);
    } while (!atomic_compare_exchange_weak_explicit(&sum->last, &last, block, memory_order_acq_rel,
                                                    memory_order_acquire));
}

uint64_t fpc_arrival_finish(const struct fpc_arrival_sum *sum, uint32_t *order)
{
    uint32_t block = atomic_load(&sum->last);
    uint64_t bits = sum->nodes[block].running;
    for (uint32_t i = sum->blocks; i > 0; i--) {
        order[i - 1] = block;
        block = sum->nodes[block].before;
    }
    return bits;
}
