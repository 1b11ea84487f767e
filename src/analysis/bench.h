/* What a benchmark found: times of kernels beside the limits of the same device in the same call.
 */
#ifndef FPC_ANALYSIS_BENCH_H
#define FPC_ANALYSIS_BENCH_H

#include "number/format.h"
#include "order/order.h"

#include <stddef.h>
#include <stdint.h>

/* Of the times of all rounds, in seconds. */
struct fpc_bench_time {
    double median, low, high; /* low and high: the quartiles */
};

struct fpc_bench_row {
    const char *kernel; /* static */
    struct fpc_shape shape;
    const char *reason; /* static: why it does not apply; then there is no time */
    struct fpc_bench_time time;
};

/* atomic and two_pass with the same number of blocks: what a fixed order costs. */
struct fpc_bench_price {
    uint32_t blocks;
    double atomic, two_pass; /* medians */
};

struct fpc_bench {
    const char *path; /* borrowed */
    enum fpc_format format;
    uint64_t count, bytes;
    const char *backend, *device_name; /* borrowed */
    unsigned cpu_threads;
    uint64_t rounds;
    struct fpc_bench_time read, empty;
    struct fpc_bench_row *rows; /* owned */
    size_t row_count;
    uint32_t price_threads;
    struct fpc_bench_price *prices; /* owned; by number of blocks */
    size_t price_count;
};

/* Sorts seconds[0..rounds) and gives the median and the quartiles. */
struct fpc_bench_time fpc_bench_time_of(double *seconds, uint64_t rounds);

/* The smallest number of blocks from which on two_pass is at least as fast as atomic, or 0. */
uint32_t fpc_bench_crossover(const struct fpc_bench *bench);

/* Bytes a second, and the share of the read limit. */
double fpc_bench_rate(const struct fpc_bench *bench, const struct fpc_bench_time *time);
double fpc_bench_share(const struct fpc_bench *bench, const struct fpc_bench_time *time);

void fpc_bench_clear(struct fpc_bench *bench);

#endif
