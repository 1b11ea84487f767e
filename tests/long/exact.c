/* Exact sums of very many random arrays, by every path, against mpfr_sum and now and then the
 * integer oracle.
 *
 *   exact [ARRAYS [SEED]]
 *
 * makes ARRAYS arrays of each format, one million unless told, with seeds from SEED on. Array by
 * array all paths that this processor has must give the same words and counts; their sum, that of
 * |x| and the rounded sum must be what mpfr_sum gives, whose values and precision are its own. An
 * array follows from its seed: "exact 1 SEED" repeats a failure. */
#include "exact/exact.h"

#include "base/random.h"
#include "exact/path.h"
#include "tests/unit/hard_values.h"
#include "tests/unit/oracle.h"

#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST  20000
#define ORACLE   16 /* one array in so many */
#define PROGRESS 50000
#define PATHS    6

static const char *const paths[PATHS] = {"avx512",      "avx2",      "portable",
                                         "avx512-wide", "avx2-wide", "portable-wide"};

struct array {
    enum fpc_format format;
    uint64_t seed;
    unsigned kind;
    size_t count;
    uint64_t values[LONGEST];
};

/* The finite values as numbers of MPFR, and how many there are of each class. */
struct terms {
    mpfr_t numbers[LONGEST];
    mpfr_ptr pointers[LONGEST];
    unsigned long count;
    uint64_t nans, plus, minus;
};

static struct array array;
static struct terms terms;
static mpfr_t exact_s, exact_abs, rounded[FPC_FORMATS];

/* Mostly some hundreds of values, a few blocks at times. */
static void make_array(enum fpc_format format, uint64_t seed)
{
    struct fpc_random random = {.seed = seed ^ 0x5eed};
    size_t most = fpc_random_below(&random, 200) == 0 ? LONGEST : 400;
    array.format = format;
    array.seed = seed;
    array.kind = (unsigned)fpc_random_below(&random, HARD_KINDS);
    array.count = 1 + (size_t)fpc_random_below(&random, most);
    hard_fill(array.kind, format, seed, array.values, array.count);
}

static void wrong(const char *what, const char *path)
{
    printf("exact: %s, %s: %s of %zu values of kind '%s' is wrong; seed %llu\n",
           fpc_format_traits(array.format)->name, path, what, array.count, hard_kind(array.kind),
           (unsigned long long)array.seed);
    exit(1);
}

static void make_terms(void)
{
    terms.count = 0;
    terms.nans = terms.plus = terms.minus = 0;
    for (size_t i = 0; i < array.count; i++) {
        mpfr_ptr number = terms.numbers[terms.count];
        mpfr_set_d(number,
                   fpc_bits_value(array.format, fpc_bits_load(array.format, array.values, i)),
                   MPFR_RNDN);
        terms.nans += mpfr_nan_p(number) != 0;
        terms.plus += mpfr_inf_p(number) && !mpfr_signbit(number);
        terms.minus += mpfr_inf_p(number) && mpfr_signbit(number);
        terms.count += mpfr_number_p(number) != 0;
    }
}

