/* The bound of Kahan lanes under a tree: by hand, and against the exact errors of sums that cancel.
 */
#include "kernels/kernel.h"
#include "order/bound.h"
#include "order/walk.h"
#include "tests/unit/plain_sum.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <mpfr.h>
#include <stdlib.h>

#define SEED 40409
#define MOST 5000

static struct fpc_order bound_to(uint64_t n, struct fpc_shape shape)
{
    return fpc_order_bind(
        &fpc_kernel_find("kahan_gpu")->kernel->order,
        &(struct fpc_binding){.shape = shape, .jobs = 1, .count = n, .vector = 4});
}

/* The first-order terms, in units of u A with s = A: a lane of more than one value 4 (u |s| + 2u Y
 * + u Y), then the tree's height, or the number of lanes with data less one. The rest is of order
 * n u^2. A lane of one value is exact. */
static void by_hand(void **state)
{
    (void)state;
    static const struct {
        uint64_t n;
        struct fpc_shape shape;
        double least;
    } known[] = {
        {1, {1, 32}, 0},      {2, {1, 32}, 1},
        {3, {1, 32}, 2},      {32, {1, 32}, 5},
        {2, {1, 1}, 4},       {1000, {1, 1}, 4},
        {4, {1, 2}, 5},       {64, {1, 32}, 9},
        {1024, {4, 256}, 10},                              /* 5, 3; 4 partials: 2 */
        {1025, {4, 256}, 14}, {100000, {32, 256}, 4 + 13}, /* 5, 3; 32 partials: 5 */
    };
    mpfr_t size, bound;
    mpfr_inits2(64, size, bound, (mpfr_ptr)0);
    mpfr_set_ui(size, 3, MPFR_RNDN);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_order order = bound_to(known[i].n, known[i].shape);
        struct fpc_bound_facts facts = {.accumulator = FPC_F32,
                                        .result = FPC_F32,
                                        .count = known[i].n,
                                        .s = size,
                                        .abs_sum = size};
        double least = known[i].least * 0x3p-24;
        fpc_bound_order(&order, &facts, bound);
        if (mpfr_cmp_d(bound, least) < 0 || mpfr_cmp_d(bound, least * 1.001) > 0)
            fail_msg("n %d: %g, by hand %g", (int)known[i].n, mpfr_get_d(bound, MPFR_RNDN), least);
    }
    mpfr_clears(size, bound, (mpfr_ptr)0);
}

/* Two lanes of one value and the last rounding of bf16: u A + half an ulp at 1 + u, ulp 2^-7. */
static void narrower_result(void **state)
{
    (void)state;
    struct fpc_order order = bound_to(2, (struct fpc_shape){1, 32});
    mpfr_t one, bound;
    mpfr_inits2(64, one, bound, (mpfr_ptr)0);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    struct fpc_bound_facts facts = {
        .accumulator = FPC_F32, .result = FPC_BF16, .count = 2, .s = one, .abs_sum = one};
    fpc_bound_order(&order, &facts, bound);
    assert_true(mpfr_cmp_d(bound, 0x1p-24 + 0x1p-8) == 0);
    facts.result = FPC_F32;
    facts.flushing = 3;
    mpfr_set_zero(one, 1);
    fpc_bound_order(&order, &facts, bound);
    assert_true(mpfr_cmp_d(bound, 0x3p-126 + 0x3p-150) == 0); /* 3 lambda (1 + u) */
    mpfr_clears(one, bound, (mpfr_ptr)0);
}

/* Two lanes of two values meet in one addition: e + u (1 + e), with e the bound of one such lane;
 * u = 2^-8 shows terms of second order. */
static void two_lanes(void **state)
{
    (void)state;
    struct fpc_order alone = bound_to(2, (struct fpc_shape){1, 1});
    struct fpc_order both = bound_to(4, (struct fpc_shape){1, 2});
    mpfr_t one, bound;
    mpfr_inits2(64, one, bound, (mpfr_ptr)0);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    struct fpc_bound_facts facts = {
        .accumulator = FPC_BF16, .result = FPC_BF16, .count = 2, .s = one, .abs_sum = one};
    fpc_bound_order(&alone, &facts, bound);
    double e = mpfr_get_d(bound, MPFR_RNDN), want = e + 0x1p-8 * (1 + e);
    facts.count = 4;
    fpc_bound_order(&both, &facts, bound);
    assert_true(e > 0x4p-8 && e < 0x5p-8);
    assert_true(fabs(mpfr_get_d(bound, MPFR_RNDN) - want) < 1e-12);
    mpfr_clears(one, bound, (mpfr_ptr)0);
}

/* plain_fill(), and a last value that takes most of what is left: the sum cancels. */
static void make_values(enum fpc_format format, void *stored, size_t n, uint64_t seed)
{
    double sum = 0;
    plain_fill(format, stored, n, seed);
    for (size_t i = 0; i + 1 < n; i++)
        sum += plain_value(format, stored, i);
    if (n > 1)
        fpc_bits_store(format, stored, n - 1, fpc_bits_round(format, -sum));
}

