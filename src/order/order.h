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
#include <stddef.h>
#include <stdint.h>

enum fpc_stage_kind {
    FPC_STAGE_END,   /* no more stages; in first place: the order is a library's own and unknown */
    FPC_STAGE_EXACT, /* the only one: every value goes into an exact sum, which is rounded once;
                        there is no order of additions */

    /* Stages that take the inputs, or the partials of earlier stages, into lanes. */
    FPC_STAGE_GRID_STRIDE, /* blocks x threads lanes take pieces of `vector` neighbouring values in
                              turn; lane l adds pieces l, l + lanes, ... */
    FPC_STAGE_GRID_KAHAN,  /* the same with vector 1, each lane with Kahan's compensation */
    FPC_STAGE_SEGMENTS,    /* block b takes the coarsen x threads values from b coarsen threads on;
                              lane t adds values t, t + threads, ... of them */
    FPC_STAGE_CHUNKS,   /* blocks of one thread; n / blocks neighbouring values each, one more for
                           the first n mod blocks, added from left to right */
    FPC_STAGE_PAIRWISE, /* all values in the pairwise tree of fpc_lanes_pairwise() */
    FPC_STAGE_KAHAN,    /* all values from left to right, with Kahan's compensation */
    FPC_STAGE_NEUMAIER, /* the same with Neumaier's */

    /* Stages that combine. Groups are of `width` neighbours within a block, the last padded with
       +0. */
    FPC_STAGE_FOLD_HALVES,     /* value i takes value i + width/2, then i + width/4, ... i + 1 */
    FPC_STAGE_FOLD_NEIGHBOURS, /* every second value takes its neighbour, then every fourth the
                                  value 2 further, ... */
    FPC_STAGE_ARRIVAL,         /* one running sum takes the block partials in order of arrival */
    FPC_STAGE_AGAIN            /* all stages so far once more over the partials, with as few blocks
                                  as there are threads for, until one value is left */
};

/* Numbers of an order that is not yet bound: they come from the launch. */
enum {
    FPC_FROM_SHAPE = 0,             /* the launch shape; of a fold: the next power of two */
    FPC_FROM_JOBS = INT32_MAX,      /* the number of CPU threads */
    FPC_FROM_COUNT = INT32_MAX - 1, /* n; of threads and folds: the next power of two, at least 2 */
    FPC_FROM_HALF = INT32_MAX - 2,  /* half of that */
    FPC_FROM_SEGMENTS = INT32_MAX - 3, /* enough segments for n values */
    FPC_FROM_FORMAT = INT32_MAX - 4    /* of a vector: as many values as 16 bytes hold */
};

struct fpc_stage {
    enum fpc_stage_kind kind;
    uint32_t blocks, threads; /* of lanes; CHUNKS has 1 thread, PAIRWISE, KAHAN and NEUMAIER have 1
                                 block as well */
    uint32_t vector;          /* GRID_STRIDE: values in a piece; 0 is 1 */
    uint32_t coarsen;         /* SEGMENTS: values for each lane */
    uint32_t width;           /* folds: a power of two */
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
#define FPC_MAX_LANES   2048u /* of a block: two for each thread */
#define FPC_MAX_BLOCKS  (1u << 24)

/* Pieces up to this long are not halved by a pairwise sum. */
#define FPC_PAIRWISE_LEAF 128u

/* What an order is bound to. */
struct fpc_binding {
    struct fpc_shape shape;
    uint32_t jobs;  /* CPU threads */
    uint64_t count; /* n */
    size_t vector;  /* values of the format in 16 bytes */
};

/* The order with everything that comes from the launch put in. */
struct fpc_order fpc_order_bind(const struct fpc_order *order, const struct fpc_binding *binding);

/* True if nobody but a library knows the order, or there is none, as of an exact sum: it can be
 * bounded, not walked. */
bool fpc_order_is_unknown(const struct fpc_order *order);

/* True if the launch shape appears in the order: other shapes may give other bits. */
bool fpc_order_uses_shape(const struct fpc_order *order);

/* True if the number of CPU threads appears in the order. */
bool fpc_order_uses_jobs(const struct fpc_order *order);

/* True if the result depends on the order in which blocks arrive. */
bool fpc_order_has_arrival(const struct fpc_order *order);

/* True if the sum is exact and rounded once. */
bool fpc_order_is_exact(const struct fpc_order *order);

/* True if compensation is part of the order, so that no tree of additions describes it. */
bool fpc_order_is_compensated(const struct fpc_order *order);

/* What follows is of bound orders. */

/* NULL if the order can be walked and leaves one value, else what is wrong, as static text. */
const char *fpc_order_check(const struct fpc_order *order);

/* The shape of the first stage: the number of block partials, and lanes a block; of an unknown
 * order the shape that it was bound to. */
struct fpc_shape fpc_order_shape(const struct fpc_order *order);

/* The index of the first stage of the grid part; the one before it leaves one value a block. */
unsigned fpc_order_grid_part(const struct fpc_order *order);

/* The grid part as an order over the block partials; empty if there is none. FPC_STAGE_AGAIN
 * becomes the stages before it with as few blocks as there are threads for, and itself if more than
 * one block is needed. */
struct fpc_order fpc_order_rest(const struct fpc_order *order);

/* The height of the summation tree for n values: the largest number of additions of two sums of
 * data that any input passes through. Adding +0 is exact and not counted. n = 1 gives 0. For a
 * compensated sum: that of the running sum without compensation. Of an unknown order: n - 1; of an
 * exact sum: 0. */
uint64_t fpc_order_height(const struct fpc_order *order, uint64_t n);

/* The order in words, for people. The caller frees. */
char *fpc_order_describe(const struct fpc_order *order);

#endif
