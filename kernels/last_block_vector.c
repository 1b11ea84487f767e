/* last_block with loads of 16 bytes: each thread adds the values of a load in order. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_last_block_vector = {
    .name = "last_block_vector",
    .summary = "last_block with loads of 16 bytes",
    .promise = FPC_LEVEL_RUN_TO_RUN,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE,
         .blocks = FPC_FROM_SHAPE,
         .threads = FPC_FROM_SHAPE,
         .vector = FPC_FROM_FORMAT},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
    }},
};
