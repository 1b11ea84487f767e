/* Finite results judged: errors, flags and verdicts by hand. u = 2^-24 (f64: 2^-53), B = (n-1) u A,
 * |y - s| is the error. test_judge_overflow.c has results and inputs that are not finite. */
#include "tests/unit/judged.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

#define EXACT       FPC_VERDICT_EXACT
#define ROUNDING    FPC_VERDICT_ROUNDING
#define FLUSHED     FPC_VERDICT_FLUSHED
#define UNEXPLAINED FPC_VERDICT_UNEXPLAINED
#define BUG         FPC_VERDICT_BUG

static void check_all(const struct judged *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_judged(&rows[i]);
}

static void ordinary_sums(void **state)
{
    (void)state;
    static const struct judged rows[] = {
        {"1 + 2", FPC_F32, {1, 2}, 2, 1, 0, 3, EXACT, "cf", 0, 0},
        /* s = 1 + 2^-23 is a number: only itself is faithful. Error 2^-23, one ulp; u A =
         * 2^-24 (1 + 2^-23), so the ratio is 2/(1 + 2^-23) = 2^24/(2^23 + 1); B = 2 u A. */
        {"two lost halves",
         FPC_F32,
         {1, 0x1p-24, 0x1p-24},
         3,
         2,
         0,
         1,
         ROUNDING,
         "",
         1,
         0x1p24 / 8388609},
        /* s = 1 + 2^-24, a tie: r(s) = 1, the even one. Ratio 1/(1 + 2^-24); B = u A is the error
         * of both neighbours; 1 - 2^-24 is off by 2^-23. */
        {"tie, even", FPC_F32, {1, 0x1p-24}, 2, 1, 0, 1, EXACT, "cf", 0.5, 0x1p24 / 16777217},
        {"tie, odd",
         FPC_F32,
         {1, 0x1p-24},
         2,
         1,
         0,
         1 + 0x1p-23,
         ROUNDING,
         "f",
         0.5,
         0x1p24 / 16777217},
        {"tie, beyond", FPC_F32, {1, 0x1p-24}, 2, 1, 0, 1 - 0x1p-24, BUG, "", 1, 0x1p25 / 16777217},
        {"negative",
         FPC_F32,
         {-1, -0x1p-24},
         2,
         1,
         0,
         -1 - 0x1p-23,
         ROUNDING,
         "f",
         0.5,
         0x1p24 / 16777217},
        {"wrong sign", FPC_F32, {1, 2}, 2, 1, 0, -3, BUG, "", 6 * 0x1p22, 0x1p25},
        /* s = 1, a power of two: its ulp is 2^-23, the number below is half of it away. The error
         * 2^-24 is B itself, and equal is within. */
        {"below a power of two", FPC_F32, {0.5, 0.5}, 2, 1, 0, 1 - 0x1p-24, ROUNDING, "", 0.5, 1},
        {"above a power of two", FPC_F32, {0.5, 0.5}, 2, 1, 0, 1 + 0x1p-23, BUG, "", 1, 2},
        {"below -1", FPC_F32, {-0.5, -0.5}, 2, 1, 0, -1 + 0x1p-24, ROUNDING, "", 0.5, 1},
        /* One value: the bound is 0. */
        {"n = 1", FPC_F32, {0.1}, 1, 0, 0, 0x1.99999ap-4, EXACT, "cf", 0, 0},
        {"n = 1, off", FPC_F32, {1}, 1, 0, 0, 1 + 0x1p-23, BUG, "", 1, 2},
        /* f64: 2^53/(2^53 + 1) = 1 - 2^-53 + 2^-106 - ... */
        {"f64 tie, odd",
         FPC_F64,
         {1, 0x1p-53},
         2,
         1,
         0,
         1 + 0x1p-52,
         ROUNDING,
         "f",
         0.5,
         1 - 0x1p-53},
        /* f16 and bf16: ulp and rounding of the result, u of the accumulator. s = 1 + 2^-11:
         * 2^-11/(2^-24 (1 + 2^-11)) = 2^24/2049; the bound is u A + 2^-11. */
        {"f16 tie, even", FPC_F16, {1, 0x1p-11}, 2, 1, 0, 1, EXACT, "cf", 0.5, 0x1p24 / 2049},
        {"f16 tie, odd",
         FPC_F16,
         {1, 0x1p-11},
         2,
         1,
         0,
         1 + 0x1p-10,
         ROUNDING,
         "f",
         0.5,
         0x1p24 / 2049},
        {"f16, beyond", FPC_F16, {1, 0x1p-11}, 2, 1, 0, 1 + 0x1p-9, BUG, "", 1.5, 0x3p24 / 2049},
        {"bf16 tie, odd",
         FPC_BF16,
         {1, 0x1p-8},
         2,
         1,
         0,
         1 + 0x1p-7,
         ROUNDING,
         "f",
         0.5,
         0x1p24 / 257},
        {"bf16, beyond", FPC_BF16, {1, 0x1p-8}, 2, 1, 0, 1 - 0x1p-8, BUG, "", 1, 0x1p25 / 257},
    };
    check_all(rows, sizeof rows / sizeof rows[0]);
}

