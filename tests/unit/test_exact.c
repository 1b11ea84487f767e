/* Exact sums whose results are known by hand: cancellation, overflow, zeros, classes, conditions,
 * merging, threads. Random arrays are compared with the oracle in test_exact_random.c. */
#include "base/interrupt.h"
#include "exact/exact.h"
#include "number/round.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>

enum {
    ZERO = FPC_CONDITION_ZERO,
    FINITE = FPC_CONDITION_FINITE,
    INFINITE = FPC_CONDITION_INFINITE
};

/* What the sum of up to four doubles must be; a double of another format is exact in it. */
struct known {
    enum fpc_format format;
    double values[4];
    size_t count;
    uint64_t rounded;  /* bits of the format */
    double s, abs_sum; /* the nearest doubles; an abs_sum of 0 is not looked at */
    int condition;
};

static void sum_of(struct fpc_exact_sum *sum, enum fpc_format format, const double *values,
                   size_t count)
{
    struct fpc_exact exact;
    fpc_exact_init(&exact, format);
    for (size_t i = 0; i < count; i++) {
        uint64_t place, bits = fpc_bits_round(format, values[i]);
        assert_true(isnan(values[i]) || fpc_bits_value(format, bits) == values[i]);
        fpc_bits_store(format, &place, 0, bits);
        fpc_exact_add(&exact, &place, 1);
    }
    fpc_exact_finish(&exact, sum);
    fpc_exact_clear(&exact);
}

static void sums_by_hand(void **state)
{
    (void)state;
    static const struct known known[] = {
        {FPC_F64, {0}, 0, 0, 0, 0, ZERO},
        {FPC_F64, {1e8, 1, -1e8}, 3, 0x3ff0000000000000, 1, 200000001, FINITE},
        {FPC_F32, {1e8, 1, -1e8}, 3, 0x3f800000, 1, 200000001, FINITE},
        {FPC_F64, {0x1p1000, 1, -0x1p1000}, 3, 0x3ff0000000000000, 1, 0, FINITE},
        {FPC_F64, {1, 2, -3}, 3, 0, 0, 6, INFINITE},
        {FPC_F64, {-1, -2}, 2, 0xc008000000000000, -3, 3, FINITE},
        /* No intermediate overflows: max + max - max. */
        {FPC_F64, {DBL_MAX, DBL_MAX, -DBL_MAX}, 3, 0x7fefffffffffffff, DBL_MAX, 0, FINITE},
        {FPC_F32, {FLT_MAX, FLT_MAX, -FLT_MAX}, 3, 0x7f7fffff, FLT_MAX, 0, FINITE},
        {FPC_F16, {65504, 65504, -65504}, 3, 0x7bff, 65504, 196512, FINITE},
        /* Sums at and above the threshold overflow in the format alone. */
        {FPC_F16, {65504, 15.9921875}, 2, 0x7bff, 65519.9921875, 65519.9921875, FINITE},
        {FPC_F16, {65504, 16}, 2, 0x7c00, 65520, 65520, FINITE},
        {FPC_F16, {-65504, -16}, 2, 0xfc00, -65520, 65520, FINITE},
        {FPC_F32, {0x1p127, 0x1p127}, 2, 0x7f800000, 0x1p128, 0x1p128, FINITE},
        {FPC_BF16, {0x1p127, 0x1p127}, 2, 0x7f80, 0x1p128, 0x1p128, FINITE},
        {FPC_F64, {0x1p1023, 0x1p1023}, 2, 0x7ff0000000000000, INFINITY, INFINITY, FINITE},
        {FPC_F64, {DBL_MAX, 0x1p970}, 2, 0x7ff0000000000000, INFINITY, INFINITY, FINITE},
        {FPC_F64, {DBL_MAX, 0x1p970, -0x1p-1074}, 3, 0x7fefffffffffffff, DBL_MAX, INFINITY, FINITE},
        /* Subnormals, and the way up to the normals. */
        {FPC_F64, {0x1p-1074, 0x1p-1074}, 2, 2, 0x1p-1073, 0x1p-1073, FINITE},
        {FPC_F64,
         {0x1.ffffffffffffep-1023, 0x1p-1074},
         2,
         0x0010000000000000,
         DBL_MIN,
         DBL_MIN,
         FINITE},
        {FPC_F32, {FLT_MIN, -0x1p-149}, 2, 0x007fffff, 0x1.fffffcp-127, 0x1.000002p-126, FINITE},
        {FPC_F16, {0x1p-24, -0x1p-23}, 2, 0x8001, -0x1p-24, 0x1.8p-23, FINITE},
        {FPC_BF16, {0x1p-133, 0x1p-133, 0x1p-133}, 3, 3, 0x3p-133, 0x3p-133, FINITE},
        /* A tie, and a tie broken by the smallest subnormal. */
        {FPC_F64, {1, 0x1p-53}, 2, 0x3ff0000000000000, 1, 1, FINITE},
        {FPC_F64, {1, 0x1p-53, 0x1p-1074}, 3, 0x3ff0000000000001, 1 + DBL_EPSILON, 0, FINITE},
        {FPC_F32, {1, 0x1p-24}, 2, 0x3f800000, 1 + 0x1p-24, 1 + 0x1p-24, FINITE},
        {FPC_F32, {1, 0x1p-24, 0x1p-149}, 3, 0x3f800001, 1 + 0x1p-24, 0, FINITE},
        /* Zeros. */
        {FPC_F64, {-0.0, -0.0}, 2, 0, 0, 0, ZERO},
        {FPC_F16, {-0.0}, 1, 0, 0, 0, ZERO},
        {FPC_F32, {-1, 1, -0.0}, 3, 0, 0, 2, INFINITE},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_exact_sum sum;
        sum_of(&sum, known[i].format, known[i].values, known[i].count);
        double s = mpfr_get_d(sum.s, MPFR_RNDN), abs_sum = mpfr_get_d(sum.abs_sum, MPFR_RNDN);
        bool plus_zero = !mpfr_zero_p(sum.s) || !mpfr_signbit(sum.s);
        if (sum.class != FPC_EXACT_FINITE || sum.rounded != known[i].rounded || s != known[i].s ||
            (known[i].abs_sum != 0 && abs_sum != known[i].abs_sum) || !plus_zero ||
            sum.condition_class != (enum fpc_condition_class)known[i].condition ||
            sum.counts.count != known[i].count)
            fail_msg("case %zu: %#llx, s %a, A %a, condition %d", i,
                     (unsigned long long)sum.rounded, s, abs_sum, (int)sum.condition_class);
        fpc_exact_sum_clear(&sum);
    }
}

