/* The loops below the walk: each machine's version of them gives the same bits, and the 16-bit
 * conversions and roundings agree with the ones in number/, which have tests of their own. */
#include "order/lanes.c"

#include "base/random.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <math.h>

typedef void add_function(const struct fpc_lane_values *values, void *lanes, uint64_t first,
                          size_t count);

#define LANES 517 /* whole vectors and a rest */

static const struct {
    enum fpc_format format, accumulator;
} pairs[] = {{FPC_F64, FPC_F64},  {FPC_F32, FPC_F32}, {FPC_F16, FPC_F32},
             {FPC_BF16, FPC_F32}, {FPC_F16, FPC_F16}, {FPC_BF16, FPC_BF16}};
#define PAIRS (sizeof pairs / sizeof pairs[0])

/* Bits of a finite value, exponents from all over the format. */
static uint64_t random_bits(enum fpc_format format, uint64_t index)
{
    uint64_t bits = fpc_random_at(42, index) >> (64 - 8 * fpc_format_traits(format)->size);
    enum fpc_class class = fpc_bits_class(format, bits);
    return class == FPC_NAN || class == FPC_INFINITE ? 0 : bits;
}

static double lane_value(enum fpc_format accumulator, const void *lanes, size_t i)
{
    return accumulator == FPC_F64 ? ((const double *)lanes)[i] : (double)((const float *)lanes)[i];
}

/* Three additions a lane, each rounded by number/format.c: a double sum of two floats is rounded
 * innocuously (53 >= 2 x 24 + 2), and so is that of two 16-bit values. */
static double plain_lane(size_t pair, const void *values, size_t lane)
{
    enum fpc_format format = pairs[pair].format, accumulator = pairs[pair].accumulator;
    double sum = 0;
    for (size_t k = 0; k < 3; k++) {
        sum += fpc_bits_value(format, fpc_bits_load(format, values, 1 + k * LANES + lane));
        sum = fpc_bits_value(accumulator, fpc_bits_round(accumulator, sum));
    }
    return sum;
}

static void check_version(add_function *add, size_t pair)
{
    uint64_t storage[1 + 3 * LANES];
    double lanes[LANES] = {0};
    struct fpc_lane_values values = {pairs[pair].format, pairs[pair].accumulator, storage};
    for (size_t i = 0; i < 1 + 3 * LANES; i++)
        fpc_bits_store(values.format, storage, i, random_bits(values.format, i));
    for (size_t k = 0; k < 3; k++)
        add(&values, lanes, 1 + k * LANES, LANES);
    for (size_t i = 0; i < LANES; i++) {
        double got = lane_value(values.accumulator, lanes, i), due = plain_lane(pair, storage, i);
        if (got != due && !(isnan(got) && isnan(due)))
            fail_msg("pair %zu, lane %zu: %a, not %a", pair, i, got, due);
    }
}

static void test_portable(void **state)
{
    (void)state;
    for (size_t pair = 0; pair < PAIRS; pair++)
        check_version(add_portable, pair);
}

static void test_machine(void **state)
{
    (void)state;
#if defined(__x86_64__)
    for (size_t pair = 0; pair < PAIRS; pair++) {
        if (__builtin_cpu_supports("avx2"))
            check_version(add_avx2, pair);
        if (__builtin_cpu_supports("avx512f"))
            check_version(add_avx512, pair);
    }
#endif
    for (size_t pair = 0; pair < PAIRS; pair++)
        check_version(fpc_lanes_add, pair);
}

/* All 2^16 values of both formats, there and back. */
static void test_conversions(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 65536; bits++) {
        uint16_t word = (uint16_t)bits;
        float half = fpc_narrow_from_f16(word), brain = fpc_narrow_from_bf16(word);
        double due_half = fpc_bits_value(FPC_F16, bits), due_brain = fpc_bits_value(FPC_BF16, bits);
        if (!isnan(due_half))
            assert_true(half == due_half && !signbit(half) == !signbit(due_half));
        if (!isnan(due_brain))
            assert_true(brain == due_brain && !signbit(brain) == !signbit(due_brain));
        assert_true(isnan(half) == isnan(due_half) && isnan(brain) == isnan(due_brain));
        if (!isnan(half))
            assert_int_equal(fpc_narrow_to_f16(half), word);
        if (!isnan(brain))
            assert_int_equal(fpc_narrow_to_bf16(brain), word);
    }
}

static void check_rounding(enum fpc_format format, float x)
{
    float got = format == FPC_F16 ? fpc_narrow_round_f16(x) : fpc_narrow_round_bf16(x);
    double due = fpc_bits_value(format, fpc_bits_round(format, (double)x));
    fpc_float_vector vector = {0};
    vector[5] = x;
    if (format == FPC_F16)
        fpc_narrow_vector_round_f16(&vector);
    else
        fpc_narrow_vector_round_bf16(&vector);
    if (isnan(x))
        assert_true(isnan(got) && isnan(vector[5]));
    else if ((double)got != due || !signbit(got) != !signbit(due) || (double)vector[5] != due)
        fail_msg("%a rounds to %a or %a, not %a", (double)x, (double)got, (double)vector[5], due);
}

/* Every value, every midpoint between neighbours, and the floats on both sides of each. */
static void test_rounding(void **state)
{
    (void)state;
    for (int format = FPC_F16; format <= FPC_BF16; format++) {
        for (uint32_t bits = 0; bits < 65535; bits++) {
            double low = fpc_bits_value((enum fpc_format)format, bits);
            double high = fpc_bits_value((enum fpc_format)format, bits + 1);
            float middle = (float)((low + high) / 2);
            check_rounding((enum fpc_format)format, (float)low);
            check_rounding((enum fpc_format)format, middle);
            check_rounding((enum fpc_format)format, nextafterf(middle, INFINITY));
            check_rounding((enum fpc_format)format, nextafterf(middle, -INFINITY));
        }
    }
    check_rounding(FPC_F16, 65519.996f);
    check_rounding(FPC_F16, 65520.0f);
    check_rounding(FPC_F16, 0x1p-149f);
    check_rounding(FPC_BF16, 0x1.fep+127f);
    check_rounding(FPC_BF16, 0x1.ffp+127f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_portable),
        cmocka_unit_test(test_machine),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
