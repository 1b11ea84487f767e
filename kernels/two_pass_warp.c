/* The block part of atomic; one warp adds the stored block sums in the second pass. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_two_pass_warp = {
    .name = "two_pass_warp",
    .summary = "two_pass with a second pass of one warp",
    .promise = FPC_LEVEL_RUN_TO_RUN,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = FPC_FROM_SHAPE, .threads = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
    }},
};
