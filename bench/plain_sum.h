/* The plain vectorised sum: what a compiler makes of the loop when it may regroup the additions. */
#ifndef FPC_BENCH_PLAIN_SUM_H
#define FPC_BENCH_PLAIN_SUM_H

#include "number/format.h"

#include <stddef.h>

/* The sum of values[0..count) in the format's accumulator, in no order that anybody promises. */
double fpc_plain_sum(enum fpc_format format, const void *values, size_t count);

#endif
