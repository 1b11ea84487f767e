/* Holds the exact sums of the GPU to those of the host, word by word and count by count: values of
 * many kinds, n, launch shapes, both launches, and each path in turn.
 *
 *   exact           exit status 1 if anything differs: the first differences stand on stderr
 *   exact huge      n = 2^31 + 5 values of f32 and bf16
 *   exact sanitize  few and small, for compute-sanitizer to watch; memory of exactly the size
 * granted */
#include "kernels/exact.h"
#include "base/memory.h"
#include "tests/gpu/exact_values.h"

#include <cuda_runtime_api.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COMPLAINTS 40u
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const uint64_t counts[] = {1,   2,    31,   32,    33,    255,   256,
                                  257, 1000, 4099, 65535, 65536, 65537, 1000003};
#define LARGEST (COUNT_OF(counts) - 1)

static const struct {
    uint32_t blocks, threads;
} shapes[] = {{132, 256}, {2112, 256}, {7, 1024}, {1, 1}, {2, 33}, {3, 480}};

static void *values_on_gpu, *result_on_gpu;
static unsigned long compared, differing;

/* What is compared now, for complaints. */
static struct {
    enum fpc_format format;
    enum values_kind kind;
    uint64_t count;
    uint32_t blocks, threads;
    enum fpc_exact_path path;
} now;

static void must(cudaError_t reason, const char *what)
{
    if (reason == cudaSuccess)
        return;
    fprintf(stderr, "exact: %s: %s\n", what, cudaGetErrorString(reason));
    exit(FPC_FAILED);
}

static void hold(bool same, const char *what)
{
    if (!same && differing++ < MOST_COMPLAINTS)
        fprintf(stderr, "%s %s n=%" PRIu64 " %u x %u path %d: %s differ\n",
                fpc_format_traits(now.format)->name, values_names[now.kind], now.count, now.blocks,
                now.threads, (int)now.path, what);
}

static void launch(bool reference, struct fpc_exact_reference *out)
{
    struct fpc_launch_request request = {.format = now.format,
                                         .values = values_on_gpu,
                                         .count = now.count,
                                         .blocks = now.blocks,
                                         .threads = now.threads,
                                         .result = result_on_gpu};
    size_t size = reference ? sizeof *out : sizeof out->result;
    memset(out, 0, sizeof *out);
    must(cudaMemset(result_on_gpu, 0, size), "preset");
    must((cudaError_t)(reference ? fpc_exact_launch_reference(&request, now.path)
                                 : fpc_exact_launch(&request, now.path)),
         "launch");
    must(cudaMemcpy(out, result_on_gpu, size, cudaMemcpyDeviceToHost), "exact");
    fpc_words_carry(&out->result.s);
    fpc_words_carry(&out->abs_sum);
}

static bool same_words(const struct fpc_words *a, const struct fpc_words *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void hold_result(const struct fpc_exact_result *result, const struct values_sum *sum,
                        const char *of)
{
    char what[64];
    snprintf(what, sizeof what, "words of %s", of);
    hold(same_words(&result->s, &sum->s), what);
    snprintf(what, sizeof what, "NaN and infinities of %s", of);
    hold(result->nans == sum->counts.nans &&
             result->positive_infinities == sum->counts.positive_infinities &&
             result->negative_infinities == sum->counts.negative_infinities,
         what);
}

static void compare(const struct values_sum *sum)
{
    struct fpc_exact_reference out;
    launch(false, &out);
    hold_result(&out.result, sum, "the sum");
    if (now.path == FPC_EXACT_WIDE && now.count >= fpc_exact_batch(now.format))
        hold(out.result.wide > 0, "paths taken");
    launch(true, &out);
    hold_result(&out.result, sum, "the reference");
    hold(same_words(&out.abs_sum, &sum->abs_sum), "words of sum |x|");
    struct fpc_exact_counts counted;
    fpc_exact_reference_counts(&out, now.format, now.count, &counted);
    hold(counted.zeros == sum->counts.zeros &&
             counted.negative_zeros == sum->counts.negative_zeros &&
             counted.subnormals == sum->counts.subnormals,
         "counts");
    hold(counted.smallest_field == sum->counts.smallest_field &&
             counted.largest_field == sum->counts.largest_field,
         "exponents");
    hold((out.depth ? FPC_EXACT_DEPTH - (int)out.depth : INT_MAX) == sum->lowest, "lowest bits");
    compared += 2;
}

/* Every shape and path; few of them take a million values. */
static void compare_shapes(const struct values_sum *sum)
{
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        for (int path = FPC_EXACT_NARROW; path <= FPC_EXACT_WIDE; path++) {
            now.blocks = shapes[s].blocks;
            now.threads = shapes[s].threads;
            now.path = (enum fpc_exact_path)path;
            if (now.count <= counts[LARGEST - 1] || s < 3)
                compare(sum);
        }
    }
}

