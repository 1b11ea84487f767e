/* An exact sum as on paper: a long integer for the positive values, one for the negative ones, a
 * value at a time.
 *
 * Of src/ only the structures that it fills for a comparison and the names of formats are used. It
 * adds with carries at once where the tool puts them off, and keeps signs apart where the tool does
 * not. The rounding is the oracle's. */
#ifndef FPC_TESTS_PLAIN_EXACT_H
#define FPC_TESTS_PLAIN_EXACT_H

#include "exact/sum.h"
#include "exact/words.h"
#include "number/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLAIN_LIMBS (FPC_WORDS / 2)

/* Limb i has weight 2^(64 i - 1074). */
struct plain_exact {
    enum fpc_format format;
    uint64_t positive[PLAIN_LIMBS], negative[PLAIN_LIMBS];
    struct fpc_exact_counts counts;
    int lowest; /* exponent of the lowest bit of all finite values, INT_MAX if none is set */
};

/* An empty sum of values of the format. */
void plain_exact_start(struct plain_exact *plain, enum fpc_format format);

/* Adds values[0..count), native elements of the format. */
void plain_exact_add(struct plain_exact *plain, const void *values, size_t count);

/* Makes it the sum of `times` copies of what it has. */
void plain_exact_repeat(struct plain_exact *plain, uint64_t times);

/* The canonical words of the sum and of that of |x|. */
void plain_exact_words(const struct plain_exact *plain, struct fpc_words *sum,
                       struct fpc_words *abs_sum);

/* The bits of the sum of all values, NaN and infinities included, rounded to its format. */
uint64_t plain_exact_round(const struct plain_exact *plain);

/* Whether every sum of some of the values is a number of the accumulator, with A and the lowest bit
 * as integers: all are finite, A <= 2^(p + lowest) and A < 2^emax. */
bool plain_exact_never_rounds(const struct plain_exact *plain, enum fpc_format accumulator);

#endif
