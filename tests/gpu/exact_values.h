/* Values that an exact sum can go wrong on, as bits of a format, and their exact sum on the host.
 *
 * Value i of a kind depends on its seed and i alone. */
#ifndef FPC_TESTS_GPU_EXACT_VALUES_H
#define FPC_TESTS_GPU_EXACT_VALUES_H

#include "exact/sum.h"
#include "number/format.h"

#include <stdint.h>

enum values_kind {
    VALUES_UNIFORM, /* in (-1, 1) */
    VALUES_NORMAL,  /* sums of twelve of these */
    VALUES_ILLCOND, /* pairs that cancel but for the last bits, over 100 binades or the format's */
    VALUES_WIDE,    /* every finite bit pattern alike */
    VALUES_BITS,    /* every bit pattern alike: NaN and infinities too */
    VALUES_PAIRS,   /* x and -x of every exponent, far apart */
    VALUES_TIES,    /* 2^p and halves of its ulp */
    VALUES_BROKEN_TIE, /* a tie, and one smallest subnormal */
    VALUES_SUBNORMAL,
    VALUES_ZEROS,      /* -0 only */
    VALUES_SPARSE,     /* mostly zeros of both signs */
    VALUES_OVERFLOW,   /* the largest number, 2^(emax-1) and their negatives, in runs */
    VALUES_REGIMES,    /* another exponent range every 1500 values */
    VALUES_OUTLIERS,   /* uniform, and one value in 5000 of any exponent */
    VALUES_EDGES,      /* just below powers of two, all of one sign */
    VALUES_TOP,        /* just below powers of two up to the largest number, rising */
    VALUES_INFINITIES, /* uniform, and rare infinities of one sign */
    VALUES_KINDS
};

extern const char *const values_names[VALUES_KINDS];

/* Bits of value i. */
uint64_t values_at(enum fpc_format format, enum values_kind kind, uint64_t i);

/* The sum of values on the host, one by one. Zeroed but for `lowest` (INT_MAX), it is that of none.
 */
struct values_sum {
    struct fpc_words s, abs_sum; /* not carried */
    struct fpc_exact_counts counts;
    int lowest;
};

/* Adds one; at most 2^30 between two calls of values_carry(). */
void values_add(struct values_sum *sum, enum fpc_format format, uint64_t bits);
void values_carry(struct values_sum *sum);

#endif
