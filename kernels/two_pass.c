/* The same block part as atomic, but the block sums are stored, and one block of as many threads
 * adds them in a second pass by the same stages: the order is fixed by the shape. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_two_pass = {
    .name = "two_pass",
    .summary = "block sums stored, then added by one block in a second pass",
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
