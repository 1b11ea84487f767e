#include "analysis/baseline_entry.h"

#include "analysis/baseline_errors.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool fpc_baseline_same_shape(struct fpc_shape a, struct fpc_shape b)
{
    return a.blocks == b.blocks && a.threads == b.threads;
}

static const struct fpc_input_findings *input_of(const struct fpc_baseline_gate *gate)
{
    return &gate->findings->inputs[gate->input];
}

char *fpc_baseline_kernel_label(const char *kernel, struct fpc_shape shape)
{
    return shape.blocks ? fpc_text("%s at %u x %u", kernel, shape.blocks, shape.threads)
                        : fpc_strdup(kernel);
}

void fpc_baseline_add(const struct fpc_baseline_gate *gate, bool notice, char *absent_input,
                      char *absent_kernel, char *message)
{
    if (!notice || gate->strict) {
        char *longer = fpc_text("%s; repeat: %s", message, gate->repeat);
        free(message);
        message = longer;
    }
    fpc_text_make_printable(message);
    const struct fpc_finding finding = {.kind = FPC_FOUND_BASELINE,
                                        .input = gate->input,
                                        .kernel = gate->kernel,
                                        .absent_input = absent_input,
                                        .absent_kernel = absent_kernel,
                                        .message = message};
    fpc_findings_append(gate->findings, notice && !gate->strict, &finding);
}

/* Where `then` was recorded, if that is not where the kernel ran now. */
static char *recorded_where(const struct fpc_baseline_gate *gate)
{
    const struct fpc_shape shape = gate->then->shape;
    char *at = fpc_baseline_same_shape(shape, fpc_baseline_shape(gate->now))
                   ? fpc_strdup("")
                   : fpc_text(" at %u x %u", shape.blocks, shape.threads);
    char *text = !gate->elsewhere && *at == '\0'
                     ? fpc_strdup("")
                     : fpc_text(" (recorded%s%s%s)", gate->elsewhere ? " on " : "",
                                gate->elsewhere ? gate->elsewhere : "", at);
    free(at);
    return text;
}

/* What is said of the kernel at hand; takes over `text`. */
static void say(const struct fpc_baseline_gate *gate, bool notice, char *text)
{
    char *label = fpc_baseline_kernel_label(gate->now->name, fpc_baseline_shape(gate->now));
    char *where = recorded_where(gate);
    fpc_baseline_add(gate, notice, NULL, NULL, fpc_text("%s: %s%s", label, text, where));
    free(where);
    free(label);
    free(text);
}

static void found(const struct fpc_baseline_gate *gate, char *text)
{
    say(gate, false, text);
}

static void noticed(const struct fpc_baseline_gate *gate, char *text)
{
    say(gate, true, text);
}

enum fpc_level fpc_baseline_common_promise(const struct fpc_baseline_gate *gate)
{
    return gate->now->promise < gate->then->promise ? gate->now->promise : gate->then->promise;
}

static void check_promise(const struct fpc_baseline_gate *gate)
{
    const char *now = fpc_level_name(gate->now->promise);
    const char *then = fpc_level_name(gate->then->promise);
    if (gate->now->promise < gate->then->promise)
        found(gate, fpc_text("it promised %s, and promises %s now", then, now));
    else if (gate->now->promise > gate->then->promise)
        noticed(gate, fpc_text("it promised %s, and promises %s now", then, now));
}

/* Runs of a kernel that promises nothing may show any level; beyond the promise it is luck. */
static void check_level(const struct fpc_baseline_gate *gate)
{
    const struct fpc_kernel_findings *now = gate->now;
    enum fpc_level promise = fpc_baseline_common_promise(gate), then = gate->then->observed;
    enum fpc_level seen = now->observed < promise ? now->observed : promise;
    then = then < promise ? then : promise;
    if (promise < FPC_LEVEL_RUN_TO_RUN || seen == then)
        return;
    if (seen == FPC_LEVEL_UNDETERMINED)
        noticed(gate,
                fpc_text("%s was observed, but one run compares nothing", fpc_level_name(then)));
    else if (seen < then)
        found(gate,
              fpc_text("%s was observed, and is %s now (%zu results in %" PRIu64 " runs)",
                       fpc_level_name(then), fpc_level_name(seen), now->results.count, now->runs));
    else
        noticed(gate, fpc_text("%s was observed, and is %s now", fpc_level_name(then),
                               fpc_level_name(seen)));
}

/* "; its error was 0.5 ulp, is 1.5 ulp", as far as both are known. */
static char *errors_text(const struct fpc_baseline_gate *gate, const struct fpc_pattern *pattern)
{
    char *then = fpc_baseline_figure_short(gate->then->ulp_error);
    char *figure = fpc_baseline_figure(&pattern->ulp_error);
    char *now = fpc_baseline_figure_short(figure);
    char *text =
        then && now ? fpc_text("; its error was %s ulp, is %s ulp", then, now) : fpc_strdup("");
    free(now);
    free(figure);
    free(then);
    return text;
}

