/* Made-up findings of one kernel, and what a policy finds in them. */
#ifndef FPC_TESTS_UNIT_GATE_FACTS_H
#define FPC_TESTS_UNIT_GATE_FACTS_H

#include "analysis/figure.h"
#include "analysis/policy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* One input and one kernel with up to two distinct results. */
struct facts {
    struct fpc_findings findings;
    struct fpc_input_findings input;
    struct fpc_kernel_findings kernel;
    struct fpc_pattern patterns[2];
};

/* A kernel that promises run-to-run, and kept it in 10 runs with an error of half an ulp. */
static inline void make(struct facts *facts)
{
    static char because[] = "because";
    *facts = (struct facts){.kernel = {.name = "kern",
                                       .runs = 10,
                                       .promise = FPC_LEVEL_RUN_TO_RUN,
                                       .observed = FPC_LEVEL_RUN_TO_RUN,
                                       .verdict = FPC_VERDICT_ROUNDING,
                                       .evidence = because,
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

static inline void varying(struct facts *facts)
{
    make(facts);
    facts->kernel.results.count = 2;
    facts->kernel.results.spread.ulps = 3;
    facts->kernel.observed = FPC_LEVEL_NOT_GUARANTEED;
}

/* Applies the policy: how many findings. The kind of the first goes to *kind. */
static inline size_t apply(struct facts *facts, struct fpc_policy policy,
                           enum fpc_finding_kind *kind)
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
static inline void fails(struct facts *facts, struct fpc_policy policy, enum fpc_finding_kind kind)
{
    enum fpc_finding_kind found;
    assert_int_equal(apply(facts, policy, &found), 1);
    assert_int_equal(found, kind);
}

static inline void passes(struct facts *facts, struct fpc_policy policy)
{
    enum fpc_finding_kind found;
    assert_int_equal(apply(facts, policy, &found), 0);
}

#define FAIL_ON(BITS) ((struct fpc_policy){.fail_on = (BITS)})
#define ALL_BITS      0xffu

#endif
