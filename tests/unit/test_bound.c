/* Error bounds: by hand, and against the exact errors of many sums. */
#include "kernels/kernel.h"
#include "order/bound.h"
#include "order/walk.h"
#include "tests/unit/new_orders.h"
#include "tests/unit/plain_sum.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <mpfr.h>
#include <stdlib.h>

#define SEED 13571

/* Both bounds of one sum, to `precision` bits. The caller clears. */
static void bounds_of(struct fpc_bound_facts facts, double s, double abs_sum, int precision,
                      mpfr_t any, mpfr_t tree)
{
    mpfr_t exact, size;
    mpfr_inits2(60, exact, size, (mpfr_ptr)0);
    mpfr_inits2(precision, any, tree, (mpfr_ptr)0);
    mpfr_set_d(exact, s, MPFR_RNDN);
    mpfr_set_d(size, abs_sum, MPFR_RNDN);
    facts.s = exact;
    facts.abs_sum = size;
    fpc_bound_any_order(&facts, any);
    fpc_bound_tree(&facts, tree);
    mpfr_clears(exact, size, (mpfr_ptr)0);
}

/* Bounds that are doubles. u = 2^-p: 2^-53, 2^-24, 2^-11, 2^-8. B = (n-1) u A. */
static void by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        enum fpc_format accumulator, result;
        uint64_t count, height, flushing;
        double s, abs_sum;
        int precision;
        double any, tree;
    } known[] = {
        /* B = 2 u 3 = 6u; gamma_2 3 = 6u/(1-2u) is more. */
        {"f32", FPC_F32, FPC_F32, 3, 2, 0, 1, 3, 64, 0x6p-24, 0x6p-24},
        {"f64", FPC_F64, FPC_F64, 3, 2, 0, 1, 3, 64, 0x6p-53, 0x6p-53},
        {"f16 native", FPC_F16, FPC_F16, 3, 2, 0, 1, 3, 64, 0x6p-11, 0x6p-11},
        {"bf16 native", FPC_BF16, FPC_BF16, 3, 2, 0, 1, 3, 64, 0x6p-8, 0x6p-8},
        {"A = 0", FPC_F32, FPC_F32, 3, 2, 0, 0, 0, 64, 0, 0},
        {"n = 1", FPC_F32, FPC_F32, 1, 0, 0, 5, 5, 64, 0, 0},
        {"n = 1, narrower", FPC_F32, FPC_F16, 1, 0, 0, 5, 5, 64, 0, 0},
        /* The smallest normals are 2^-126 and 2^-1022. */
        {"n = 1, flushed", FPC_F32, FPC_F32, 1, 0, 3, 5, 5, 64, 0x3p-126, 0x3p-126},
        /* 2u (2^-100 + 2 lambda) + 2 lambda. */
        {"flushed", FPC_F32, FPC_F32, 3, 2, 2, 0, 0x1p-100, 64, 0x5p-125 + 0x1p-148,
         0x5p-125 + 0x1p-148},
        {"flushed, A = 0", FPC_F32, FPC_F32, 2, 1, 1, 0, 0, 64, 0x1p-126 + 0x1p-150,
         0x1p-126 + 0x1p-150},
        /* B = u; half an ulp at 1 + u is 2^-11 (f16, ulp 2^-10) and 2^-8 (bf16, ulp 2^-7). */
        {"f16", FPC_F32, FPC_F16, 2, 1, 0, 1, 1, 64, 0x1p-24 + 0x1p-11, 0x1p-24 + 0x1p-11},
        {"bf16", FPC_F32, FPC_BF16, 2, 1, 0, 1, 1, 64, 0x1p-24 + 0x1p-8, 0x1p-24 + 0x1p-8},
        /* |s| = 2 - 2^-25 is below 2, |s| + B = 2 - 2^-25 + 2^-23 - 2^-49 above: ulp 2^-9. */
        {"f16, next binade", FPC_F32, FPC_F16, 2, 1, 0, 2 - 0x1p-25, 2 - 0x1p-25, 64,
         0x1p-10 + 0x1p-23 - 0x1p-49, 0x1p-10 + 0x1p-23 - 0x1p-49},
        {"f16, s < 0", FPC_F32, FPC_F16, 2, 1, 0, -(2 - 0x1p-25), 2 - 0x1p-25, 64,
         0x1p-10 + 0x1p-23 - 0x1p-49, 0x1p-10 + 0x1p-23 - 0x1p-49},
        /* s = 0: B = 2^-23 has in f16 the subnormal gap 2^-24, in bf16 the gap 2^-30. */
        {"f16, s = 0", FPC_F32, FPC_F16, 2, 1, 0, 0, 2, 64, 0x1p-23 + 0x1p-25, 0x1p-23 + 0x1p-25},
        {"bf16, s = 0", FPC_F32, FPC_BF16, 2, 1, 0, 0, 2, 64, 0x1p-23 + 0x1p-31, 0x1p-23 + 0x1p-31},
        /* B = u 2^-125, flushed 2^-125, where the gap of bf16 is 2^-132. */
        {"bf16, flushed", FPC_F32, FPC_BF16, 2, 1, 2, 0, 0, 64, 0x1p-125 + 0x1p-149 + 0x1p-133,
         0x1p-125 + 0x1p-149 + 0x1p-133},
        /* h u = 2047/2048: gamma = 2047. At h u = 1 and beyond only B is left. */
        {"h u < 1", FPC_F16, FPC_F16, 1ull << 32, 2047, 0, 1, 1, 64, 0xffffffffp-11, 2047},
        {"h u = 1", FPC_F16, FPC_F16, 1ull << 32, 2048, 0, 1, 1, 64, 0xffffffffp-11,
         0xffffffffp-11},
        {"h u > 1", FPC_F16, FPC_F16, 1ull << 32, 99999, 0, 1, 1, 64, 0xffffffffp-11,
         0xffffffffp-11},
        /* 5u in 2 bits, and (2^32 - 1) u in 8, go up. */
        {"2 bits", FPC_F32, FPC_F32, 6, 5, 0, 1, 1, 2, 0x6p-24, 0x6p-24},
        {"8 bits", FPC_F16, FPC_F16, 1ull << 32, 2048, 0, 1, 1, 8, 0x1p21, 0x1p21},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        mpfr_t any, tree;
        struct fpc_bound_facts facts = {.accumulator = known[i].accumulator,
                                        .result = known[i].result,
                                        .count = known[i].count,
                                        .height = known[i].height,
                                        .flushing = known[i].flushing};
        bounds_of(facts, known[i].s, known[i].abs_sum, known[i].precision, any, tree);
        if (mpfr_cmp_d(any, known[i].any) != 0 || mpfr_cmp_d(tree, known[i].tree) != 0)
            fail_msg("%s: %a and %a, by hand %a and %a", known[i].what, mpfr_get_d(any, MPFR_RNDN),
                     mpfr_get_d(tree, MPFR_RNDN), known[i].any, known[i].tree);
        mpfr_clears(any, tree, (mpfr_ptr)0);
    }
}

