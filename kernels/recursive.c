/* The block part of atomic over the values, then over the block sums, until one value is left. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_recursive = {
    .name = "recursive",
    .summary = "the block part again and again until one value is left",
    .promise = FPC_LEVEL_RUN_TO_RUN,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = FPC_FROM_SHAPE, .threads = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_AGAIN},
    }},
};
