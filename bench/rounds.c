#include "bench/rounds.h"

#include "run/stream.h"

#include <stdlib.h>

static volatile unsigned long sink; /* keeps what is measured from being left out */

struct reading {
    const char *values;
    size_t size; /* of each part */
    unsigned streams;
};

static void read_part(void *context, unsigned worker, uint64_t task)
{
    const struct reading *reading = context;
    (void)worker;
    sink = fpc_stream_read(reading->values + task * reading->size, reading->size, reading->streams);
}

double bench_read(const void *values, size_t size, struct fpc_pool *pool)
{
    double best = 0;
    unsigned threads = fpc_pool_threads(pool);
    for (unsigned streams = 1; streams <= 4; streams *= 2) {
        struct reading reading = {values, size / threads, streams};
        double begin = fpc_stream_now();
        fpc_pool_run(pool, read_part, &reading, threads);
        double elapsed = fpc_stream_now() - begin;
        if (best == 0 || elapsed < best)
            best = elapsed;
    }
    return best;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}
