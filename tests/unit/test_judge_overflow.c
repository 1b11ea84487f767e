/* Results and inputs that are not finite: which classes IEEE addition can give in some order, and
 * which are bugs. Running sums stay below the sum of the positive values, and their rounding. */
#include "tests/unit/judged.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#define EXACT      FPC_VERDICT_EXACT
#define ROUNDING   FPC_VERDICT_ROUNDING
#define OVERFLOWS  FPC_VERDICT_OVERFLOW
#define NON_FINITE FPC_VERDICT_NON_FINITE
#define BUG        FPC_VERDICT_BUG

/* A row without figures. */
#define ROW(WHAT, FORMAT, Y, VERDICT, FLAGS, COUNT, ...)                                           \
    {                                                                                              \
        WHAT, FORMAT, {__VA_ARGS__}, COUNT, COUNT - 1, 0, Y, VERDICT, FLAGS, UNKNOWN, UNKNOWN      \
    }
#define BIG 0x1p127 /* two of them overflow f32 and bf16 */

static void check_all(const struct judged *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_judged(&rows[i]);
}

static void overflow_on_the_way(void **state)
{
    (void)state;
    static const struct judged rows[] = {
        /* s = 2^127; upwards two come first, downwards nothing is large enough. */
        ROW("up, +Inf", FPC_F32, INFINITY, OVERFLOWS, "", 3, BIG, BIG, -BIG),
        ROW("up, -Inf", FPC_F32, -INFINITY, BUG, "", 3, BIG, BIG, -BIG),
        ROW("up, NaN", FPC_F32, NAN, BUG, "", 3, BIG, BIG, -BIG),
        {"up, s", FPC_F32, {BIG, BIG, -BIG}, 3, 2, 0, BIG, EXACT, "cf", 0, 0},
        ROW("down, -Inf", FPC_F32, -INFINITY, OVERFLOWS, "", 3, -BIG, BIG, -BIG),
        ROW("down, +Inf", FPC_F32, INFINITY, BUG, "", 3, -BIG, BIG, -BIG),
        ROW("down, NaN", FPC_F32, NAN, BUG, "", 3, -BIG, BIG, -BIG),
        /* s = 0; one part overflows up, another down, and together they give NaN. */
        ROW("both, +Inf", FPC_F32, INFINITY, OVERFLOWS, "", 4, BIG, BIG, -BIG, -BIG),
        ROW("both, -Inf", FPC_F32, -INFINITY, OVERFLOWS, "", 4, BIG, BIG, -BIG, -BIG),
        ROW("both, NaN", FPC_F32, NAN, OVERFLOWS, "", 4, BIG, BIG, -BIG, -BIG),
        {"both, 0", FPC_F32, {BIG, BIG, -BIG, -BIG}, 4, 3, 0, 0, EXACT, "cf", 0, 0},
        ROW("neither, +Inf", FPC_F32, INFINITY, BUG, "", 2, BIG / 2, BIG / 2),
        ROW("neither, -Inf", FPC_F32, -INFINITY, BUG, "", 2, BIG / 2, BIG / 2),
        ROW("neither, NaN", FPC_F32, NAN, BUG, "", 2, BIG / 2, BIG / 2),
        ROW("f64 up", FPC_F64, INFINITY, OVERFLOWS, "", 3, 0x1p1023, 0x1p1023, -0x1p1023),
        ROW("f64 neither", FPC_F64, INFINITY, BUG, "", 2, 0x1p1022, 0x1p1022),
        ROW("bf16 up", FPC_BF16, INFINITY, OVERFLOWS, "", 3, BIG, BIG, -BIG),
        ROW("bf16 NaN", FPC_BF16, NAN, OVERFLOWS, "", 4, BIG, BIG, -BIG, -BIG),
        /* f16 in f32: no sum of four overflows on the way. */
        ROW("f16", FPC_F16, INFINITY, BUG, "", 3, 40000, 40000, -40000),
        ROW("f16 NaN", FPC_F16, NAN, BUG, "", 4, 40000, 40000, -40000, -40000),
    };
    check_all(rows, sizeof rows / sizeof rows[0]);
}

