/* What is known of values once all are in: their exact sum, its correct rounding, sum |x|,
 * condition. */
#ifndef FPC_EXACT_SUM_H
#define FPC_EXACT_SUM_H

#include "exact/words.h"
#include "number/format.h"

#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>

enum fpc_exact_class { FPC_EXACT_FINITE, FPC_EXACT_NAN, FPC_EXACT_PLUS_INF, FPC_EXACT_MINUS_INF };
enum fpc_condition_class { FPC_CONDITION_ZERO, FPC_CONDITION_FINITE, FPC_CONDITION_INFINITE };

/* How many values there were, of all classes and of some, and how far their exponents reach. */
struct fpc_exact_counts {
    uint64_t count;
    uint64_t zeros, negative_zeros; /* zeros: of both signs */
    uint64_t subnormals, nans, positive_infinities, negative_infinities;
    /* Exponent fields of the finite values that are not 0, where that of a subnormal counts as 1; 0
     * if there are none. A field c means 2^(c - 1) times the least normal or more, and less than
     * twice that. */
    unsigned smallest_field, largest_field;
};

void fpc_exact_counts_add(struct fpc_exact_counts *counts, const struct fpc_exact_counts *more);

/* Widens the fields to take this one, at least 1. */
void fpc_exact_counts_field(struct fpc_exact_counts *counts, unsigned field);

/* The exponent e, 2^e <= |x| < 2^(e + 1), that a field above 0 of the format stands for. */
int fpc_exact_field_exponent(enum fpc_format format, unsigned field);

/* s, abs_sum, positive and negative are over the finite values only. */
struct fpc_exact_sum {
    enum fpc_format format;
    enum fpc_exact_class class; /* of the sum of all values: NaN beats infinities, inf - inf is NaN
                                 */
    mpfr_t s;                   /* exact sum; +0 if it is zero, as a sum that starts at +0 is */
    mpfr_t abs_sum;             /* A, exact */
    mpfr_t positive, negative;  /* the sums of |x| over x > 0 and over x < 0, exact */
    uint64_t rounded;           /* r(s): s, or the class, rounded to `format` */
    enum fpc_condition_class condition_class; /* zero: A = 0; infinite: s = 0 < A */
    struct fpc_exact_counts counts;
    int lowest; /* exponent of the lowest bit set in any finite value, INT_MAX if none is; or of
                   some of the values alone if A > 2^(p + lowest) already, p of the format's
                   accumulator */
};

/* The bits that every sum fits in: s, A and what they are made of. */
mpfr_prec_t fpc_exact_precision(enum fpc_format format);

/* Sets `value` to the sum that carried words hold, rounded once to its precision, to nearest; +0 if
 * it is zero. Returns MPFR's ternary value: 0 if it is exact. */
int fpc_exact_words_value(const struct fpc_words *words, mpfr_ptr value);

/* The bits of a sum: s, or the class if it is not finite, rounded once to the format. */
uint64_t fpc_exact_words_rounded(enum fpc_format format, const struct fpc_words *s,
                                 const struct fpc_exact_counts *counts);

/* From the carried words of s and of A. The caller clears *sum. */
void fpc_exact_from_words(enum fpc_format format, const struct fpc_words *s,
                          const struct fpc_words *abs_sum, const struct fpc_exact_counts *counts,
                          int lowest, struct fpc_exact_sum *sum);

/* From `positive` and `negative`. The caller clears *sum. */
void fpc_exact_from_parts(enum fpc_format format, mpfr_srcptr positive, mpfr_srcptr negative,
                          const struct fpc_exact_counts *counts, int lowest,
                          struct fpc_exact_sum *sum);
void fpc_exact_sum_clear(struct fpc_exact_sum *sum);

/* True if every sum of some of the values, in any order and grouping, is a number of the
 * accumulator: with 2^g the lowest bit of all values, each sum is a multiple of 2^g and at most
 * A <= 2^(p+g), and A < 2^emax. Such an input cannot show what an order does. The accumulator's
 * precision is at most that of the format's own. */
bool fpc_exact_sums_never_round(const struct fpc_exact_sum *sum, enum fpc_format accumulator);

/* True if both say the same of the same values. */
bool fpc_exact_sum_equal(const struct fpc_exact_sum *a, const struct fpc_exact_sum *b);

#endif
