/* What other orders of block partials give, and when no order can matter. By hand, or by plain sums
 * in this test. u = 2^-24, the gap of f32 at 1e8 is 8. */
#include "analysis/sensitivity.h"
#include "order/walk.h"
#include "tests/unit/plain_sum.h"
#include "tests/unit/samples_of.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

#define SEED        31
#define SORTED_SEED 35 /* the six sorted orders give six sums */

static struct fpc_sensitivity tried(enum fpc_format format, const double *partials, uint32_t blocks,
                                    uint64_t orders, uint64_t seed)
{
    struct fpc_samples samples = samples_of(format, partials, blocks);
    struct fpc_sensitivity found = fpc_sensitivity_of(&samples, orders, seed);
    fpc_samples_clear(&samples);
    return found;
}

/* How many orders gave the value. */
static uint64_t times(const struct fpc_sensitivity *found, enum fpc_format format, double value)
{
    for (size_t i = 0; i < found->results.count; i++)
        if (fpc_bits_value(format, found->results.items[i].bits) == value)
            return found->results.items[i].count;
    return 0;
}

/* {1e8, 1, -1e8}: the 1 survives only if it comes last: 2 of 6 orders. {1e8, 1, -1e8, 1}: of both
 * ones, those behind the second big value count: both in 2 x 2 orders, one in 8, none in 12.
 * f64 loses nothing. In f16, 4096 stands for 1e8: sums are f32, so nothing is lost either, and
 * 2^27 + 1 needs f32 to lose it. */
static void every_order(void **state)
{
    (void)state;
    static const struct {
        enum fpc_format format;
        double partials[6];
        uint32_t blocks;
        uint64_t tried, zero, one, two;
    } known[] = {
        {FPC_F32, {1e8, 1, -1e8}, 3, 6, 4, 2, 0},
        {FPC_F32, {1e8, 1, -1e8, 1}, 4, 24, 12, 8, 4},
        {FPC_F32, {1e8, 0, 1, -0.0, -1e8, 0}, 6, 6, 4, 2, 0}, /* zeros do not count */
        {FPC_BF16, {0x1p27, 1, -0x1p27}, 3, 6, 4, 2, 0},
        {FPC_F16, {4096, 1, -4096}, 3, 6, 0, 6, 0},
        {FPC_F64, {1e8, 1, -1e8}, 3, 6, 0, 6, 0},
        {FPC_F64, {0x1p54, 1, -0x1p54}, 3, 6, 4, 2, 0},
        {FPC_F32, {1, 1}, 2, 2, 0, 0, 2},
        {FPC_F32, {2}, 1, 1, 0, 0, 1},
        {FPC_F32, {0, -0.0}, 2, 1, 1, 0, 0}, /* one order of nothing: +0 */
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_sensitivity found =
            tried(known[i].format, known[i].partials, known[i].blocks, 5, SEED);
        if (found.mode != FPC_ORDERS_EXHAUSTIVE || found.tried != known[i].tried ||
            times(&found, known[i].format, 0) != known[i].zero ||
            times(&found, known[i].format, 1) != known[i].one ||
            times(&found, known[i].format, 2) != known[i].two)
            fail_msg("row %zu: tried %d", i, (int)found.tried);
        free(found.results.items);
    }
    struct fpc_sensitivity zero = tried(FPC_F32, known[9].partials, 2, 5, SEED);
    assert_true(zero.results.items[0].bits == 0);
    free(zero.results.items);
}

/* Results are in the result format: 2049 is a tie in f16 and gives 2048. In f32 the gap there is
 * 2^-12: a 2^-13 is lost behind 2048, but two of them before it make 2049 + 2^-12, hence 2050. That
 * is 2048 behind both, in a third of 24 orders. */
static void results_are_rounded(void **state)
{
    (void)state;
    static const double partials[] = {2048, 1, 0x1p-13, 0x1p-13};
    struct fpc_sensitivity found = tried(FPC_F16, partials, 4, 5, SEED);
    assert_int_equal(times(&found, FPC_F16, 2048), 16);
    assert_int_equal(times(&found, FPC_F16, 2050), 8);
    free(found.results.items);
}