static void bits_differ(const struct fpc_baseline_gate *gate, const struct fpc_pattern *pattern)
{
    enum fpc_format format = input_of(gate)->format;
    char *then = fpc_baseline_bits(format, gate->then->bits);
    char *now = fpc_baseline_bits(format, pattern->bits);
    char *distance = fpc_baseline_distance(format, gate->then->bits, pattern->bits);
    char *errors = errors_text(gate, pattern);
    found(gate, fpc_text("the bits were %s, are %s in run %" PRIu64 ", %s apart%s", then, now,
                         pattern->first, distance, errors));
    free(errors);
    free(distance);
    free(now);
    free(then);
}

/* The same bits have the same errors: otherwise one of them was computed in another way. */
static void check_figure(const struct fpc_baseline_gate *gate, const char *name, const char *then,
                         const struct fpc_figure *figure)
{
    char *now = fpc_baseline_figure(figure);
    if (now && then && fpc_baseline_compare_bounds(then, now) != 0)
        found(gate, fpc_text("the bits are the same, but their %s was %s, is %s", name, then, now));
    free(now);
}

void fpc_baseline_check_bits(const struct fpc_baseline_gate *gate)
{
    const struct fpc_patterns *results = &gate->now->results;
    const struct fpc_baseline_entry *then = gate->then;
    if (!then->has_bits)
        return;
    *gate->compared = true;
    for (size_t i = 0; i < results->count; i++) {
        if (results->items[i].bits == then->bits)
            continue;
        bits_differ(gate, &results->items[i]);
        return;
    }
    check_figure(gate, "ULP error", then->ulp_error, &results->items[0].ulp_error);
    check_figure(gate, "error ratio", then->error_ratio, &results->items[0].error_ratio);
}

/* Which verdicts chance cannot bring. */
static int severity(const char *verdict)
{
    if (strcmp(verdict, fpc_verdict_name(FPC_VERDICT_BUG)) == 0)
        return 2;
    return strcmp(verdict, fpc_verdict_name(FPC_VERDICT_UNEXPLAINED)) == 0;
}

static void check_verdict(const struct fpc_baseline_gate *gate)
{
    const struct fpc_kernel_findings *now = gate->now;
    const char *name = fpc_verdict_name(now->verdict), *then = gate->then->verdict;
    if (!then || (!now->judged && now->verdict != FPC_VERDICT_BUG))
        return;
    *gate->compared = true;
    if (severity(name) > severity(then))
        found(gate, fpc_text("the verdict was %s, is %s: %s", then, name, now->evidence));
    else if (severity(name) < severity(then))
        noticed(gate, fpc_text("the verdict was %s, is %s", then, name));
}

/* The bound of another device's atomics may allow for flushed subnormals or not. */
static void check_bound(const struct fpc_baseline_gate *gate)
{
    const struct fpc_kernel_findings *now = gate->now;
    const char *then = gate->then->bound;
    const char *bound = now->uses_jobs ? now->bound_any_order : now->bound_kernel;
    if (!then || !bound)
        return;
    *gate->compared = true;
    const struct fpc_pattern *beyond =
        fpc_baseline_beyond(input_of(gate), now, then, gate->elsewhere != NULL);
    if (beyond) {
        char *bits = fpc_baseline_bits(input_of(gate)->format, beyond->bits);
        char *error = fpc_baseline_error(input_of(gate), beyond->bits);
        found(gate, fpc_text("the recorded bound was %s, run %" PRIu64 " gave %s, which is off by "
                             "%s",
                             then, beyond->first, bits, error));
        free(error);
        free(bits);
    }
    int change = gate->elsewhere ? 0 : fpc_baseline_compare_bounds(then, bound);
    if (change > 0)
        found(gate, fpc_text("its bound was %s, is %s: it may be off by more", then, bound));
    else if (change < 0)
        noticed(gate, fpc_text("its bound was %s, is %s", then, bound));
}

void fpc_baseline_check_entry(const struct fpc_baseline_gate *gate)
{
    bool same = fpc_baseline_same_shape(gate->then->shape, fpc_baseline_shape(gate->now));
    enum fpc_level promise = fpc_baseline_common_promise(gate);
    check_promise(gate);
    check_level(gate);
    if (promise >= FPC_LEVEL_SHAPE_INVARIANT ||
        (promise >= FPC_LEVEL_RUN_TO_RUN && same && !gate->elsewhere))
        fpc_baseline_check_bits(gate);
    else if (promise >= FPC_LEVEL_RUN_TO_RUN)
        noticed(gate, fpc_strdup("bits not compared: other device"));
    check_verdict(gate);
    if (same)
        check_bound(gate);
}
