/* Neumaier's compensated sum: what the additions lose is summed up apart and added at the end. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_neumaier = {
    .name = "neumaier",
    .summary = "Neumaier's compensated sum from left to right, on one thread",
    .promise = FPC_LEVEL_SHAPE_INVARIANT,
    .order = {{
        {.kind = FPC_STAGE_NEUMAIER, .blocks = 1, .threads = 1},
    }},
};
