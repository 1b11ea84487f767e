/* The loop that everybody compares with: one running sum, left to right. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_serial = {
    .name = "serial",
    .summary = "one running sum from left to right, on one thread",
    .promise = FPC_LEVEL_SHAPE_INVARIANT,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = 1},
    }},
};
