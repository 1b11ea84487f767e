#include "exact/sum.h"

#include "number/round.h"

#include <limits.h>
#include <math.h>

/* Bits of any sum in words. */
#define WORDS_PRECISION (32 * FPC_WORDS + 32)

/* Why nothing here ever rounds.
 *
 * Let the finite values of the format be k 2^emin with integers k: every one is a multiple of its
 * smallest subnormal 2^emin, and |value| < 2^emax, so |k| < 2^(emax - emin).
 * A sum of values of one sign, taken in any order and grouped in any way, is again K 2^emin with an
 * integer K. Of n < 2^63 values it has K < 2^63 2^(emax - emin). An MPFR number of precision P
 * holds K 2^emin exactly for every K < 2^P. Hence P = emax - emin + 63 suffices for
 *   - `positive` and `negative`, for each part of them too;
 *   - A = positive + negative: the sum of the |x| of all n values;
 *   - s = positive - negative: |s| <= A, and it too is a multiple of 2^emin.
 * P is minimal for this argument: 2161 bits for f64, 340 for f32, 103 for f16, 324 for bf16.
 * A + s = 2 positive and A - s = 2 negative are multiples of 2^(emin + 1) and below 2 K: P bits
 * hold them as well. All exponents lie between emin and emax + 64, far inside the range that MPFR
 * starts with. Preconditions: fewer than 2^63 values in all, and MPFR's exponent range at its
 * default. Witness, f64: the largest value 0x1.fffffffffffffp+1023 has k = (2^53 - 1) 2^2045; added
 * to 0x1p-1074 (k = 1) it needs 2098 bits from the first to the last, of the 2161. Nothing rests on
 * the proof alone: the ternary value of each MPFR operation is looked at, in every build, and one
 * that is not 0 ends the tool. */
mpfr_prec_t fpc_exact_precision(enum fpc_format format)
{
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    return traits->emax - traits->emin + 63;
}

void fpc_exact_counts_add(struct fpc_exact_counts *counts, const struct fpc_exact_counts *more)
{
    counts->count += more->count;
    counts->zeros += more->zeros;
    counts->negative_zeros += more->negative_zeros;
    counts->subnormals += more->subnormals;
    counts->nans += more->nans;
    counts->positive_infinities += more->positive_infinities;
    counts->negative_infinities += more->negative_infinities;
    if (more->largest_field > 0) {
        fpc_exact_counts_field(counts, more->smallest_field);
        fpc_exact_counts_field(counts, more->largest_field);
    }
}

void fpc_exact_counts_field(struct fpc_exact_counts *counts, unsigned field)
{
    if (counts->smallest_field == 0 || field < counts->smallest_field)
        counts->smallest_field = field;
    if (field > counts->largest_field)
        counts->largest_field = field;
}

int fpc_exact_field_exponent(enum fpc_format format, unsigned field)
{
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    return traits->emin + traits->precision - 2 + (int)field;
}

static enum fpc_exact_class class_of(const struct fpc_exact_counts *counts)
{
    bool plus = counts->positive_infinities != 0, minus = counts->negative_infinities != 0;
    if (counts->nans != 0 || (plus && minus))
        return FPC_EXACT_NAN;
    return plus ? FPC_EXACT_PLUS_INF : minus ? FPC_EXACT_MINUS_INF : FPC_EXACT_FINITE;
}

static uint64_t rounded_of(enum fpc_format format, enum fpc_exact_class class, mpfr_srcptr s)
{
    switch (class) {
    case FPC_EXACT_NAN:
        return fpc_bits_nan(format);
    case FPC_EXACT_PLUS_INF:
        return fpc_bits_round(format, HUGE_VAL);
    case FPC_EXACT_MINUS_INF:
        return fpc_bits_round(format, -HUGE_VAL);
    default:
        return fpc_round_to_format(format, s);
    }
}

static void start(struct fpc_exact_sum *sum, enum fpc_format format,
                  const struct fpc_exact_counts *counts, int lowest)
{
    *sum = (struct fpc_exact_sum){
        .format = format, .class = class_of(counts), .counts = *counts, .lowest = lowest};
    mpfr_inits2(fpc_exact_precision(format), sum->s, sum->abs_sum, sum->positive, sum->negative,
                (mpfr_ptr)NULL);
}

static void conclude(struct fpc_exact_sum *sum)
{
    sum->rounded = rounded_of(sum->format, sum->class, sum->s);
    if (mpfr_zero_p(sum->abs_sum))
        sum->condition_class = FPC_CONDITION_ZERO;
    else
        sum->condition_class = mpfr_zero_p(sum->s) ? FPC_CONDITION_INFINITE : FPC_CONDITION_FINITE;
}

static void require(int ternary)
{
    fpc_round_require_exact(ternary, "an exact sum");
}

