/* The speed of the walk on one thread: for each kernel and format nanoseconds an element, and the
 * ratios of its speed to a plain vectorised sum and to the read limit (the best of one, two and
 * four streams), measured in the same rounds. Medians over the rounds.
 *
 *   walk [LOG2_N [ROUNDS]]
 *
 * prints a head and then, line by line: walk KERNEL FORMAT N ns ratio_to_plain ratio_to_read */
#include "base/random.h"
#include "bench/plain_sum.h"
#include "bench/rounds.h"
#include "run/device.h"
#include "run/stream.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_LOG2_N 24
#define DEFAULT_ROUNDS 15

static volatile double sink; /* keeps what is measured from being left out */

/* Uniform in (-1, 1), on a page boundary as a mapped file is. */
static void *make_values(enum fpc_format format, size_t count)
{
    void *values = aligned_alloc(4096, count * fpc_format_traits(format)->size);
    if (values == NULL)
        exit(FPC_FAILED);
    for (size_t i = 0; i < count; i++) {
        double value = (double)(int64_t)fpc_random_at(1, i) * 0x1p-63;
        fpc_bits_store(format, values, i, fpc_bits_round(format, value));
    }
    return values;
}

static double time_walk(struct fpc_device *device, const struct fpc_run_request *request)
{
    struct fpc_samples samples;
    struct fpc_error error;
    double begin = fpc_stream_now();
    if (fpc_device_run(device, request, &samples, &error) != FPC_OK) {
        fprintf(stderr, "walk: %s\n", error.text);
        exit(FPC_FAILED);
    }
    double end = fpc_stream_now();
    sink = (double)samples.results[0];
    fpc_samples_clear(&samples);
    return end - begin;
}

static double time_plain(enum fpc_format format, const void *values, size_t count)
{
    double begin = fpc_stream_now();
    sink = fpc_plain_sum(format, values, count);
    return fpc_stream_now() - begin;
}

static void measure(struct fpc_device *device, const struct fpc_kernel_entry *entry,
                    enum fpc_format format, const void *values, size_t count, size_t rounds)
{
    double walks[BENCH_MOST_ROUNDS], to_plain[BENCH_MOST_ROUNDS], to_read[BENCH_MOST_ROUNDS];
    struct fpc_run_request request = {
        .entry = entry,
        .walk = {.order = fpc_device_order(device, entry->kernel, format, count, 0, 4, 256),
                 .format = format,
                 .accumulator = fpc_format_traits(format)->accumulator,
                 .values = values,
                 .count = count},
        .runs = 1};
    if (fpc_device_refuses(device, entry, &request.walk.order))
        return;
    for (size_t i = 0; i < rounds; i++) {
        double plain = time_plain(format, values, count);
        double read = bench_read(values, count * fpc_format_traits(format)->size, device->pool);
        walks[i] = time_walk(device, &request);
        to_plain[i] = plain / walks[i];
        to_read[i] = read / walks[i];
    }
    printf("walk %-10s %-5s %zu %.4f %.3f %.3f\n", entry->kernel->name,
           fpc_format_traits(format)->name, count,
           1e9 * bench_median(walks, rounds) / (double)count, bench_median(to_plain, rounds),
           bench_median(to_read, rounds));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int log2_n = argc > 1 ? atoi(argv[1]) : DEFAULT_LOG2_N;
    int rounds = argc > 2 ? atoi(argv[2]) : DEFAULT_ROUNDS;
    struct fpc_device device;
    struct fpc_error error;
    if (log2_n < 12 || log2_n > 30 || rounds < 1 || rounds > BENCH_MOST_ROUNDS) {
        fprintf(stderr, "usage: walk [LOG2_N from 12 to 30 [ROUNDS from 1 to %d]]\n",
                BENCH_MOST_ROUNDS);
        return FPC_USAGE;
    }
    if (fpc_host_open(&device, 1, &error) != FPC_OK) {
        fprintf(stderr, "walk: %s\n", error.text);
        return FPC_FAILED;
    }
    printf("# %s, one thread; speed ratios, medians of %d rounds\n", device.name, rounds);
    printf("# walk KERNEL FORMAT N ns_per_element ratio_to_plain_sum ratio_to_read_limit\n");
    for (int format = 0; format < FPC_FORMATS; format++) {
        size_t count = (size_t)1 << log2_n;
        void *values = make_values((enum fpc_format)format, count);
        for (const struct fpc_kernel_entry *entry = fpc_kernel_registry; entry->kernel; entry++)
            measure(&device, entry, (enum fpc_format)format, values, count, (size_t)rounds);
        free(values);
    }
    fpc_device_clear(&device);
    return FPC_OK;
}
