/* The gate: which facts fail under which policy. The facts are made here, not measured. */
#include "analysis/figure.h"
#include "analysis/policy.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const unsigned every_bit[] = {FPC_FAIL_PROMISE, FPC_FAIL_BUG,      FPC_FAIL_UNEXPLAINED,
                                     FPC_FAIL_FLUSHED, FPC_FAIL_OVERFLOW, FPC_FAIL_NON_FINITE,
                                     FPC_FAIL_VARIES,  FPC_FAIL_BLIND};
static const char *const every_word[] = {"promise",  "bug",        "unexplained", "flushed",
                                         "overflow", "non-finite", "varies",      "blind"};

static void lists(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        unsigned bits;
    } good[] = {{"promise,bug", FPC_FAIL_DEFAULT},
                {"bug,bug", FPC_FAIL_BUG},
                {"varies,blind,promise", FPC_FAIL_VARIES | FPC_FAIL_BLIND | FPC_FAIL_PROMISE}};
    static const struct {
        const char *list, *piece;
    } bad[] = {{"", ""},
               {"bugs", "bugs"},
               {"bug,,varies", ""},
               {"bug,", ""},
               {"Bug", "Bug"},
               {" bug", " bug"},
               {"rounding", "rounding"},
               {"exact", "exact"},
               {"bug,none,varies", "none"},
               {"all", "all"}};
    char piece[64];
    unsigned bits;
    for (size_t i = 0; i < 8; i++) {
        bits = 0;
        assert_true(fpc_policy_parse_fail_on(every_word[i], &bits, piece, sizeof piece));
        assert_int_equal(bits, every_bit[i]);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        bits = 0;
        assert_true(fpc_policy_parse_fail_on(good[i].list, &bits, piece, sizeof piece));
        assert_int_equal(bits, good[i].bits);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        bits = 77;
        if (fpc_policy_parse_fail_on(bad[i].list, &bits, piece, sizeof piece) || bits != 77 ||
            strcmp(piece, bad[i].piece) != 0)
            fail_msg("'%s' is read, or '%s' is named", bad[i].list, piece);
    }
}

/* One input and one kernel with up to two distinct results. */
struct facts {
    struct fpc_findings findings;
    struct fpc_input_findings input;
    struct fpc_kernel_findings kernel;
    struct fpc_pattern patterns[2];
};

/* A kernel that promises run-to-run, and kept it in 10 runs with an error of half an ulp. */
static void make(struct facts *facts)
{
    *facts = (struct facts){.kernel = {.name = "kern",
                                       .runs = 10,
                                       .promise = FPC_LEVEL_RUN_TO_RUN,
                                       .observed = FPC_LEVEL_RUN_TO_RUN,
                                       .verdict = FPC_VERDICT_ROUNDING,
                                       .evidence = "because",
                                       .results = {.count = 1, .spread = {true, 0}}}};
    for (int i = 0; i < 2; i++)
        facts->patterns[i] = (struct fpc_pattern){.count = 5,
                                                  .first = (uint64_t)i,
                                                  .ulp_error = fpc_figure_of(0.5),
                                                  .error_ratio = fpc_figure_of(0.25),
                                                  .verdict = FPC_VERDICT_ROUNDING};
    facts->kernel.results.items = facts->patterns;
    facts->input.kernels = &facts->kernel;
    facts->input.kernel_count = 1;
    facts->findings.inputs = &facts->input;
    facts->findings.input_count = 1;
}

static void varying(struct facts *facts)
{
    make(facts);
    facts->kernel.results.count = 2;
    facts->kernel.results.spread.ulps = 3;
    facts->kernel.observed = FPC_LEVEL_NOT_GUARANTEED;
}

/* Applies the policy: how many findings. The kind of the first goes to *kind. */
static size_t apply(struct facts *facts, struct fpc_policy policy, enum fpc_finding_kind *kind)
{
    fpc_policy_apply(&policy, &facts->findings);
    size_t count = facts->findings.finding_count;
    for (size_t i = 0; i < count; i++) {
        const struct fpc_finding *finding = &facts->findings.findings[i];
        assert_true(finding->input == 0 && finding->kernel == 0);
        assert_true(strstr(finding->message, "kern") && !strchr(finding->message, '\n'));
        *kind = facts->findings.findings[0].kind;
        free(finding->message);
    }
    free(facts->findings.findings);
    facts->findings.findings = NULL;
    facts->findings.finding_count = 0;
    return count;
}

/* One finding of the kind, or none. */
static void fails(struct facts *facts, struct fpc_policy policy, enum fpc_finding_kind kind)
{
    enum fpc_finding_kind found;
    assert_int_equal(apply(facts, policy, &found), 1);
    assert_int_equal(found, kind);
}

static void passes(struct facts *facts, struct fpc_policy policy)
{
    enum fpc_finding_kind found;
    assert_int_equal(apply(facts, policy, &found), 0);
}

