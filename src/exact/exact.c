#include "exact/exact.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "number/round.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Elements between two looks at the interrupt, and in one task: about a millisecond of work. */
#define CHUNK ((size_t)1 << 16)

/* Limbs of a 64-bit significand, and of the longest sum (f64). */
#define ADDEND_LIMBS (64 / GMP_NUMB_BITS)
#define SUM_LIMBS    ((1024 + 1074 + 63 + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS)

/* Why no addition here ever rounds.
 *
 * Let the finite values of the format be k 2^emin with integers k: every one is a multiple of its
 * smallest subnormal 2^emin, and |value| < 2^emax, so |k| < 2^(emax - emin).
 * A sum of values of one sign, taken in any order and grouped in any way, is again K 2^emin with an
 * integer K. Of n < 2^63 values it has K < 2^63 2^(emax - emin). An MPFR number of precision P
 * holds K 2^emin exactly for every K < 2^P. Hence P = emax - emin + 63 suffices for
 *   - `positive` and `negative` after each value, and after each merge: all of n values;
 *   - A = positive + negative: the sum of the |x| of all n values;
 *   - s = positive - negative: |s| <= A, and it too is a multiple of 2^emin.
 * P is minimal for this argument: 2161 bits for f64, 340 for f32, 103 for f16, 324 for bf16.
 * All exponents lie between emin and emax + 63, far inside the range that MPFR starts with.
 * Preconditions: fewer than 2^63 values in all, and MPFR's exponent range at its default.
 * Witness, f64: the largest value 0x1.fffffffffffffp+1023 has k = (2^53 - 1) 2^2045; added to
 * 0x1p-1074 (k = 1) it needs 2098 bits from the first to the last, of the 2161.
 * Nothing rests on the proof alone: the ternary value of each MPFR operation is looked at, in every
 * build, and one that is not 0 ends the tool. */
static mpfr_prec_t precision_of(enum fpc_format format)
{
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    return traits->emax - traits->emin + 63;
}

/* sum += k 2^e, k > 0.
 *
 * The addend is laid over limbs on the stack, which halves the time of mpfr_add_d: MPFR wants the
 * significand in [1/2, 1), that is with its highest bit set, and then
 * k 2^e = (k 2^shift / 2^64) 2^(e + 64 - shift). It is read only, and goes out of scope unfreed.
 * Source: the MPFR manual, "Custom Interface".
 * Witness: k = 3, e = -1 (1.5): shift = 62, significand 0xc000000000000000 (3/4), exponent 1. */
static void add_magnitude(mpfr_ptr sum, uint64_t k, int e)
{
    int shift = __builtin_clzll(k);
    mp_limb_t limbs[ADDEND_LIMBS];
    mpfr_t addend;
    for (int i = 0; i < ADDEND_LIMBS; i++)
        limbs[i] = (mp_limb_t)(k << shift >> (i * GMP_NUMB_BITS));
    mpfr_custom_init_set(addend, MPFR_REGULAR_KIND, e + 64 - shift, 64, limbs);
    fpc_round_require_exact(mpfr_add(sum, sum, addend, MPFR_RNDN), "an exact sum");
}

static void add_special(struct fpc_exact *exact, bool infinite, bool negative)
{
    if (!infinite)
        exact->nans++;
    else if (negative)
        exact->negative_infinities++;
    else
        exact->positive_infinities++;
}

/* Takes the bits apart once for all questions. With f fraction bits below the exponent field, a
 * field of 0 is (fraction) 2^emin, a field of c > 0 is (2^f + fraction) 2^(emin + c - 1), and the
 * field of all ones is infinity or NaN. */
static void add_bits(struct fpc_exact *exact, const struct fpc_format_traits *traits, uint64_t bits)
{
    int width = 8 * (int)traits->size, fraction_bits = traits->precision - 1;
    bool negative = bits >> (width - 1) & 1;
    uint64_t hidden = (uint64_t)1 << fraction_bits, fraction = bits & (hidden - 1);
    int last = (1 << (width - 1 - fraction_bits)) - 1;
    int field = (int)(bits >> fraction_bits) & last;
    if (field == last) {
        add_special(exact, fraction == 0, negative);
    } else if (field == 0 && fraction == 0) {
        exact->zeros++;
        exact->negative_zeros += negative;
    } else {
        exact->subnormals += field == 0;
        uint64_t k = field == 0 ? fraction : fraction | hidden;
        int e = traits->emin + (field == 0 ? 0 : field - 1), lowest = e + __builtin_ctzll(k);
        exact->lowest = lowest < exact->lowest ? lowest : exact->lowest;
        add_magnitude(negative ? exact->negative : exact->positive, k, e);
    }
}

static void add_numbers(mpfr_ptr sum, mpfr_srcptr a, mpfr_srcptr b)
{
    fpc_round_require_exact(mpfr_add(sum, a, b, MPFR_RNDN), "an exact sum");
}

static enum fpc_exact_class class_of(const struct fpc_exact *exact)
{
    bool plus = exact->positive_infinities != 0, minus = exact->negative_infinities != 0;
    if (exact->nans != 0 || (plus && minus))
        return FPC_EXACT_NAN;
    return plus ? FPC_EXACT_PLUS_INF : minus ? FPC_EXACT_MINUS_INF : FPC_EXACT_FINITE;
}

