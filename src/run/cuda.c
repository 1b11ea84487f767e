/* The CUDA device: kernels run on a GPU, each run into a result slot of its own. */
#include "run/cuda.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "run/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Batches that are put into the stream before the host waits and looks at an interrupt. */
#define FPC_CUDA_BATCHES_AHEAD 16

/* What kernels and libraries may use besides the partials; see kernels/launch.h. */
#define FPC_CUDA_WORKSPACE ((size_t)1 << 20)

enum fpc_status fpc_cuda_failed(struct fpc_error *error, const char *call, cudaError_t reason)
{
    return fpc_error_set(error, FPC_FAILED,
                         "the GPU failed: %s: %s (compute-sanitizer tells where; --device host "
                         "runs on the CPU)",
                         call, cudaGetErrorString(reason));
}

enum fpc_status fpc_cuda_allocate(void **out, size_t size, const char *what,
                                  struct fpc_error *error)
{
    size_t unused = 0, all = 0;
    cudaError_t reason = cudaMalloc(out, size ? size : 1);
    if (reason == cudaSuccess)
        return FPC_OK;
    if (reason != cudaErrorMemoryAllocation)
        return fpc_cuda_failed(error, "cudaMalloc", reason);
    cudaGetLastError();
    cudaMemGetInfo(&unused, &all);
    return fpc_error_set(error, FPC_FAILED, "no GPU memory for %s: %.1f MiB needed, %.1f MiB free",
                         what, (double)size / 1048576.0, (double)unused / 1048576.0);
}

void fpc_cuda_clear_run(struct fpc_cuda_run *run)
{
    if (run->batch)
        cudaGraphExecDestroy(run->batch);
    cudaFree(run->slots);
    cudaFree(run->results);
    cudaFree(run->launch.partials);
    cudaFree(run->launch.ticket);
    cudaFree(run->launch.workspace);
    if (run->stream)
        cudaStreamDestroy(run->stream);
}

enum fpc_status fpc_cuda_prepare_run(struct fpc_cuda_run *run, struct fpc_device *device,
                                     const struct fpc_run_request *request,
                                     const struct fpc_samples *samples, struct fpc_error *error)
{
    struct fpc_shape shape = fpc_order_shape(&request->walk.order);
    *run = (struct fpc_cuda_run){.request = request,
                                 .size = fpc_format_traits(samples->accumulator)->size,
                                 .result_size = request->entry->kernel->result_size};
    if (run->result_size == 0)
        run->result_size = run->size;
    run->launch = (struct fpc_launch_request){.format = request->walk.format,
                                              .values = device->cuda->values,
                                              .count = request->walk.count,
                                              .blocks = shape.blocks,
                                              .threads = shape.threads};
    void *results = NULL, *slots = NULL, *ticket = NULL;
    cudaError_t reason = cudaStreamCreateWithFlags(&run->stream, cudaStreamNonBlocking);
    if (reason != cudaSuccess)
        return fpc_cuda_failed(error, "cudaStreamCreate", reason);
    run->launch.stream = run->stream;
    enum fpc_status status =
        fpc_cuda_allocate(&results, request->runs * run->result_size, "the results", error);
    run->results = results;
    if (status == FPC_OK)
        status = fpc_cuda_allocate(&slots, FPC_CUDA_BATCH * run->result_size, "a batch", error);
    run->slots = slots;
    if (status == FPC_OK)
        status = fpc_cuda_allocate(&run->launch.partials, shape.blocks * run->size, "the partials",
                                   error);
    if (status == FPC_OK)
        status = fpc_cuda_allocate(&ticket, sizeof(uint32_t), "a counter", error);
    run->launch.ticket = ticket;
    run->launch.workspace_size = FPC_CUDA_WORKSPACE + shape.blocks * run->size;
    if (status == FPC_OK)
        status = fpc_cuda_allocate(&run->launch.workspace, run->launch.workspace_size,
                                   "a workspace", error);
    if (status == FPC_OK &&
        (reason = cudaMemsetAsync(ticket, 0, sizeof(uint32_t), run->stream)) != cudaSuccess)
        status = fpc_cuda_failed(error, "cudaMemset", reason);
    if (status == FPC_OK && (reason = cudaMemsetAsync(results, 0, request->runs * run->result_size,
                                                      run->stream)) != cudaSuccess)
        status = fpc_cuda_failed(error, "cudaMemset", reason);
    if (status != FPC_OK)
        fpc_cuda_clear_run(run);
    return status;
}

