/* Runs every kernel that has device code over formats, shapes and n, holds each to the host's walk
 * of the same order, and prints records of what the GPU gave, for tests/golden.
 *
 *   record >FILE        exit status 1 if any bit differs: the first differences stand on stderr
 *   record huge         n = 2^31 + 1 values of f32 and bf16, each kernel once; prints no records
 *
 * Three comparisons a configuration, each telling more than the next: the order apart from rounding
 * (mixed words), the block partials, the results. Atomic kernels have no result to compare; theirs
 * must follow from partials and old values in some order of arrival. */
#include "base/memory.h"
#include "kernels/launch.h"
#include "order/rebuild.h"
#include "order/walk.h"
#include "order/walk_mix.h"
#include "tests/gpu/golden.h"

#include <cuda_runtime_api.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VALUES     16777217u /* 2^24 + 1 */
#define HUGE_COUNT      ((UINT64_C(1) << 31) + 1)
#define WORKSPACE       ((size_t)64 << 20)
#define MOST_COMPLAINTS 40u

/* Device memory, and what came back of it. */
static void *values_at, *partials_at, *result_at, *old_values_at, *workspace_at, *ticket_at;
static void *partials, *old_values, *values[FPC_FORMATS];
static unsigned long compared, differing;

static void must(cudaError_t reason, const char *what)
{
    if (reason == cudaSuccess)
        return;
    fprintf(stderr, "record: %s: %s\n", what, cudaGetErrorString(reason));
    exit(FPC_FAILED);
}

static void differs(const struct golden *golden, const char *what)
{
    if (differing++ < MOST_COMPLAINTS)
        fprintf(stderr, "%s %s n=%" PRIu64 " %u x %u: %s differ\n", golden->kernel,
                fpc_format_traits(golden->format)->name, golden->count, golden->blocks,
                golden->threads, what);
}

static void set_up(uint64_t most)
{
    size_t bytes = (size_t)most * sizeof(double);
    size_t words = (size_t)MOST_VALUES * sizeof(double);
    partials = fpc_alloc(MOST_VALUES, sizeof(double));
    old_values = fpc_alloc(MOST_VALUES, sizeof(double));
    must(cudaMalloc(&values_at, bytes), "values");
    must(cudaMalloc(&partials_at, words), "partials");
    must(cudaMalloc(&old_values_at, words), "old values");
    must(cudaMalloc(&result_at, sizeof(double)), "result");
    must(cudaMalloc(&workspace_at, WORKSPACE), "workspace");
    must(cudaMalloc(&ticket_at, sizeof(uint32_t)), "ticket");
    must(cudaMemset(ticket_at, 0, sizeof(uint32_t)), "ticket");
}

/* `most` values of the format on both sides; beyond MOST_VALUES they repeat. */
static void make_values(enum fpc_format format, uint64_t most)
{
    size_t size = fpc_format_traits(format)->size;
    char *made = fpc_alloc(most, size);
    for (uint64_t i = 0; i < most && i < MOST_VALUES; i++)
        fpc_bits_store(format, made, i, golden_value(format, i));
    for (uint64_t i = MOST_VALUES; i < most; i += MOST_VALUES)
        memcpy(made + i * size, made, (most - i < MOST_VALUES ? most - i : MOST_VALUES) * size);
    must(cudaMemcpy(values_at, made, most * size, cudaMemcpyHostToDevice), "upload");
    values[format] = made;
}