#define FAIL_ON(BITS) ((struct fpc_policy){.fail_on = (BITS)})
#define ALL_BITS      0xffu

static void promises(void **state)
{
    (void)state;
    struct facts facts;
    make(&facts);
    passes(&facts, FAIL_ON(ALL_BITS));
    varying(&facts);
    fails(&facts, FAIL_ON(FPC_FAIL_PROMISE), FPC_FOUND_PROMISE);
    fails(&facts, FAIL_ON(FPC_FAIL_DEFAULT), FPC_FOUND_PROMISE);
    passes(&facts, FAIL_ON(ALL_BITS & ~(unsigned)(FPC_FAIL_PROMISE | FPC_FAIL_VARIES)));
    facts.kernel.promise = FPC_LEVEL_CORRECTLY_ROUNDED;
    fails(&facts, FAIL_ON(FPC_FAIL_PROMISE), FPC_FOUND_PROMISE);
    facts.kernel.promise = FPC_LEVEL_NOT_GUARANTEED; /* varies as it may */
    passes(&facts, FAIL_ON(FPC_FAIL_DEFAULT));
    fails(&facts, FAIL_ON(FPC_FAIL_VARIES), FPC_FOUND_FAIL_ON);
}

static void verdicts(void **state)
{
    (void)state;
    static const enum fpc_verdict verdicts[] = {
        FPC_VERDICT_BUG,        FPC_VERDICT_UNEXPLAINED, FPC_VERDICT_FLUSHED, FPC_VERDICT_OVERFLOW,
        FPC_VERDICT_NON_FINITE, FPC_VERDICT_ROUNDING,    FPC_VERDICT_EXACT};
    static const unsigned bits[] = {FPC_FAIL_BUG,
                                    FPC_FAIL_UNEXPLAINED,
                                    FPC_FAIL_FLUSHED,
                                    FPC_FAIL_OVERFLOW,
                                    FPC_FAIL_NON_FINITE,
                                    0,
                                    0};
    struct facts facts;
    for (size_t i = 0; i < 7; i++) {
        make(&facts);
        facts.patterns[0].verdict = facts.kernel.verdict = verdicts[i];
        passes(&facts, FAIL_ON(ALL_BITS & ~bits[i]));
        if (bits[i] != 0)
            fails(&facts, FAIL_ON(ALL_BITS),
                  verdicts[i] == FPC_VERDICT_BUG ? FPC_FOUND_BUG : FPC_FOUND_FAIL_ON);
    }
    /* A failed control makes the kernel's verdict a bug that no single result has. */
    make(&facts);
    facts.kernel.verdict = FPC_VERDICT_BUG;
    fails(&facts, FAIL_ON(FPC_FAIL_DEFAULT), FPC_FOUND_BUG);
    /* A result with a milder verdict than the worst is found too. */
    varying(&facts);
    facts.patterns[0].verdict = FPC_VERDICT_OVERFLOW;
    facts.patterns[1].verdict = facts.kernel.verdict = FPC_VERDICT_UNEXPLAINED;
    fails(&facts, FAIL_ON(FPC_FAIL_OVERFLOW), FPC_FOUND_FAIL_ON);
    enum fpc_finding_kind kind;
    assert_int_equal(apply(&facts, FAIL_ON(FPC_FAIL_OVERFLOW | FPC_FAIL_UNEXPLAINED), &kind), 2);
}

static void blindness(void **state)
{
    (void)state;
    struct facts facts;
    make(&facts);
    facts.kernel.order.blind = "all are equal";
    fails(&facts, FAIL_ON(FPC_FAIL_BLIND), FPC_FOUND_FAIL_ON);
    passes(&facts, FAIL_ON(ALL_BITS & ~(unsigned)FPC_FAIL_BLIND));
}

/* Observed levels fall short of, meet or exceed what is required. */
static void requirements(void **state)
{
    (void)state;
    struct facts facts;
    for (int required = FPC_LEVEL_UNDETERMINED; required <= FPC_LEVEL_CORRECTLY_ROUNDED; required++)
        for (int seen = FPC_LEVEL_UNDETERMINED; seen <= FPC_LEVEL_CORRECTLY_ROUNDED; seen++) {
            struct fpc_policy policy = {.require = (enum fpc_level)required};
            make(&facts);
            facts.kernel.observed = (enum fpc_level)seen;
            if (seen < required)
                fails(&facts, policy, FPC_FOUND_REQUIRE);
            else
                passes(&facts, policy);
        }
}

