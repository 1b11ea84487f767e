/* Kernels that promise correct rounding: their order, which is none, their bound, the level that is
 * observed, and what breaks the promise. */
#include "analysis/analyse.h"
#include "order/bound.h"
#include "tests/unit/gate_facts.h"
#include "tests/unit/judged.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

#define ONE 0x3f800000u /* bits of f32 */

static struct fpc_order bound_for(const char *kernel, uint32_t blocks, uint32_t threads)
{
    return fpc_order_bind(&fpc_kernel_find(kernel)->kernel->order,
                          &(struct fpc_binding){.shape = {blocks, threads}, .count = 3});
}

static void there_is_no_order(void **state)
{
    (void)state;
    const struct fpc_order *order = &fpc_kernel_find("exact")->kernel->order;
    struct fpc_order bound = bound_for("exact", 7, 96), unknown = bound_for("cub", 7, 96);
    struct fpc_order behind = {
        {{.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = 1}, {.kind = FPC_STAGE_EXACT}}};
    assert_true(fpc_order_is_exact(order) && fpc_order_is_exact(&bound));
    assert_false(fpc_order_is_exact(&unknown) || fpc_order_is_exact(&behind));
    assert_true(fpc_order_is_unknown(order));
    assert_true(fpc_order_uses_shape(order));
    assert_false(fpc_order_has_arrival(order) || fpc_order_is_compensated(order));
    assert_true(fpc_order_shape(&bound).blocks == 7 && fpc_order_shape(&bound).threads == 96);
    assert_int_equal(fpc_order_height(&bound, 1000), 0);
    assert_non_null(strstr(fpc_order_check(&bound), "GPU only"));
    assert_non_null(strstr(fpc_order_check(&behind), "not alone"));
    char *words = fpc_order_describe(order);
    assert_string_equal(words, "none: the sum is exact");
    free(words);
}

/* Half an ulp of the result at s: 2^-24 at 1 and 2^-150 at 0 in f32; 2^-7 at 3 in bf16. */
static void the_bound_is_half_an_ulp(void **state)
{
    (void)state;
    static const struct {
        enum fpc_format result;
        double s;
        int exponent;
        uint64_t count;
    } known[] = {
        {FPC_F32, 1, -24, 3},  {FPC_F32, 0, -150, 3},  {FPC_F32, -1.75, -24, 1000000},
        {FPC_BF16, 3, -7, 3},  {FPC_F64, 1, -53, 100}, {FPC_F16, 0x1p-14, -25, 2},
        {FPC_BF16, 3, -7, 1u},
    };
    struct fpc_order order = bound_for("exact", 1, 32);
    mpfr_t s, abs_sum, bound;
    mpfr_inits2(64, s, abs_sum, bound, (mpfr_ptr)0);
    mpfr_set_ui_2exp(abs_sum, 1, 40, MPFR_RNDN);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_bound_facts facts = {.accumulator =
                                            known[i].result == FPC_F64 ? FPC_F64 : FPC_F32,
                                        .result = known[i].result,
                                        .count = known[i].count,
                                        .s = s,
                                        .abs_sum = abs_sum};
        mpfr_set_d(s, known[i].s, MPFR_RNDN);
        fpc_bound_order(&order, &facts, bound);
        if (mpfr_cmp_ui_2exp(bound, 1, known[i].exponent) != 0)
            fail_msg("row %zu: %g", i, mpfr_get_d(bound, MPFR_RNDN));
    }
    mpfr_clears(s, abs_sum, bound, (mpfr_ptr)0);
}

/* `runs` runs of a kernel on three values, all with the same result; the caller clears. */
static void analyse(const char *kernel, const double *values, uint64_t bits, uint64_t runs,
                    struct fpc_kernel_findings *found)
{
    struct fpc_walk walk = {
        .order = bound_for(kernel, 3, 32), .format = FPC_F32, .accumulator = FPC_F32, .count = 3};
    uint64_t all[3] = {bits, bits, bits};
    struct fpc_samples samples = {.format = FPC_F32,
                                  .accumulator = FPC_F32,
                                  .runs = runs,
                                  .accumulators = all,
                                  .results = all,
                                  .blocks = 3};
    struct fpc_exact_sum sum;
    exact_of(FPC_F32, values, 3, &sum);
    fpc_analyse_kernel(&(struct fpc_analysis){.kernel = fpc_kernel_find(kernel)->kernel,
                                              .walk = &walk,
                                              .exact = &sum,
                                              .samples = &samples},
                       found);
    fpc_exact_sum_clear(&sum);
}

static void clear(struct fpc_kernel_findings *found)
{
    free(found->results.items);
    free(found->bound_any_order);
    free(found->bound_kernel);
    free(found->evidence);
}

