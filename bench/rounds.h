/* What benchmarks share: the read limit of the CPU, and medians over rounds. */
#ifndef FPC_BENCH_ROUNDS_H
#define FPC_BENCH_ROUNDS_H

#include "base/pool.h"

#include <stddef.h>

#define BENCH_MOST_ROUNDS 99

/* Seconds to read `size` bytes on all threads of the pool, each its part: the best of one, two and
 * four streams. */
double bench_read(const void *values, size_t size, struct fpc_pool *pool);

/* The median; sorts `values`. */
double bench_median(double *values, size_t count);

#endif
