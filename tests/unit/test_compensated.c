/* Compensated and pairwise sums against loops written from the papers, and the proved bounds of
 * compensated sums against exact errors, in every accumulator. */
#include "base/random.h"
#include "exact/exact.h"
#include "number/round.h"
#include "order/bound.h"
#include "order/lanes.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#define SEED 7u

static const struct {
    enum fpc_format format, accumulator;
} pairs[] = {{FPC_F64, FPC_F64},  {FPC_F32, FPC_F32}, {FPC_F16, FPC_F32},
             {FPC_BF16, FPC_F32}, {FPC_F16, FPC_F16}, {FPC_BF16, FPC_BF16}};
#define PAIRS (sizeof pairs / sizeof pairs[0])

/* Mixed magnitudes of both signs: 2^-6 to 2^6, so that f16 does not overflow for short arrays. */
static void *make_values(enum fpc_format format, size_t count, uint64_t seed)
{
    void *values = calloc(count, sizeof(double));
    assert_non_null(values);
    for (size_t i = 0; i < count; i++) {
        uint64_t random = fpc_random_at(seed, i);
        double fraction = (double)(int64_t)random * 0x1p-63;
        double value = ldexp(fraction, (int)(random % 13) - 6);
        fpc_bits_store(format, values, i, fpc_bits_round(format, value));
    }
    return values;
}

/* x rounded to the accumulator; x is a sum of two of its values in double (innocuous for all but
 * f64, where it is nothing). */
static double in(enum fpc_format accumulator, double x)
{
    return fpc_bits_value(accumulator, fpc_bits_round(accumulator, x));
}

static double value_at(size_t pair, const void *values, size_t i)
{
    return fpc_bits_value(pairs[pair].format, fpc_bits_load(pairs[pair].format, values, i));
}

static double plain_kahan(size_t pair, const void *values, size_t count)
{
    enum fpc_format a = pairs[pair].accumulator;
    double s = 0, c = 0;
    for (size_t i = 0; i < count; i++) {
        double y = in(a, value_at(pair, values, i) - c);
        double t = in(a, s + y);
        c = in(a, in(a, t - s) - y);
        s = t;
    }
    return s;
}

static double plain_neumaier(size_t pair, const void *values, size_t count)
{
    enum fpc_format a = pairs[pair].accumulator;
    double s = 0, c = 0;
    for (size_t i = 0; i < count; i++) {
        double x = value_at(pair, values, i), t = in(a, s + x);
        if (fabs(s) >= fabs(x))
            c = in(a, c + in(a, in(a, s - t) + x));
        else
            c = in(a, c + in(a, in(a, x - t) + s));
        s = t;
    }
    return in(a, s + c);
}

/* The recursion of the numpy sources, in words: see order/lanes.h. */
static double plain_pairwise(size_t pair, const void *values, size_t begin, size_t count)
{
    enum fpc_format a = pairs[pair].accumulator;
    double r[8], sum = 0;
    size_t i = 0;
    if (count > 128) {
        size_t half = count / 2 / 8 * 8;
        return in(a, plain_pairwise(pair, values, begin, half) +
                         plain_pairwise(pair, values, begin + half, count - half));
    }
    if (count >= 8) {
        for (i = 0; i < count / 8 * 8; i++)
            r[i % 8] = i < 8 ? value_at(pair, values, begin + i)
                             : in(a, r[i % 8] + value_at(pair, values, begin + i));
        for (size_t step = 1; step < 8; step *= 2)
            for (size_t k = 0; k < 8; k += 2 * step)
                r[k] = in(a, r[k] + r[k + step]);
        sum = r[0];
    }
    for (; i < count; i++)
        sum = in(a, sum + value_at(pair, values, begin + i));
    return sum;
}

static double lane_value(size_t pair, const double *lane)
{
    return pairs[pair].accumulator == FPC_F64 ? *lane : (double)*(const float *)lane;
}

static const size_t counts[] = {1, 2, 3, 7, 8, 9, 127, 128, 129, 136, 137, 1000, 4099};
#define COUNTS (sizeof counts / sizeof counts[0])

static void check_sums(size_t pair, size_t count)
{
    void *values = make_values(pairs[pair].format, count, SEED);
    struct fpc_lane_values from = {pairs[pair].format, pairs[pair].accumulator, values};
    double lane = 0;
    fpc_lanes_kahan(&from, &lane, 0, 1, count);
    if (lane_value(pair, &lane) != plain_kahan(pair, values, count))
        fail_msg("kahan, pair %zu, n %zu, seed %u", pair, count, SEED);
    fpc_lanes_neumaier(&from, &lane, count);
    if (lane_value(pair, &lane) != plain_neumaier(pair, values, count))
        fail_msg("neumaier, pair %zu, n %zu, seed %u", pair, count, SEED);
    fpc_lanes_pairwise(&from, &lane, count);
    if (lane_value(pair, &lane) != plain_pairwise(pair, values, 0, count))
        fail_msg("pairwise, pair %zu, n %zu, seed %u", pair, count, SEED);
    free(values);
}

