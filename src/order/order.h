/* A summation order as data: who is added to whom, in integers only.
 *
 * An order is a list of stages. Each takes an array of values and leaves fewer, until one is left:
 * first the n inputs become one partial for each block (the block part), then the partials become
 * the result (the grid part). The host walks this list, the CUDA kernels implement it, heights and
 * bounds are read off it; it is the only place where an order is written down. Every sum starts
 * at +0, and lanes or slots without data hold +0, which no addition notices. */
#ifndef FPC_ORDER_ORDER_H
#define FPC_ORDER_ORDER_H

#include <stdbool.h>
#include <stdint.h>

enum fpc_stage_kind {
    FPC_STAGE_END,         /* no more stages */
    FPC_STAGE_GRID_STRIDE, /* blocks x threads lanes; lane l adds values l, l + lanes, ... in turn
                            */
    FPC_STAGE_FOLD_HALVES, /* groups of width neighbours within a block, the last padded with +0:
                              value i takes value i + width/2, then i + width/4, ... i + 1 */
    FPC_STAGE_ARRIVAL,     /* one running sum takes the block partials in the order of arrival */
    FPC_STAGE_CHUNKS,   /* blocks of one thread; n / blocks neighbouring values each, one more for
                           the first n mod blocks, added from left to right */
    FPC_STAGE_PAIRWISE, /* all values in the pairwise tree of fpc_lanes_pairwise() */
    FPC_STAGE_KAHAN,    /* all values from left to right, with Kahan's compensation */
    FPC_STAGE_NEUMAIER  /* the same with Neumaier's */
};

/* Stand for the blocks or threads of the launch, or for the CPU threads, in an order that is not
 * yet bound. */
#define FPC_FROM_SHAPE 0u
#define FPC_FROM_JOBS  UINT32_MAX

struct fpc_stage {
    enum fpc_stage_kind kind;
    uint32_t blocks, threads; /* of the stages that take the inputs; CHUNKS has 1 thread, PAIRWISE,
                                 KAHAN and NEUMAIER have 1 block as well */
    uint32_t width;           /* FOLD_HALVES: a power of two */
};

#define FPC_ORDER_STAGES 8

struct fpc_order {
    struct fpc_stage stages[FPC_ORDER_STAGES];
};

/* A launch shape. Both are at least 1. */
struct fpc_shape {
    uint32_t blocks, threads;
};
#define FPC_MAX_THREADS 1024u
#define FPC_MAX_BLOCKS  (1u << 24)

/* Pieces up to this long are not halved by a pairwise sum. */
#define FPC_PAIRWISE_LEAF 128u

/* The order with the launch shape and the number of CPU threads put in. */
struct fpc_order fpc_order_bind(const struct fpc_order *order, struct fpc_shape shape,
                                uint32_t jobs);

/* True if the launch shape appears in the order: other shapes may give other bits. */
bool fpc_order_uses_shape(const struct fpc_order *order);

/* True if the result depends on the order in which blocks arrive. */
bool fpc_order_has_arrival(const struct fpc_order *order);

/* True if the order is a compensated sum, which no tree of additions describes. */
bool fpc_order_is_compensated(const struct fpc_order *order);

/* What follows is of bound orders. */

/* NULL if the order can be walked and leaves one value, else what is wrong, as static text. */
const char *fpc_order_check(const struct fpc_order *order);

/* The shape of the first stage: the number of block partials, and lanes a block. */
struct fpc_shape fpc_order_shape(const struct fpc_order *order);

/* The index of the first stage of the grid part; the one before it leaves one value a block. */
unsigned fpc_order_grid_part(const struct fpc_order *order);

/* The height of the summation tree for n values: the largest number of additions of two sums of
 * data that any input passes through. Adding +0 is exact and not counted. n = 1 gives 0. For a
 * compensated sum: that of the running sum without compensation. */
uint64_t fpc_order_height(const struct fpc_order *order, uint64_t n);

/* The order in words, for people. The caller frees. */
char *fpc_order_describe(const struct fpc_order *order);

#endif