/* r(s) is infinite. An equal result is exact and has no figures; the largest number is half an ulp
 * 2^105 of the continued binade and one u A = 2^104 away, which is B. */
static void the_sum_itself_overflows(void **state)
{
    (void)state;
    static const struct judged rows[] = {
        ROW("+Inf", FPC_F32, INFINITY, EXACT, "cf", 2, BIG, BIG),
        ROW("-Inf for +Inf", FPC_F32, -INFINITY, BUG, "", 2, BIG, BIG),
        ROW("NaN for +Inf", FPC_F32, NAN, BUG, "", 2, BIG, BIG),
        {"the largest", FPC_F32, {BIG, BIG}, 2, 1, 0, 0x1.fffffep127, ROUNDING, "f", 0.5, 1},
        ROW("-Inf", FPC_F32, -INFINITY, EXACT, "cf", 2, -BIG, -BIG),
        /* Halfway between the largest number and 2^128 rounds to infinity, just below it not. */
        ROW("the tie", FPC_F32, INFINITY, EXACT, "cf", 2, BIG, BIG - 0x1p103),
        ROW("f16 tie", FPC_F16, INFINITY, EXACT, "cf", 2, 65504, 16),
        {"f16 below",
         FPC_F16,
         {65504, 15},
         2,
         1,
         0,
         65504,
         EXACT,
         "cf",
         0x1.ep-2,
         15 * 0x1p24 / 65519},
        ROW("f64", FPC_F64, INFINITY, EXACT, "cf", 2, 0x1p1023, 0x1p1023),
    };
    check_all(rows, sizeof rows / sizeof rows[0]);
}

static void inputs_that_are_not_finite(void **state)
{
    (void)state;
    static const struct judged rows[] = {
        ROW("NaN: NaN", FPC_F32, NAN, NON_FINITE, "cf", 2, NAN, 1),
        ROW("NaN: 1", FPC_F32, 1, BUG, "", 2, NAN, 1),
        ROW("NaN: Inf", FPC_F32, INFINITY, BUG, "", 2, NAN, INFINITY),
        ROW("Inf: Inf", FPC_F32, INFINITY, NON_FINITE, "cf", 2, INFINITY, 1),
        ROW("Inf: 1", FPC_F32, 1, BUG, "", 2, INFINITY, 1),
        ROW("Inf: -Inf", FPC_F32, -INFINITY, BUG, "", 2, INFINITY, 1),
        ROW("Inf: NaN", FPC_F32, NAN, BUG, "", 2, INFINITY, 1),
        ROW("-Inf: -Inf", FPC_F32, -INFINITY, NON_FINITE, "cf", 2, -INFINITY, 1),
        ROW("-Inf: Inf", FPC_F32, INFINITY, BUG, "", 2, -INFINITY, 1),
        ROW("-Inf: NaN", FPC_F32, NAN, BUG, "", 2, -INFINITY, 1),
        ROW("-Inf: 0", FPC_F32, 0, BUG, "", 2, -INFINITY, 1),
        ROW("Inf - Inf: NaN", FPC_F32, NAN, NON_FINITE, "cf", 2, INFINITY, -INFINITY),
        ROW("Inf - Inf: Inf", FPC_F32, INFINITY, BUG, "", 2, INFINITY, -INFINITY),
        ROW("Inf - Inf: 0", FPC_F32, 0, BUG, "", 2, INFINITY, -INFINITY),
        /* The finite values may overflow to the other infinity first. */
        ROW("Inf, down: NaN", FPC_F32, NAN, NON_FINITE, "", 3, INFINITY, -BIG, -BIG),
        ROW("Inf, down: Inf", FPC_F32, INFINITY, NON_FINITE, "cf", 3, INFINITY, -BIG, -BIG),
        ROW("Inf, down: -Inf", FPC_F32, -INFINITY, BUG, "", 3, INFINITY, -BIG, -BIG),
        ROW("Inf, up: NaN", FPC_F32, NAN, BUG, "", 3, INFINITY, BIG, BIG),
        ROW("-Inf, up: NaN", FPC_F32, NAN, NON_FINITE, "", 3, -INFINITY, BIG, BIG),
        ROW("-Inf, down: NaN", FPC_F32, NAN, BUG, "", 3, -INFINITY, -BIG, -BIG),
        ROW("f64 Inf, down: NaN", FPC_F64, NAN, NON_FINITE, "", 3, INFINITY, -0x1p1023, -0x1p1023),
        ROW("bf16 Inf, down: NaN", FPC_BF16, NAN, NON_FINITE, "", 3, INFINITY, -BIG, -BIG),
        ROW("f16 NaN: NaN", FPC_F16, NAN, NON_FINITE, "cf", 2, NAN, 1),
        ROW("f16 Inf: Inf", FPC_F16, INFINITY, NON_FINITE, "cf", 2, INFINITY, 1),
        ROW("f16 Inf: NaN", FPC_F16, NAN, BUG, "", 2, INFINITY, 1),
    };
    check_all(rows, sizeof rows / sizeof rows[0]);
}