static void zeros_and_subnormals(void **state)
{
    (void)state;
    static const struct judged rows[] = {
        /* s = 0, A = 2: the ulp is the subnormal gap 2^-149, u A = B = 2^-23. */
        {"1 - 1", FPC_F32, {1, -1}, 2, 1, 0, 0, EXACT, "cf", 0, 0},
        {"1 - 1 = -0", FPC_F32, {1, -1}, 2, 1, 0, -0.0, ROUNDING, "f", 0, 0},
        {"1 - 1 > 0", FPC_F32, {1, -1}, 2, 1, 0, 0x1p-149, ROUNDING, "", 1, 0x1p-126},
        {"1 - 1 = B", FPC_F32, {1, -1}, 2, 1, 0, 0x1p-23, ROUNDING, "", 0x1p126, 1},
        {"1 - 1 > B",
         FPC_F32,
         {1, -1},
         2,
         1,
         0,
         0x1.000002p-23,
         BUG,
         "",
         0x1.000002p126,
         0x1.000002p0},
        {"f64 1 - 1", FPC_F64, {1, -1}, 2, 1, 0, 0x1p-1074, ROUNDING, "", 1, 0x1p-1022},
        /* A = 0: a ratio of 0 for a zero result, anything else is a bug without a ratio. */
        {"zeros", FPC_F32, {0, -0.0}, 2, 1, 0, 0, EXACT, "cf", 0, 0},
        {"negative zeros", FPC_F32, {-0.0, -0.0}, 2, 1, 0, 0, EXACT, "cf", 0, 0},
        {"zeros = -0", FPC_F32, {0, -0.0}, 2, 1, 0, -0.0, ROUNDING, "f", 0, 0},
        {"zeros > 0", FPC_F32, {0, -0.0}, 2, 1, 0, 0x1p-149, BUG, "", 1, UNKNOWN},
        {"f16 zeros > 0", FPC_F16, {0}, 1, 0, 0, 0x1p-24, BUG, "", 1, UNKNOWN},
        /* Sums of subnormals are exact: s = 3 2^-149, u A = 3 2^-173, any error is a bug. */
        {"subnormal", FPC_F32, {0x3p-149, 0}, 2, 1, 0, 0x3p-149, EXACT, "cf", 0, 0},
        {"subnormal, off", FPC_F32, {0x3p-149, 0}, 2, 1, 0, 0x2p-149, BUG, "", 1, 0x1p24 / 3},
        /* s = 2^-126, the smallest normal: the gap 2^-149 on both sides, B = 2^-150. */
        {"normal", FPC_F32, {0x1p-127, 0x1p-127}, 2, 1, 0, 0x1p-126 + 0x1p-149, BUG, "", 1, 2},
        {"normal, below",
         FPC_F32,
         {0x1p-127, 0x1p-127},
         2,
         1,
         0,
         0x1p-126 - 0x1p-149,
         BUG,
         "",
         1,
         2},
        /* Lost to flushing: 2^-126 is 2^23 ulp and 2^24 u A. Two additions may lose 2^-125. */
        {"lost", FPC_F32, {0x1p-127, 0x1p-127}, 2, 1, 0, 0, BUG, "", 0x1p23, 0x1p24},
        {"flushed", FPC_F32, {0x1p-127, 0x1p-127}, 2, 1, 2, 0, FLUSHED, "", 0x1p23, 0x1p24},
        {"flushed, 2",
         FPC_F32,
         {0x1p-127, 0x1p-127},
         2,
         1,
         2,
         0x3p-126,
         FLUSHED,
         "",
         0x1p24,
         0x1p25},
        {"flushed, more",
         FPC_F32,
         {0x1p-127, 0x1p-127},
         2,
         1,
         2,
         0x3p-126 + 0x1p-148,
         BUG,
         "",
         0x1p24 + 2,
         0x1p25 + 4},
        {"flushing no matter", FPC_F32, {0.5, 0.5}, 2, 1, 2, 1 - 0x1p-24, ROUNDING, "", 0.5, 1},
    };
    check_all(rows, sizeof rows / sizeof rows[0]);
}

/* 1000 ones in a tree of height 10: s = A = 1000, whose ulp is 2^-14 and u A = 1000 2^-24.
 * gamma_10 A = 10000/(2^24 - 10) is 9.77 ulp; B = 999000 2^-24 is 975.6 ulp. */
static void beyond_the_own_bound(void **state)
{
    (void)state;
    static const struct {
        int ulps;
        enum fpc_verdict verdict;
    } known[] = {{0, EXACT},          {1, ROUNDING}, {9, ROUNDING},  {10, UNEXPLAINED},
                 {975, UNEXPLAINED},  {976, BUG},    {-9, ROUNDING}, {-10, UNEXPLAINED},
                 {-975, UNEXPLAINED}, {-976, BUG},   {-2000000, BUG}};
    static double ones[1000];
    struct fpc_exact_sum sum;
    for (size_t i = 0; i < 1000; i++)
        ones[i] = 1;
    exact_of(FPC_F32, ones, 1000, &sum);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        double y = 1000 + known[i].ulps * 0x1p-14;
        struct fpc_pattern pattern = judge_one(&sum, 10, 0, y);
        if (pattern.verdict != known[i].verdict)
            fail_msg("%d ulp: %s", known[i].ulps, fpc_verdict_name(pattern.verdict));
        assert_true(pattern.ulp_error.nearest == abs(known[i].ulps));
        assert_true(pattern.error_ratio.nearest == abs(known[i].ulps) * 0x1p10 / 1000);
    }
    /* Of any order's height n - 1 the own bound is B, and nothing is left unexplained. */
    assert_int_equal(judge_one(&sum, 999, 0, 1000 + 0x3cfp-14).verdict, ROUNDING);
    assert_int_equal(judge_one(&sum, 999, 0, 1000 + 0x3d0p-14).verdict, BUG);
    /* Flushing explains no error of this size. */
    assert_int_equal(judge_one(&sum, 10, 1000, 1000 + 0xap-14).verdict, UNEXPLAINED);
    fpc_exact_sum_clear(&sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ordinary_sums),
        cmocka_unit_test(zeros_and_subnormals),
        cmocka_unit_test(beyond_the_own_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
