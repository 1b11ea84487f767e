/* From words to what is reported of an exact sum: rounding against the oracle, everything else
 * against the sum that MPFR adds up value by value; and what a GPU's result of the kernel `exact`
 * is. The values are those that tests/gpu/exact gives to a GPU. */
#include "exact/exact.h"
#include "kernels/exact.h"
#include "kernels/kernel.h"
#include "tests/gpu/exact_values.h"
#include "tests/unit/oracle.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MOST 3000

static const uint64_t lengths[] = {0, 1, 2, 3, 33, 257, MOST};
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* The first n values of a kind, on all sides. */
struct sides {
    enum fpc_format format;
    uint64_t n;
    struct values_sum sum; /* not carried */
    struct oracle oracle;
    uint64_t values[MOST];
};

static void add_values(struct sides *sides, enum values_kind kind, uint64_t n)
{
    for (; sides->n < n; sides->n++) {
        uint64_t bits = values_at(sides->format, kind, sides->n);
        values_add(&sides->sum, sides->format, bits);
        oracle_add(&sides->oracle, bits);
        fpc_bits_store(sides->format, sides->values, sides->n, bits);
    }
}

static void for_all(void (*check)(const struct sides *sides, const char *kind))
{
    static struct sides sides;
    for (int format = 0; format < FPC_FORMATS; format++) {
        for (int kind = 0; kind < VALUES_KINDS; kind++) {
            memset(&sides, 0, sizeof sides);
            sides.format = (enum fpc_format)format;
            sides.sum.lowest = INT_MAX;
            oracle_start(&sides.oracle, (enum oracle_format)format);
            for (size_t i = 0; i < COUNT_OF(lengths); i++) {
                add_values(&sides, (enum values_kind)kind, lengths[i]);
                check(&sides, values_names[kind]);
            }
        }
    }
}

/* In the format, and in every other: one rounding each. */
static void check_result(const struct sides *sides, const char *kind)
{
    const struct fpc_kernel *kernel = fpc_kernel_find("exact")->kernel;
    const struct fpc_exact_counts *have = &sides->sum.counts;
    struct fpc_exact_result result = {.s = sides->sum.s,
                                      .nans = have->nans,
                                      .positive_infinities = have->positive_infinities,
                                      .negative_infinities = have->negative_infinities};
    assert_int_equal(kernel->result_size, sizeof result);
    for (int to = 0; to < FPC_FORMATS; to++) {
        uint64_t bits = kernel->result_bits((enum fpc_format)to, &result);
        uint64_t want = oracle_round(&sides->oracle, (enum oracle_format)to);
        if (bits != want)
            fail_msg("%s %s n=%u to %s: %llx, not %llx", fpc_format_traits(sides->format)->name,
                     kind, (unsigned)sides->n, fpc_format_traits((enum fpc_format)to)->name,
                     (unsigned long long)bits, (unsigned long long)want);
    }
}

static void results_are_rounded_once(void **state)
{
    (void)state;
    for_all(check_result);
}

static void check_facts(const struct sides *sides, const char *kind)
{
    struct fpc_exact exact;
    struct fpc_exact_sum want, sum;
    struct values_sum carried = sides->sum;
    values_carry(&carried);
    fpc_exact_init(&exact, sides->format);
    fpc_exact_add(&exact, sides->values, sides->n);
    fpc_exact_finish(&exact, &want);
    fpc_exact_from_words(sides->format, &carried.s, &carried.abs_sum, &carried.counts,
                         carried.lowest, &sum);
    if (!fpc_exact_sum_equal(&sum, &want) || mpfr_signbit(sum.s) != mpfr_signbit(want.s))
        fail_msg("%s %s n=%u: the facts differ", fpc_format_traits(sides->format)->name, kind,
                 (unsigned)sides->n);
    fpc_exact_sum_clear(&sum);
    fpc_exact_sum_clear(&want);
    fpc_exact_clear(&exact);
}

static void facts_are_those_of_the_values(void **state)
{
    (void)state;
    for_all(check_facts);
}

/* 1 + 2^-53 is halfway to the next f64, and 2^-1074 decides. */
static void a_tie_and_the_least_that_breaks_it(void **state)
{
    (void)state;
    struct fpc_words words = {{0}};
    struct fpc_exact_counts counts = {.count = 0};
    fpc_words_add(&words, 1, 0);
    fpc_words_add(&words, 1, -53);
    fpc_words_carry(&words);
    assert_true(fpc_exact_words_rounded(FPC_F64, &words, &counts) == 0x3ff0000000000000u);
    fpc_words_add(&words, 1, -1074);
    fpc_words_carry(&words);
    assert_true(fpc_exact_words_rounded(FPC_F64, &words, &counts) == 0x3ff0000000000001u);
    fpc_words_add(&words, -2, -1074);
    fpc_words_carry(&words);
    assert_true(fpc_exact_words_rounded(FPC_F64, &words, &counts) == 0x3ff0000000000000u);
    assert_true(fpc_exact_words_rounded(FPC_F32, &words, &counts) == 0x3f800000u);
}

/* The largest f64 twice is an infinity, and once less is not. */
static void overflow_is_of_the_sum_alone(void **state)
{
    (void)state;
    struct fpc_words words = {{0}};
    struct fpc_exact_counts counts = {.count = 0};
    const int64_t digits = (INT64_C(1) << 53) - 1;
    fpc_words_add(&words, digits, 971);
    fpc_words_add(&words, digits, 971);
    fpc_words_carry(&words);
    assert_true(fpc_exact_words_rounded(FPC_F64, &words, &counts) == 0x7ff0000000000000u);
    fpc_words_add(&words, -digits, 971);
    fpc_words_carry(&words);
    assert_true(fpc_exact_words_rounded(FPC_F64, &words, &counts) == 0x7fefffffffffffffu);
    fpc_words_add(&words, -digits, 971);
    fpc_words_carry(&words);
    assert_true(fpc_exact_words_rounded(FPC_F64, &words, &counts) == 0);
}

static void rounding_says_if_it_was_exact(void **state)
{
    (void)state;
    struct fpc_words words = {{0}};
    mpfr_t value;
    mpfr_init2(value, 4);
    fpc_words_add(&words, 15, -1074);
    fpc_words_carry(&words);
    assert_int_equal(fpc_exact_words_value(&words, value), 0);
    assert_int_equal(mpfr_cmp_ui_2exp(value, 15, -1074), 0);
    fpc_words_add(&words, 2, -1074);
    fpc_words_carry(&words);
    assert_true(fpc_exact_words_value(&words, value) < 0); /* 17: to 16, ties to even */
    assert_int_equal(mpfr_cmp_ui_2exp(value, 16, -1074), 0);
    mpfr_clear(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_rounded_once),
        cmocka_unit_test(facts_are_those_of_the_values),
        cmocka_unit_test(a_tie_and_the_least_that_breaks_it),
        cmocka_unit_test(overflow_is_of_the_sum_alone),
        cmocka_unit_test(rounding_says_if_it_was_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
