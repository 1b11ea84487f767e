/* How numpy adds a contiguous array: a balanced tree over leaves of up to 128 values. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_pairwise = {
    .name = "pairwise",
    .summary = "the pairwise sum of numpy (2.3 and later), on one thread",
    .promise = FPC_LEVEL_SHAPE_INVARIANT,
    .order = {{
        {.kind = FPC_STAGE_PAIRWISE, .blocks = 1, .threads = 1},
    }},
};
