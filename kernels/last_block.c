/* The block part of atomic; the block that finishes last adds the stored block sums, by the stages
 * of two_pass: the same bits in one launch, whichever block is last. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_last_block = {
    .name = "last_block",
    .summary = "block sums stored, then added by the block that finishes last",
    .promise = FPC_LEVEL_RUN_TO_RUN,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = FPC_FROM_SHAPE, .threads = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
    }},
};