/* One launch; the result's bits, `size` bytes. */
static uint64_t launch(const struct golden *golden, const struct fpc_order *order,
                       enum fpc_launch_operation operation, bool partials_only, size_t size)
{
    struct fpc_shape shape = fpc_order_shape(order);
    struct fpc_launch_request request = {.operation = operation,
                                         .partials_only = partials_only,
                                         .format = golden->format,
                                         .values = values_at,
                                         .count = golden->count,
                                         .blocks = shape.blocks,
                                         .threads = shape.threads,
                                         .result = result_at,
                                         .partials = partials_at,
                                         .old_values = old_values_at,
                                         .ticket = ticket_at,
                                         .workspace = workspace_at,
                                         .workspace_size = WORKSPACE};
    uint64_t bits = 0;
    must(cudaMemset(result_at, 0, sizeof(double)), "preset");
    must((cudaError_t)fpc_kernel_find(golden->kernel)->launch(&request), golden->kernel);
    must(cudaMemcpy(&bits, result_at, size, cudaMemcpyDeviceToHost), golden->kernel);
    return bits;
}

static void read_partials(uint32_t blocks, size_t size)
{
    must(cudaMemcpy(partials, partials_at, blocks * size, cudaMemcpyDeviceToHost), "partials");
}

static void keep_arrival(const struct golden *golden, enum fpc_format accumulator, uint32_t blocks,
                         uint64_t result)
{
    struct golden_arrival arrival = {.run = *golden, .blocks = blocks};
    arrival.run.result = result;
    for (uint32_t b = 0; b < blocks; b++)
        arrival.old_values[b] = fpc_bits_load(accumulator, old_values, b);
    golden_write_arrival(stdout, &arrival);
}

/* What the device gives, into the same members as golden_from_host(). */
static void from_device(struct golden *golden, const struct fpc_order *order, bool sums_only)
{
    enum fpc_format accumulator = fpc_format_traits(golden->format)->accumulator;
    size_t size = fpc_format_traits(accumulator)->size;
    uint32_t blocks = fpc_order_shape(order).blocks;
    bool arrives = fpc_order_has_arrival(order);
    if (!sums_only) {
        launch(golden, order, FPC_LAUNCH_MIX, true, sizeof(uint64_t));
        read_partials(blocks, sizeof(uint64_t));
        golden->mixed_partials = golden_chain_words(partials, blocks);
    }
    if (!sums_only && !arrives)
        golden->mixed_result = launch(golden, order, FPC_LAUNCH_MIX, false, sizeof(uint64_t));
    launch(golden, order, FPC_LAUNCH_SUM, true, size);
    read_partials(blocks, size);
    golden->partials = golden_chain(accumulator, partials, blocks);
    uint64_t result = launch(golden, order, FPC_LAUNCH_SUM, false, size);
    if (!arrives) {
        golden->result = result;
        return;
    }
    uint32_t *arrival = fpc_alloc(blocks, sizeof *arrival);
    must(cudaMemcpy(old_values, old_values_at, blocks * size, cudaMemcpyDeviceToHost),
         "old values");
    if (fpc_rebuild_arrival(accumulator, partials, old_values, blocks, result, arrival) ==
            FPC_REBUILT_IMPOSSIBLE ||
        fpc_walk_sequence(accumulator, partials, arrival, blocks) != result)
        differs(golden, "arrivals: old values and result follow from no order and so");
    else if (golden->threads == 256 && blocks > 1 && blocks <= GOLDEN_OLD_VALUES &&
             ((golden->count == 1000 && golden->blocks == 2) ||
              (golden->count == 65537 && golden->blocks == 132)))
        keep_arrival(golden, accumulator, blocks, result);
    free(arrival);
}

/* Compares, and prints a record if `kept`. */
static void compare(const struct golden *configuration, bool sums_only, bool kept)
{
    struct golden host = *configuration, device = *configuration;
    struct fpc_order order;
    if (!golden_order(configuration, &order) ||
        !golden_from_host(&host, values[configuration->format], sums_only))
        return;
    from_device(&device, &order, sums_only);
    compared++;
    if (device.mixed_partials != host.mixed_partials)
        differs(&device, "orders of the block part");
    if (device.mixed_result != host.mixed_result)
        differs(&device, "orders of the grid part");
    if (device.partials != host.partials)
        differs(&device, "block partials");
    if (device.result != host.result)
        differs(&device, "results");
    if (kept)
        golden_write(stdout, &device);
}

