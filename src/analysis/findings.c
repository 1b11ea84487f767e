#include "analysis/findings.h"

#include "base/memory.h"

#include <stdlib.h>

const char *fpc_verdict_name(enum fpc_verdict verdict)
{
    static const char *const names[] = {"exact",   "rounding",    "non-finite", "overflow",
                                        "flushed", "unexplained", "bug"};
    return names[verdict];
}

const char *fpc_finding_kind_name(enum fpc_finding_kind kind)
{
    static const char *const names[] = {"promise", "limit", "require",
                                        "fail-on", "bug",   "baseline"};
    return names[kind];
}

const char *fpc_order_mode_name(enum fpc_order_mode mode)
{
    static const char *const names[] = {"none", "exhaustive", "sampled"};
    return names[mode];
}

const char *fpc_exact_class_name(enum fpc_exact_class class)
{
    static const char *const names[] = {"finite", "nan", "+inf", "-inf"};
    return names[class];
}

const char *fpc_condition_class_name(enum fpc_condition_class class)
{
    static const char *const names[] = {"zero", "finite", "infinite"};
    return names[class];
}

struct fpc_input_findings *fpc_findings_add_input(struct fpc_findings *findings)
{
    findings->inputs =
        fpc_realloc(findings->inputs, findings->input_count + 1, sizeof *findings->inputs);
    struct fpc_input_findings *input = &findings->inputs[findings->input_count++];
    *input = (struct fpc_input_findings){0};
    return input;
}

struct fpc_kernel_findings *fpc_findings_add_kernel(struct fpc_input_findings *input)
{
    input->kernels = fpc_realloc(input->kernels, input->kernel_count + 1, sizeof *input->kernels);
    struct fpc_kernel_findings *kernel = &input->kernels[input->kernel_count++];
    *kernel = (struct fpc_kernel_findings){0};
    return kernel;
}

void fpc_findings_add(struct fpc_findings *findings, enum fpc_finding_kind kind, size_t input,
                      size_t kernel, char *message)
{
    const struct fpc_finding finding = {
        .kind = kind, .input = input, .kernel = kernel, .message = message};
    fpc_findings_append(findings, false, &finding);
}

void fpc_findings_append(struct fpc_findings *findings, bool notice,
                         const struct fpc_finding *finding)
{
    struct fpc_finding **list = notice ? &findings->notices : &findings->findings;
    size_t *count = notice ? &findings->notice_count : &findings->finding_count;
    *list = fpc_realloc(*list, *count + 1, sizeof **list);
    (*list)[(*count)++] = *finding;
}

const char *fpc_finding_input(const struct fpc_findings *findings,
                              const struct fpc_finding *finding)
{
    return finding->absent_input ? finding->absent_input : findings->inputs[finding->input].path;
}

const char *fpc_finding_kernel(const struct fpc_findings *findings,
                               const struct fpc_finding *finding)
{
    if (finding->absent_input || finding->absent_kernel)
        return finding->absent_kernel;
    return findings->inputs[finding->input].kernels[finding->kernel].name;
}

static void clear_kernel(struct fpc_kernel_findings *kernel)
{
    free(kernel->reason);
    free(kernel->results.items);
    free(kernel->order.results.items);
    free(kernel->bound_any_order);
    free(kernel->bound_kernel);
    free(kernel->evidence);
}

static void clear_input(struct fpc_input_findings *input)
{
    for (size_t i = 0; i < input->kernel_count; i++)
        clear_kernel(&input->kernels[i]);
    free(input->kernels);
    free(input->path);
    free(input->name);
    free(input->dims);
    free(input->sha256);
    free(input->why);
    free(input->exact_hex);
    free(input->exact_decimal);
    free(input->abs_sum);
    free(input->exact_short);
}

static void clear_list(struct fpc_finding *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(list[i].absent_input);
        free(list[i].absent_kernel);
        free(list[i].message);
    }
    free(list);
}

void fpc_findings_clear(struct fpc_findings *findings)
{
    for (size_t i = 0; i < findings->input_count; i++)
        clear_input(&findings->inputs[i]);
    clear_list(findings->findings, findings->finding_count);
    clear_list(findings->notices, findings->notice_count);
    free(findings->inputs);
    free(findings->device_name);
    free(findings->skipped);
    free(findings->device_key);
    *findings = (struct fpc_findings){0};
}
