/* Bits, values, classes and ordinals of the four formats. Expected values are published patterns,
 * values worked out in the comments, ldexp on the fields, and the C compiler's own conversions. */
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

#define SEED 20240607

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_from(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The two formats that can be tried in full, described by hand. */
static const struct narrow {
    enum fpc_format format;
    unsigned exponent_bits, fraction_bits;
    int bias;
} narrows[] = {{FPC_F16, 5, 10, 15}, {FPC_BF16, 8, 7, 127}};

/* IEEE 754-2019 section 3.4, by the fields and ldexp. */
static double value_by_fields(const struct narrow *narrow, unsigned bits)
{
    int fraction = (int)(bits & ((1u << narrow->fraction_bits) - 1));
    int field = (int)(bits >> narrow->fraction_bits & ((1u << narrow->exponent_bits) - 1));
    double value;
    if (field == (1 << narrow->exponent_bits) - 1)
        value = fraction != 0 ? NAN : INFINITY;
    else if (field == 0)
        value = ldexp(fraction, 1 - narrow->bias - (int)narrow->fraction_bits);
    else
        value = ldexp(fraction + (1 << narrow->fraction_bits),
                      field - narrow->bias - (int)narrow->fraction_bits);
    return bits & 0x8000 ? -value : value;
}

static void traits_match_the_compiler(void **state)
{
    (void)state;
    const struct fpc_format_traits *wide = fpc_format_traits(FPC_F64);
    const struct fpc_format_traits *single = fpc_format_traits(FPC_F32);
    assert_int_equal(wide->size, sizeof(double));
    assert_int_equal(wide->precision, DBL_MANT_DIG);
    assert_int_equal(wide->emax, DBL_MAX_EXP);
    assert_int_equal(wide->emin, DBL_MIN_EXP - DBL_MANT_DIG);
    assert_int_equal(wide->digits, DBL_DECIMAL_DIG);
    assert_int_equal(wide->accumulator, FPC_F64);
    assert_int_equal(single->size, sizeof(float));
    assert_int_equal(single->precision, FLT_MANT_DIG);
    assert_int_equal(single->emax, FLT_MAX_EXP);
    assert_int_equal(single->emin, FLT_MIN_EXP - FLT_MANT_DIG);
    assert_int_equal(single->digits, FLT_DECIMAL_DIG);
    assert_int_equal(single->accumulator, FPC_F32);
    for (size_t i = 0; i < 2; i++) {
        const struct fpc_format_traits *traits = fpc_format_traits(narrows[i].format);
        assert_int_equal(traits->size, 2);
        assert_int_equal(traits->precision, narrows[i].fraction_bits + 1);
        assert_int_equal(traits->emax, narrows[i].bias + 1);
        assert_int_equal(traits->emin, 1 - narrows[i].bias - (int)narrows[i].fraction_bits);
        /* 1 + ceil(p log10 2): 1 + ceil(3.31), 1 + ceil(2.41) */
        assert_int_equal(traits->digits, i == 0 ? 5 : 4);
        assert_int_equal(traits->accumulator, FPC_F32);
    }
}

static void names_are_read(void **state)
{
    (void)state;
    static const char *const names[] = {"f64", "f32", "f16", "bf16"};
    static const char *const wrong[] = {"", "F32", "f3", "f322", "bf", " f32", "float", "16"};
    for (int i = 0; i < FPC_FORMATS; i++) {
        enum fpc_format format = (enum fpc_format)((i + 1) % FPC_FORMATS);
        assert_string_equal(fpc_format_traits((enum fpc_format)i)->name, names[i]);
        assert_true(fpc_format_parse(names[i], &format));
        assert_int_equal(format, i);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        enum fpc_format format = FPC_F16;
        assert_false(fpc_format_parse(wrong[i], &format));
        assert_int_equal(format, FPC_F16);
    }
}

static void elements_are_loaded_and_stored(void **state)
{
    (void)state;
    double wide[3] = {0, -0.0, 0};
    float single[3] = {0, 1.5f, 0};
    uint16_t half[3] = {0, 0xfbff, 0};
    assert_true(fpc_bits_load(FPC_F64, wide, 1) == 0x8000000000000000u);
    assert_true(fpc_bits_load(FPC_F32, single, 1) == 0x3fc00000);
    assert_true(fpc_bits_load(FPC_F16, half, 1) == 0xfbff);
    assert_true(fpc_bits_load(FPC_BF16, half, 1) == 0xfbff);
    fpc_bits_store(FPC_F64, wide, 1, 0x4000000000000000u);
    fpc_bits_store(FPC_F32, single, 1, 0xff800000u);
    fpc_bits_store(FPC_F16, half, 1, 0x3c00);
    assert_true(wide[0] == 0 && wide[1] == 2 && wide[2] == 0);
    assert_true(single[0] == 0 && single[1] == -INFINITY && single[2] == 0);
    assert_true(half[0] == 0 && half[1] == 0x3c00 && half[2] == 0);
    fpc_bits_store(FPC_BF16, half, 2, 0xc040);
    assert_true(half[1] == 0x3c00 && half[2] == 0xc040);
}

/* Patterns as IEEE 754, Wikipedia's tables and the bf16 papers print them. */
static void published_patterns(void **state)
{
    (void)state;
    static const struct {
        enum fpc_format format;
        uint64_t bits;
        double value;
        enum fpc_class class;
    } known[] = {
        {FPC_F64, 0x3ff0000000000000, 1, FPC_NORMAL},
        {FPC_F64, 0x0000000000000001, 0x1p-1074, FPC_SUBNORMAL},
        {FPC_F64, 0x000fffffffffffff, 0x1.ffffffffffffep-1023, FPC_SUBNORMAL},
        {FPC_F64, 0x0010000000000000, DBL_MIN, FPC_NORMAL},
        {FPC_F64, 0x7fefffffffffffff, DBL_MAX, FPC_NORMAL},
        {FPC_F64, 0xfff0000000000000, -INFINITY, FPC_INFINITE},
        {FPC_F32, 0x40490fdb, 0x1.921fb6p+1, FPC_NORMAL},
        {FPC_F32, 0x00000001, 0x1p-149, FPC_SUBNORMAL},
        {FPC_F32, 0x807fffff, -0x1.fffffcp-127, FPC_SUBNORMAL},
        {FPC_F32, 0x00800000, FLT_MIN, FPC_NORMAL},
        {FPC_F32, 0x7f7fffff, FLT_MAX, FPC_NORMAL},
        {FPC_F32, 0x7f800000, INFINITY, FPC_INFINITE},
        {FPC_F16, 0x3c00, 1, FPC_NORMAL},
        {FPC_F16, 0x3555, 0x1.554p-2, FPC_NORMAL}, /* nearest to 1/3 */
        {FPC_F16, 0xc000, -2, FPC_NORMAL},
        {FPC_F16, 0x0001, 0x1p-24, FPC_SUBNORMAL},
        {FPC_F16, 0x03ff, 0x1.ff8p-15, FPC_SUBNORMAL},
        {FPC_F16, 0x0400, 0x1p-14, FPC_NORMAL},
        {FPC_F16, 0x7bff, 65504, FPC_NORMAL},
        {FPC_F16, 0x8000, -0.0, FPC_ZERO},
        {FPC_BF16, 0x3f80, 1, FPC_NORMAL},
        {FPC_BF16, 0x4049, 3.140625, FPC_NORMAL},
        {FPC_BF16, 0x0001, 0x1p-133, FPC_SUBNORMAL},
        {FPC_BF16, 0x0080, 0x1p-126, FPC_NORMAL},
        {FPC_BF16, 0xff7f, -0x1.fep+127, FPC_NORMAL},
        {FPC_BF16, 0x7f80, INFINITY, FPC_INFINITE},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        double value = fpc_bits_value(known[i].format, known[i].bits);
        assert_true(bits_of_double(value) == bits_of_double(known[i].value));
        assert_true(fpc_bits_round(known[i].format, known[i].value) == known[i].bits);
        assert_int_equal(fpc_bits_class(known[i].format, known[i].bits), known[i].class);
        assert_int_equal(fpc_bits_negative(known[i].format, known[i].bits),
                         signbit(known[i].value) != 0);
    }
}

static enum fpc_class class_by_c(double value, double smallest_normal)
{
    if (isnan(value))
        return FPC_NAN;
    if (isinf(value))
        return FPC_INFINITE;
    if (value == 0)
        return FPC_ZERO;
    return fabs(value) < smallest_normal ? FPC_SUBNORMAL : FPC_NORMAL;
}

/* All 2^16 patterns: value, class, sign, round trip, and the ordinal counted up from -infinity. */
static void narrow_patterns_in_full(void **state)
{
    (void)state;
    for (size_t f = 0; f < 2; f++) {
        enum fpc_format format = narrows[f].format;
        double smallest_normal = ldexp(1, 1 - narrows[f].bias);
        for (unsigned bits = 0; bits < 0x10000; bits++) {
            double expected = value_by_fields(&narrows[f], bits);
            double value = fpc_bits_value(format, bits);
            assert_int_equal(fpc_bits_class(format, bits), class_by_c(expected, smallest_normal));
            assert_int_equal(fpc_bits_negative(format, bits), bits >> 15);
            assert_int_equal(signbit(value) != 0, bits >> 15);
            if (isnan(expected)) {
                assert_true(isnan(value));
                continue;
            }
            assert_true(bits_of_double(value) == bits_of_double(expected));
            assert_true(fpc_bits_round(format, value) == bits);
            if (bits < 0x8000 && !isinf(value)) {
                assert_true(value_by_fields(&narrows[f], bits + 1) > expected);
                assert_true(fpc_bits_ordinal(format, bits) == (int64_t)bits);
                assert_true(fpc_bits_ordinal(format, bits | 0x8000) == -(int64_t)bits);
                assert_true(fpc_bits_distance(format, bits, bits + 1) == 1);
                assert_true(fpc_bits_distance(format, bits | 0x8000, 1) == bits + 1);
            }
        }
    }
}

static void single_patterns_against_c(void **state)
{
    (void)state;
    struct fpc_random random = {.seed = SEED};
    print_message("seed %d\n", SEED);
    for (int i = 0; i < 200000; i++) {
        uint32_t bits = (uint32_t)fpc_random_next(&random);
        if (i % 4 == 0)
            bits &= 0x80ffffff; /* subnormals and the smallest normals */
        float value = float_from(bits);
        if (isnan(value))
            continue;
        assert_true(bits_of_double(fpc_bits_value(FPC_F32, bits)) == bits_of_double((double)value));
        assert_true(fpc_bits_round(FPC_F32, (double)value) == bits);
        assert_int_equal(fpc_bits_class(FPC_F32, bits), class_by_c((double)value, FLT_MIN));
        if (isfinite(value))
            assert_true(
                fpc_bits_distance(FPC_F32, bits, bits_of_float(nextafterf(value, INFINITY))) == 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traits_match_the_compiler),
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(elements_are_loaded_and_stored),
        cmocka_unit_test(published_patterns),
        cmocka_unit_test(narrow_patterns_in_full),
        cmocka_unit_test(single_patterns_against_c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