static const uint32_t all_threads[] = {32, 33, 48, 64, 96, 100, 128, 256, 512, 768, 1024};
static const uint64_t small_counts[] = {0,   1,   2,    31,   32,    33,    255,
                                        256, 257, 1000, 2048, 65535, 65536, 65537};
static const uint64_t large_counts[] = {1000003, 16777217};
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* The full cross of the small ones; a few of them are kept. */
static void compare_small(struct golden golden)
{
    static const uint32_t all_blocks[] = {1, 2, 132, 528, 1056};
    for (size_t n = 0; n < COUNT_OF(small_counts); n++) {
        for (size_t b = 0; b < COUNT_OF(all_blocks); b++) {
            for (size_t t = 0; t < COUNT_OF(all_threads); t++) {
                golden.count = small_counts[n];
                golden.blocks = all_blocks[b];
                golden.threads = all_threads[t];
                bool kept = (golden.threads == 256 || golden.threads == 100) &&
                            (golden.blocks == 2 || golden.blocks == 132) &&
                            (golden.count == 33 || golden.count == 1000 || golden.count == 65537);
                compare(&golden, false, kept);
            }
        }
    }
}

static void compare_large(struct golden golden)
{
    for (size_t n = 0; n < COUNT_OF(large_counts); n++) {
        golden.count = large_counts[n];
        golden.blocks = 528;
        golden.threads = 256;
        compare(&golden, false, n == 0);
        golden.blocks = 132;
        golden.threads = 1024;
        compare(&golden, false, n == 0);
    }
}

static void print_head(void)
{
    struct cudaDeviceProp facts;
    int driver = 0, runtime = 0;
    must(cudaGetDeviceProperties(&facts, 0), "device");
    must(cudaDriverGetVersion(&driver), "driver");
    must(cudaRuntimeGetVersion(&runtime), "runtime");
    printf("# %s (sm_%d%d, %d SMs), driver for CUDA %d.%d, toolkit %d.%d\n", facts.name,
           facts.major, facts.minor, facts.multiProcessorCount, driver / 1000, driver % 1000 / 10,
           runtime / 1000, runtime % 1000 / 10);
    printf("# kernel format n blocks threads mixed-partials mixed-result partials result\n");
}

/* Calls `compare_kernel` for each kernel with device code, on values of the format. */
static void for_kernels(enum fpc_format format, void (*compare_kernel)(struct golden golden))
{
    for (const struct fpc_kernel_entry *entry = fpc_kernel_registry; entry->kernel; entry++) {
        struct golden golden = {.format = format};
        if (entry->launch == NULL)
            continue;
        snprintf(golden.kernel, sizeof golden.kernel, "%s", entry->kernel->name);
        compare_kernel(golden);
    }
}

static void compare_usual(struct golden golden)
{
    compare_small(golden);
    compare_large(golden);
}

static void compare_huge(struct golden golden)
{
    golden.count = HUGE_COUNT;
    golden.blocks = 528;
    golden.threads = 256;
    compare(&golden, true, false);
}

static void run_huge(void)
{
    set_up(HUGE_COUNT);
    make_values(FPC_F32, HUGE_COUNT);
    for_kernels(FPC_F32, compare_huge);
    free(values[FPC_F32]);
    make_values(FPC_BF16, HUGE_COUNT);
    for_kernels(FPC_BF16, compare_huge);
}

static void run_usual(void)
{
    set_up(MOST_VALUES);
    print_head();
    for (int format = 0; format < FPC_FORMATS; format++) {
        make_values((enum fpc_format)format, MOST_VALUES);
        for_kernels((enum fpc_format)format, compare_usual);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "huge") == 0)
        run_huge();
    else
        run_usual();
    fprintf(stderr, "record: %lu configurations compared, %lu differences\n", compared, differing);
    return differing ? FPC_FINDING : FPC_OK;
}
