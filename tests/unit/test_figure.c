/* Figures, their maxima over several results, and the sentence behind a verdict. */
#include "analysis/figure.h"
#include "tests/unit/judged.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

static struct fpc_figure quotient(double a, double b)
{
    mpfr_t x, y;
    mpfr_inits2(53, x, y, (mpfr_ptr)0);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    struct fpc_figure figure = fpc_figure_quotient(x, y);
    mpfr_clears(x, y, (mpfr_ptr)0);
    return figure;
}

/* Nearest and upwards by hand. 1/3 = 0x1.5555...p-2: nearest below. 2/3 = 0x1.5555...p-1. 1/5 =
 * 0x1.9999...p-3: the nearest is above. */
static void nearest_and_up(void **state)
{
    (void)state;
    static const struct {
        double a, b, nearest, up;
    } known[] = {
        {0, 5, 0, 0},
        {3, 2, 1.5, 1.5},
        {1, 3, 0x1.5555555555555p-2, 0x1.5555555555556p-2},
        {2, 3, 0x1.5555555555555p-1, 0x1.5555555555556p-1},
        {1, 5, 0x1.999999999999ap-3, 0x1.999999999999ap-3},
        {0x1p-1000, 0x1p1000, 0, 0x1p-1074}, /* too small for a double */
        {0x1.fffffffffffffp1023, 1, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_figure figure = quotient(known[i].a, known[i].b);
        if (!figure.known || figure.too_large || figure.nearest != known[i].nearest ||
            figure.up != known[i].up)
            fail_msg("%a / %a: %a, %a", known[i].a, known[i].b, figure.nearest, figure.up);
    }
    struct fpc_figure figure = fpc_figure_of(2.5);
    assert_true(figure.known && !figure.too_large && figure.nearest == 2.5 && figure.up == 2.5);
}

/* 2^1023 / 2^-1074 = 2^2097 = 1.81928570625607886...e+631 (by Python's integers). */
static void too_large_for_a_double(void **state)
{
    (void)state;
    struct fpc_figure figure = quotient(0x1p1023, 0x1p-1074);
    assert_true(figure.known && figure.too_large && isinf(figure.nearest) && isinf(figure.up));
    assert_string_equal(figure.text, "1.8192857062560789e+631");
    figure = quotient(0x1p1023, 0.5);
    assert_true(figure.too_large);
    assert_string_equal(figure.text, "1.7976931348623159e+308"); /* 2^1024 */
    figure = quotient(0x1p1022, 0.5);
    assert_true(!figure.too_large && figure.nearest == 0x1p1023);
}

/* f64 values 2^1023, -2^1023, 2^-1074: s = ulp(s) = 2^-1074, and 2^1023 for a result is off by
 * 2^2097 - 1 ulp. u A = 2^-53 (2^1024 + 2^-1074), so the ratio is a little below 2^52. */
static void an_error_too_large_for_a_double(void **state)
{
    (void)state;
    static const double values[] = {0x1p1023, -0x1p1023, 0x1p-1074};
    struct fpc_exact_sum sum;
    exact_of(FPC_F64, values, 3, &sum);
    struct fpc_pattern pattern = judge_one(&sum, 2, 0, 0x1p1023);
    fpc_exact_sum_clear(&sum);
    assert_true(pattern.ulp_error.known && pattern.ulp_error.too_large);
    assert_string_equal(pattern.ulp_error.text, "1.8192857062560789e+631");
    assert_true(figure_is(&pattern.error_ratio, 0x1p52));
    assert_int_equal(pattern.verdict, FPC_VERDICT_BUG); /* B = 2^972 */
}

static void maxima(void **state)
{
    (void)state;
    struct fpc_figure maximum = fpc_figure_of(0), unknown = {.known = false};
    struct fpc_figure one = fpc_figure_of(1), third = quotient(1, 3), two = fpc_figure_of(2);
    fpc_figure_raise(&maximum, &third);
    assert_true(maximum.nearest == third.nearest && maximum.up == third.up);
    fpc_figure_raise(&maximum, &one);
    fpc_figure_raise(&maximum, &third);
    assert_true(maximum.known && maximum.nearest == 1);
    fpc_figure_raise(&maximum, &unknown);
    assert_false(maximum.known);
    fpc_figure_raise(&maximum, &two);
    assert_false(maximum.known);
}

/* Both are beyond a double, and the larger is the maximum, whichever comes first. */
static void maxima_too_large_for_a_double(void **state)
{
    (void)state;
    struct fpc_figure smaller = quotient(0x1p1022, 0x1p-1074), ordinary = fpc_figure_of(3);
    struct fpc_figure larger = quotient(0x1p1023, 0x1p-1074);
    struct fpc_figure maximum = fpc_figure_of(0);
    fpc_figure_raise(&maximum, &ordinary);
    fpc_figure_raise(&maximum, &larger);
    fpc_figure_raise(&maximum, &smaller);
    fpc_figure_raise(&maximum, &ordinary);
    assert_true(maximum.known && maximum.too_large);
    assert_string_equal(maximum.text, "1.8192857062560789e+631");
    maximum = fpc_figure_of(0);
    fpc_figure_raise(&maximum, &smaller);
    fpc_figure_raise(&maximum, &larger);
    assert_string_equal(maximum.text, "1.8192857062560789e+631");
}

/* 1e310 and 1.5e310 have one and two digits, and the shorter text is no larger number. */
static void maxima_of_few_digits(void **state)
{
    (void)state;
    struct fpc_figure smaller = quotient(1e300, 1e-10), larger = quotient(1.5e300, 1e-10);
    struct fpc_figure maximum = smaller;
    fpc_figure_raise(&maximum, &larger);
    assert_string_equal(maximum.text, larger.text);
    fpc_figure_raise(&maximum, &smaller);
    assert_string_equal(maximum.text, larger.text);
}

/* s = 1 + 2^-24, r(s) = 1: the worst verdict and the largest errors of several results. */
static void several_results(void **state)
{
    (void)state;
    static const double values[] = {1, 0x1p-24};
    struct fpc_pattern items[] = {{.bits = 0x3f800001}, {.bits = 0x3f800000}, {.bits = 0x3f7fffff}};
    struct fpc_patterns patterns = {.items = items, .count = 2};
    struct fpc_judge judge;
    struct fpc_exact_sum sum;
    exact_of(FPC_F32, values, 2, &sum);
    struct fpc_order order = order_of(1, sum.counts.count);
    fpc_judge_init(&judge, &sum, FPC_F32, &order, 0);
    assert_int_equal(fpc_judge_patterns(&judge, &patterns), FPC_VERDICT_ROUNDING);
    assert_true(figure_is(&patterns.max_ulp_error, 0.5));
    assert_true(figure_is(&patterns.max_error_ratio, 0x1p24 / 16777217));
    patterns.count = 3;
    assert_int_equal(fpc_judge_patterns(&judge, &patterns), FPC_VERDICT_BUG);
    assert_true(figure_is(&patterns.max_ulp_error, 1));
    assert_true(items[1].correctly_rounded && !items[0].correctly_rounded);
    items[2] = (struct fpc_pattern){.bits = 0x7fc00000};
    assert_int_equal(fpc_judge_patterns(&judge, &patterns), FPC_VERDICT_BUG);
    assert_false(patterns.max_ulp_error.known || patterns.max_error_ratio.known);
    patterns.items = &items[1];
    patterns.count = 1;
    assert_int_equal(fpc_judge_patterns(&judge, &patterns), FPC_VERDICT_EXACT);
    fpc_judge_clear(&judge);
    fpc_exact_sum_clear(&sum);
}

/* The evidence for a result: one line that says which run gave what. */
static void check_evidence(const double *values, size_t count, uint64_t height, uint64_t flushing,
                           double y, const char *word)
{
    struct fpc_judge judge;
    struct fpc_exact_sum sum;
    struct fpc_pattern pattern = {.bits = fpc_bits_round(FPC_F32, y), .first = 41};
    exact_of(FPC_F32, values, count, &sum);
    struct fpc_order order = order_of(height, count);
    fpc_judge_init(&judge, &sum, FPC_F32, &order, flushing);
    fpc_judge_pattern(&judge, &pattern);
    char *text = fpc_judge_evidence(&judge, &pattern);
    if (strstr(text, word) == NULL || strchr(text, '\n') != NULL)
        fail_msg("'%s' does not say %s", text, word);
    if (pattern.verdict != FPC_VERDICT_EXACT && strstr(text, "run 41") == NULL)
        fail_msg("'%s' does not name the run", text);
    free(text);
    fpc_judge_clear(&judge);
    fpc_exact_sum_clear(&sum);
}

static void evidence(void **state)
{
    (void)state;
    static const double tie[] = {1, 0x1p-24}, tiny[] = {0x1p-127, 0x1p-127};
    static const double up[] = {0x1p127, 0x1p127, -0x1p127}, inf[] = {INFINITY, 1};
    static double ones[1000];
    for (size_t i = 0; i < 1000; i++)
        ones[i] = 1;
    check_evidence(tie, 2, 1, 0, 1, "exact");
    check_evidence(tie, 2, 1, 0, 1 + 0x1p-23, "0x1.000002p+0"); /* the result */
    check_evidence(tie, 2, 1, 0, 1 + 0x1p-23, "0x1p-24");       /* its error */
    check_evidence(tie, 2, 1, 0, 2, "every order");
    check_evidence(ones, 1000, 10, 0, 1001, "height 10");
    check_evidence(ones, 1000, 10, 0, 1000 + 0x1p-10, "0x1p-10");
    check_evidence(tiny, 2, 1, 2, 0, "flushed");
    check_evidence(up, 3, 2, 0, INFINITY, "overflow");
    check_evidence(up, 3, 2, 0, INFINITY, "+Inf");
    check_evidence(inf, 2, 1, 0, INFINITY, "1 +Inf");
    check_evidence(inf, 2, 1, 0, -INFINITY, "-Inf");
    check_evidence(inf, 2, 1, 0, 1, "finite");
    check_evidence(inf, 2, 1, 0, NAN, "NaN");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_and_up),
        cmocka_unit_test(too_large_for_a_double),
        cmocka_unit_test(an_error_too_large_for_a_double),
        cmocka_unit_test(maxima),
        cmocka_unit_test(maxima_too_large_for_a_double),
        cmocka_unit_test(maxima_of_few_digits),
        cmocka_unit_test(several_results),
        cmocka_unit_test(evidence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
