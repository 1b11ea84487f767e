/* Times on a GPU, between events in the stream. */
#include "base/interrupt.h"
#include "kernels/limits.h"
#include "run/cuda.h"
#include "run/timing.h"

/* One thing to be timed: puts it into the stream. */
typedef cudaError_t enqueue_function(void *context, cudaStream_t stream, uint64_t round);

/* Enqueues it rounds + 1 times, each between two events; the first is not counted. */
static cudaError_t time_rounds(enqueue_function *enqueue, void *context, cudaStream_t stream,
                               uint64_t rounds, double *seconds)
{
    cudaEvent_t begin = NULL, end = NULL;
    cudaError_t reason = cudaEventCreate(&begin);
    if (reason == cudaSuccess)
        reason = cudaEventCreate(&end);
    for (uint64_t i = 0; reason == cudaSuccess && i <= rounds && fpc_interrupt_signal() == 0; i++) {
        float milliseconds = 0;
        reason = cudaEventRecord(begin, stream);
        if (reason == cudaSuccess)
            reason = enqueue(context, stream, i ? i - 1 : 0);
        if (reason == cudaSuccess)
            reason = cudaEventRecord(end, stream);
        if (reason == cudaSuccess)
            reason = cudaEventSynchronize(end);
        if (reason == cudaSuccess)
            reason = cudaEventElapsedTime(&milliseconds, begin, end);
        if (i > 0)
            seconds[i - 1] = 1e-3 * (double)milliseconds;
    }
    if (begin)
        cudaEventDestroy(begin);
    if (end)
        cudaEventDestroy(end);
    return reason;
}

static cudaError_t enqueue_run(void *context, cudaStream_t stream, uint64_t round)
{
    struct fpc_cuda_run *run = context;
    (void)stream;
    run->launch.result = run->results + round * run->result_size;
    return (cudaError_t)run->request->entry->launch(&run->launch);
}

enum fpc_status fpc_cuda_time(struct fpc_device *device, const struct fpc_run_request *request,
                              double *seconds, struct fpc_error *error)
{
    struct fpc_cuda_run run;
    struct fpc_samples samples = {.accumulator = request->walk.accumulator};
    enum fpc_status status = fpc_cuda_prepare_run(&run, device, request, &samples, error);
    if (status != FPC_OK)
        return status;
    cudaError_t reason = time_rounds(enqueue_run, &run, run.stream, request->runs, seconds);
    fpc_cuda_clear_run(&run);
    return reason == cudaSuccess ? FPC_OK
                                 : fpc_cuda_failed(error, request->entry->kernel->name, reason);
}

struct reading {
    const void *values;
    uint64_t bytes;
    uint32_t blocks;
    void *sink;
};

static cudaError_t enqueue_reading(void *context, cudaStream_t stream, uint64_t round)
{
    const struct reading *reading = context;
    (void)round;
    return (cudaError_t)fpc_limits_read(reading->values, reading->bytes, reading->blocks,
                                        reading->sink, stream);
}

/* The best of 4, 8, 16 and 32 blocks a multiprocessor, each in all rounds. */
enum fpc_status fpc_cuda_read_limit(struct fpc_device *device, const void *values, uint64_t bytes,
                                    uint64_t rounds, double *seconds, struct fpc_error *error)
{
    struct reading reading = {device->cuda->values, bytes / 16 * 16, 0, NULL};
    enum fpc_status status = fpc_cuda_allocate(&reading.sink, sizeof(uint32_t), "a word", error);
    cudaError_t reason = cudaSuccess;
    (void)values;
    if (status != FPC_OK)
        return status;
    for (uint32_t per_sm = 4; per_sm <= 32 && reason == cudaSuccess; per_sm *= 2) {
        double tried[FPC_TIMING_ROUNDS] = {0};
        reading.blocks = per_sm * device->sms;
        reason = time_rounds(enqueue_reading, &reading, 0, rounds, tried);
        for (uint64_t i = 0; i < rounds; i++)
            seconds[i] = seconds[i] == 0 || tried[i] < seconds[i] ? tried[i] : seconds[i];
    }
    cudaFree(reading.sink);
    return reason == cudaSuccess ? FPC_OK : fpc_cuda_failed(error, "reading", reason);
}

static cudaError_t enqueue_nothing(void *context, cudaStream_t stream, uint64_t round)
{
    (void)context;
    (void)round;
    return (cudaError_t)fpc_limits_empty(stream);
}

enum fpc_status fpc_cuda_empty(struct fpc_device *device, const void *values, uint64_t bytes,
                               uint64_t rounds, double *seconds, struct fpc_error *error)
{
    (void)device;
    (void)values;
    (void)bytes;
    cudaError_t reason = time_rounds(enqueue_nothing, NULL, 0, rounds, seconds);
    return reason == cudaSuccess ? FPC_OK : fpc_cuda_failed(error, "an empty kernel", reason);
}
