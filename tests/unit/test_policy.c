/* The gate: which facts fail under which policy. The facts are made here, not measured;
 * test_policy_limits.c has the limits on figures. */
#include "tests/unit/gate_facts.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

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

/* The evidence is a sentence on the kernel's verdict; it says nothing of a milder one. */
static void evidence_goes_with_its_verdict(void **state)
{
    (void)state;
    const struct fpc_policy policy = FAIL_ON(FPC_FAIL_OVERFLOW | FPC_FAIL_UNEXPLAINED);
    struct facts facts;
    bool overflow = false, unexplained = false;
    varying(&facts);
    facts.patterns[0].verdict = FPC_VERDICT_OVERFLOW;
    facts.patterns[1].verdict = facts.kernel.verdict = FPC_VERDICT_UNEXPLAINED;
    fpc_policy_apply(&policy, &facts.findings);
    for (size_t i = 0; i < facts.findings.finding_count; i++) {
        char *message = facts.findings.findings[i].message;
        if (strstr(message, "because") != NULL)
            *(strstr(message, "overflow") ? &overflow : &unexplained) = true;
        free(message);
    }
    free(facts.findings.findings);
    assert_true(unexplained);
    assert_false(overflow);
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

/* Of a kernel that does not apply nothing is asked. */
static void a_kernel_that_does_not_apply(void **state)
{
    (void)state;
    struct facts facts;
    varying(&facts);
    static char reason[] = "too few blocks";
    facts.kernel.reason = reason;
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
        cmocka_unit_test(evidence_goes_with_its_verdict),
        cmocka_unit_test(blindness),
        cmocka_unit_test(requirements),
        cmocka_unit_test(a_kernel_that_does_not_apply),
        cmocka_unit_test(several_findings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
