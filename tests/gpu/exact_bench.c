/* Times the kernel `exact` and its reference launch on the GPU, beside reading, on values of four
 * kinds in each format, and tells which share of the batches took which path. Built and run by
 * hand.
 *
 *   exact_bench [MIB [BLOCKS_PER_SM [THREADS]]]      default: 1024 16 256
 *
 * One line each, medians of 21 rounds:
 *   exact|reference FORMAT DATA N ns_per_value gbps ratio_to_read narrow_share deep_share
 * wide_share */
#include "base/memory.h"
#include "kernels/exact.h"
#include "kernels/limits.h"
#include "tests/gpu/exact_values.h"

#include <cuda_runtime_api.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 21
/* Values that are made; they repeat. */
#define PERIOD_BYTES ((size_t)4 << 20)

static struct fpc_launch_request request;
static uint32_t sms;

static void must(cudaError_t reason, const char *what)
{
    if (reason == cudaSuccess)
        return;
    fprintf(stderr, "exact_bench: %s: %s\n", what, cudaGetErrorString(reason));
    exit(FPC_FAILED);
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

enum timed { READING, EXACT, REFERENCE };

static cudaError_t enqueue(enum timed what, uint64_t bytes)
{
    if (what == READING)
        return (cudaError_t)fpc_limits_read(request.values, bytes, 8 * sms, request.result, NULL);
    return (cudaError_t)(what == EXACT ? fpc_exact_launch(&request, FPC_EXACT_NARROW)
                                       : fpc_exact_launch_reference(&request, FPC_EXACT_NARROW));
}

/* The median of all rounds but the first, in milliseconds. */
static float median_of(enum timed what, uint64_t bytes)
{
    cudaEvent_t begin, end;
    float times[ROUNDS];
    must(cudaEventCreate(&begin), "event");
    must(cudaEventCreate(&end), "event");
    for (int i = -1; i < ROUNDS; i++) {
        must(cudaEventRecord(begin, NULL), "event");
        must(enqueue(what, bytes), "launch");
        must(cudaEventRecord(end, NULL), "event");
        must(cudaEventSynchronize(end), "run");
        must(cudaEventElapsedTime(&times[i < 0 ? 0 : i], begin, end), "time");
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    qsort(times, ROUNDS, sizeof times[0], by_size);
    return times[ROUNDS / 2];
}

/* Batches of all warps: warp w takes one for each k with pieces from 32 w + 8 k lanes on. */
static double batches_of_all(void)
{
    const uint64_t per_piece = fpc_exact_batch(request.format) / 32 / 8;
    const uint64_t warps = request.blocks * (uint64_t)((request.threads + 31) / 32);
    const uint64_t whole = request.count / per_piece, lanes = 32 * warps;
    double batches = 0;
    for (uint64_t w = 0; w < warps && 32 * w < whole; w++)
        batches += (double)((whole - 32 * w - 1) / (8 * lanes) + 1);
    return batches;
}

static void print_shares(void)
{
    struct fpc_exact_result result;
    must(cudaMemset(request.result, 0, sizeof result), "preset");
    must(enqueue(EXACT, 0), "launch");
    must(cudaMemcpy(&result, request.result, sizeof result, cudaMemcpyDeviceToHost), "result");
    double batches = batches_of_all();
    printf(" %.4f %.4f %.4f\n", 1 - (double)(result.deep + result.wide) / batches,
           (double)result.deep / batches, (double)result.wide / batches);
}

static void make_values(char *values, enum values_kind kind, uint64_t bytes)
{
    const size_t size = fpc_format_traits(request.format)->size;
    size_t period = bytes < PERIOD_BYTES ? (size_t)bytes : PERIOD_BYTES;
    char *made = fpc_alloc(period, 1);
    for (size_t i = 0; i < period / size; i++)
        fpc_bits_store(request.format, made, i, values_at(request.format, kind, i));
    for (uint64_t first = 0; first < bytes; first += period)
        must(cudaMemcpy(values + first, made, bytes - first < period ? bytes - first : period,
                        cudaMemcpyHostToDevice),
             "upload");
    free(made);
}

static void time_kind(char *values, enum values_kind kind, uint64_t bytes)
{
    request.count = bytes / fpc_format_traits(request.format)->size;
    make_values(values, kind, bytes);
    float reading = median_of(READING, bytes);
    for (int what = EXACT; what <= REFERENCE; what++) {
        float time = median_of((enum timed)what, bytes);
        printf("%s %s %s %" PRIu64 " %.5f %.0f %.3f", what == EXACT ? "exact" : "reference",
               fpc_format_traits(request.format)->name, values_names[kind], request.count,
               (double)time * 1e6 / (double)request.count, (double)bytes / (double)time / 1e6,
               (double)reading / (double)time);
        print_shares();
    }
}

int main(int argc, char **argv)
{
    static const enum values_kind kinds[] = {VALUES_UNIFORM, VALUES_NORMAL, VALUES_ILLCOND,
                                             VALUES_WIDE};
    uint64_t bytes = (argc > 1 ? strtoull(argv[1], NULL, 10) : 1024) << 20;
    uint32_t per_sm = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 16;
    int count = 0;
    void *values, *result;
    must(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), "device");
    must(cudaMalloc(&values, bytes), "values");
    must(cudaMalloc(&result, sizeof(struct fpc_exact_reference)), "result");
    sms = (uint32_t)count;
    request = (struct fpc_launch_request){.values = values,
                                          .blocks = per_sm * sms,
                                          .threads =
                                              argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 256,
                                          .result = result};
    must(cudaMemset(result, 0, sizeof(struct fpc_exact_reference)), "preset");
    for (int format = 0; format < FPC_FORMATS; format++) {
        request.format = (enum fpc_format)format;
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            time_kind(values, kinds[k], bytes);
    }
    return FPC_OK;
}
