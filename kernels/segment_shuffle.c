/* The sixth classic step: eight values a thread, then shuffles in place of shared memory. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_segment_shuffle = {
    .name = "segment_shuffle",
    .summary = "sixth classic step: segments of eight values, shuffles",
    .promise = FPC_LEVEL_NOT_GUARANTEED,
    .order = {{
        {.kind = FPC_STAGE_SEGMENTS,
         .blocks = FPC_FROM_SEGMENTS,
         .threads = FPC_FROM_SHAPE,
         .coarsen = 8},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_ARRIVAL},
    }},
};
