/* Grid-stride lanes, a shuffle tree in each warp and again over the warps, and one atomic addition
 * for each block: the blocks' sums meet in the order in which the blocks finish. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_atomic = {
    .name = "atomic",
    .summary = "block sums added by atomics, in the order in which the blocks finish",
    .promise = FPC_LEVEL_NOT_GUARANTEED,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = FPC_FROM_SHAPE, .threads = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_ARRIVAL},
    }},
};