static void classes(void **state)
{
    (void)state;
    static const struct {
        double values[4];
        size_t count;
        enum fpc_exact_class class;
        uint64_t rounded; /* f32 */
        double s;         /* of the finite values */
    } known[] = {
        {{NAN, 1}, 2, FPC_EXACT_NAN, 0x7fc00000, FPC_CONDITION_FINITE},
        {{-NAN}, 1, FPC_EXACT_NAN, 0x7fc00000, 0},
        {{INFINITY, -5}, 2, FPC_EXACT_PLUS_INF, 0x7f800000, -5},
        {{INFINITY, INFINITY, 3}, 3, FPC_EXACT_PLUS_INF, 0x7f800000, 3},
        {{7, -INFINITY}, 2, FPC_EXACT_MINUS_INF, 0xff800000, 7},
        {{INFINITY, -INFINITY, 1}, 3, FPC_EXACT_NAN, 0x7fc00000, FPC_CONDITION_FINITE},
        {{INFINITY, NAN, -INFINITY}, 3, FPC_EXACT_NAN, 0x7fc00000, 0},
        {{INFINITY, NAN}, 2, FPC_EXACT_NAN, 0x7fc00000, 0},
        {{FLT_MAX, FLT_MAX}, 2, FPC_EXACT_FINITE, 0x7f800000, 2.0 * FLT_MAX},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_exact_sum sum;
        sum_of(&sum, FPC_F32, known[i].values, known[i].count);
        assert_int_equal(sum.class, known[i].class);
        assert_true(sum.rounded == known[i].rounded);
        assert_true(mpfr_cmp_d(sum.s, known[i].s) == 0);
        fpc_exact_sum_clear(&sum);
    }
}

