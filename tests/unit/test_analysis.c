/* Distinct patterns, variability, and what a whole analysis says of one kernel. Expected figures by
 * hand. test_sensitivity.c has orders and blindness, test_policy.c the gate. */
#include "analysis/analyse.h"
#include "analysis/patterns.h"
#include "analysis/variability.h"
#include "tests/unit/judged.h"
#include "tests/unit/samples_of.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

/* Some bit patterns of f32. */
#define ONE      0x3f800000u
#define NEXT     0x3f800001u /* the number after 1 */
#define MINUS    0xbf800000u
#define INFINITE 0x7f800000u
#define QUIET    0x7fc00000u

static void distinct_patterns(void **state)
{
    (void)state;
    static const uint64_t bits[] = {NEXT, ONE, NEXT, MINUS, ONE, ONE, NEXT + 5};
    static const struct fpc_pattern want[] = {{.bits = NEXT, .count = 2, .first = 0},
                                              {.bits = ONE, .count = 3, .first = 1},
                                              {.bits = MINUS, .count = 1, .first = 3},
                                              {.bits = NEXT + 5, .count = 1, .first = 6}};
    struct fpc_patterns patterns = fpc_patterns_of(FPC_F32, bits, 7);
    assert_int_equal(patterns.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_true(patterns.items[i].bits == want[i].bits &&
                    patterns.items[i].count == want[i].count &&
                    patterns.items[i].first == want[i].first && !patterns.items[i].ulp_error.known);
    /* From -1 to 1 it is twice 0x3f800000, and 6 more. */
    assert_true(patterns.spread.known && patterns.spread.ulps == 2u * ONE + 6);
    free(patterns.items);
    patterns = fpc_patterns_of(FPC_F32, bits, 1);
    assert_true(patterns.count == 1 && patterns.spread.known && patterns.spread.ulps == 0);
    free(patterns.items);
}

static void nan_is_one_pattern(void **state)
{
    (void)state;
    static const uint64_t some[] = {ONE, 0xffc00000u, 0x7f800001u, 0x7fffffffu, ONE, QUIET};
    static const uint64_t only[] = {0xffc12345u, 0xff800001u};
    struct fpc_patterns patterns = fpc_patterns_of(FPC_F32, some, 6);
    assert_int_equal(patterns.count, 2);
    assert_true(patterns.items[1].bits == QUIET && patterns.items[1].count == 4 &&
                patterns.items[1].first == 1);
    assert_false(patterns.spread.known);
    free(patterns.items);
    patterns = fpc_patterns_of(FPC_F32, only, 2);
    assert_true(patterns.count == 1 && patterns.items[0].count == 2 && patterns.spread.known &&
                patterns.spread.ulps == 0);
    free(patterns.items);
    static const uint64_t narrow[] = {0x7e01, 0xfe00}, brain[] = {0x7f81, 0x7f80};
    patterns = fpc_patterns_of(FPC_F16, narrow, 2);
    assert_true(patterns.count == 1 && patterns.items[0].bits == 0x7e00);
    free(patterns.items);
    patterns = fpc_patterns_of(FPC_BF16, brain, 2); /* NaN and infinity */
    assert_true(patterns.count == 2 && !patterns.spread.known);
    free(patterns.items);
}

static void spreads(void **state)
{
    (void)state;
    static const struct {
        enum fpc_format format;
        uint64_t bits[3];
        size_t count;
        uint64_t ulps;
    } known[] = {
        {FPC_F32, {0, 0x80000000}, 2, 0}, /* two patterns at distance 0 */
        {FPC_F32, {0x80000000, 1, 0x80000001}, 3, 2},
        {FPC_F32, {0x7f7fffff, INFINITE}, 2, 1},
        {FPC_F32, {INFINITE, 0xff800000}, 2, 2u * INFINITE},
        {FPC_F32, {ONE, NEXT, ONE}, 3, 1},
        {FPC_F16, {0xfbff, 0x7bff}, 2, 2 * 0x7bff},
        /* From -max to max, and between the infinities: beyond 2^63. */
        {FPC_F64, {0xffefffffffffffff, 0x7fefffffffffffff}, 2, 2 * 0x7fefffffffffffffu},
        {FPC_F64, {0x7ff0000000000000, 0xfff0000000000000}, 2, 0xffe0000000000000},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_patterns patterns =
            fpc_patterns_of(known[i].format, known[i].bits, known[i].count);
        if (!patterns.spread.known || patterns.spread.ulps != known[i].ulps)
            fail_msg("row %zu: %llu", i, (unsigned long long)patterns.spread.ulps);
        free(patterns.items);
    }
}

static void distinct_numbers(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {5, 3, 5, UINT64_MAX, 0, 3, 5, 1ull << 63};
    assert_int_equal(fpc_patterns_distinct(numbers, 8), 5);
    assert_int_equal(fpc_patterns_distinct(numbers, 1), 1);
    assert_int_equal(fpc_patterns_distinct(numbers, 0), 0);
}

/* 1 - 0.05^(1/(N-1)): N = 2: 0.95; N = 3: 1 - sqrt(0.05); N = 100 by Python's decimals. */
static void rates(void **state)
{
    (void)state;
    assert_true(fabs(fpc_variability_rate_below_95(2) - 0.95) < 1e-15);
    assert_true(fabs(fpc_variability_rate_below_95(3) - 0.77639320225002103036) < 1e-15);
    assert_true(fabs(fpc_variability_rate_below_95(100) - 0.029806673773350895432) < 1e-16);
    assert_true(fabs(fpc_variability_rate_below_95(1000000001) * 1e9 - 2.995732269) < 1e-8);
}

struct varying {
    uint64_t bits[8];
    uint64_t runs, reference;
    double vs, modal_share, entropy_bits, rate;
};

/* |1 - |y/d||. Shares 4/8, 2/8, 1/8, 1/8: 0.5 + 0.5 + 0.375 + 0.375 = 1.75 bits. Halves: 1 bit. */
static void variability(void **state)
{
    (void)state;
    static const struct varying known[] = {
        {{ONE, ONE, ONE, ONE}, 4, ONE, 0, 1, 0, 0.63159685013596131},
        {{ONE}, 1, ONE, 0, 1, 0, UNKNOWN}, /* one run compares nothing */
        {{ONE, 0x40000000, ONE, 0x40400000}, 4, 0x40000000, 0.5, 0.5, 1.5, UNKNOWN}, /* 1 2 1 3; 2
                                                                                      */
        {{MINUS, ONE}, 2, ONE, 0, 0.5, 1, UNKNOWN},       /* signs do not count */
        {{ONE, ONE}, 2, 0x40400000, 2 / 3.0, 1, 0, 0.95}, /* 1 against 3 */
        {{0x40400000, ONE}, 2, ONE, 2, 0.5, 1, UNKNOWN},  /* 3 against 1 */
        {{ONE, ONE, ONE, ONE, 0x40000000, 0x40000000, 0x40400000, 0x40800000},
         8,
         ONE,
         3,
         0.5,
         1.75,
         UNKNOWN},
        {{0, 0}, 2, 0, 0, 1, 0, 0.95},
        {{0, ONE}, 2, 0, UNKNOWN, 0.5, 1, UNKNOWN}, /* S_d = 0 */
        {{0, ONE}, 2, ONE, 1, 0.5, 1, UNKNOWN},
        {{ONE, INFINITE}, 2, ONE, UNKNOWN, 0.5, 1, UNKNOWN},
        {{ONE, QUIET}, 2, ONE, UNKNOWN, 0.5, 1, UNKNOWN},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_patterns patterns = fpc_patterns_of(FPC_F32, known[i].bits, known[i].runs);
        struct fpc_variability found =
            fpc_variability_of(FPC_F32, &patterns, known[i].runs, known[i].reference);
        bool rate = known[i].rate == UNKNOWN
                        ? !found.rate_below_95.known
                        : fabs(found.rate_below_95.nearest - known[i].rate) < 1e-15;
        if (!figure_is(&found.vs, known[i].vs) || found.modal_share != known[i].modal_share ||
            fabs(found.entropy_bits - known[i].entropy_bits) > 1e-15 || !rate)
            fail_msg("row %zu: vs %g, share %g, entropy %g, rate %g", i, found.vs.nearest,
                     found.modal_share, found.entropy_bits, found.rate_below_95.nearest);
        free(patterns.items);
    }
}

/* NaN is one class: what is said of runs that all gave NaN cannot depend on the sign that the
 * processor gave the NaN of the reference (Inf - Inf has its sign bit set on x86). */
static void the_sign_of_nan_is_no_matter(void **state)
{
    (void)state;
    static const uint64_t bits[] = {QUIET, QUIET};
    struct fpc_patterns patterns = fpc_patterns_of(FPC_F32, bits, 2);
    bool plus = fpc_variability_of(FPC_F32, &patterns, 2, QUIET).vs.known;
    bool minus = fpc_variability_of(FPC_F32, &patterns, 2, 0xffc00000).vs.known;
    free(patterns.items);
    assert_int_equal(plus, minus);
}

/* 1e8, 1, -1e8 on three blocks of one thread, added by atomics. Six runs gave 0 (5 times) and 1.
 * s = 1, A = 200000001, B = 2 2^-24 A = 23.8, height 2. */
static void one_kernel(void **state)
{
    (void)state;
    static const double values[] = {1e8, 1, -1e8};
    static const float stored[] = {1e8f, 1, -1e8f};
    const struct fpc_kernel *kernel = fpc_kernel_find("atomic")->kernel;
    struct fpc_walk walk = {
        .order = fpc_order_bind(
            &kernel->order,
            &(struct fpc_binding){
                .shape = (struct fpc_shape){3, 1}, .jobs = 1, .count = 1, .vector = 4}),
        .format = FPC_F32,
        .accumulator = fpc_format_traits(FPC_F32)->accumulator,
        .values = stored,
        .count = 3};
    struct fpc_samples one = samples_of(FPC_F32, values, 3), samples = one;
    uint64_t bits[] = {0, 0, 0, ONE, 0, 0}, hashes[] = {1, 2, 1, 3, 2, 1};
    struct fpc_kernel_findings found = {0};
    struct fpc_exact_sum sum;
    exact_of(FPC_F32, values, 3, &sum);
    samples.runs = 6;
    samples.results = samples.accumulators = bits;
    samples.arrivals = hashes;
    struct fpc_analysis analysis = {kernel, &walk, &sum, &samples, 100, 1};
    fpc_analyse_kernel(&analysis, &found);
    assert_string_equal(found.name, "atomic");
    assert_true(found.shape.blocks == 3 && found.shape.threads == 1 && found.runs == 6);
    assert_true(found.promise == FPC_LEVEL_NOT_GUARANTEED &&
                found.observed == FPC_LEVEL_NOT_GUARANTEED && !found.simulated);
    assert_true(found.distinct_accumulators == 2 && found.distinct_arrivals == 3);
    assert_true(found.height == 2 && found.results.count == 2);
    assert_true(found.results.items[0].verdict == FPC_VERDICT_ROUNDING &&
                found.results.items[1].verdict == FPC_VERDICT_EXACT);
    assert_true(found.verdict == FPC_VERDICT_ROUNDING);
    assert_true(found.results.max_ulp_error.nearest == 0x1p23); /* 1 is 2^23 ulp of 1 */
    assert_true(!found.variability.vs.known &&
                !found.variability.rate_below_95.known); /* S_d = 0 */
    assert_true(found.order.mode == FPC_ORDERS_EXHAUSTIVE && found.order.tried == 6 &&
                found.order.results.count == 2 && found.order.blind == NULL);
    assert_true(found.order.results.items[0].verdict == FPC_VERDICT_ROUNDING); /* judged too */
    assert_non_null(strstr(found.evidence, "run 0"));
    assert_string_equal(found.bound_any_order, "0x1.7d78402p+4"); /* 400000002 2^-24 */
    free(found.results.items);
    free(found.order.results.items);
    free(found.bound_any_order);
    free(found.bound_kernel);
    free(found.evidence);

    /* A failed control is a bug, whatever the results. */
    struct fpc_kernel_findings failed = {0};
    samples.control_failed = 2;
    samples.control_run = 4;
    samples.runs = 1;
    analysis.orders = 0;
    fpc_analyse_kernel(&analysis, &failed);
    assert_int_equal(failed.verdict, FPC_VERDICT_BUG);
    assert_non_null(strstr(failed.evidence, "run 4"));
    assert_int_equal(failed.observed, FPC_LEVEL_UNDETERMINED);
    assert_true(failed.order.mode == FPC_ORDERS_NONE && failed.order.tried == 0);
    free(failed.results.items);
    free(failed.bound_any_order);
    free(failed.bound_kernel);
    free(failed.evidence);
    fpc_exact_sum_clear(&sum);
    fpc_samples_clear(&one);
}

/* {values}: condition A/|s| and its class; beyond 1/u = 2^24 no digit is due. */
static void exact_sums(void **state)
{
    (void)state;
    static const struct {
        double values[3];
        const char *hex;
        enum fpc_condition_class class;
        double condition;
        bool ill;
    } known[] = {
        {{1, 2, 3}, "0x1.8p+2", FPC_CONDITION_FINITE, 1, false},
        {{3, -1, 0}, "0x1p+1", FPC_CONDITION_FINITE, 2, false},
        {{1, -1, 0}, "0x0p+0", FPC_CONDITION_INFINITE, UNKNOWN, false},
        {{0, -0.0, 0}, "0x0p+0", FPC_CONDITION_ZERO, UNKNOWN, false},
        /* A = 2^24, s = 1: at 1/u; one more on each side is beyond. */
        {{8388608, 0.5, -8388607.5}, "0x1p+0", FPC_CONDITION_FINITE, 0x1p24, false},
        {{8388609, -8388608, 0}, "0x1p+0", FPC_CONDITION_FINITE, 0x1p24 + 1, true},
        {{-1e8, 1e8, -1}, "-0x1p+0", FPC_CONDITION_FINITE, 200000001, true},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_exact_sum sum;
        struct fpc_findings findings = {0};
        struct fpc_input_findings *found = fpc_findings_add_input(&findings);
        exact_of(FPC_F32, known[i].values, 3, &sum);
        fpc_analyse_exact(&sum, FPC_F32, found);
        if (!found->exact_known || strcmp(found->exact_hex, known[i].hex) != 0 ||
            found->condition_class != known[i].class || found->ill_conditioned != known[i].ill ||
            !figure_is(&found->condition, known[i].condition) ||
            found->exact_is_zero != (known[i].hex[2] == '0'))
            fail_msg("row %zu: %s, condition %g", i, found->exact_hex, found->condition.nearest);
        fpc_findings_clear(&findings);
        fpc_exact_sum_clear(&sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distinct_patterns),
        cmocka_unit_test(nan_is_one_pattern),
        cmocka_unit_test(spreads),
        cmocka_unit_test(distinct_numbers),
        cmocka_unit_test(rates),
        cmocka_unit_test(variability),
        cmocka_unit_test(the_sign_of_nan_is_no_matter),
        cmocka_unit_test(one_kernel),
        cmocka_unit_test(exact_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
