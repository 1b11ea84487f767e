/* No blocks' sums at all: every value is added to the result by an atomic of its own. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_atomic_each = {
    .name = "atomic_each",
    .summary = "every value added by an atomic of its own",
    .promise = FPC_LEVEL_NOT_GUARANTEED,
    .order = {{
        {.kind = FPC_STAGE_SEGMENTS, .blocks = FPC_FROM_SEGMENTS, .threads = 1, .coarsen = 1},
        {.kind = FPC_STAGE_ARRIVAL},
    }},
};