/* Puts one batch into the stream: its slots preset to +0, and a run into each. */
static cudaError_t launch_batch(struct fpc_cuda_run *run, uint64_t count)
{
    cudaError_t reason = cudaMemsetAsync(run->slots, 0, count * run->result_size, run->stream);
    for (uint64_t i = 0; i < count && reason == cudaSuccess; i++) {
        run->launch.result = run->slots + i * run->result_size;
        reason = (cudaError_t)run->request->entry->launch(&run->launch);
    }
    return reason;
}

/* A whole batch as one graph, which costs a fraction of as many launches and serves every batch. */
static cudaError_t make_graph(struct fpc_cuda_run *run)
{
    cudaGraph_t graph = NULL;
    cudaError_t reason = cudaStreamBeginCapture(run->stream, cudaStreamCaptureModeThreadLocal);
    if (reason != cudaSuccess)
        return reason;
    cudaError_t launched = launch_batch(run, FPC_CUDA_BATCH);
    reason = cudaStreamEndCapture(run->stream, &graph);
    if (launched != cudaSuccess)
        reason = launched;
    if (reason == cudaSuccess)
        reason = cudaGraphInstantiate(&run->batch, graph, 0);
    if (graph)
        cudaGraphDestroy(graph);
    return reason;
}

/* Runs [first, first + count), at most a batch, and their results to where they stay. */
static cudaError_t run_batch(struct fpc_cuda_run *run, uint64_t first, uint64_t count)
{
    cudaError_t reason = cudaSuccess;
    if (count == FPC_CUDA_BATCH && run->batch == NULL)
        reason = make_graph(run);
    if (reason == cudaSuccess)
        reason = count == FPC_CUDA_BATCH ? cudaGraphLaunch(run->batch, run->stream)
                                         : launch_batch(run, count);
    if (reason == cudaSuccess)
        reason = cudaMemcpyAsync(run->results + first * run->result_size, run->slots,
                                 count * run->result_size, cudaMemcpyDeviceToDevice, run->stream);
    return reason;
}

/* Result i, as an accumulator and in the format of the results. */
static void keep_run(const struct fpc_kernel *kernel, struct fpc_samples *samples,
                     const char *results, uint64_t i)
{
    const char *result = results + i * kernel->result_size;
    if (kernel->result_bits) {
        samples->accumulators[i] = kernel->result_bits(samples->accumulator, result);
        samples->results[i] = kernel->result_bits(samples->format, result);
        return;
    }
    uint64_t bits = fpc_bits_load(samples->accumulator, results, i);
    samples->accumulators[i] = bits;
    samples->results[i] = fpc_bits_convert(samples->accumulator, bits, samples->format);
}

static void keep_runs(const struct fpc_run_request *request, struct fpc_samples *samples,
                      const char *results, uint64_t completed)
{
    for (uint64_t i = 0; i < completed; i++) {
        keep_run(request->entry->kernel, samples, results, i);
        samples->runs = i + 1;
        if (request->progress)
            request->progress(request->progress_context, samples->runs);
    }
}

/* One read-back of all results, and the block partials from one extra launch. */
static enum fpc_status read_back(struct fpc_cuda_run *run, struct fpc_samples *samples,
                                 uint64_t completed, struct fpc_error *error)
{
    void *results = NULL;
    enum fpc_status status =
        fpc_alloc_large(completed, run->result_size, "the results", &results, error);
    if (status != FPC_OK)
        return status;
    cudaError_t reason =
        cudaMemcpy(results, run->results, completed * run->result_size, cudaMemcpyDeviceToHost);
    if (reason == cudaSuccess && samples->has_arrival) {
        run->launch.partials_only = true;
        reason = (cudaError_t)run->request->entry->launch(&run->launch);
    }
    if (reason == cudaSuccess && samples->has_arrival)
        reason = cudaMemcpyAsync(samples->partials, run->launch.partials,
                                 samples->blocks * run->size, cudaMemcpyDeviceToHost, run->stream);
    if (reason == cudaSuccess)
        reason = cudaStreamSynchronize(run->stream);
    if (reason == cudaSuccess)
        keep_runs(run->request, samples, results, completed);
    free(results);
    return reason == cudaSuccess ? FPC_OK : fpc_cuda_failed(error, "reading results", reason);
}

