/* The fifth classic step: eight values a thread before the tree in shared memory. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_segment_coarse = {
    .name = "segment_coarse",
    .summary = "fifth classic step: segments of eight values a thread",
    .promise = FPC_LEVEL_NOT_GUARANTEED,
    .order = {{
        {.kind = FPC_STAGE_SEGMENTS,
         .blocks = FPC_FROM_SEGMENTS,
         .threads = FPC_FROM_SHAPE,
         .coarsen = 8},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_ARRIVAL},
    }},
};
