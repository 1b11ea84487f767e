#include "analysis/policy.h"

#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned bit;
} fail_on_names[] = {
    {"promise", FPC_FAIL_PROMISE},         {"bug", FPC_FAIL_BUG},
    {"unexplained", FPC_FAIL_UNEXPLAINED}, {"flushed", FPC_FAIL_FLUSHED},
    {"overflow", FPC_FAIL_OVERFLOW},       {"non-finite", FPC_FAIL_NON_FINITE},
    {"varies", FPC_FAIL_VARIES},           {"blind", FPC_FAIL_BLIND},
};

static unsigned fail_on_bit(const char *name)
{
    for (size_t i = 0; i < sizeof fail_on_names / sizeof fail_on_names[0]; i++)
        if (strcmp(name, fail_on_names[i].name) == 0)
            return fail_on_names[i].bit;
    return 0;
}

bool fpc_policy_parse_fail_on(const char *list, unsigned *out, char *piece, size_t size)
{
    unsigned bits = 0;
    while (fpc_text_next_piece(&list, piece, size)) {
        unsigned bit = fail_on_bit(piece);
        if (bit == 0)
            return false;
        bits |= bit;
    }
    *out = bits;
    return true;
}

bool fpc_policy_demands(const struct fpc_policy *policy)
{
    return policy->fail_on != FPC_FAIL_DEFAULT || policy->require != FPC_LEVEL_UNDETERMINED ||
           policy->has_max_ulp || policy->has_max_ratio || policy->has_max_spread;
}

/* The findings, and the kernel that is being looked at. */
struct gate {
    const struct fpc_policy *policy;
    struct fpc_findings *findings;
    size_t input, kernel;
    const struct fpc_kernel_findings *facts;
};

/* Takes over `message`; says of which launch shape it is if there were several. */
static void found(const struct gate *gate, enum fpc_finding_kind kind, char *message)
{
    const struct fpc_kernel_findings *facts = gate->facts;
    if (facts->shapes > 1) {
        char *longer =
            fpc_text("%s, at %u x %u", message, facts->shape.blocks, facts->shape.threads);
        free(message);
        message = longer;
    }
    fpc_findings_add(gate->findings, kind, gate->input, gate->kernel, message);
}

/* Why no order can matter, of the input or of the kernel's block partials; NULL if one may. */
static const char *blind_reason(const struct gate *gate)
{
    const char *reason = gate->findings->inputs[gate->input].blind;
    return reason ? reason : gate->facts->order.blind;
}

/* Why a level above run-to-run was not observed. The caller frees. */
static char *missed_because(const struct gate *gate)
{
    const struct fpc_kernel_findings *facts = gate->facts;
    if (gate->policy->require <= FPC_LEVEL_RUN_TO_RUN || facts->observed < FPC_LEVEL_RUN_TO_RUN)
        return fpc_strdup("");
    if (facts->shape_results > 1)
        return fpc_text(" (%zu different results with %zu launch shapes)", facts->shape_results,
                        facts->shapes_run);
    if (!facts->uses_shape)
        return fpc_strdup(" (the kernel ignores the launch shape, so that was not tried)");
    if (blind_reason(gate))
        return fpc_strdup(" (on this input no order can matter)");
    return fpc_strdup(facts->shapes_run < 2 ? " (one launch shape compares nothing)" : "");
}

/* Levels above run-to-run are of a kernel, not of each of its launch shapes: said once. */
static void check_require(const struct gate *gate)
{
    const struct fpc_kernel_findings *facts = gate->facts;
    const struct fpc_kernel_findings *all = gate->findings->inputs[gate->input].kernels;
    bool first = true; /* of the launch shapes that this kernel was run with */
    for (size_t i = gate->kernel; i > 0 && all[i - 1].name == facts->name; i--)
        first = first && all[i - 1].reason != NULL;
    enum fpc_level required = gate->policy->require;
    if (required <= facts->observed || (required > FPC_LEVEL_RUN_TO_RUN && !first))
        return;
    char *reason = missed_because(gate);
    char *message = fpc_text("%s: %s is required, %s was observed%s", facts->name,
                             fpc_level_name(required), fpc_level_name(facts->observed), reason);
    free(reason);
    if (required > FPC_LEVEL_RUN_TO_RUN)
        fpc_findings_add(gate->findings, FPC_FOUND_REQUIRE, gate->input, gate->kernel, message);
    else
        found(gate, FPC_FOUND_REQUIRE, message);
}

/* The first result that is not r(s). */
static void check_correct_rounding(const struct gate *gate)
{
    const struct fpc_kernel_findings *facts = gate->facts;
    const struct fpc_input_findings *input = &gate->findings->inputs[gate->input];
    for (size_t i = 0; facts->judged && i < facts->results.count; i++) {
        const struct fpc_pattern *pattern = &facts->results.items[i];
        if (pattern->correctly_rounded)
            continue;
        found(gate, FPC_FOUND_PROMISE,
              fpc_text("%s promises %s but run %" PRIu64 " gave %a, and the exact sum rounds to %a",
                       facts->name, fpc_level_name(facts->promise), pattern->first,
                       fpc_bits_value(input->format, pattern->bits),
                       fpc_bits_value(input->format, input->exact_rounded)));
        return;
    }
}