static void counts_and_parts(void **state)
{
    (void)state;
    static const float values[] = {1,          -2,       0.0f,      -0.0f, -0.0f, 0x1p-140f,
                                   -0x1p-149f, INFINITY, -INFINITY, NAN,   -NAN,  INFINITY};
    struct fpc_exact exact;
    struct fpc_exact_sum sum;
    fpc_exact_init(&exact, FPC_F32);
    fpc_exact_add(&exact, values, sizeof values / sizeof values[0]);
    fpc_exact_finish(&exact, &sum);
    assert_true(sum.format == FPC_F32 && sum.counts.count == 12);
    assert_true(sum.counts.zeros == 3 && sum.counts.negative_zeros == 2 &&
                sum.counts.subnormals == 2);
    assert_true(sum.counts.nans == 2 && sum.counts.positive_infinities == 2 &&
                sum.counts.negative_infinities == 1);
    char *positive = fpc_round_hex(sum.positive), *negative = fpc_round_hex(sum.negative);
    assert_string_equal(positive, "0x1.00000000000000000000000000000000001p+0");
    assert_string_equal(negative, "0x1.00000000000000000000000000000000000004p+1");
    free(positive);
    free(negative);
    /* Both sums again from their exact parts: s = P - N and A = P + N. */
    mpfr_sub(sum.positive, sum.positive, sum.s, MPFR_RNDN);
    assert_true(mpfr_equal_p(sum.positive, sum.negative));
    fpc_exact_sum_clear(&sum);
    /* Finishing takes nothing away: one more value may come. */
    fpc_exact_add(&exact, values, 1);
    fpc_exact_finish(&exact, &sum);
    assert_true(sum.counts.count == 13);
    fpc_exact_sum_clear(&sum);
    fpc_exact_clear(&exact);
}

/* The largest sum that the precision is made for: 2^63 - 2 times the largest value, by doubling,
 * and once the smallest. It fills the precision to the last bit, so one bit less would end this
 * program with status 4. */
static void room_for_all_values(void **state)
{
    (void)state;
    static const uint64_t largest[] = {0x7fefffffffffffff, 0x7f7fffff, 0x7bff, 0x7f7f};
    static const int precisions[] = {2161, 340, 103, 324};
    for (int f = 0; f < FPC_FORMATS; f++) {
        enum fpc_format format = (enum fpc_format)f;
        struct fpc_exact power, all;
        struct fpc_exact_sum sum;
        uint64_t place;
        fpc_exact_init(&power, format);
        fpc_exact_init(&all, format);
        fpc_bits_store(format, &place, 0, largest[f]);
        fpc_exact_add(&power, &place, 1);
        for (int i = 1; i <= 62; i++) {
            struct fpc_exact half;
            fpc_exact_init(&half, format);
            fpc_exact_merge(&half, &power);
            fpc_exact_merge(&power, &half);
            fpc_exact_merge(&all, &power);
            fpc_exact_clear(&half);
        }
        fpc_bits_store(format, &place, 0, 1);
        fpc_exact_add(&all, &place, 1);
        fpc_exact_finish(&all, &sum);
        assert_true(sum.counts.count == INT64_MAX);
        assert_int_equal(mpfr_get_prec(sum.s), precisions[f]);
        assert_int_equal(mpfr_min_prec(sum.s), precisions[f]);
        mpfr_t value;
        mpfr_init2(value, 4000);
        fpc_round_from_bits(value, format, largest[f]);
        mpfr_mul_ui(value, value, INT64_MAX - 1, MPFR_RNDN);
        mpfr_sub(value, sum.s, value, MPFR_RNDN);
        assert_true(mpfr_cmp_d(value, fpc_bits_value(format, 1)) == 0);
        mpfr_clear(value);
        fpc_exact_sum_clear(&sum);
        fpc_exact_clear(&power);
        fpc_exact_clear(&all);
    }
}

/* Comes last, because a caught signal is remembered for good. */
static void an_interrupt_stops_early(void **state)
{
    (void)state;
    static const double values[] = {1, 2, 3};
    struct fpc_exact exact;
    struct fpc_exact_sum sum;
    struct fpc_error error;
    struct fpc_pool *pool;
    assert_int_equal(fpc_pool_open(&pool, 1, &error), FPC_OK);
    fpc_exact_init(&exact, FPC_F64);
    fpc_exact_add(&exact, values, 3);
    assert_true(exact.counts.count == 3);
    fpc_interrupt_install();
    raise(SIGTERM);
    fpc_exact_add(&exact, values, 3);
    assert_true(exact.counts.count == 3);
    fpc_exact_of(FPC_F64, values, 3, pool, &sum);
    assert_true(sum.counts.count == 0);
    fpc_exact_sum_clear(&sum);
    fpc_exact_clear(&exact);
    fpc_pool_close(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_by_hand),
        cmocka_unit_test(classes),
        cmocka_unit_test(counts_and_parts),
        cmocka_unit_test(room_for_all_values),
        cmocka_unit_test(an_interrupt_stops_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
