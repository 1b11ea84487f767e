/* Four kinds of values that exact sums are timed on. */
#ifndef FPC_BENCH_EXACT_DATA_H
#define FPC_BENCH_EXACT_DATA_H

#include "number/format.h"

#include <stddef.h>

/* uniform: in (-1, 1). normal: standard normal. illcond: of every 1024 values 512 cancel the others
 * but for one, of exponents spread over p binades, as the generator of Ogita, Rump and Oishi
 * (Accurate sum and dot product, 2005, algorithm 6.1) spreads them for a condition of u^-2. wide:
 * random bit patterns, the whole range of exponents, finite. */
enum exact_data { EXACT_UNIFORM, EXACT_NORMAL, EXACT_ILLCOND, EXACT_WIDE };
#define EXACT_DATA 4

const char *exact_data_name(enum exact_data data);

/* `count` values, a multiple of 1024, on a page boundary; value i is the same for every count. The
 * caller frees. */
void *exact_data_make(enum exact_data data, enum fpc_format format, size_t count);

#endif