/* The accumulator's sum, not rounded to the format. */
static double walked(const struct fpc_walk *walk)
{
    uint32_t blocks = fpc_order_shape(&walk->order).blocks;
    void *partials = malloc(blocks * sizeof(double));
    void *scratch = malloc(fpc_walk_scratch_size(walk, blocks));
    assert_true(partials && scratch);
    fpc_walk_blocks(walk, 0, blocks, scratch, partials);
    double sum = fpc_bits_value(walk->accumulator, fpc_walk_grid(walk, partials, NULL));
    free(scratch);
    free(partials);
    return sum;
}

/* Exact s and A: 2200 bits hold any sum of these values. The caller clears. */
static void exact_sums(const struct fpc_walk *walk, mpfr_t s, mpfr_t abs_sum)
{
    mpfr_inits2(2200, s, abs_sum, (mpfr_ptr)0);
    mpfr_set_zero(s, 1);
    mpfr_set_zero(abs_sum, 1);
    for (size_t i = 0; i < walk->count; i++) {
        double x = plain_value(walk->format, walk->values, i);
        assert_int_equal(mpfr_add_d(s, s, x, MPFR_RNDN), 0);
        assert_int_equal(mpfr_add_d(abs_sum, abs_sum, fabs(x), MPFR_RNDN), 0);
    }
}

/* |y - s| / bound, or 0 if the error is; fails if it is above 1. */
static double check_bound(const struct fpc_walk *walk, const mpfr_t s, const mpfr_t abs_sum)
{
    double y = walked(walk), share = 0;
    struct fpc_shape shape = fpc_order_shape(&walk->order);
    struct fpc_bound_facts facts = {.accumulator = walk->accumulator,
                                    .result = walk->accumulator,
                                    .count = walk->count,
                                    .s = s,
                                    .abs_sum = abs_sum};
    mpfr_t bound, error;
    mpfr_init2(bound, 64);
    mpfr_init2(error, 2200);
    assert_true(isfinite(y));
    fpc_bound_order(&walk->order, &facts, bound);
    assert_int_equal(mpfr_sub_d(error, s, y, MPFR_RNDN), 0);
    if (mpfr_cmpabs(error, bound) > 0)
        fail_msg("%s in %s, n %d, %u x %u, seed %d: error %g, bound %g",
                 fpc_format_traits(walk->format)->name, fpc_format_traits(walk->accumulator)->name,
                 (int)walk->count, shape.blocks, shape.threads, SEED, mpfr_get_d(error, MPFR_RNDN),
                 mpfr_get_d(bound, MPFR_RNDN));
    if (!mpfr_zero_p(error)) {
        mpfr_div(error, error, bound, MPFR_RNDN);
        share = fabs(mpfr_get_d(error, MPFR_RNDN));
    }
    mpfr_clears(bound, error, (mpfr_ptr)0);
    return share;
}

static const struct {
    enum fpc_format format, accumulator;
} pairs[] = {{FPC_F64, FPC_F64},  {FPC_F32, FPC_F32}, {FPC_F16, FPC_F32},
             {FPC_BF16, FPC_F32}, {FPC_F16, FPC_F16}, {FPC_BF16, FPC_BF16}};

static double check_shapes(size_t pair, const void *stored, size_t n)
{
    static const struct fpc_shape shapes[] = {{1, 1}, {1, 2}, {1, 32}, {3, 33}, {4, 256}, {40, 32}};
    struct fpc_walk walk = {.format = pairs[pair].format,
                            .accumulator = pairs[pair].accumulator,
                            .values = stored,
                            .count = n};
    double largest = 0;
    mpfr_t s, abs_sum;
    exact_sums(&walk, s, abs_sum);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        walk.order = bound_to(n, shapes[i]);
        assert_null(fpc_order_check(&walk.order));
        double share = check_bound(&walk, s, abs_sum);
        largest = share > largest ? share : largest;
    }
    mpfr_clears(s, abs_sum, (mpfr_ptr)0);
    return largest;
}

/* No error is beyond its bound, and in each accumulator one reaches a tenth of it, so that a bound
 * ten times too small would be seen. */
static void errors_stay_within(void **state)
{
    (void)state;
    static const size_t counts[] = {1, 2, 3, 4, 5, 31, 33, 64, 100, 257, 1000, 2048, MOST};
    static double stored[MOST];
    for (size_t pair = 0; pair < sizeof pairs / sizeof pairs[0]; pair++) {
        double largest = 0;
        for (unsigned round = 0; round < 13 * 20; round++) {
            size_t n = counts[round % 13];
            if (n > 2048 && pairs[pair].accumulator == FPC_F16)
                continue; /* it would overflow */
            make_values(pairs[pair].format, stored, n, SEED + round);
            double share = check_shapes(pair, stored, n);
            largest = share > largest ? share : largest;
        }
        if (pairs[pair].format == pairs[pair].accumulator && largest < 0.1)
            fail_msg("pair %zu, seed %d: at most %g of a bound", pair, SEED, largest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(narrower_result),
        cmocka_unit_test(two_lanes),
        cmocka_unit_test(errors_stay_within),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
