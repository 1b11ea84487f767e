/* The fourth classic step: a segment of two values a thread for each block, its sum by an atomic.
 */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_segment = {
    .name = "segment",
    .summary = "fourth classic step: a segment for each block, then atomics",
    .promise = FPC_LEVEL_NOT_GUARANTEED,
    .order = {{
        {.kind = FPC_STAGE_SEGMENTS,
         .blocks = FPC_FROM_SEGMENTS,
         .threads = FPC_FROM_SHAPE,
         .coarsen = 2},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = FPC_FROM_SHAPE},
        {.kind = FPC_STAGE_ARRIVAL},
    }},
};