/* The bits of the sum of the finite values: MPFR with the exponents of the format, rounded once. */
static uint64_t round_by_mpfr(void)
{
    const struct fpc_format_traits *traits = fpc_format_traits(array.format);
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_ptr sum = rounded[array.format];
    mpfr_set_emin(traits->emin + 1);
    mpfr_set_emax(traits->emax);
    int ternary = mpfr_sum(sum, terms.pointers, terms.count, MPFR_RNDN);
    mpfr_subnormalize(sum, ternary, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    return mpfr_zero_p(sum) ? 0 : fpc_bits_round(array.format, mpfr_get_d(sum, MPFR_RNDN));
}

static void check_against_mpfr(const struct fpc_exact_sum *sum, const char *path)
{
    bool finite = terms.nans + terms.plus + terms.minus == 0;
    if (sum->counts.nans != terms.nans || sum->counts.positive_infinities != terms.plus ||
        sum->counts.negative_infinities != terms.minus || sum->counts.count != array.count ||
        (sum->class == FPC_EXACT_FINITE) != finite)
        wrong("the class", path);
    if (finite && sum->rounded != round_by_mpfr())
        wrong("the rounded sum", path);
    if (mpfr_sum(exact_s, terms.pointers, terms.count, MPFR_RNDN) != 0 ||
        !mpfr_equal_p(exact_s, sum->s))
        wrong("the sum", path);
    for (unsigned long i = 0; i < terms.count; i++)
        mpfr_abs(terms.numbers[i], terms.numbers[i], MPFR_RNDN);
    if (mpfr_sum(exact_abs, terms.pointers, terms.count, MPFR_RNDN) != 0 ||
        !mpfr_equal_p(exact_abs, sum->abs_sum))
        wrong("the sum of |x|", path);
}

static void check_against_oracle(const struct fpc_exact_sum *sum, const char *path)
{
    struct oracle oracle;
    oracle_start(&oracle, (enum oracle_format)array.format);
    for (size_t i = 0; i < array.count; i++)
        oracle_add(&oracle, fpc_bits_load(array.format, array.values, i));
    if (sum->rounded != oracle_round(&oracle, (enum oracle_format)array.format))
        wrong("the rounded sum, by the oracle,", path);
}

/* All at once, or what comes before `split` merged with the rest. */
static void add_by(const char *path, size_t split, struct fpc_exact *exact)
{
    struct fpc_exact rest;
    size_t size = fpc_format_traits(array.format)->size;
    setenv("FPC_EXACT_PATH", path, 1);
    fpc_exact_init(exact, array.format);
    fpc_exact_add(exact, array.values, split);
    if (split == array.count)
        return;
    fpc_exact_init(&rest, array.format);
    fpc_exact_add(&rest, (const char *)array.values + split * size, array.count - split);
    fpc_exact_merge(exact, &rest);
    fpc_exact_clear(&rest);
}

static bool never_round(const struct fpc_exact *exact)
{
    struct fpc_exact_sum sum;
    fpc_exact_finish(exact, &sum);
    bool never =
        fpc_exact_sums_never_round(&sum, fpc_format_traits(array.format)->accumulator) != 0;
    fpc_exact_sum_clear(&sum);
    return never;
}

static void check_same(const struct fpc_exact *a, const struct fpc_exact *b, const char *path)
{
    if (memcmp(&a->sum, &b->sum, sizeof a->sum) != 0)
        wrong("a word of the sum", path);
    if (memcmp(&a->abs_sum, &b->abs_sum, sizeof a->abs_sum) != 0)
        wrong("a word of the sum of |x|", path);
    if (memcmp(&a->counts, &b->counts, sizeof a->counts) != 0)
        wrong("a count", path);
    if (never_round(a) != never_round(b))
        wrong("whether sums never round", path);
}

static void check_array(void)
{
    struct fpc_exact first, other;
    struct fpc_exact_sum sum;
    const char *checked = NULL;
    make_terms();
    for (int i = 0; i < PATHS; i++) {
        if (!fpc_exact_paths[i % 3]->available())
            continue;
        size_t split = fpc_random_at(array.seed, 99) % (array.count + 1);
        add_by(paths[i], i % 2 ? split : array.count, checked ? &other : &first);
        if (checked) {
            check_same(&first, &other, paths[i]);
            fpc_exact_clear(&other);
        } else {
            fpc_exact_finish(&first, &sum);
            check_against_mpfr(&sum, paths[i]);
            if (array.seed % ORACLE == 0)
                check_against_oracle(&sum, paths[i]);
            checked = paths[i];
        }
    }
    fpc_exact_sum_clear(&sum);
    fpc_exact_clear(&first);
}

static void start_numbers(void)
{
    for (size_t i = 0; i < LONGEST; i++) {
        mpfr_init2(terms.numbers[i], 53);
        terms.pointers[i] = terms.numbers[i];
    }
    mpfr_inits2(2300, exact_s, exact_abs, (mpfr_ptr)NULL);
    for (int format = 0; format < FPC_FORMATS; format++)
        mpfr_init2(rounded[format], fpc_format_traits((enum fpc_format)format)->precision);
}

int main(int argc, char **argv)
{
    unsigned long long arrays = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000000;
    unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 20261130;
    if (argc > 3 || arrays == 0) {
        fprintf(stderr, "usage: exact [ARRAYS [SEED]]\n");
        return 2;
    }
    for (int i = 0; i < PATHS; i++)
        printf("%s: %s\n", paths[i],
               fpc_exact_paths[i % 3]->available() ? "checked" : "SKIP, this processor lacks it");
    start_numbers();
    for (unsigned long long i = 0; i < arrays; i++) {
        for (int format = 0; format < FPC_FORMATS; format++) {
            make_array((enum fpc_format)format, seed + i);
            check_array();
        }
        if ((i + 1) % PROGRESS == 0 || i + 1 == arrays) {
            printf("%llu arrays of each format agree, seeds %llu to %llu\n", i + 1, seed, seed + i);
            fflush(stdout);
        }
    }
    return 0;
}
