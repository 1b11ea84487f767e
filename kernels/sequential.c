/* The second classic step: in place, owners t take values t + stride, stride from half the values
 * down to 1. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_sequential = {
    .name = "sequential",
    .summary = "second classic step: halves in place, in one block",
    .promise = FPC_LEVEL_SHAPE_INVARIANT,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = FPC_FROM_COUNT},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = FPC_FROM_COUNT},
    }},
};
