/* How two arrays of one format differ, element by element.
 *
 * Bits decide: +0 and -0 differ, at distance 0. All NaNs count as one value unless the rule says
 * otherwise. ULP distances exist between finite values only; where a NaN or an infinity stands
 * against something else the pair is counted by its kind, and no limit excuses it.
 *
 * Vermv and Vc are those of Shanmugavelu et al., Impacts of floating-point non-associativity on
 * reproducibility for HPC and deep learning applications, 2024: the mean over the elements of
 * |a - b| / |a|, and the share of elements that differ. */
#ifndef FPC_ANALYSIS_DIFFERENCE_H
#define FPC_ANALYSIS_DIFFERENCE_H

#include "analysis/findings.h"
#include "number/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What counts; zeroed: bits. */
struct fpc_difference_rule {
    bool nan_bits;    /* NaNs of other bits differ */
    bool limited;     /* distances up to max_ulp are excused */
    uint64_t max_ulp; /* if limited */
};

/* Bucket 0 is distance 0, bucket k distances from 2^(k-1) to 2^k - 1. */
#define FPC_DIFFERENCE_BUCKETS 65

/* One pair of elements. */
struct fpc_difference_pair {
    uint64_t at;   /* index in memory order, from 0 */
    uint64_t a, b; /* bits */
};

/* A zeroed struct has seen no elements. */
struct fpc_difference {
    uint64_t count;                           /* elements compared */
    uint64_t differing;                       /* of them, those that differ */
    uint64_t beyond;                          /* of those, the ones that nothing excuses */
    struct fpc_difference_pair first;         /* if differing > 0 */
    struct fpc_difference_pair first_beyond;  /* if beyond > 0 */
    uint64_t distances;                       /* differing pairs of finite values */
    uint64_t max_ulp;                         /* the largest distance; 0 if there is none */
    uint64_t max_at;                          /* where it occurs first, if distances > 0 */
    uint64_t buckets[FPC_DIFFERENCE_BUCKETS]; /* of the distances */
    uint64_t zero_signs;                      /* +0 against -0; these are in bucket 0, alone */
    uint64_t nan_numbers;                     /* a NaN against something else */
    uint64_t nan_payloads;     /* NaNs of other bits; among differing only if the rule says so */
    uint64_t infinities;       /* an infinity against a finite value or the other infinity */
    long double relative_sum;  /* of |a - b| / |a| */
    uint64_t relative_without; /* differing pairs that have no such quotient: a is zero and b is
                                  not, or one of them is not finite */
};

/* Compares the next `count` elements of two arrays, which follow those that *difference has seen.
 * Arrays hold native-endian elements, aligned for the format. Equal stretches cost what memcmp
 * does. */
void fpc_difference_add(struct fpc_difference *difference, enum fpc_format format, const void *a,
                        const void *b, size_t count, const struct fpc_difference_rule *rule);

/* The mean of |a - b| / |a| over all elements but relative_without; elements that do not differ
 * have 0. Unknown if no element is left. The terms are rounded to double and added with at least
 * 64 bits, so the relative error is below 2^-50 for up to 2^40 elements. */
struct fpc_figure fpc_difference_vermv(const struct fpc_difference *difference);

/* The share of elements that differ, in [0, 1]; 0 of none. */
double fpc_difference_vc(const struct fpc_difference *difference);

/* The limits of a bucket: its smallest and largest distance. */
uint64_t fpc_difference_bucket_low(unsigned bucket);
uint64_t fpc_difference_bucket_high(unsigned bucket);

/* One line without a newline: "12 of 16384 values differ, first at 17: 0x1p+0 against 0x1.8p+0, by
 * at most 3 ulp; 1 NaN against a number". The first is that of those beyond the limit, if there are
 * any. `differing` must not be 0. The caller frees. */
char *fpc_difference_text(const struct fpc_difference *difference, enum fpc_format format);

#endif