static uint64_t rounded_of(const struct fpc_exact_sum *sum)
{
    switch (sum->class) {
    case FPC_EXACT_NAN:
        return fpc_bits_nan(sum->format);
    case FPC_EXACT_PLUS_INF:
        return fpc_bits_round(sum->format, HUGE_VAL);
    case FPC_EXACT_MINUS_INF:
        return fpc_bits_round(sum->format, -HUGE_VAL);
    default:
        return fpc_round_to_format(sum->format, sum->s);
    }
}

struct job {
    enum fpc_format format;
    const unsigned char *values;
    size_t count;
    struct fpc_exact *workers; /* one for each */
};

/* The chunk's sum lies on the thread's own stack until it is complete. On the heap it may share a
 * cache line with what another thread uses for each addition (its accumulator, or the table of
 * thread-local storage, which MPFR reads and glibc allocates there): measured, that made two
 * threads slower than one. */
static void add_chunk(void *context, unsigned worker, uint64_t task)
{
    struct job *job = context;
    size_t first = (size_t)task * CHUNK, rest = job->count - first;
    struct fpc_exact chunk = {.format = job->format, .lowest = INT_MAX};
    mpfr_prec_t precision = precision_of(job->format);
    mp_limb_t positive[SUM_LIMBS], negative[SUM_LIMBS];
    mpfr_custom_init_set(chunk.positive, MPFR_ZERO_KIND, 0, precision, positive);
    mpfr_custom_init_set(chunk.negative, MPFR_ZERO_KIND, 0, precision, negative);
    fpc_exact_add(&chunk, job->values + first * fpc_format_traits(job->format)->size,
                  rest < CHUNK ? rest : CHUNK);
    fpc_exact_merge(&job->workers[worker], &chunk);
}

void fpc_exact_init(struct fpc_exact *exact, enum fpc_format format)
{
    *exact = (struct fpc_exact){.format = format, .lowest = INT_MAX};
    mpfr_inits2(precision_of(format), exact->positive, exact->negative, (mpfr_ptr)NULL);
    mpfr_set_zero(exact->positive, 1);
    mpfr_set_zero(exact->negative, 1);
}

void fpc_exact_clear(struct fpc_exact *exact)
{
    mpfr_clears(exact->positive, exact->negative, (mpfr_ptr)NULL);
}

void fpc_exact_add(struct fpc_exact *exact, const void *values, size_t count)
{
    const struct fpc_format_traits *traits = fpc_format_traits(exact->format);
    for (size_t i = 0; i < count; i++) {
        if (i % CHUNK == 0 && fpc_interrupt_signal() != 0)
            return;
        add_bits(exact, traits, fpc_bits_load(exact->format, values, i));
        exact->count++;
    }
}

void fpc_exact_merge(struct fpc_exact *exact, const struct fpc_exact *part)
{
    add_numbers(exact->positive, exact->positive, part->positive);
    add_numbers(exact->negative, exact->negative, part->negative);
    exact->count += part->count;
    exact->lowest = part->lowest < exact->lowest ? part->lowest : exact->lowest;
    exact->zeros += part->zeros;
    exact->negative_zeros += part->negative_zeros;
    exact->subnormals += part->subnormals;
    exact->nans += part->nans;
    exact->positive_infinities += part->positive_infinities;
    exact->negative_infinities += part->negative_infinities;
}

/* MPFR gives x - x = +0 to nearest, which is the sign that is wanted. */
void fpc_exact_finish(const struct fpc_exact *exact, struct fpc_exact_sum *sum)
{
    *sum = (struct fpc_exact_sum){
        .format = exact->format,
        .class = class_of(exact),
        .count = exact->count,
        .lowest = exact->lowest,
        .zeros = exact->zeros,
        .negative_zeros = exact->negative_zeros,
        .subnormals = exact->subnormals,
        .nans = exact->nans,
        .positive_infinities = exact->positive_infinities,
        .negative_infinities = exact->negative_infinities,
    };
    mpfr_inits2(precision_of(exact->format), sum->s, sum->abs_sum, sum->positive, sum->negative,
                (mpfr_ptr)NULL);
    fpc_round_require_exact(mpfr_sub(sum->s, exact->positive, exact->negative, MPFR_RNDN),
                            "an exact difference");
    add_numbers(sum->abs_sum, exact->positive, exact->negative);
    fpc_round_require_exact(mpfr_set(sum->positive, exact->positive, MPFR_RNDN), "a copy");
    fpc_round_require_exact(mpfr_set(sum->negative, exact->negative, MPFR_RNDN), "a copy");
    sum->rounded = rounded_of(sum);
    if (mpfr_zero_p(sum->abs_sum))
        sum->condition_class = FPC_CONDITION_ZERO;
    else
        sum->condition_class = mpfr_zero_p(sum->s) ? FPC_CONDITION_INFINITE : FPC_CONDITION_FINITE;
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

void fpc_exact_of(enum fpc_format format, const void *values, size_t count, struct fpc_pool *pool,
                  struct fpc_exact_sum *sum)
{
    unsigned threads = fpc_pool_threads(pool);
    struct job job = {format, values, count, fpc_alloc(threads, sizeof *job.workers)};
    for (unsigned i = 0; i < threads; i++)
        fpc_exact_init(&job.workers[i], format);
    fpc_pool_run(pool, add_chunk, &job, count / CHUNK + (count % CHUNK != 0));
    for (unsigned i = 1; i < threads; i++)
        fpc_exact_merge(&job.workers[0], &job.workers[i]);
    fpc_exact_finish(&job.workers[0], sum);
    for (unsigned i = 0; i < threads; i++)
        fpc_exact_clear(&job.workers[i]);
    free(job.workers);
}