/* 1e8 + 1 - 1e8 = 1; any sum of 1, 2 and 3 is exact. */
static void the_level_that_is_observed(void **state)
{
    (void)state;
    static const double cancel[] = {1e8, 1, -1e8}, easy[] = {1, 2, 3}, nan[] = {1, NAN, 3};
    static const struct {
        const char *kernel;
        const double *values;
        uint64_t bits, runs;
        enum fpc_level observed;
        enum fpc_verdict verdict;
    } known[] = {
        {"exact", cancel, ONE, 3, FPC_LEVEL_CORRECTLY_ROUNDED, FPC_VERDICT_EXACT},
        {"exact", cancel, ONE, 1, FPC_LEVEL_UNDETERMINED, FPC_VERDICT_EXACT},
        /* Off by 1: beyond half an ulp, and within 2 2^-24 200000001 of any order. */
        {"exact", cancel, 0, 3, FPC_LEVEL_RUN_TO_RUN, FPC_VERDICT_UNEXPLAINED},
        {"exact", cancel, ONE + 1, 3, FPC_LEVEL_RUN_TO_RUN, FPC_VERDICT_UNEXPLAINED},
        {"exact", cancel, 0x42c80000, 3, FPC_LEVEL_RUN_TO_RUN, FPC_VERDICT_BUG},
        {"exact", easy, 0x40c00000, 3, FPC_LEVEL_RUN_TO_RUN, FPC_VERDICT_EXACT},
        {"exact", nan, 0x7fc00000, 3, FPC_LEVEL_RUN_TO_RUN, FPC_VERDICT_NON_FINITE},
        {"cub", cancel, ONE, 3, FPC_LEVEL_RUN_TO_RUN, FPC_VERDICT_EXACT}, /* by luck */
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_kernel_findings found = {0};
        analyse(known[i].kernel, known[i].values, known[i].bits, known[i].runs, &found);
        if (found.observed != known[i].observed || found.verdict != known[i].verdict)
            fail_msg("row %zu: %s, %s", i, fpc_level_name(found.observed),
                     fpc_verdict_name(found.verdict));
        bool beyond = found.verdict == FPC_VERDICT_UNEXPLAINED || found.verdict == FPC_VERDICT_BUG;
        assert_true(beyond == (strstr(found.evidence, "one rounding of the exact sum") != NULL));
        if (known[i].values == cancel && known[i].kernel[0] == 'e')
            assert_string_equal(found.bound_kernel, "0x1p-24");
        clear(&found);
    }
}

/* Shapes that gave the same bits do not lower the level, and lift one that was lower. */
static void shapes(void **state)
{
    (void)state;
    static const double cancel[] = {1e8, 1, -1e8};
    struct fpc_kernel_findings kernels[2] = {{0}};
    struct fpc_input_findings input = {.exact_known = true, .kernel_count = 2, .kernels = kernels};
    for (int i = 0; i < 2; i++)
        analyse("exact", cancel, ONE, 3, &kernels[i]);
    fpc_analyse_shapes(&input, 0);
    assert_true(kernels[0].observed == FPC_LEVEL_CORRECTLY_ROUNDED &&
                kernels[1].observed == FPC_LEVEL_CORRECTLY_ROUNDED &&
                kernels[0].shape_results == 1);
    kernels[0].observed = kernels[1].observed = FPC_LEVEL_RUN_TO_RUN;
    fpc_analyse_shapes(&input, 0);
    assert_true(kernels[0].observed == FPC_LEVEL_SHAPE_INVARIANT &&
                kernels[1].observed == FPC_LEVEL_SHAPE_INVARIANT);
    for (int i = 0; i < 2; i++)
        clear(&kernels[i]);
}

static void what_breaks_the_promise(void **state)
{
    (void)state;
    struct facts facts;
    make(&facts);
    facts.kernel.promise = FPC_LEVEL_CORRECTLY_ROUNDED;
    facts.kernel.judged = true;
    facts.input.format = FPC_F32;
    facts.input.exact_rounded = 0x3f800001;
    facts.patterns[0].bits = ONE;
    facts.patterns[0].first = 4;
    fpc_policy_apply(&FAIL_ON(FPC_FAIL_DEFAULT), &facts.findings);
    assert_int_equal(facts.findings.finding_count, 1);
    assert_int_equal(facts.findings.findings[0].kind, FPC_FOUND_PROMISE);
    assert_string_equal(facts.findings.findings[0].message,
                        "kern promises correctly-rounded but run 4 gave 0x1p+0, and the exact sum "
                        "rounds to 0x1.000002p+0");
    free(facts.findings.findings[0].message);
    free(facts.findings.findings);
    facts.findings.findings = NULL;
    facts.findings.finding_count = 0;
    passes(&facts, FAIL_ON(ALL_BITS & ~(unsigned)FPC_FAIL_PROMISE));
    facts.kernel.judged = false; /* nobody knows what the sum is */
    passes(&facts, FAIL_ON(FPC_FAIL_DEFAULT));
    facts.kernel.judged = true;
    facts.patterns[0].correctly_rounded = true;
    passes(&facts, FAIL_ON(FPC_FAIL_DEFAULT));
    facts.patterns[0].correctly_rounded = false;
    facts.kernel.promise = FPC_LEVEL_RUN_TO_RUN;
    passes(&facts, FAIL_ON(FPC_FAIL_DEFAULT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_no_order),          cmocka_unit_test(the_bound_is_half_an_ulp),
        cmocka_unit_test(the_level_that_is_observed), cmocka_unit_test(shapes),
        cmocka_unit_test(what_breaks_the_promise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
