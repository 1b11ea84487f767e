/* The first classic step: in place, owners 2t take neighbours at strides 1, 2, 4, ... */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_interleaved = {
    .name = "interleaved",
    .summary = "first classic step: neighbours in place, in one block",
    .promise = FPC_LEVEL_SHAPE_INVARIANT,
    .order = {{
        {.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = FPC_FROM_COUNT},
        {.kind = FPC_STAGE_FOLD_NEIGHBOURS, .width = FPC_FROM_COUNT},
    }},
};
