/* Each thread keeps Kahan's compensation over its grid-stride values; then two passes. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_kahan_gpu = {
    .name = "kahan_gpu",
    .summary = "two_pass with Kahan's compensation in each thread",
    .promise = FPC_LEVEL_RUN_TO_RUN,
    .order = {{
        {.kind = FPC_STAGE_GRID_KAHAN, .blocks = FPC_FROM_SHAPE, .threads = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
    }},
};