/* Limits on errors: equal passes. Every pattern counts, and one finding is enough. */
static void limits(void **state)
{
    (void)state;
    struct facts facts;
    varying(&facts);
    facts.patterns[1].ulp_error = fpc_figure_of(2);
    facts.patterns[1].error_ratio = fpc_figure_of(0.75);
    passes(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 2});
    fails(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 0x1.fffffffffffffp0},
          FPC_FOUND_LIMIT);
    fails(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 0}, FPC_FOUND_LIMIT);
    passes(&facts, (struct fpc_policy){.has_max_ratio = true, .max_ratio = 0.75});
    fails(&facts, (struct fpc_policy){.has_max_ratio = true, .max_ratio = 0.74}, FPC_FOUND_LIMIT);
    passes(&facts,
           (struct fpc_policy){.max_ulp = 0, .max_ratio = 0, .max_spread = 0}); /* not set */
    /* 1/3 lies between its nearest double and the next: beyond the one, not beyond the other. */
    facts.patterns[1].ulp_error =
        (struct fpc_figure){.known = true, .nearest = 1 / 3.0, .up = 0x1.5555555555556p-2};
    facts.patterns[0].ulp_error = fpc_figure_of(0);
    fails(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 1 / 3.0}, FPC_FOUND_LIMIT);
    passes(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 0x1.5555555555556p-2});
    facts.patterns[1].ulp_error =
        (struct fpc_figure){.known = true, .too_large = true, .nearest = INFINITY, .up = INFINITY};
    fails(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 0x1.fffffffffffffp1023},
          FPC_FOUND_LIMIT);
}

/* A result without a figure is beyond every limit, unless it is the exact sum. */
static void unknown_errors(void **state)
{
    (void)state;
    static const struct fpc_figure unknown = {.known = false};
    const struct fpc_policy ulp = {.has_max_ulp = true, .max_ulp = 1e300};
    const struct fpc_policy ratio = {.has_max_ratio = true, .max_ratio = 1e300};
    struct facts facts;
    make(&facts);
    facts.patterns[0].ulp_error = unknown;
    fails(&facts, ulp, FPC_FOUND_LIMIT);
    passes(&facts, ratio);
    facts.patterns[0].error_ratio = unknown;
    fails(&facts, ratio, FPC_FOUND_LIMIT);
    facts.patterns[0].correctly_rounded = true;
    passes(&facts, ulp);
    passes(&facts, ratio);
}

static void spreads(void **state)
{
    (void)state;
    static const struct {
        uint64_t ulps;
        double limit;
        bool fails;
    } known[] = {
        {0, 0, false},
        {1, 0, true},
        {3, 3, false},
        {4, 3, true},
        {3, 2.5, true},
        {2, 2.5, false},
        {1, 0.5, true},
        {UINT64_MAX, 0x1p64, false},
        {UINT64_MAX, 1e300, false},
        {UINT64_MAX, 0x1.fffffffffffffp63, true},
        {1ull << 63, 0x1p63, false},
        {(1ull << 63) + 1, 0x1p63, true},
    };
    struct facts facts;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct fpc_policy policy = {.has_max_spread = true, .max_spread = known[i].limit};
        varying(&facts);
        facts.kernel.results.spread.ulps = known[i].ulps;
        if (known[i].fails)
            fails(&facts, policy, FPC_FOUND_LIMIT);
        else
            passes(&facts, policy);
    }
    varying(&facts);
    facts.kernel.results.spread.known = false; /* NaN and numbers */
    fails(&facts, (struct fpc_policy){.has_max_spread = true, .max_spread = 1e300},
          FPC_FOUND_LIMIT);
}

/* Of a kernel that does not apply nothing is asked. */
static void a_kernel_that_does_not_apply(void **state)
{
    (void)state;
    struct facts facts;
    varying(&facts);
    facts.kernel.reason = "too few blocks";
    passes(&facts, (struct fpc_policy){.fail_on = ALL_BITS,
                                       .require = FPC_LEVEL_CORRECTLY_ROUNDED,
                                       .has_max_ulp = true,
                                       .has_max_ratio = true,
                                       .has_max_spread = true});
}

/* Everything at once: promise, require, varies, blind, unexplained, and three limits. */
static void several_findings(void **state)
{
    (void)state;
    struct facts facts;
    enum fpc_finding_kind kind;
    varying(&facts);
    facts.kernel.order.blind = "all are equal";
    facts.patterns[1].verdict = facts.kernel.verdict = FPC_VERDICT_UNEXPLAINED;
    assert_int_equal(apply(&facts,
                           (struct fpc_policy){.fail_on = ALL_BITS,
                                               .require = FPC_LEVEL_RUN_TO_RUN,
                                               .has_max_ulp = true,
                                               .has_max_ratio = true,
                                               .has_max_spread = true},
                           &kind),
                     8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(promises),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(blindness),
        cmocka_unit_test(requirements),
        cmocka_unit_test(limits),
        cmocka_unit_test(unknown_errors),
        cmocka_unit_test(spreads),
        cmocka_unit_test(a_kernel_that_does_not_apply),
        cmocka_unit_test(several_findings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
