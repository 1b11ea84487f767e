/* atomic with loads of 16 bytes: each thread adds the values of a load in order. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_atomic_vector = {
    .name = "atomic_vector",
    .summary = "atomic with loads of 16 bytes",
    .promise = FPC_LEVEL_NOT_GUARANTEED,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE,
         .blocks = FPC_FROM_SHAPE,
         .threads = FPC_FROM_SHAPE,
         .vector = FPC_FROM_FORMAT},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
        {.kind = FPC_STAGE_ARRIVAL},
    }},
};
