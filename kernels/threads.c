/* What a parallel loop with a reduction does on CPUs: a chunk of neighbouring values for each
 * thread (as OpenMP's static schedule cuts them), and the threads' sums added as the threads
 * finish. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_threads = {
    .name = "threads",
    .summary = "a chunk for each CPU thread, their sums added as the threads finish",
    .promise = FPC_LEVEL_NOT_GUARANTEED,
    .order = {{
        {.kind = FPC_STAGE_CHUNKS, .blocks = FPC_FROM_JOBS, .threads = 1},
        {.kind = FPC_STAGE_ARRIVAL},
    }},
};