static enum fpc_status cuda_run(struct fpc_device *device, const struct fpc_run_request *request,
                                struct fpc_samples *samples, struct fpc_error *error)
{
    struct fpc_cuda_run run;
    uint64_t completed = 0, batches = 0;
    enum fpc_status status = fpc_cuda_prepare_run(&run, device, request, samples, error);
    if (status != FPC_OK)
        return status;
    while (status == FPC_OK && completed < request->runs && fpc_interrupt_signal() == 0) {
        uint64_t left = request->runs - completed;
        uint64_t count = left < FPC_CUDA_BATCH ? left : FPC_CUDA_BATCH;
        cudaError_t reason = run_batch(&run, completed, count);
        if (reason == cudaSuccess && ++batches % FPC_CUDA_BATCHES_AHEAD == 0)
            reason = cudaStreamSynchronize(run.stream);
        if (reason != cudaSuccess)
            status = fpc_cuda_failed(error, request->entry->kernel->name, reason);
        else
            completed += count;
    }
    free(samples->arrivals); /* nobody saw the order of arrival */
    samples->arrivals = NULL;
    /* Atomic additions to f32 in global memory flush subnormals; of other types they do not. */
    if (samples->has_arrival && samples->accumulator == FPC_F32)
        samples->flushing = samples->blocks;
    cudaError_t done = cudaStreamSynchronize(run.stream);
    if (status == FPC_OK && done != cudaSuccess)
        status = fpc_cuda_failed(error, request->entry->kernel->name, done);
    if (status == FPC_OK && completed > 0)
        status = read_back(&run, samples, completed, error);
    fpc_cuda_clear_run(&run);
    return status;
}

static void cuda_close(struct fpc_device *device)
{
    cudaFree(device->cuda->values);
    free(device->cuda);
}

/* NULL, or why there is no GPU to use. The caller frees. */
static char *no_gpu(unsigned ordinal)
{
    int count = 0;
    cudaError_t reason = cudaGetDeviceCount(&count);
    if (reason != cudaSuccess)
        return fpc_text("cannot use GPU %u: %s; --device host runs the kernels on CPU threads",
                        ordinal, cudaGetErrorString(reason));
    if (ordinal >= (unsigned)count)
        return fpc_text("there is no GPU %u: this machine has %d, counted from 0", ordinal, count);
    return NULL;
}

static enum fpc_status describe(struct fpc_device *device, unsigned ordinal,
                                struct fpc_error *error)
{
    struct cudaDeviceProp facts;
    int runtime = 0;
    cudaError_t reason = cudaSetDevice((int)ordinal);
    if (reason == cudaSuccess)
        reason = cudaGetDeviceProperties(&facts, (int)ordinal);
    if (reason == cudaSuccess)
        reason = cudaRuntimeGetVersion(&runtime);
    if (reason != cudaSuccess)
        return fpc_cuda_failed(error, "cudaSetDevice", reason);
    device->sms = (uint32_t)facts.multiProcessorCount;
    device->name =
        fpc_text("%s (sm_%d%d, %d SMs), CUDA %d.%d", facts.name, facts.major, facts.minor,
                 facts.multiProcessorCount, runtime / 1000, runtime % 1000 / 10);
    device->key = fpc_text("%s, sm_%d%d, CUDA %d.%d", facts.name, facts.major, facts.minor,
                           runtime / 1000, runtime % 1000 / 10);
    device->cuda->memory = facts.totalGlobalMem;
    return FPC_OK;
}

enum fpc_status fpc_cuda_open(struct fpc_device *device, unsigned ordinal, unsigned threads,
                              struct fpc_error *error)
{
    char *reason = no_gpu(ordinal);
    if (reason) {
        fpc_error_set(error, FPC_NO_DEVICE, "%s", reason);
        free(reason);
        return FPC_NO_DEVICE;
    }
    struct fpc_device draft = {.backend = "cuda",
                               .run = cuda_run,
                               .time = fpc_cuda_time,
                               .read_limit = fpc_cuda_read_limit,
                               .empty = fpc_cuda_empty,
                               .load = fpc_cuda_load,
                               .exact = fpc_cuda_exact,
                               .close = cuda_close};
    enum fpc_status status = fpc_pool_open(&draft.pool, threads, error);
    if (status != FPC_OK)
        return status;
    draft.cuda = fpc_alloc(1, sizeof *draft.cuda);
    status = describe(&draft, ordinal, error);
    if (status != FPC_OK)
        fpc_device_clear(&draft);
    else
        *device = draft;
    return status;
}

const char *fpc_cuda_build(void)
{
    static char text[32];
    snprintf(text, sizeof text, "CUDA %d.%d", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    return text;
}
