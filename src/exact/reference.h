/* The exact sum by MPFR alone: an addition of arbitrary precision for each value.
 *
 * Slow, plain, and independent of the accumulator in exact/exact.h, which it is there to check. */
#ifndef FPC_EXACT_REFERENCE_H
#define FPC_EXACT_REFERENCE_H

#include "base/pool.h"
#include "exact/sum.h"

#include <stddef.h>

/* The sum of values[0..count), as fpc_exact_of() gives it. */
void fpc_exact_by_mpfr(enum fpc_format format, const void *values, size_t count,
                       struct fpc_pool *pool, struct fpc_exact_sum *sum);

#endif
