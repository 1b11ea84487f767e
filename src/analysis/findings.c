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
    static const char *const names[] = {"promise", "limit", "require", "fail-on", "bug"};
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
    findings->findings =
        fpc_realloc(findings->findings, findings->finding_count + 1, sizeof *findings->findings);
    findings->findings[findings->finding_count++] =
        (struct fpc_finding){kind, input, kernel, message};
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

void fpc_findings_clear(struct fpc_findings *findings)
{
    for (size_t i = 0; i < findings->input_count; i++)
        clear_input(&findings->inputs[i]);
    for (size_t i = 0; i < findings->finding_count; i++)
        free(findings->findings[i].message);
    free(findings->inputs);
    free(findings->findings);
    free(findings->device_name);
    free(findings->skipped);
    *findings = (struct fpc_findings){0};
}