static void test_sums(void **state)
{
    (void)state;
    for (size_t pair = 0; pair < PAIRS; pair++)
        for (size_t i = 0; i < COUNTS; i++)
            check_sums(pair, counts[i]);
}

/* |result - s| against the bound; both exact. */
static void check_bound(size_t pair, enum fpc_stage_kind kind, double result,
                        const struct fpc_exact_sum *exact)
{
    struct fpc_order order = {{{.kind = kind, .blocks = 1, .threads = 1}}};
    struct fpc_bound_facts facts = {.accumulator = pairs[pair].accumulator,
                                    .result = pairs[pair].accumulator,
                                    .count = exact->counts.count,
                                    .s = exact->s,
                                    .abs_sum = exact->abs_sum};
    mpfr_t bound, error;
    mpfr_init2(bound, 64);
    mpfr_init2(error, 2400);
    fpc_bound_order(&order, &facts, bound);
    mpfr_sub_d(error, exact->s, result, MPFR_RNDN);
    mpfr_abs(error, error, MPFR_RNDN);
    if (mpfr_cmp(error, bound) > 0)
        fail_msg("stage %d, pair %zu, n %llu: beyond the bound", (int)kind, pair,
                 (unsigned long long)exact->counts.count);
    mpfr_clear(error);
    mpfr_clear(bound);
}

static void test_bounds_hold(void **state)
{
    (void)state;
    for (size_t round = 0; round < PAIRS * COUNTS * 20; round++) {
        size_t pair = round % PAIRS, count = counts[round / PAIRS % COUNTS];
        void *values = make_values(pairs[pair].format, count, SEED + round);
        struct fpc_lane_values from = {pairs[pair].format, pairs[pair].accumulator, values};
        struct fpc_exact exact;
        struct fpc_exact_sum sum;
        double lane = 0;
        fpc_exact_init(&exact, pairs[pair].format);
        fpc_exact_add(&exact, values, count);
        fpc_exact_finish(&exact, &sum);
        fpc_lanes_kahan(&from, &lane, 0, 1, count);
        check_bound(pair, FPC_STAGE_KAHAN, lane_value(pair, &lane), &sum);
        fpc_lanes_neumaier(&from, &lane, count);
        check_bound(pair, FPC_STAGE_NEUMAIER, lane_value(pair, &lane), &sum);
        fpc_exact_sum_clear(&sum);
        fpc_exact_clear(&exact);
        free(values);
    }
}

/* With s = A = 1000, n = 1000 and u = 2^-24, Neumaier's bound is u s + (1+u)((1+u)^n - 1) n u
 * (1+u)^n A = 5.9605e-5 + 3.5530e-6, and Kahan's lies between the 4 u A = 2.3842e-4 that the
 * proof's first-order terms give and 1 % more; the plain bound is (n-1) u A = 5.9545e-2. */
static void test_bounds_are_sharp(void **state)
{
    struct fpc_order kahan = {{{.kind = FPC_STAGE_KAHAN, .blocks = 1, .threads = 1}}};
    struct fpc_order neumaier = {{{.kind = FPC_STAGE_NEUMAIER, .blocks = 1, .threads = 1}}};
    mpfr_t s, bound;
    (void)state;
    mpfr_init2(s, 64);
    mpfr_init2(bound, 64);
    mpfr_set_ui(s, 1000, MPFR_RNDN);
    struct fpc_bound_facts facts = {
        .accumulator = FPC_F32, .result = FPC_F32, .count = 1000, .s = s, .abs_sum = s};
    fpc_bound_order(&neumaier, &facts, bound);
    assert_true(mpfr_cmp_d(bound, 6.315e-5) > 0 && mpfr_cmp_d(bound, 6.317e-5) < 0);
    fpc_bound_order(&kahan, &facts, bound);
    assert_true(mpfr_cmp_d(bound, 2.3841e-4) > 0 && mpfr_cmp_d(bound, 2.408e-4) < 0);
    facts.count = 1;
    fpc_bound_order(&kahan, &facts, bound);
    assert_true(mpfr_zero_p(bound));
    mpfr_clear(bound);
    mpfr_clear(s);
}

/* An infinity stays one with Neumaier's sum and becomes NaN with Kahan's. */
static void test_infinity(void **state)
{
    double values[] = {1, INFINITY, 2}, lane;
    struct fpc_lane_values from = {FPC_F64, FPC_F64, values};
    (void)state;
    fpc_lanes_neumaier(&from, &lane, 3);
    assert_true(lane == INFINITY);
    fpc_lanes_kahan(&from, &lane, 0, 1, 3);
    assert_true(isnan(lane));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_bounds_hold),
        cmocka_unit_test(test_bounds_are_sharp),
        cmocka_unit_test(test_infinity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