static const struct {
    enum fpc_format format;
    uint64_t count, height;
    double abs_sum;
    uint64_t denominator;
} quotients[] = {
    {FPC_F32, 1000, 2, 1, 16777214},       /* 2/(2^24 - 2) = 1/(2^23 - 1) */
    {FPC_F32, 1000, 10, 1000, 16777206},   /* 10000/(2^24 - 10) */
    {FPC_F32, 1ull << 50, 16777215, 1, 1}, /* h = 2^24 - 1: gamma = 2^24 - 1 */
    {FPC_F32, 1ull << 50, 10000000, 1, 6777216},
    {FPC_F64, 1000000, 40, 3, (1ull << 53) - 40},
    {FPC_F16, 1 << 20, 25, 7, 2048 - 25},
    {FPC_BF16, 1 << 20, 100, 7, 256 - 100},
};

/* gamma_h A = h A / (2^p - h). True if the bound times the denominator is not below h A. Products
 * of 64 and 64 bits are exact in 200. */
static bool not_below(const mpfr_t bound, size_t i)
{
    mpfr_t product;
    mpfr_init2(product, 200);
    mpfr_mul_ui(product, bound, quotients[i].denominator, MPFR_RNDN);
    bool above = mpfr_cmp_d(product, (double)quotients[i].height * quotients[i].abs_sum) >= 0;
    mpfr_clear(product);
    return above;
}

/* Rounded up at any precision, and with 64 bits the smallest number that is. */
static void quotients_rounded_up(void **state)
{
    (void)state;
    static const int precisions[] = {2, 3, 5, 8, 53, 64};
    for (size_t i = 0; i < sizeof quotients / sizeof quotients[0]; i++)
        for (size_t j = 0; j < sizeof precisions / sizeof precisions[0]; j++) {
            mpfr_t any, tree;
            struct fpc_bound_facts facts = {.accumulator = quotients[i].format,
                                            .result = quotients[i].format,
                                            .count = quotients[i].count,
                                            .height = quotients[i].height};
            bounds_of(facts, 0, quotients[i].abs_sum, precisions[j], any, tree);
            if (!not_below(tree, i))
                fail_msg("row %zu, %d bits: too low", i, precisions[j]);
            if (precisions[j] == 64) {
                assert_true(mpfr_cmp(tree, any) < 0);
                mpfr_nextbelow(tree);
                assert_false(not_below(tree, i));
            }
            mpfr_clears(any, tree, (mpfr_ptr)0);
        }
}

/* The exact sum and sum of sizes of x: 2200 bits hold any sum of these doubles. */
static void exact_sums(const double *x, size_t n, mpfr_t s, mpfr_t abs_sum)
{
    mpfr_inits2(2200, s, abs_sum, (mpfr_ptr)0);
    mpfr_set_zero(s, 1);
    mpfr_set_zero(abs_sum, 1);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(mpfr_add_d(s, s, x[i], MPFR_RNDN), 0);
        assert_int_equal(mpfr_add_d(abs_sum, abs_sum, fabs(x[i]), MPFR_RNDN), 0);
    }
}

