#include "exact/reference.h"

#include "base/memory.h"
#include "number/round.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

/* Elements between two looks at the interrupt, and in one task: about a millisecond of work. */
#define CHUNK ((size_t)1 << 16)

/* Limbs of a 64-bit significand, and of the longest sum (f64). */
#define ADDEND_LIMBS (64 / GMP_NUMB_BITS)
#define SUM_LIMBS    ((1024 + 1074 + 63 + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS)

/* Sums of some of the values. Positive and negative ones apart: their difference is s, their sum A,
 * and each value costs one addition. None rounds: src/exact/sum.c says why. */
struct part {
    mpfr_t positive; /* sum of the finite x > 0 */
    mpfr_t negative; /* sum of |x| over the finite x < 0 */
    struct fpc_exact_counts counts;
    int lowest;
};

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

static void add_special(struct part *part, bool infinite, bool negative)
{
    if (!infinite)
        part->counts.nans++;
    else if (negative)
        part->counts.negative_infinities++;
    else
        part->counts.positive_infinities++;
}

/* Takes the bits apart once for all questions. With f fraction bits below the exponent field, a
 * field of 0 is (fraction) 2^emin, a field of c > 0 is (2^f + fraction) 2^(emin + c - 1), and the
 * field of all ones is infinity or NaN. */
static void add_bits(struct part *part, const struct fpc_format_traits *traits, uint64_t bits)
{
    int width = 8 * (int)traits->size, fraction_bits = traits->precision - 1;
    bool negative = bits >> (width - 1) & 1;
    uint64_t hidden = (uint64_t)1 << fraction_bits, fraction = bits & (hidden - 1);
    int last = (1 << (width - 1 - fraction_bits)) - 1;
    int field = (int)(bits >> fraction_bits) & last;
    if (field == last) {
        add_special(part, fraction == 0, negative);
    } else if (field == 0 && fraction == 0) {
        part->counts.zeros++;
        part->counts.negative_zeros += negative;
    } else {
        part->counts.subnormals += field == 0;
        fpc_exact_counts_field(&part->counts, field == 0 ? 1 : (unsigned)field);
        uint64_t k = field == 0 ? fraction : fraction | hidden;
        int e = traits->emin + (field == 0 ? 0 : field - 1), lowest = e + __builtin_ctzll(k);
        part->lowest = lowest < part->lowest ? lowest : part->lowest;
        add_magnitude(negative ? part->negative : part->positive, k, e);
    }
}

static void add_numbers(mpfr_ptr sum, mpfr_srcptr addend)
{
    fpc_round_require_exact(mpfr_add(sum, sum, addend, MPFR_RNDN), "an exact sum");
}

static void merge(struct part *all, const struct part *part)
{
    add_numbers(all->positive, part->positive);
    add_numbers(all->negative, part->negative);
    fpc_exact_counts_add(&all->counts, &part->counts);
    all->lowest = part->lowest < all->lowest ? part->lowest : all->lowest;
}

struct job {
    enum fpc_format format;
    const unsigned char *values;
    size_t count;
    struct part *workers; /* one for each */
};

/* The chunk's sum lies on the thread's own stack until it is complete. On the heap it may share a
 * cache line with what another thread uses for each addition (its accumulator, or the table of
 * thread-local storage, which MPFR reads and glibc allocates there): measured, that made two
 * threads slower than one. */
static void add_chunk(void *context, unsigned worker, uint64_t task)
{
    struct job *job = context;
    const struct fpc_format_traits *traits = fpc_format_traits(job->format);
    size_t first = (size_t)task * CHUNK, rest = job->count - first;
    size_t count = rest < CHUNK ? rest : CHUNK;
    struct part chunk = {.counts = {.count = count}, .lowest = INT_MAX};
    mpfr_prec_t precision = fpc_exact_precision(job->format);
    mp_limb_t positive[SUM_LIMBS], negative[SUM_LIMBS];
    mpfr_custom_init_set(chunk.positive, MPFR_ZERO_KIND, 0, precision, positive);
    mpfr_custom_init_set(chunk.negative, MPFR_ZERO_KIND, 0, precision, negative);
    for (size_t i = 0; i < count; i++)
        add_bits(&chunk, traits, fpc_bits_load(job->format, job->values, first + i));
    merge(&job->workers[worker], &chunk);
}

void fpc_exact_by_mpfr(enum fpc_format format, const void *values, size_t count,
                       struct fpc_pool *pool, struct fpc_exact_sum *sum)
{
    unsigned threads = fpc_pool_threads(pool);
    struct job job = {format, values, count, fpc_alloc(threads, sizeof *job.workers)};
    for (unsigned i = 0; i < threads; i++) {
        struct part *part = &job.workers[i];
        part->lowest = INT_MAX;
        mpfr_inits2(fpc_exact_precision(format), part->positive, part->negative, (mpfr_ptr)NULL);
        mpfr_set_zero(part->positive, 1);
        mpfr_set_zero(part->negative, 1);
    }
    fpc_pool_run(pool, add_chunk, &job, count / CHUNK + (count % CHUNK != 0));
    for (unsigned i = 1; i < threads; i++)
        merge(&job.workers[0], &job.workers[i]);
    fpc_exact_from_parts(format, job.workers[0].positive, job.workers[0].negative,
                         &job.workers[0].counts, job.workers[0].lowest, sum);
    for (unsigned i = 0; i < threads; i++)
        mpfr_clears(job.workers[i].positive, job.workers[i].negative, (mpfr_ptr)NULL);
    free(job.workers);
}
