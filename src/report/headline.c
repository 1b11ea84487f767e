#include "report/headline.h"

#include <inttypes.h>

bool fpc_headline_agrees(const struct fpc_kernel_findings *kernel)
{
    return kernel->results.count == 1 && kernel->runs >= 2;
}

/* A kernel that was run with one launch shape. */
static void print_kernel(FILE *stream, const struct fpc_kernel_findings *kernel)
{
    bool promised = kernel->promise >= FPC_LEVEL_RUN_TO_RUN;
    if (kernel->reason)
        fprintf(stream, "%s does not apply", kernel->name);
    else if (kernel->results.count > 1 && promised)
        fprintf(stream, "%s BROKE its promise of %s (%zu results in %" PRIu64 " runs)",
                kernel->name, fpc_level_name(kernel->promise), kernel->results.count, kernel->runs);
    else if (kernel->results.count > 1)
        fprintf(stream, "%s varies as it may (%zu results in %" PRIu64 " runs)", kernel->name,
                kernel->results.count, kernel->runs);
    else if (kernel->runs < 2)
        fprintf(stream, "%s ran once, so nothing was compared", kernel->name);
    else if (promised)
        fprintf(stream, "%s held", kernel->name);
    else if (kernel->order.blind)
        fprintf(stream, "%s did not vary, on an input that is blind to order", kernel->name);
    else if (kernel->order.results.count > 1)
        fprintf(stream,
                "%s did not vary in %" PRIu64 " runs, but can (%zu results in %" PRIu64
                " block orders)",
                kernel->name, kernel->runs, kernel->order.results.count, kernel->order.tried);
    else
        fprintf(stream, "%s did not vary", kernel->name);
}

/* A kernel that was run with several launch shapes; `kernels` is the first of them. */
static void print_shapes(FILE *stream, const struct fpc_kernel_findings *kernels)
{
    const char *name = kernels[0].name;
    bool promised = kernels[0].promise >= FPC_LEVEL_RUN_TO_RUN;
    size_t shapes = kernels[0].shapes_run, vary = 0, can = 0, once = 0;
    for (size_t i = 0; i < kernels[0].shapes; i++) {
        if (kernels[i].reason)
            continue;
        vary += kernels[i].results.count > 1;
        can += kernels[i].order.results.count > 1;
        once += kernels[i].runs < 2;
    }
    if (shapes == 0)
        fprintf(stream, "%s does not apply", name);
    else if (promised && vary > 0)
        fprintf(stream, "%s BROKE its promise of %s at %zu of %zu launch shapes", name,
                fpc_level_name(kernels[0].promise), vary, shapes);
    else if (kernels[0].promise >= FPC_LEVEL_SHAPE_INVARIANT && kernels[0].shape_results > 1)
        fprintf(stream, "%s BROKE its promise of %s (%zu results at %zu launch shapes)", name,
                fpc_level_name(kernels[0].promise), kernels[0].shape_results, shapes);
    else if (vary > 0)
        fprintf(stream, "%s varies as it may (at %zu of %zu launch shapes)", name, vary, shapes);
    else if (once > 0)
        fprintf(stream, "%s ran once at each launch shape", name);
    else if (!promised && can > 0)
        fprintf(stream, "%s did not vary, but can at %zu of %zu launch shapes", name, can, shapes);
    else
        fprintf(stream, "%s %s at %zu launch shapes", name, promised ? "held" : "did not vary",
                shapes);
    if (vary == 0 && kernels[0].shape_results > 1)
        fprintf(stream, ", which gave %zu different results", kernels[0].shape_results);
}

/* What rounding does not explain is said at once. */
static void print_verdict(FILE *stream, const struct fpc_kernel_findings *kernels)
{
    enum fpc_verdict worst = FPC_VERDICT_EXACT;
    for (size_t i = 0; i < kernels[0].shapes; i++)
        if (kernels[i].reason == NULL && kernels[i].verdict > worst)
            worst = kernels[i].verdict;
    if (worst >= FPC_VERDICT_OVERFLOW)
        fprintf(stream, " [%s]", fpc_verdict_name(worst));
}

static size_t count_found(const struct fpc_findings *findings, size_t input,
                          enum fpc_finding_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < findings->finding_count; i++)
        count += findings->findings[i].input == input && findings->findings[i].kind == kind;
    return count;
}

static void print_count(FILE *stream, size_t count, const char *one, const char *many)
{
    if (count > 0)
        fprintf(stream, "; %zu %s", count, count == 1 ? one : many);
}

static bool breaks_promise(const struct fpc_kernel_findings *kernel)
{
    return !kernel->reason &&
           ((kernel->promise >= FPC_LEVEL_RUN_TO_RUN && kernel->results.count > 1) ||
            (kernel->promise >= FPC_LEVEL_SHAPE_INVARIANT && kernel->shape_results > 1));
}

void fpc_headline_print(FILE *stream, const struct fpc_findings *findings, size_t index)
{
    const struct fpc_input_findings *input = &findings->inputs[index];
    bool broken = false, compared = false;
    size_t missed = count_found(findings, index, FPC_FOUND_BASELINE);
    if (missed > 0)
        fprintf(stream, "the baseline was MISSED (%zu finding%s); ", missed,
                missed == 1 ? "" : "s");
    if (!findings->complete)
        fprintf(stream, "INTERRUPTED: %s", input->kernel_count ? "" : "nothing was measured");
    for (size_t i = 0; i < input->kernel_count; i++) {
        broken = broken || breaks_promise(&input->kernels[i]);
        compared = compared || input->kernels[i].runs >= 2;
    }
    for (size_t i = 0; i < input->kernel_count; i += input->kernels[i].shapes) {
        fputs(i > 0 ? "; " : "", stream);
        if (input->kernels[i].shapes > 1)
            print_shapes(stream, &input->kernels[i]);
        else
            print_kernel(stream, &input->kernels[i]);
        print_verdict(stream, &input->kernels[i]);
    }
    if (compared && !broken)
        fprintf(stream, "; no promise was broken");
    if (findings->compared && missed == 0)
        fprintf(stream, input->recorded ? "; the baseline held" : "; not in the baseline");
    print_count(stream, count_found(findings, index, FPC_FOUND_BUG), "bug", "bugs");
    print_count(stream, count_found(findings, index, FPC_FOUND_REQUIRE), "requirement was missed",
                "requirements were missed");
    print_count(stream, count_found(findings, index, FPC_FOUND_LIMIT), "limit was exceeded",
                "limits were exceeded");
    print_count(stream, count_found(findings, index, FPC_FOUND_FAIL_ON), "condition failed",
                "conditions failed");
}