/* True if |y - s| <= bound. */
static bool within(double y, const mpfr_t s, const mpfr_t bound)
{
    mpfr_t error;
    mpfr_init2(error, 2200);
    assert_int_equal(mpfr_sub_d(error, s, y, MPFR_RNDN), 0);
    bool inside = mpfr_cmpabs(error, bound) <= 0;
    mpfr_clear(error);
    return inside;
}

/* Heap's algorithm: every permutation of x[0..n) is summed once. Counts sums outside the bound. */
static unsigned permute(double *x, size_t k, size_t n, const mpfr_t s, const mpfr_t bound)
{
    if (k == 1)
        return !within(plain_sequence(false, x, NULL, n), s, bound);
    unsigned outside = permute(x, k - 1, n, s, bound);
    for (size_t i = 0; i + 1 < k; i++) {
        size_t other = k % 2 == 0 ? i : 0;
        double value = x[other];
        x[other] = x[k - 1];
        x[k - 1] = value;
        outside += permute(x, k - 1, n, s, bound);
    }
    return outside;
}

static void every_permutation(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 120; i++) {
        float stored[7];
        double x[7];
        size_t n = 2 + i % 6;
        mpfr_t s, abs_sum, any, tree;
        plain_fill(FPC_F32, stored, n, SEED + i);
        for (size_t j = 0; j < n; j++)
            x[j] = (double)stored[j];
        exact_sums(x, n, s, abs_sum);
        struct fpc_bound_facts facts = {FPC_F32, FPC_F32, n, n - 1, 0, s, abs_sum};
        mpfr_inits2(64, any, tree, (mpfr_ptr)0);
        fpc_bound_any_order(&facts, any);
        fpc_bound_tree(&facts, tree);
        assert_true(mpfr_cmp(tree, any) <= 0);
        if (permute(x, n, n, s, tree) != 0)
            fail_msg("a sum of %zu values is outside the bound, seed %d", n, (int)(SEED + i));
        mpfr_clears(s, abs_sum, any, tree, (mpfr_ptr)0);
    }
}

/* The result of a walk, rounded to its format, as a number. */
static double walked(const struct fpc_walk *walk)
{
    uint32_t blocks = fpc_order_shape(&walk->order).blocks;
    enum fpc_format accumulator = walk->accumulator;
    void *partials = malloc(blocks * sizeof(double));
    void *scratch = malloc(fpc_walk_scratch_size(walk, blocks));
    assert_true(partials && scratch);
    fpc_walk_blocks(walk, 0, blocks, scratch, partials);
    double sum = fpc_bits_value(accumulator, fpc_walk_grid(walk, partials, NULL));
    free(scratch);
    free(partials);
    return fpc_bits_value(walk->format, fpc_bits_round(walk->format, sum));
}

static void check_orders(enum fpc_format format, const void *stored, const double *x, size_t n)
{
    static const struct fpc_shape shapes[] = {{1, 32}, {4, 256}, {33, 48}, {132, 1}};
    const struct fpc_order *orders[] = {&fpc_kernel_find("atomic")->kernel->order,
                                        &fpc_kernel_find("two_pass")->kernel->order,
                                        &fpc_kernel_find("serial")->kernel->order,
                                        &new_two_pass_warp,
                                        &new_recursive,
                                        &new_wavefront};
    mpfr_t s, abs_sum, bound;
    exact_sums(x, n, s, abs_sum);
    mpfr_init2(bound, 64);
    for (size_t i = 0; i < 24; i++) {
        struct fpc_walk walk = {
            .order = fpc_order_bind(
                orders[i / 4],
                &(struct fpc_binding){.shape = shapes[i % 4], .jobs = 1, .count = 1, .vector = 4}),
            .format = format,
            .accumulator = fpc_format_traits(format)->accumulator,
            .values = stored,
            .count = n};
        struct fpc_bound_facts facts = {.accumulator = walk.accumulator,
                                        .result = format,
                                        .count = n,
                                        .height = fpc_order_height(&walk.order, n),
                                        .s = s,
                                        .abs_sum = abs_sum};
        fpc_bound_tree(&facts, bound);
        if (!within(walked(&walk), s, bound))
            fail_msg("order %zu, shape %zu, %s, n %zu, seed %d: outside its bound", i / 4, i % 4,
                     fpc_format_traits(format)->name, n, SEED);
    }
    mpfr_clears(s, abs_sum, bound, (mpfr_ptr)0);
}

static void every_walked_order(void **state)
{
    (void)state;
    static const size_t counts[] = {1, 2, 31, 100, 257, 1000, 5000};
    static double stored[5000], x[5000];
    for (int f = 0; f < FPC_FORMATS; f++)
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            plain_fill((enum fpc_format)f, stored, counts[i], SEED + i);
            for (size_t j = 0; j < counts[i]; j++)
                x[j] = plain_value((enum fpc_format)f, stored, j);
            check_orders((enum fpc_format)f, stored, x, counts[i]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(quotients_rounded_up),
        cmocka_unit_test(every_permutation),
        cmocka_unit_test(every_walked_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
