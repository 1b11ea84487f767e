#include "report/notes.h"

#include "analysis/variability.h"
#include "report/headline.h"

#include <inttypes.h>
#include <string.h>

/* "atomic", or "atomic 64 x 256" where the kernel was run with several launch shapes. */
static void print_label(FILE *stream, const struct fpc_kernel_findings *kernel)
{
    fputs(kernel->name, stream);
    if (kernel->shapes > 1)
        fprintf(stream, " %u x %u", kernel->shape.blocks, kernel->shape.threads);
}

/* `kernels` is the first of one kernel's launch shapes. */
static bool agrees_at_all_shapes(const struct fpc_kernel_findings *kernels)
{
    bool agrees = kernels[0].shapes_run > 0;
    for (size_t i = 0; i < kernels[0].shapes; i++)
        agrees = agrees && (kernels[i].reason || fpc_headline_agrees(&kernels[i]));
    return agrees;
}

/* The first launch shape that the kernel was run with; the first of all if there is none. */
static const struct fpc_kernel_findings *first_run(const struct fpc_kernel_findings *kernels)
{
    for (size_t i = 0; i < kernels[0].shapes; i++)
        if (kernels[i].reason == NULL)
            return &kernels[i];
    return kernels;
}

/* "two_pass, serial: no difference in 100 runs, so at 95 % the rate is below 3 %" */
static void print_power(FILE *stream, const struct fpc_input_findings *input)
{
    uint64_t runs = 0; /* of the kernels named so far; interrupted ones have fewer */
    for (size_t i = 0; i < input->kernel_count; i += input->kernels[i].shapes) {
        const struct fpc_kernel_findings *kernel = first_run(&input->kernels[i]);
        if (!agrees_at_all_shapes(&input->kernels[i]) || (runs && runs != kernel->runs))
            continue;
        fprintf(stream, "%s%s", runs ? ", " : "", kernel->name);
        runs = kernel->runs;
    }
    if (runs)
        fprintf(stream,
                ": no difference in %" PRIu64 " runs, so at 95 %% the rate is below %.2g %%\n",
                runs, 100 * fpc_variability_rate_below_95(runs));
}

static void print_arrival(FILE *stream, const struct fpc_kernel_findings *kernel)
{
    if (!kernel->arrives || kernel->shape.blocks == 1 ||
        (kernel->distinct_arrivals == 0 && !kernel->simulated))
        return;
    print_label(stream, kernel);
    if (kernel->simulated)
        fprintf(stream, ": the order in which blocks arrive was simulated, not observed\n");
    else if (kernel->distinct_arrivals == 1)
        fprintf(stream, ": %u blocks arrived in the same order in all runs\n",
                kernel->shape.blocks);
    else
        fprintf(stream, ": %u blocks arrived in %" PRIu64 " different orders in %" PRIu64 " runs\n",
                kernel->shape.blocks, kernel->distinct_arrivals, kernel->runs);
}

static void print_blind(FILE *stream, const struct fpc_kernel_findings *kernel)
{
    print_label(stream, kernel);
    fprintf(stream, ": this input is blind to order: %s, so it cannot show whether order matters\n",
            kernel->order.blind);
}

static void print_variability(FILE *stream, const struct fpc_kernel_findings *kernel)
{
    const struct fpc_variability *variability = &kernel->variability;
    print_label(stream, kernel);
    fprintf(stream, ": modal share %.3g, entropy %.3g bits", variability->modal_share,
            variability->entropy_bits);
    if (variability->vs.known && !variability->vs.too_large)
        fprintf(stream, ", Vs %.3g", variability->vs.nearest);
    if (kernel->results.max_error_ratio.known && !kernel->results.max_error_ratio.too_large)
        fprintf(stream, ", largest error ratio |y - s|/(u A) %.3g",
                kernel->results.max_error_ratio.nearest);
    fputc('\n', stream);
}

static void print_evidence(FILE *stream, const struct fpc_kernel_findings *kernel)
{
    print_label(stream, kernel);
    fprintf(stream, ": %s\n", kernel->evidence);
}

static void print_kernel(FILE *stream, const struct fpc_kernel_findings *kernel, bool verbose)
{
    bool every = verbose || kernel->shapes == 1;
    if (kernel->reason) {
        print_label(stream, kernel);
        fprintf(stream, ": does not apply: %s\n", kernel->reason);
        return;
    }
    if (every)
        print_arrival(stream, kernel);
    if (every && kernel->order.blind)
        print_blind(stream, kernel);
    if (kernel->distinct_accumulators > kernel->results.count) {
        print_label(stream, kernel);
        fprintf(stream, ": before the last rounding there were %zu different sums\n",
                kernel->distinct_accumulators);
    }
    if (kernel->evidence && (verbose || kernel->verdict >= FPC_VERDICT_NON_FINITE))
        print_evidence(stream, kernel);
    if (verbose)
        print_variability(stream, kernel);
}