static void check_promise(const struct gate *gate)
{
    const struct fpc_kernel_findings *facts = gate->facts;
    bool gated = gate->policy->fail_on & FPC_FAIL_PROMISE;
    if (gated && facts->promise == FPC_LEVEL_CORRECTLY_ROUNDED)
        check_correct_rounding(gate);
    if (gated && facts->promise >= FPC_LEVEL_RUN_TO_RUN && facts->results.count > 1)
        found(gate, FPC_FOUND_PROMISE,
              fpc_text("%s promises %s but gave %zu different results in %" PRIu64 " runs",
                       facts->name, fpc_level_name(facts->promise), facts->results.count,
                       facts->runs));
    else if (gated && facts->promise >= FPC_LEVEL_SHAPE_INVARIANT && facts->shape_results > 1)
        found(gate, FPC_FOUND_PROMISE,
              fpc_text("%s promises %s but gave %zu different results with %zu launch shapes",
                       facts->name, fpc_level_name(facts->promise), facts->shape_results,
                       facts->shapes_run));
}

static bool has_verdict(const struct fpc_kernel_findings *facts, enum fpc_verdict verdict)
{
    bool has = facts->verdict == verdict;
    for (size_t i = 0; i < facts->results.count; i++)
        has = has || facts->results.items[i].verdict == verdict;
    return has;
}

static void check_verdicts(const struct gate *gate)
{
    for (int verdict = FPC_VERDICT_NON_FINITE; verdict <= FPC_VERDICT_BUG; verdict++) {
        const char *name = fpc_verdict_name((enum fpc_verdict)verdict);
        if ((gate->policy->fail_on & fail_on_bit(name)) == 0 ||
            !has_verdict(gate->facts, (enum fpc_verdict)verdict))
            continue;
        /* The evidence is of the kernel's worst verdict. */
        bool is_worst = gate->facts->verdict == (enum fpc_verdict)verdict;
        found(gate, verdict == FPC_VERDICT_BUG ? FPC_FOUND_BUG : FPC_FOUND_FAIL_ON,
              fpc_text("%s: %s%s%s", gate->facts->name, name, is_worst ? ": " : "",
                       is_worst ? gate->facts->evidence : ""));
    }
}

static void check_order(const struct gate *gate)
{
    const struct fpc_kernel_findings *facts = gate->facts;
    if ((gate->policy->fail_on & FPC_FAIL_VARIES) && facts->runs < 2)
        found(gate, FPC_FOUND_FAIL_ON,
              fpc_text("%s: one run compares nothing, so it may vary", facts->name));
    if ((gate->policy->fail_on & FPC_FAIL_VARIES) && facts->results.count > 1)
        found(gate, FPC_FOUND_FAIL_ON,
              fpc_text("%s varies: %zu different results in %" PRIu64 " runs", facts->name,
                       facts->results.count, facts->runs));
    if ((gate->policy->fail_on & FPC_FAIL_BLIND) && blind_reason(gate))
        found(gate, FPC_FOUND_FAIL_ON,
              fpc_text("%s: the input is blind to order: %s", facts->name, blind_reason(gate)));
}

/* The first pattern beyond a limit on one of its figures. A result without the figure is beyond
 * every limit, unless it is the exact sum. */
static void check_limit(const struct gate *gate, const char *option, double limit, bool by_ratio)
{
    const struct fpc_patterns *results = &gate->facts->results;
    for (size_t i = 0; i < results->count; i++) {
        const struct fpc_pattern *pattern = &results->items[i];
        const struct fpc_figure *figure = by_ratio ? &pattern->error_ratio : &pattern->ulp_error;
        if (figure->known ? figure->up <= limit : pattern->correctly_rounded)
            continue;
        char *message =
            figure->known ? fpc_text("%s: %s %g: run %" PRIu64 " is off by %.6g", gate->facts->name,
                                     option, limit, pattern->first, figure->nearest)
                          : fpc_text("%s: %s %g: the error of run %" PRIu64 " has no finite value",
                                     gate->facts->name, option, limit, pattern->first);
        found(gate, FPC_FOUND_LIMIT, message);
        return;
    }
}

static void check_spread(const struct gate *gate)
{
    const struct fpc_distance *spread = &gate->facts->results.spread;
    double limit = gate->policy->max_spread;
    if (gate->facts->runs < 2)
        found(gate, FPC_FOUND_LIMIT,
              fpc_text("%s: --max-spread %g: one run compares nothing", gate->facts->name, limit));
    else if (!spread->known)
        found(gate, FPC_FOUND_LIMIT,
              fpc_text("%s: --max-spread %g: some runs gave NaN and some did not",
                       gate->facts->name, limit));
    else if (limit < 0x1p64 && spread->ulps > (uint64_t)limit)
        found(gate, FPC_FOUND_LIMIT,
              fpc_text("%s: --max-spread %g: runs differ by %" PRIu64 " ulp", gate->facts->name,
                       limit, spread->ulps));
}

static void check_kernel(const struct gate *gate)
{
    const struct fpc_policy *policy = gate->policy;
    check_promise(gate);
    check_require(gate);
    check_verdicts(gate);
    check_order(gate);
    if (policy->has_max_ulp)
        check_limit(gate, "--max-ulp", policy->max_ulp, false);
    if (policy->has_max_ratio)
        check_limit(gate, "--max-ratio", policy->max_ratio, true);
    if (policy->has_max_spread)
        check_spread(gate);
}

void fpc_policy_apply(const struct fpc_policy *policy, struct fpc_findings *findings)
{
    for (size_t i = 0; i < findings->input_count; i++) {
        const struct fpc_input_findings *input = &findings->inputs[i];
        for (size_t k = 0; k < input->kernel_count; k++) {
            struct gate gate = {policy, findings, i, k, &input->kernels[k]};
            if (input->kernels[k].reason == NULL)
                check_kernel(&gate);
        }
    }
}
