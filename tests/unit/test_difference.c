/* How two arrays differ. Expected values are counted and worked out by hand; the bits are those
 * that IEEE 754 gives the values in the comments. */
#include "analysis/difference.h"
#include "base/random.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct fpc_difference_rule bits_rule = {.nan_bits = false};

static struct fpc_difference f32_difference(const uint32_t *a, const uint32_t *b, size_t count,
                                            const struct fpc_difference_rule *rule)
{
    struct fpc_difference difference = {0};
    fpc_difference_add(&difference, FPC_F32, a, b, count, rule);
    return difference;
}

static void assert_text(const struct fpc_difference *difference, enum fpc_format format,
                        const char *wanted)
{
    char *text = fpc_difference_text(difference, format);
    assert_string_equal(text, wanted);
    free(text);
}

static void equal_arrays(void **state)
{
    (void)state;
    static const uint32_t a[] = {0x3f800000, 0x7fc00000, 0x80000000, 0x7f800000};
    const struct fpc_difference d = f32_difference(a, a, 4, &bits_rule);
    assert_int_equal(d.count, 4);
    assert_int_equal(d.differing, 0);
    assert_int_equal(d.beyond, 0);
    assert_int_equal(d.distances, 0);
    assert_true(fpc_difference_vermv(&d).known);
    assert_true(fpc_difference_vermv(&d).nearest == 0);
    assert_true(fpc_difference_vc(&d) == 0);
}

/* 1, 2, 4, 8 against 1, the third value above 2, the one below 4, 8 + 4 ulp: distances 0, 3, 1, 4.
 * An ulp is 2^-22 above 2, 2^-22 below 4, 2^-20 above 8, so the terms of Vermv are
 * 3 2^-22 / 2, 2^-22 / 4 and 4 2^-20 / 8: 2^-24 (6 + 1 + 8) in all, over 4 elements. */
static void distances(void **state)
{
    (void)state;
    static const uint32_t a[] = {0x3f800000, 0x40000000, 0x40800000, 0x41000000};
    static const uint32_t b[] = {0x3f800000, 0x40000003, 0x407fffff, 0x41000004};
    const struct fpc_difference d = f32_difference(a, b, 4, &bits_rule);
    assert_int_equal(d.differing, 3);
    assert_int_equal(d.beyond, 3);
    assert_int_equal(d.first.at, 1);
    assert_int_equal(d.first.a, 0x40000000);
    assert_int_equal(d.first.b, 0x40000003);
    assert_int_equal(d.distances, 3);
    assert_int_equal(d.max_ulp, 4);
    assert_int_equal(d.max_at, 3);
    assert_int_equal(d.buckets[1], 1);
    assert_int_equal(d.buckets[2], 1);
    assert_int_equal(d.buckets[3], 1);
    assert_true(fpc_difference_vermv(&d).nearest == 15 * 0x1p-24 / 4);
    assert_true(fpc_difference_vc(&d) == 0.75);
    assert_text(&d, FPC_F32,
                "3 of 4 values differ, first at 1: 0x1p+1 against 0x1.000006p+1, by at "
                "most 4 ulp");
}

/* A limit of 3 excuses two of the three. */
static void a_limit(void **state)
{
    (void)state;
    static const uint32_t a[] = {0x3f800000, 0x40000000, 0x40800000, 0x41000000, 0};
    static const uint32_t b[] = {0x3f800000, 0x40000003, 0x407fffff, 0x41000004, 0x80000000};
    struct fpc_difference_rule rule = {.limited = true, .max_ulp = 3};
    struct fpc_difference d = f32_difference(a, b, 5, &rule);
    assert_int_equal(d.differing, 4);
    assert_int_equal(d.beyond, 1);
    assert_int_equal(d.first.at, 1);
    assert_int_equal(d.first_beyond.at, 3);
    assert_text(&d, FPC_F32,
                "4 of 5 values differ (1 beyond the limit), first at 3: 0x1p+3 against "
                "0x1.000008p+3, by at most 4 ulp; 1 zero of the other sign");
    rule.max_ulp = 4;
    assert_int_equal(f32_difference(a, b, 5, &rule).beyond, 0);
    rule.max_ulp = 0; /* the zeros are at distance 0 */
    assert_int_equal(f32_difference(a, b, 5, &rule).beyond, 3);
}

/* Zeros of both signs differ at distance 0 and add nothing to Vermv; 0 against the smallest
 * subnormal is 1 ulp but has no quotient. */
static void zeros(void **state)
{
    (void)state;
    static const uint32_t a[] = {0x80000000, 0, 0x00000001, 0};
    static const uint32_t b[] = {0, 0x00000001, 0, 0};
    const struct fpc_difference d = f32_difference(a, b, 4, &bits_rule);
    assert_int_equal(d.differing, 3);
    assert_int_equal(d.zero_signs, 1);
    assert_int_equal(d.buckets[0], 1);
    assert_int_equal(d.buckets[1], 2);
    assert_int_equal(d.max_ulp, 1);
    assert_int_equal(d.max_at, 1);
    assert_int_equal(d.relative_without, 1);
    /* of the three that are left: 0, 1 (the smallest subnormal against 0), 0 */
    assert_true(fpc_difference_vermv(&d).nearest == 1.0 / 3);
}

