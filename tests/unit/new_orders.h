/* Orders that no kernel has, as data alone. Nothing in src/ knows them. */
#ifndef FPC_TESTS_UNIT_NEW_ORDERS_H
#define FPC_TESTS_UNIT_NEW_ORDERS_H

#include "order/order.h"

#define NEW_GRID(BLOCKS, THREADS)                                                                  \
    {                                                                                              \
        .kind = FPC_STAGE_GRID_STRIDE, .blocks = (BLOCKS), .threads = (THREADS)                    \
    }
#define NEW_FOLD(WIDTH)                                                                            \
    {                                                                                              \
        .kind = FPC_STAGE_FOLD_HALVES, .width = (WIDTH)                                            \
    }

/* The second pass is one block of 32 threads. */
static const struct fpc_order new_two_pass_warp = {{
    NEW_GRID(FPC_FROM_SHAPE, FPC_FROM_SHAPE),
    NEW_FOLD(32),
    NEW_FOLD(32),
    NEW_GRID(1, 32),
    NEW_FOLD(32),
}};

/* The same stage again until one value is left: 4 blocks of 64 threads, then one of 32. */
static const struct fpc_order new_recursive = {{
    NEW_GRID(FPC_FROM_SHAPE, FPC_FROM_SHAPE),
    NEW_FOLD(32),
    NEW_FOLD(32),
    NEW_GRID(4, 64),
    NEW_FOLD(32),
    NEW_FOLD(32),
    NEW_GRID(1, 32),
    NEW_FOLD(32),
}};

/* Wavefronts of 64 lanes, and atomics. */
static const struct fpc_order new_wavefront = {{
    NEW_GRID(FPC_FROM_SHAPE, FPC_FROM_SHAPE),
    NEW_FOLD(64),
    NEW_FOLD(64),
    {.kind = FPC_STAGE_ARRIVAL},
}};

#endif