/* 16-bit values are summed in f32, where 65504 + 65504 is far from infinite: +Inf stays +Inf in
 * every order, and no order gives NaN. That the last rounding may overflow does not matter. */
static void narrow_infinity_cannot_turn_into_nan(void **state)
{
    (void)state;
    static const struct judged rows[] = {
        ROW("f16 Inf, down: NaN", FPC_F16, NAN, BUG, "", 3, INFINITY, -65504, -65504),
        ROW("f16 -Inf, up: NaN", FPC_F16, NAN, BUG, "", 3, -INFINITY, 65504, 65504),
    };
    check_all(rows, sizeof rows / sizeof rows[0]);
}

/* n = 4200 values +-65504 of f16: s = 0, B = 4199 2^-24 4200 65504 = 68855. The last rounding may
 * overflow either way, but only one infinity comes of it: NaN is a bug. */
static void narrow_rounding_cannot_give_nan(void **state)
{
    (void)state;
    static double values[4200];
    struct fpc_exact_sum sum;
    for (size_t i = 0; i < 4200; i++)
        values[i] = i % 2 ? -65504 : 65504;
    exact_of(FPC_F16, values, 4200, &sum);
    assert_int_equal(judge_one(&sum, 4199, 0, INFINITY).verdict, OVERFLOWS);
    assert_int_equal(judge_one(&sum, 4199, 0, -INFINITY).verdict, OVERFLOWS);
    enum fpc_verdict verdict = judge_one(&sum, 4199, 0, NAN).verdict;
    fpc_exact_sum_clear(&sum);
    assert_int_equal(verdict, BUG);
}

/* The last rounding to f16 overflows from 65520 on. Sums in f32 near 65519.99 are multiples of
 * 2^-8: s = 65504 + 15.9921875 + 0x1.ap-8 = 65519.9985 becomes 65520, hence infinite, while r(s) is
 * 65504. */
static void the_last_rounding_overflows(void **state)
{
    (void)state;
    static const struct judged row =
        ROW("last rounding", FPC_F16, INFINITY, OVERFLOWS, "", 3, 65504, 0x1.ffcp3, 0x1.ap-8);
    check_judged(&row);
}

/* s = 65519: a sum in f32 is off by at most B = 2^-24 65519 = 0.004, so it stays below 65520 and is
 * rounded to 65504 in every order. */
static void the_last_rounding_cannot_overflow(void **state)
{
    (void)state;
    static const struct judged rows[] = {
        ROW("f16 below", FPC_F16, INFINITY, BUG, "", 2, 65504, 15),
        ROW("f16 largest", FPC_F16, INFINITY, BUG, "", 2, 65504, 0),
        ROW("f16 lowest", FPC_F16, -INFINITY, BUG, "", 2, -65504, 0),
    };
    check_all(rows, sizeof rows / sizeof rows[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overflow_on_the_way),
        cmocka_unit_test(the_sum_itself_overflows),
        cmocka_unit_test(inputs_that_are_not_finite),
        cmocka_unit_test(narrow_infinity_cannot_turn_into_nan),
        cmocka_unit_test(narrow_rounding_cannot_give_nan),
        cmocka_unit_test(the_last_rounding_overflows),
        cmocka_unit_test(the_last_rounding_cannot_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
