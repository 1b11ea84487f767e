#include "analysis/bench.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct fpc_bench_time fpc_bench_time_of(double *seconds, uint64_t rounds)
{
    qsort(seconds, rounds, sizeof *seconds, by_value);
    return (struct fpc_bench_time){seconds[rounds / 2], seconds[rounds / 4],
                                   seconds[rounds - 1 - rounds / 4]};
}

uint32_t fpc_bench_crossover(const struct fpc_bench *bench)
{
    uint32_t from = 0;
    for (size_t i = bench->price_count; i > 0; i--) {
        const struct fpc_bench_price *price = &bench->prices[i - 1];
        if (price->two_pass > price->atomic)
            break;
        from = price->blocks;
    }
    return from;
}

double fpc_bench_rate(const struct fpc_bench *bench, const struct fpc_bench_time *time)
{
    return (double)bench->bytes / time->median;
}

double fpc_bench_share(const struct fpc_bench *bench, const struct fpc_bench_time *time)
{
    return bench->read.median / time->median;
}

void fpc_bench_clear(struct fpc_bench *bench)
{
    free(bench->prices);
    free(bench->rows);
    *bench = (struct fpc_bench){0};
}
