/* Rounding a double to a format, NaNs, and distances. Between two neighbours of a format everything
 * is decided by the midpoint, which is a double exactly: the tests take neighbours, midpoints, and
 * the doubles beside the midpoints, in full for the formats of 16 bits. */
#include "base/random.h"
#include "number/format.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <string.h>

#define SEED 77001

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_from(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t sign_of(enum fpc_format format)
{
    static const uint64_t signs[] = {(uint64_t)1 << 63, 0x80000000, 0x8000, 0x8000};
    return signs[format];
}

static void check(enum fpc_format format, double value, uint64_t bits)
{
    uint64_t plus = fpc_bits_round(format, value), minus = fpc_bits_round(format, -value);
    if (plus != bits || minus != (bits | sign_of(format)))
        fail_msg("%s: +-%a gives %#llx and %#llx, not %#llx", fpc_format_traits(format)->name,
                 value, (unsigned long long)plus, (unsigned long long)minus,
                 (unsigned long long)bits);
}

/* `low` and low + 1 are the patterns of two neighbours with the values a < b. */
static void check_gap(enum fpc_format format, uint64_t low, double a, double b)
{
    double middle = a / 2 + b / 2;
    check(format, a, low);
    check(format, nextafter(a, INFINITY), low);
    check(format, nextafter(middle, 0), low);
    check(format, middle, low + (low & 1)); /* the even one of the two */
    check(format, nextafter(middle, INFINITY), low + 1);
    check(format, nextafter(b, 0), low + 1);
}

/* The value of infinity's pattern for the purpose of rounding: one gap above the largest finite
 * value, that is 2^emax. */
static double value_or_limit(enum fpc_format format, uint64_t bits)
{
    double value = fpc_bits_value(format, bits);
    return isinf(value) ? ldexp(1, format == FPC_F16 ? 16 : 128) : value;
}

static void every_gap_of_16_bits(void **state)
{
    (void)state;
    for (uint64_t low = 0; low < 0x7c00; low++)
        check_gap(FPC_F16, low, value_or_limit(FPC_F16, low), value_or_limit(FPC_F16, low + 1));
    for (uint64_t low = 0; low < 0x7f80; low++)
        check_gap(FPC_BF16, low, value_or_limit(FPC_BF16, low), value_or_limit(FPC_BF16, low + 1));
}

static void gaps_of_f32(void **state)
{
    (void)state;
    static const uint32_t edges[] = {0,          1,          0x7ffffe,   0x7fffff,   0x800000,
                                     0x00ffffff, 0x3f7fffff, 0x3f800000, 0x7f7ffffe, 0x7f7fffff};
    struct fpc_random random = {.seed = SEED};
    print_message("seed %d\n", SEED);
    for (int i = 0; i < 100000; i++) {
        uint64_t low = i < 10 ? edges[i] : fpc_random_below(&random, 0x7f800000);
        check_gap(FPC_F32, low, value_or_limit(FPC_F32, low), value_or_limit(FPC_F32, low + 1));
    }
}

/* Doubles of every size: the result is the C compiler's for f32, and for 16 bits it lies within
 * half a gap; far beyond both ends it is infinity and 0. */
static void random_doubles(void **state)
{
    (void)state;
    struct fpc_random random = {.seed = SEED + 1};
    print_message("seed %d\n", SEED + 1);
    for (int i = 0; i < 200000; i++) {
        double value = double_from(fpc_random_next(&random) >> 1);
        if (!isfinite(value))
            continue;
        float single = (float)value;
        uint32_t bits;
        memcpy(&bits, &single, sizeof bits);
        check(FPC_F64, value, bits_of_double(value));
        check(FPC_F32, value, bits);
        check(FPC_F16, value >= 0x1p16 ? value : 0x1p16, 0x7c00);
        check(FPC_BF16, value >= 0x1p128 ? value : 0x1p128, 0x7f80);
        check(FPC_F16, value < 0x1p-25 ? value : 0, 0);
        check(FPC_BF16, value < 0x1p-134 ? value : 0, 0);
    }
}

static void thresholds(void **state)
{
    (void)state;
    check(FPC_F16, 65519.999999, 0x7bff);
    check(FPC_F16, 65520, 0x7c00); /* max + half a gap: 65504 + 16 */
    check(FPC_BF16, 0x1.fefffffffffffp+127, 0x7f7f);
    check(FPC_BF16, 0x1.ffp+127, 0x7f80);
    check(FPC_F32, 0x1.fffffefffffffp+127, 0x7f7fffff);
    check(FPC_F32, 0x1.ffffffp+127, 0x7f800000);
    check(FPC_F64, DBL_MAX, 0x7fefffffffffffff);
    check(FPC_F16, INFINITY, 0x7c00);
    check(FPC_F16, DBL_MAX, 0x7c00);
    check(FPC_F16, 0x1p-25, 0);
    check(FPC_F16, 0x1.0000000000001p-25, 1);
    check(FPC_BF16, 0x1p-134, 0);
    check(FPC_BF16, 0x1.0000000000001p-134, 1);
    check(FPC_BF16, 0x1p-1074, 0);
    check(FPC_F16, 0, 0);
    /* From below the smallest normal up to it: 0x1.ffcp-15 is half a gap beneath 2^-14. */
    check(FPC_F16, 0x1.ffbffffffffffp-15, 0x3ff);
    check(FPC_F16, 0x1.ffcp-15, 0x400);
    /* A trap for two roundings: to f32 first, 1 + 2^-11 + 2^-30 would become a tie. */
    check(FPC_F16, 1 + 0x1p-11 + 0x1p-30, 0x3c01);
    check(FPC_F16, 1 + 0x1p-11, 0x3c00);
}

static void nans(void **state)
{
    (void)state;
    static const struct {
        enum fpc_format format;
        uint64_t nan, signalling;
    } known[] = {
        {FPC_F64, 0x7ff8000000000000, 0x7ff0000000000001},
        {FPC_F32, 0x7fc00000, 0x7f800001},
        {FPC_F16, 0x7e00, 0x7c01},
        {FPC_BF16, 0x7fc0, 0x7f81},
    };
    for (size_t i = 0; i < 4; i++) {
        enum fpc_format format = known[i].format;
        uint64_t sign = sign_of(format);
        assert_true(fpc_bits_nan(format) == known[i].nan);
        assert_int_equal(fpc_bits_class(format, known[i].nan), FPC_NAN);
        assert_int_equal(fpc_bits_class(format, known[i].signalling | sign), FPC_NAN);
        double value = fpc_bits_value(format, known[i].signalling);
        assert_true(bits_of_double(value) == 0x7ff8000000000000);
        assert_true(fpc_bits_round(format, value) == known[i].nan);
        value = fpc_bits_value(format, known[i].signalling | sign);
        assert_true(bits_of_double(value) == 0xfff8000000000000);
        assert_true(fpc_bits_round(format, value) == (known[i].nan | sign));
        /* A payload does not travel. */
        assert_true(fpc_bits_round(format, double_from(0x7ffdeadbeef00001)) == known[i].nan);
    }
}

static void ordinals_and_distances(void **state)
{
    (void)state;
    static const struct {
        enum fpc_format format;
        uint64_t a, b, distance;
    } known[] = {
        {FPC_F64, 0, 0x8000000000000000, 0},                                   /* +0, -0 */
        {FPC_F64, 1, 0x8000000000000001, 2},                                   /* around 0 */
        {FPC_F64, 0x3fefffffffffffff, 0x3ff0000000000000, 1},                  /* across 1 */
        {FPC_F64, 0x000fffffffffffff, 0x0010000000000000, 1},                  /* to normal */
        {FPC_F64, 0x7fefffffffffffff, 0x7ff0000000000000, 1},                  /* max, inf */
        {FPC_F64, 0xffefffffffffffff, 0x7fefffffffffffff, 0xffdffffffffffffe}, /* -max, max */
        {FPC_F64, 0xfff0000000000000, 0x7ff0000000000000, 0xffe0000000000000}, /* 2^64 - 2^53 */
        {FPC_F64, 0xbff0000000000000, 0x3ff0000000000000, 0x7fe0000000000000}, /* -1, 1 */
        {FPC_F32, 0x3f800000, 0x40000000, 0x800000},                           /* 1, 2: 2^23 */
        {FPC_F32, 0x80000000, 0x00000001, 1},
        {FPC_F32, 0xff800000, 0x7f800000, 0xff000000},
        {FPC_F16, 0x8000, 0x0000, 0},
        {FPC_F16, 0xfc00, 0x7c00, 0xf800},
        {FPC_BF16, 0x8080, 0x0080, 0x100},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        enum fpc_format format = known[i].format;
        assert_true(fpc_bits_distance(format, known[i].a, known[i].b) == known[i].distance);
        assert_true(fpc_bits_distance(format, known[i].b, known[i].a) == known[i].distance);
        assert_true(fpc_bits_distance(format, known[i].a, known[i].a) == 0);
    }
    assert_true(fpc_bits_ordinal(FPC_F64, 0x8000000000000000) == 0);
    assert_true(fpc_bits_ordinal(FPC_F64, 0xfff0000000000000) == -0x7ff0000000000000);
    assert_true(fpc_bits_ordinal(FPC_F32, 0x80000003) == -3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_gap_of_16_bits),
        cmocka_unit_test(gaps_of_f32),
        cmocka_unit_test(random_doubles),
        cmocka_unit_test(thresholds),
        cmocka_unit_test(nans),
        cmocka_unit_test(ordinals_and_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