/* "  0x1.8p+1 at 4 x 256, 64 x 256", the shapes of one group */
static void print_group(FILE *stream, enum fpc_format format,
                        const struct fpc_kernel_findings *kernels, size_t group)
{
    bool begun = false;
    for (size_t i = 0; i < kernels[0].shapes; i++) {
        const struct fpc_kernel_findings *kernel = &kernels[i];
        if (kernel->reason || kernel->shape_group != group)
            continue;
        if (!begun && kernel->results.count > 1)
            fprintf(stream, "  several results at");
        else if (!begun)
            fprintf(stream, "  %a at", fpc_bits_value(format, kernel->results.items[0].bits));
        fprintf(stream, "%s %u x %u", begun ? "," : "", kernel->shape.blocks,
                kernel->shape.threads);
        begun = true;
    }
    fputc('\n', stream);
}

/* Which launch shapes gave the same bits. `kernels` is the first of one kernel's. */
static void print_shapes(FILE *stream, enum fpc_format format,
                         const struct fpc_kernel_findings *kernels)
{
    if (kernels[0].shapes_run < 2)
        return;
    if (kernels[0].shape_results == 1) {
        fprintf(stream, "%s: the same bits at all %zu launch shapes\n", kernels[0].name,
                kernels[0].shapes_run);
        return;
    }
    fprintf(stream, "%s: %zu different results over %zu launch shapes:\n", kernels[0].name,
            kernels[0].shape_results, kernels[0].shapes_run);
    for (size_t group = 0; group < kernels[0].shape_results; group++)
        print_group(stream, format, kernels, group);
}

static void print_findings(FILE *stream, const struct fpc_findings *findings, size_t input)
{
    for (size_t i = 0; i < findings->finding_count; i++)
        if (findings->findings[i].input == input)
            fprintf(stream, "%s: %s\n", fpc_finding_kind_name(findings->findings[i].kind),
                    findings->findings[i].message);
    for (size_t i = 0; i < findings->notice_count; i++)
        if (findings->notices[i].input == input)
            fprintf(stream, "notice: %s\n", findings->notices[i].message);
}

/* What the next step depends on. */
struct outcome {
    bool once; /* a kernel ran only once */
    bool blind,
        seeing;       /* kernels that blocks' arrival matters to: on this input it cannot, it can */
    bool steady;      /* one that could vary did not, in real runs */
    const char *held; /* a kernel that kept a promise */
};

static struct outcome outcome_of(const struct fpc_input_findings *input)
{
    struct outcome outcome = {0};
    for (size_t i = 0; i < input->kernel_count; i++) {
        const struct fpc_kernel_findings *kernel = &input->kernels[i];
        bool agrees = fpc_headline_agrees(kernel), arrives = kernel->arrives;
        if (kernel->reason)
            continue;
        outcome.once |= kernel->runs < 2;
        outcome.blind |= arrives && kernel->order.blind;
        outcome.seeing |= arrives && !kernel->order.blind;
        outcome.steady |= agrees && kernel->order.results.count > 1 && !kernel->simulated;
        if (agrees && kernel->promise >= FPC_LEVEL_RUN_TO_RUN && outcome.held == NULL)
            outcome.held = kernel->name;
    }
    return outcome;
}

/* The one most useful next step. */
static void print_next(FILE *stream, const struct fpc_findings *findings,
                       const struct fpc_input_findings *input)
{
    struct outcome outcome = outcome_of(input);
    if (!findings->complete || findings->finding_count > 0)
        return;
    if (outcome.once)
        fprintf(stream, "next: --runs 2 or more compares runs\n");
    else if (outcome.blind && !outcome.seeing)
        fprintf(stream, "next: --threads 1 --blocks N cuts this input into up to N partials; an "
                        "input that mixes large and small values shows more\n");
    else if (outcome.steady && strcmp(findings->backend, "host") == 0)
        fprintf(stream, "next: --arrival random simulates other orders of arrival\n");
    else if (outcome.held && !findings->gated)
        fprintf(stream, "next: --kernel %s --require run-to-run makes this a gate\n", outcome.held);
}

void fpc_notes_print(FILE *stream, const struct fpc_findings *findings, size_t index, bool verbose)
{
    const struct fpc_input_findings *input = &findings->inputs[index];
    print_power(stream, input);
    if (input->blind)
        fprintf(stream, "no order can matter here: %s\n", input->blind);
    for (size_t i = 0; i < input->kernel_count; i++)
        print_kernel(stream, &input->kernels[i], verbose);
    for (size_t i = 0; i < input->kernel_count; i += input->kernels[i].shapes)
        print_shapes(stream, input->format, &input->kernels[i]);
    print_findings(stream, findings, index);
    print_next(stream, findings, input);
}
