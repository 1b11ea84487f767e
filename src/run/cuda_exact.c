/* The exact sum of the loaded values, added up on the GPU and rounded on the host. */
#include "exact/sum.h"
#include "kernels/exact.h"
#include "run/cuda.h"

#include <limits.h>

/* Threads and blocks of the launch: the fastest shape known (docs/bench.md). */
#define FPC_EXACT_THREADS       256u
#define FPC_EXACT_BLOCKS_PER_SM 16u

static void finish(enum fpc_format format, uint64_t count, struct fpc_exact_reference *reference,
                   struct fpc_exact_sum *sum)
{
    struct fpc_exact_counts counts;
    fpc_exact_reference_counts(reference, format, count, &counts);
    int lowest = reference->depth ? FPC_EXACT_DEPTH - (int)reference->depth : INT_MAX;
    fpc_words_carry(&reference->result.s);
    fpc_words_carry(&reference->abs_sum);
    fpc_exact_from_words(format, &reference->result.s, &reference->abs_sum, &counts, lowest, sum);
}

enum fpc_status fpc_cuda_exact(struct fpc_device *device, enum fpc_format format, uint64_t count,
                               struct fpc_exact_sum *sum, struct fpc_error *error)
{
    struct fpc_exact_reference reference;
    struct fpc_launch_request request = {.format = format,
                                         .values = device->cuda->values,
                                         .count = count,
                                         .blocks = FPC_EXACT_BLOCKS_PER_SM * device->sms,
                                         .threads = FPC_EXACT_THREADS};
    enum fpc_status status =
        fpc_cuda_allocate(&request.result, sizeof reference, "the exact sum", error);
    if (status != FPC_OK)
        return status;
    cudaError_t reason = cudaMemset(request.result, 0, sizeof reference);
    if (reason == cudaSuccess)
        reason = (cudaError_t)fpc_exact_launch_reference(&request, FPC_EXACT_NARROW);
    if (reason == cudaSuccess)
        reason = cudaMemcpy(&reference, request.result, sizeof reference, cudaMemcpyDeviceToHost);
    cudaFree(request.result);
    if (reason != cudaSuccess)
        return fpc_cuda_failed(error, "the exact sum", reason);
    finish(format, count, &reference, sum);
    return FPC_OK;
}
