/* Kahan's compensated sum: what each addition loses is taken off the next value. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_kahan = {
    .name = "kahan",
    .summary = "Kahan's compensated sum from left to right, on one thread",
    .promise = FPC_LEVEL_SHAPE_INVARIANT,
    .order = {{
        {.kind = FPC_STAGE_KAHAN, .blocks = 1, .threads = 1},
    }},
};