static void compare_kind(enum fpc_format format, enum values_kind kind, size_t largest)
{
    const size_t size = fpc_format_traits(format)->size;
    char *values = fpc_alloc(counts[largest], size);
    struct values_sum sum = {.lowest = INT_MAX};
    now.format = format;
    now.kind = kind;
    for (uint64_t i = 0; i < counts[largest]; i++)
        fpc_bits_store(format, values, i, values_at(format, kind, i));
    must(cudaMemcpy(values_on_gpu, values, counts[largest] * size, cudaMemcpyHostToDevice),
         "upload");
    for (size_t c = 0; c <= largest; c++) {
        for (uint64_t i = sum.counts.count; i < counts[c]; i++)
            values_add(&sum, format, fpc_bits_load(format, values, i));
        values_carry(&sum);
        now.count = counts[c];
        compare_shapes(&sum);
    }
    free(values);
}

static void run_usual(void)
{
    must(cudaMalloc(&values_on_gpu, counts[LARGEST] * sizeof(double)), "values");
    must(cudaMalloc(&result_on_gpu, sizeof(struct fpc_exact_reference)), "result");
    for (int format = 0; format < FPC_FORMATS; format++)
        for (int kind = 0; kind < VALUES_KINDS; kind++)
            compare_kind((enum fpc_format)format, (enum values_kind)kind, LARGEST);
}

/* The values of a period over and over, on the GPU only: the host adds the period's words up. */
static void compare_huge(enum fpc_format format, enum values_kind kind)
{
    const uint64_t period = 1 << 20, n = (UINT64_C(1) << 31) + 5;
    const size_t size = fpc_format_traits(format)->size;
    char *values = fpc_alloc(period, size);
    struct values_sum once = {.lowest = INT_MAX}, sum = {.lowest = INT_MAX};
    for (uint64_t i = 0; i < period; i++) {
        fpc_bits_store(format, values, i, values_at(format, kind, i));
        values_add(&once, format, fpc_bits_load(format, values, i));
    }
    values_carry(&once);
    for (uint64_t first = 0; first < n; first += period)
        must(cudaMemcpy((char *)values_on_gpu + first * size, values,
                        (n - first < period ? n - first : period) * size, cudaMemcpyHostToDevice),
             "upload");
    for (uint64_t i = 0; i < n % period; i++)
        values_add(&sum, format, fpc_bits_load(format, values, i));
    values_carry(&sum);
    for (uint64_t i = 0; i < n / period; i++) {
        fpc_words_merge(&sum.s, &once.s);
        fpc_words_merge(&sum.abs_sum, &once.abs_sum);
    }
    sum.lowest = once.lowest;
    sum.counts.zeros += n / period * once.counts.zeros;
    sum.counts.negative_zeros += n / period * once.counts.negative_zeros;
    sum.counts.subnormals += n / period * once.counts.subnormals;
    fpc_exact_counts_field(&sum.counts, once.counts.smallest_field);
    fpc_exact_counts_field(&sum.counts, once.counts.largest_field);
    now.format = format;
    now.kind = kind;
    now.count = n;
    now.blocks = 1056;
    now.threads = 256;
    now.path = FPC_EXACT_NARROW;
    compare(&sum);
    free(values);
}

static void run_huge(void)
{
    must(cudaMalloc(&values_on_gpu, ((UINT64_C(1) << 31) + 5) * sizeof(float)), "values");
    must(cudaMalloc(&result_on_gpu, sizeof(struct fpc_exact_reference)), "result");
    compare_huge(FPC_F32, VALUES_WIDE);
    compare_huge(FPC_BF16, VALUES_UNIFORM);
}

/* Memory that ends where the contract says. */
static void run_for_sanitizer(void)
{
    static const enum values_kind kinds[] = {VALUES_UNIFORM, VALUES_BITS};
    static const uint64_t few[] = {1, 33, 1000, 65537};
    for (int format = 0; format < FPC_FORMATS; format++) {
        const size_t size = fpc_format_traits((enum fpc_format)format)->size;
        for (size_t i = 0; i < 2 * COUNT_OF(few) * 3; i++) {
            struct fpc_exact_reference out;
            now.format = (enum fpc_format)format;
            now.kind = kinds[i % 2];
            now.count = few[i / 2 % COUNT_OF(few)];
            now.path = (enum fpc_exact_path)(i / 2 / COUNT_OF(few));
            now.blocks = 3;
            now.threads = i % 2 ? 200 : 96;
            char *values = fpc_alloc(now.count, size);
            for (uint64_t k = 0; k < now.count; k++)
                fpc_bits_store(now.format, values, k, values_at(now.format, now.kind, k));
            must(cudaMalloc(&values_on_gpu, now.count * size), "values");
            must(cudaMemcpy(values_on_gpu, values, now.count * size, cudaMemcpyHostToDevice),
                 "upload");
            for (int reference = 0; reference < 2; reference++) {
                must(cudaMalloc(&result_on_gpu, reference ? sizeof out : sizeof out.result),
                     "result");
                launch(reference, &out);
                must(cudaFree(result_on_gpu), "free");
                compared++;
            }
            must(cudaFree(values_on_gpu), "free");
            free(values);
        }
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "huge") == 0)
        run_huge();
    else if (strcmp(what, "sanitize") == 0)
        run_for_sanitizer();
    else
        run_usual();
    fprintf(stderr, "exact: %lu launches compared, %lu differences\n", compared, differing);
    return differing ? FPC_FINDING : FPC_OK;
}
