/* MPFR numbers to text, against the C library's printf and words written by hand. */
#include "base/random.h"
#include "number/round.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 4711

static double double_from(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void check_hex(mpfr_srcptr x, const char *expected)
{
    char *text = fpc_round_hex(x);
    assert_string_equal(text, expected);
    free(text);
}

static void hex_text(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } known[] = {
        {0, "0x0p+0"},
        {-0.0, "-0x0p+0"},
        {1, "0x1p+0"},
        {3, "0x1.8p+1"},
        {-10, "-0x1.4p+3"},
        {-0x1p-1074, "-0x1p-1074"},
        {NAN, "nan"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {-NAN, "nan"},
        {0x1p-1073, "0x1p-1073"},
        {0x3p-1074, "0x1.8p-1073"},
        {0x1.ffffffffffffep-1023, "0x1.ffffffffffffep-1023"},
    };
    mpfr_t x, wide;
    mpfr_inits2(53, x, (mpfr_ptr)NULL);
    mpfr_init2(wide, 2161);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        mpfr_set_d(x, known[i].value, MPFR_RNDN);
        check_hex(x, known[i].text);
        mpfr_set_d(wide, known[i].value, MPFR_RNDN);
        check_hex(wide, known[i].text);
    }
    /* 2^64 + 2^-6: 70 bits between, 17.5 digits: the last is 4. */
    mpfr_set_ui_2exp(wide, 1, 64, MPFR_RNDN);
    mpfr_add_d(wide, wide, 0x1p-6, MPFR_RNDN);
    check_hex(wide, "0x1.000000000000000004p+64");
    mpfr_set_ui_2exp(wide, 1, 1086, MPFR_RNDN);
    check_hex(wide, "0x1p+1086");
    struct fpc_random random = {.seed = SEED};
    print_message("seed %d\n", SEED);
    for (int i = 0; i < 20000; i++) {
        char expected[64];
        double value = double_from(fpc_random_next(&random) << fpc_random_below(&random, 53));
        if (!isnormal(value)) /* glibc prints subnormals as 0x0.8p-1022 */
            continue;
        snprintf(expected, sizeof expected, "%a", value);
        mpfr_set_d(wide, value, MPFR_RNDN);
        check_hex(wide, expected);
    }
    mpfr_clears(x, wide, (mpfr_ptr)NULL);
}

static void decimal_text(void **state)
{
    (void)state;
    mpfr_t x;
    mpfr_init2(x, 2161);
    struct fpc_random random = {.seed = SEED + 1};
    print_message("seed %d\n", SEED + 1);
    static const double known[] = {0,    -0.0,          1,      0.1,   -1e300,    1e-5,
                                   1e-4, 100000,        1e6,    1e-10, 0x1p-1074, INFINITY,
                                   0.5,  -0.0222344795, 123456, 9.5};
    for (size_t i = 0; i < 20000; i++) {
        char expected[64];
        double value =
            i < sizeof known / sizeof known[0] ? known[i] : double_from(fpc_random_next(&random));
        if (i % 2 && i > 100) /* sizes that are printed without an exponent */
            value = ldexp((double)(fpc_random_next(&random) >> 11), -(int)(i % 80));
        int digits = 1 + (int)(i % 20);
        if (isnan(value))
            continue;
        snprintf(expected, sizeof expected, "%.*g", digits, value);
        mpfr_set_d(x, value, MPFR_RNDN);
        char *text = fpc_round_decimal(x, digits);
        assert_string_equal(text, expected);
        free(text);
    }
    /* 2.5 is a tie between 2 and 3, and 2^-2000 more is not. */
    for (int above = 0; above < 2; above++) {
        mpfr_set_si_2exp(x, above, -2000, MPFR_RNDN);
        mpfr_add_d(x, x, 2.5, MPFR_RNDN);
        char *text = fpc_round_decimal(x, 1);
        assert_string_equal(text, above ? "3" : "2");
        free(text);
    }
    mpfr_set_nan(x);
    char *text = fpc_round_decimal(x, 5);
    assert_string_equal(text, "nan");
    free(text);
    mpfr_clear(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_text),
        cmocka_unit_test(decimal_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
