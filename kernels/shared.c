/* The third classic step: the first addition on loading, the others in shared memory. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_shared = {
    .name = "shared",
    .summary = "third classic step: halves in shared memory, in one block",
    .promise = FPC_LEVEL_SHAPE_INVARIANT,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = FPC_FROM_HALF},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = FPC_FROM_HALF},
    }},
};