static void modes(void **state)
{
    (void)state;
    double partials[10];
    struct fpc_error error;
    for (size_t i = 0; i < 10; i++)
        partials[i] = 1.0 + (double)i * 0x1p-23;
    struct fpc_sensitivity found = tried(FPC_F32, partials, 8, 1, SEED);
    assert_true(found.mode == FPC_ORDERS_EXHAUSTIVE && found.tried == 40320); /* 8! */
    free(found.results.items);
    found = tried(FPC_F32, partials, 9, 100, SEED);
    assert_true(found.mode == FPC_ORDERS_SAMPLED && found.tried == 106);
    free(found.results.items);
    partials[4] = 0; /* 9 of 10 */
    found = tried(FPC_F32, partials, 10, 1, SEED);
    assert_true(found.mode == FPC_ORDERS_SAMPLED && found.tried == 7);
    free(found.results.items);
    found = tried(FPC_F32, partials, 10, 0, SEED);
    assert_true(found.mode == FPC_ORDERS_NONE && found.tried == 0 && found.results.count == 0);
    struct fpc_samples fixed;
    assert_int_equal(fpc_samples_init(&fixed, FPC_F32, fpc_format_traits(FPC_F32)->accumulator, 1,
                                      3, false, &error),
                     FPC_OK);
    found = fpc_sensitivity_of(&fixed, 100, SEED);
    assert_true(found.mode == FPC_ORDERS_NONE && found.tried == 0 && found.blind == NULL);
    fpc_samples_clear(&fixed);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int by_size(const void *a, const void *b)
{
    double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

/* Whatever is sampled, the sorted orders are among it. */
static void sorted_orders_are_tried(void **state)
{
    (void)state;
    double x[40], sums[6];
    for (size_t i = 0; i < 40; i++) {
        uint64_t bits = plain_random_number(FPC_F32, fpc_random_at(SORTED_SEED, i));
        x[i] = fpc_bits_value(FPC_F32, bits);
    }
    struct fpc_sensitivity found = tried(FPC_F32, x, 40, 1, SEED);
    for (int rule = 0; rule < 3; rule++) {
        double down[40];
        if (rule > 0) /* by value, then by size; all sizes differ */
            qsort(x, 40, sizeof x[0], rule == 1 ? by_value : by_size);
        for (size_t i = 0; i < 40; i++)
            down[i] = x[39 - i];
        sums[2 * rule] = plain_sequence(false, x, NULL, 40);
        sums[2 * rule + 1] = plain_sequence(false, down, NULL, 40);
    }
    for (size_t i = 0; i < 6; i++) {
        for (size_t j = 0; j < i; j++)
            assert_true(sums[i] != sums[j]); /* else one could stand for the other */
        if (times(&found, FPC_F32, sums[i]) == 0)
            fail_msg("sorted order %zu gives %a, which is not among %zu results, seed %d", i,
                     sums[i], found.results.count, SORTED_SEED);
    }
    free(found.results.items);
}

static bool same_results(const struct fpc_patterns *a, const struct fpc_patterns *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->items[i].bits != b->items[i].bits || a->items[i].count != b->items[i].count ||
            a->items[i].first != b->items[i].first)
            return false;
    return true;
}

static void the_seed_decides(void **state)
{
    (void)state;
    float stored[64];
    double x[64];
    plain_fill(FPC_F32, stored, 64, SEED);
    for (size_t i = 0; i < 64; i++)
        x[i] = (double)stored[i];
    struct fpc_sensitivity a = tried(FPC_F32, x, 64, 300, SEED);
    struct fpc_sensitivity b = tried(FPC_F32, x, 64, 300, SEED);
    struct fpc_sensitivity c = tried(FPC_F32, x, 64, 300, SEED + 1);
    assert_true(same_results(&a.results, &b.results));
    assert_false(same_results(&a.results, &c.results));
    assert_true(a.results.count > 10); /* random orders are not one order */
    free(a.results.items);
    free(b.results.items);
    free(c.results.items);
}

#define SEEING NULL
#define FEW    "not zero"
#define EQUAL  "equal"
#define EXACT  "exact"
#define ANAN   "NaN"

/* p = 24, or 53. The word stands in the reason. With multiples of 2^g, sums up to 2^(p+g) are
 * exact; every blind row is tried in all orders as well. */
static void blind_inputs(void **state)
{
    (void)state;
    static const struct {
        enum fpc_format format;
        double partials[4];
        uint32_t blocks;
        uint64_t flushing;
        const char *word;
    } known[] = {
        {FPC_F32, {0, -0.0, 0}, 3, 0, FEW},
        {FPC_F32, {1e8, 0, 0}, 3, 0, FEW},
        {FPC_F32, {1e8, 0, 1, 0}, 4, 0, FEW},
        {FPC_F32, {INFINITY, 1, 0}, 3, 0, FEW},
        {FPC_F32, {0.1f, 0.1f, 0.1f, 0.1f}, 4, 0, EQUAL},
        {FPC_F32, {0.1f, 0, 0.1f, 0.1f}, 4, 0, EQUAL},
        {FPC_F32, {INFINITY, INFINITY, INFINITY}, 3, 0, EQUAL},
        {FPC_F32, {NAN, 1, 2, 3}, 4, 0, ANAN},
        {FPC_F32, {NAN, 0, 0}, 3, 0, ANAN},
        {FPC_F32, {1e8, 1, -1e8}, 3, 0, SEEING},
        {FPC_F32, {INFINITY, 1, 2}, 3, 0, SEEING},
        /* g = 0: 2^23 + (2^23 - 1) + 1 = 2^24 is the limit, one more is beyond. */
        {FPC_F32, {8388608, 8388607, 1}, 3, 0, EXACT},
        {FPC_F32, {8388608, -8388607, -1}, 3, 0, EXACT},
        {FPC_F32, {8388608, 8388607, 2}, 3, 0, SEEING},
        {FPC_F32, {8388608, -8388607, 2}, 3, 0, SEEING},
        {FPC_F64, {4503599627370496, 4503599627370495, 1}, 3, 0, EXACT},
        {FPC_F64, {4503599627370496, 4503599627370495, 2}, 3, 0, SEEING},
        {FPC_F16, {1, 2, 4096, 3}, 4, 0, EXACT}, /* partials of f16 are f32 */
        {FPC_BF16, {8388608, 8388607, 1}, 3, 0, EXACT},
        /* g = -149, subnormals: exact, unless they are flushed; normal multiples never are. */
        {FPC_F32, {0x1p-149, 0x1p-148, 0x1p-147}, 3, 0, EXACT},
        {FPC_F32, {0x1p-149, 0x1p-148, 0x1p-147}, 3, 1, SEEING},
        {FPC_F32, {0x1p-126, 0x1p-125, 0x1p-124}, 3, 1, EXACT},
        {FPC_F32, {0x1p-126, 0x1.8p-126, 0x1p-124}, 3, 1, SEEING}, /* a difference is not normal */
        {FPC_F64, {0x1p-1074, 0x1p-1073, 0x1p-1072}, 3, 0, EXACT},
        /* Sums must not reach 2^128. */
        {FPC_F32, {0x1p127, 0x1p126, -0x1p125}, 3, 0, EXACT},
        {FPC_F32, {0x1p127, 0x1p126, -0x1p126}, 3, 0, SEEING},
        {FPC_F32, {0x1p127, 0x1p127, -0x1p127}, 3, 0, SEEING}, /* Inf or 2^127 */
        {FPC_F64, {0x1p1023, 0x1p1022, -0x1p1021}, 3, 0, EXACT},
        {FPC_F64, {0x1p1023, 0x1p1023, -0x1p1023}, 3, 0, SEEING},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_samples samples =
            samples_of(known[i].format, known[i].partials, known[i].blocks);
        samples.flushing = known[i].flushing;
        const char *reason = fpc_sensitivity_blind(&samples);
        struct fpc_sensitivity found = fpc_sensitivity_of(&samples, 1, SEED);
        bool right = known[i].word ? reason && strstr(reason, known[i].word) : reason == NULL;
        if (!right || found.blind != reason)
            fail_msg("row %zu: %s", i, reason ? reason : "not blind");
        if (reason && found.results.count != 1)
            fail_msg("row %zu: blind, but %zu results", i, found.results.count);
        free(found.results.items);
        fpc_samples_clear(&samples);
    }
}

/* Partials 2^-127, 2^-127 and 2^-126 on a device that flushes: the subnormals count as zero, so
 * every order gives 2^-126, which an H200 gives too (case:subnormals gives it 0); without flushing
 * 2^-125. */
static void flushing_device(void **state)
{
    (void)state;
    static const double partials[] = {0x1p-127, 0x1p-127, 0x1p-126};
    struct fpc_samples samples = samples_of(FPC_F32, partials, 3);
    struct fpc_sensitivity plain = fpc_sensitivity_of(&samples, 1000, SEED);
    samples.flushing = 3;
    struct fpc_sensitivity flushing = fpc_sensitivity_of(&samples, 1000, SEED);
    assert_true(plain.results.count == 1 && plain.results.items[0].bits == 0x01000000);
    assert_true(flushing.results.count == 1 && flushing.results.items[0].bits == 0x00800000);
    /* 2^-126 - 2^-126 - 2^-127: a sum that is subnormal is flushed as well, whatever comes first.
     */
    static const float cancelling[] = {0x1p-126f, -0x1.8p-126f, 0x1p-126f};
    assert_int_equal(fpc_walk_sequence_flushing(cancelling, NULL, 3), 0x00800000);
    free(plain.results.items);
    free(flushing.results.items);
    fpc_samples_clear(&samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order),
        cmocka_unit_test(results_are_rounded),
        cmocka_unit_test(modes),
        cmocka_unit_test(sorted_orders_are_tried),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(blind_inputs),
        cmocka_unit_test(flushing_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