static void classes(void **state)
{
    (void)state;
    static const uint32_t a[] = {0x7fc00000, 0x7fc00000, 0x7f800000, 0x7f800000, 0x7f7fffff};
    static const uint32_t b[] = {0xffc00001, 0x3f800000, 0x7fc00000, 0xff800000, 0x7f800000};
    const struct fpc_difference_rule rule = {.limited = true, .max_ulp = UINT64_MAX};
    struct fpc_difference d = f32_difference(a, b, 5, &rule);
    assert_int_equal(d.nan_payloads, 1);
    assert_int_equal(d.nan_numbers, 2);
    assert_int_equal(d.infinities, 2);
    assert_int_equal(d.differing, 4);
    assert_int_equal(d.beyond, 4); /* no limit excuses them */
    assert_int_equal(d.distances, 0);
    assert_int_equal(d.first.at, 1);
    assert_true(fpc_difference_vermv(&d).nearest == 0);
    const struct fpc_difference_rule with_bits = {.nan_bits = true, .limited = true, .max_ulp = 9};
    d = f32_difference(a, b, 5, &with_bits);
    assert_int_equal(d.differing, 5);
    assert_int_equal(d.beyond, 5);
    assert_int_equal(d.first.at, 0);
    assert_false(fpc_difference_vermv(&d).known);
    assert_text(
        &d, FPC_F32,
        "5 of 5 values differ, first at 0: nan (0x7fc00000) against nan (0xffc00001); 2 NaNs "
        "against numbers; 2 infinities against other values");
}

/* The largest distance there is, between both largest finite f64: 2 (2^63 - 2^52 - 1). */
static void the_largest_distance(void **state)
{
    (void)state;
    static const uint64_t a[] = {0x7fefffffffffffff}, b[] = {0xffefffffffffffff};
    struct fpc_difference d = {0};
    fpc_difference_add(&d, FPC_F64, a, b, 1, &bits_rule);
    assert_true(d.max_ulp == UINT64_C(18437736874454810622));
    assert_int_equal(d.buckets[64], 1);
    assert_true(fpc_difference_vermv(&d).nearest == 2); /* though a - b is no double */
    assert_true(fpc_difference_bucket_low(64) == UINT64_C(1) << 63);
    assert_true(fpc_difference_bucket_high(64) == UINT64_MAX);
    assert_int_equal(fpc_difference_bucket_high(2), 3);
}

/* 0x1p-1074 against 0x1p+1023: 2^2097 - 1, which rounds to 2^2097 = 1.8192857...e631. */
static void vermv_beyond_a_double(void **state)
{
    (void)state;
    static const uint64_t a[] = {1}, b[] = {0x7fe0000000000000};
    struct fpc_difference d = {0};
    fpc_difference_add(&d, FPC_F64, a, b, 1, &bits_rule);
    const struct fpc_figure vermv = fpc_difference_vermv(&d);
    assert_true(vermv.known && vermv.too_large);
    assert_int_equal(strncmp(vermv.text, "1.819", 5), 0);
    assert_non_null(strstr(vermv.text, "e+631"));
}

/* One difference at each place, around the stretches that are compared at once, and the same in
 * pieces: the parts add up to the whole. */
static void every_place_and_pieces(void **state)
{
    (void)state;
    enum { COUNT = 1500 };
    static uint16_t a[COUNT], b[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        a[i] = b[i] = (uint16_t)(0x3c00 + fpc_random_at(7, i) % 1000);
    for (size_t i = 0; i < COUNT; i++) {
        struct fpc_difference whole = {0}, pieces = {0};
        const size_t cut = (size_t)(fpc_random_at(8, i) % COUNT);
        b[i] ^= 2;
        fpc_difference_add(&whole, FPC_F16, a, b, COUNT, &bits_rule);
        fpc_difference_add(&pieces, FPC_F16, a, b, cut, &bits_rule);
        fpc_difference_add(&pieces, FPC_F16, a + cut, b + cut, COUNT - cut, &bits_rule);
        assert_int_equal(whole.differing, 1);
        assert_int_equal(whole.first.at, i);
        assert_int_equal(whole.max_ulp, 2);
        assert_int_equal(pieces.count, COUNT);
        assert_int_equal(pieces.first.at, i);
        assert_int_equal(pieces.max_at, i);
        assert_true(pieces.relative_sum == whole.relative_sum);
        b[i] ^= 2;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_arrays),
        cmocka_unit_test(distances),
        cmocka_unit_test(a_limit),
        cmocka_unit_test(zeros),
        cmocka_unit_test(classes),
        cmocka_unit_test(the_largest_distance),
        cmocka_unit_test(vermv_beyond_a_double),
        cmocka_unit_test(every_place_and_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
