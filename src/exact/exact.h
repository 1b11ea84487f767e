/* The exact sum of stored values.
 *
 * Answers what the sum is before any rounding, so that every result can be judged. An accumulator
 * takes values in any order and in blocks of any size, needs constant memory, and accumulators of
 * parts merge into the accumulator of the whole. Positive and negative values are summed apart:
 * their difference is s, their sum A = sum |x|, and each value costs one addition. */
#ifndef FPC_EXACT_EXACT_H
#define FPC_EXACT_EXACT_H

#include "base/pool.h"
#include "base/status.h"
#include "number/format.h"

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fpc_exact {
    enum fpc_format format;
    mpfr_t positive; /* sum of the finite x > 0 */
    mpfr_t negative; /* sum of |x| over the finite x < 0 */
    uint64_t count;  /* values taken, all classes */
    uint64_t zeros, negative_zeros, subnormals, nans, positive_infinities, negative_infinities;
    int lowest; /* exponent of the lowest bit set in any finite value; INT_MAX if none is */
};

enum fpc_exact_class { FPC_EXACT_FINITE, FPC_EXACT_NAN, FPC_EXACT_PLUS_INF, FPC_EXACT_MINUS_INF };
enum fpc_condition_class { FPC_CONDITION_ZERO, FPC_CONDITION_FINITE, FPC_CONDITION_INFINITE };

/* What is known of the values once all are in. s, abs_sum, positive and negative are over the
 * finite values only. */
struct fpc_exact_sum {
    enum fpc_format format;
    enum fpc_exact_class class; /* of the sum of all values: NaN beats infinities, inf - inf is NaN
                                 */
    mpfr_t s;                   /* exact sum; +0 if it is zero, as a sum that starts at +0 is */
    mpfr_t abs_sum;             /* A, exact */
    mpfr_t positive, negative;  /* the sums of |x| over x > 0 and over x < 0, exact */
    uint64_t rounded;           /* r(s): s, or the class, rounded to `format` */
    enum fpc_condition_class condition_class; /* zero: A = 0; infinite: s = 0 < A */
    uint64_t count, zeros, negative_zeros, subnormals, nans, positive_infinities,
        negative_infinities;
    int lowest; /* as in struct fpc_exact */
};

/* An empty sum. The caller clears. */
void fpc_exact_init(struct fpc_exact *exact, enum fpc_format format);
void fpc_exact_clear(struct fpc_exact *exact);

/* Adds values[0..count), native-endian elements of the format, aligned. Fewer than 2^63 in all.
 * Once fpc_interrupt_signal() is set it stops early; `count` says how many were taken. */
void fpc_exact_add(struct fpc_exact *exact, const void *values, size_t count);

/* Adds what `part` has taken; `part` is unchanged. Formats must be equal. */
void fpc_exact_merge(struct fpc_exact *exact, const struct fpc_exact *part);

/* Rounds and classifies. The caller clears *sum; `exact` may take more values afterwards. */
void fpc_exact_finish(const struct fpc_exact *exact, struct fpc_exact_sum *sum);
void fpc_exact_sum_clear(struct fpc_exact_sum *sum);

/* True if every sum of some of the values, in any order and grouping, is a number of the
 * accumulator: with 2^g the lowest bit of all values, each sum is a multiple of 2^g and at most
 * A <= 2^(p+g), and A < 2^emax. Such an input cannot show what an order does. */
bool fpc_exact_sums_never_round(const struct fpc_exact_sum *sum, enum fpc_format accumulator);

/* The sum of values[0..count) with the threads of `pool`. If the run is interrupted, the sum is of
 * a part: ask fpc_interrupt_signal() before using it. The caller clears *sum. */
void fpc_exact_of(enum fpc_format format, const void *values, size_t count, struct fpc_pool *pool,
                  struct fpc_exact_sum *sum);

#endif
