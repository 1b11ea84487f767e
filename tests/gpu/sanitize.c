/* Runs every kernel that has device code once for each format and a few shapes, n <= 65537, for
 * compute-sanitizer to watch. Compares nothing: record.c does that. */
#include "base/memory.h"
#include "kernels/launch.h"
#include "tests/gpu/golden.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>

#define MOST_VALUES 65537u
#define WORKSPACE   ((size_t)1 << 20)

static void must(cudaError_t reason, const char *what)
{
    if (reason == cudaSuccess)
        return;
    fprintf(stderr, "sanitize: %s: %s\n", what, cudaGetErrorString(reason));
    exit(FPC_FAILED);
}

/* Memory of exactly the size that the contract grants, so that a step beyond it is seen. */
static void run_one(const struct golden *golden, const struct fpc_order *order, bool partials_only)
{
    struct fpc_shape shape = fpc_order_shape(order);
    enum fpc_format accumulator = fpc_format_traits(golden->format)->accumulator;
    size_t size = fpc_format_traits(golden->format)->size;
    size_t word = fpc_format_traits(accumulator)->size;
    void *memory[6] = {NULL};
    size_t sizes[6] = {golden->count * size, word,     shape.blocks * word, shape.blocks * word,
                       sizeof(uint32_t),     WORKSPACE};
    for (int i = 0; i < 6; i++)
        must(cudaMalloc(&memory[i], sizes[i]), "memory");
    void *values = fpc_alloc(golden->count, size);
    for (uint64_t i = 0; i < golden->count; i++)
        fpc_bits_store(golden->format, values, i, golden_value(golden->format, i));
    must(cudaMemcpy(memory[0], values, sizes[0], cudaMemcpyHostToDevice), "values");
    must(cudaMemset(memory[1], 0, word), "result");
    must(cudaMemset(memory[4], 0, sizeof(uint32_t)), "ticket");
    struct fpc_launch_request request = {.partials_only = partials_only,
                                         .format = golden->format,
                                         .values = memory[0],
                                         .count = golden->count,
                                         .blocks = shape.blocks,
                                         .threads = shape.threads,
                                         .result = memory[1],
                                         .partials = memory[2],
                                         .old_values = memory[3],
                                         .ticket = memory[4],
                                         .workspace = memory[5],
                                         .workspace_size = WORKSPACE};
    must((cudaError_t)fpc_kernel_find(golden->kernel)->launch(&request), golden->kernel);
    must(cudaDeviceSynchronize(), golden->kernel);
    for (int i = 0; i < 6; i++)
        must(cudaFree(memory[i]), "free");
    free(values);
}

static void run_kernel(const struct fpc_kernel *kernel)
{
    static const uint64_t counts[] = {1, 33, 1000, 2048, 65537};
    static const uint32_t threads[] = {32, 100, 256};
    struct golden golden = {.blocks = 7};
    snprintf(golden.kernel, sizeof golden.kernel, "%s", kernel->name);
    for (int format = 0; format < FPC_FORMATS; format++) {
        for (size_t i = 0; i < 15; i++) {
            struct fpc_order order;
            golden.format = (enum fpc_format)format;
            golden.count = counts[i % 5];
            golden.threads = threads[i / 5];
            bool known = golden_order(&golden, &order);
            if (!known && !fpc_order_is_unknown(&kernel->order))
                continue;
            if (!known)
                order = (struct fpc_order){{{.blocks = golden.blocks, .threads = golden.threads}}};
            run_one(&golden, &order, false);
            if (known)
                run_one(&golden, &order, true);
        }
    }
}

int main(void)
{
    for (const struct fpc_kernel_entry *entry = fpc_kernel_registry; entry->kernel; entry++)
        if (entry->launch && entry->kernel->result_size == 0) /* tests/gpu/exact has that one */
            run_kernel(entry->kernel);
    return FPC_OK;
}