/* The words as terms of 64 bits, which hold each of them; mpfr_sum() rounds their sum once. That of
 * no terms, and one that cancels, is +0. */
int fpc_exact_words_value(const struct fpc_words *words, mpfr_ptr value)
{
    mpfr_t terms[FPC_WORDS];
    mp_limb_t limbs[FPC_WORDS];
    mpfr_ptr nonzero[FPC_WORDS];
    unsigned long count = 0;
    for (int i = 0; i < FPC_WORDS; i++) {
        if (words->word[i] == 0)
            continue;
        mpfr_custom_init_set(terms[i], MPFR_ZERO_KIND, 0, 64, &limbs[i]);
        require(mpfr_set_si_2exp(terms[i], words->word[i], 32 * i + FPC_WORDS_EMIN, MPFR_RNDN));
        nonzero[count++] = terms[i];
    }
    return mpfr_sum(value, nonzero, count, MPFR_RNDN);
}

uint64_t fpc_exact_words_rounded(enum fpc_format format, const struct fpc_words *s,
                                 const struct fpc_exact_counts *counts)
{
    mpfr_t value;
    mpfr_init2(value, WORDS_PRECISION);
    require(fpc_exact_words_value(s, value));
    uint64_t bits = rounded_of(format, class_of(counts), value);
    mpfr_clear(value);
    return bits;
}

void fpc_exact_from_words(enum fpc_format format, const struct fpc_words *s,
                          const struct fpc_words *abs_sum, const struct fpc_exact_counts *counts,
                          int lowest, struct fpc_exact_sum *sum)
{
    start(sum, format, counts, lowest);
    require(fpc_exact_words_value(s, sum->s));
    require(fpc_exact_words_value(abs_sum, sum->abs_sum));
    require(mpfr_add(sum->positive, sum->abs_sum, sum->s, MPFR_RNDN));
    require(mpfr_sub(sum->negative, sum->abs_sum, sum->s, MPFR_RNDN));
    require(mpfr_div_2ui(sum->positive, sum->positive, 1, MPFR_RNDN));
    require(mpfr_div_2ui(sum->negative, sum->negative, 1, MPFR_RNDN));
    conclude(sum);
}

/* MPFR gives x - x = +0 to nearest, which is the sign that is wanted. */
void fpc_exact_from_parts(enum fpc_format format, mpfr_srcptr positive, mpfr_srcptr negative,
                          const struct fpc_exact_counts *counts, int lowest,
                          struct fpc_exact_sum *sum)
{
    start(sum, format, counts, lowest);
    require(mpfr_sub(sum->s, positive, negative, MPFR_RNDN));
    require(mpfr_add(sum->abs_sum, positive, negative, MPFR_RNDN));
    require(mpfr_set(sum->positive, positive, MPFR_RNDN));
    require(mpfr_set(sum->negative, negative, MPFR_RNDN));
    conclude(sum);
}

void fpc_exact_sum_clear(struct fpc_exact_sum *sum)
{
    mpfr_clears(sum->s, sum->abs_sum, sum->positive, sum->negative, (mpfr_ptr)NULL);
}

bool fpc_exact_sums_never_round(const struct fpc_exact_sum *sum, enum fpc_format accumulator)
{
    const struct fpc_format_traits *traits = fpc_format_traits(accumulator);
    if (sum->class != FPC_EXACT_FINITE)
        return false;
    return sum->lowest == INT_MAX ||
           (mpfr_cmp_ui_2exp(sum->abs_sum, 1, traits->precision + sum->lowest) <= 0 &&
            mpfr_cmp_ui_2exp(sum->abs_sum, 1, traits->emax) < 0);
}

static bool same_counts(const struct fpc_exact_counts *a, const struct fpc_exact_counts *b)
{
    return a->count == b->count && a->zeros == b->zeros && a->negative_zeros == b->negative_zeros &&
           a->subnormals == b->subnormals && a->nans == b->nans &&
           a->positive_infinities == b->positive_infinities &&
           a->negative_infinities == b->negative_infinities &&
           a->smallest_field == b->smallest_field && a->largest_field == b->largest_field;
}

bool fpc_exact_sum_equal(const struct fpc_exact_sum *a, const struct fpc_exact_sum *b)
{
    return a->format == b->format && a->class == b->class && a->rounded == b->rounded &&
           a->condition_class == b->condition_class && mpfr_equal_p(a->s, b->s) &&
           mpfr_equal_p(a->abs_sum, b->abs_sum) && mpfr_equal_p(a->positive, b->positive) &&
           mpfr_equal_p(a->negative, b->negative) && same_counts(&a->counts, &b->counts) &&
           fpc_exact_sums_never_round(a, fpc_format_traits(a->format)->accumulator) ==
               fpc_exact_sums_never_round(b, fpc_format_traits(b->format)->accumulator);
}
