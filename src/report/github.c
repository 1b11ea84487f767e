/* Annotations of GitHub Actions: workflow commands, which the runner takes from what a step prints.
 * It shows ten of a kind for each step, so no more are written, and the last one says how many were
 * left out. */
#include "report/report.h"

#include "base/text.h"
#include "report/test_case.h"
#include "report/visible.h"

#include <stdlib.h>
#include <string.h>

#define FPC_MAX_ANNOTATIONS 10

/* What is written, and how much of it there is. */
struct annotations {
    FILE *stream;
    size_t total; /* to be written */
    size_t begun; /* so far, those that were left out included */
};

/* What the runner reads as the end of a line, of a property or as an escape. */
static void put_escaped(FILE *stream, const char *text, bool in_property)
{
    for (; *text; text++) {
        bool special = *text == '%' || *text == '\r' || *text == '\n' ||
                       (in_property && (*text == ':' || *text == ','));
        if (special)
            fprintf(stream, "%%%02X", (unsigned char)*text);
        else
            fputc(*text, stream);
    }
}

static void put_command(FILE *stream, const char *command, const char *title, const char *message)
{
    fprintf(stream, "::%s title=", command);
    put_escaped(stream, title, true);
    fputs("::", stream);
    put_escaped(stream, message, false);
    fputc('\n', stream);
}

/* Takes `title` and `message` over. */
static void annotate(struct annotations *annotations, const char *command, char *title,
                     char *message)
{
    size_t number = ++annotations->begun;
    bool all = annotations->total <= FPC_MAX_ANNOTATIONS;
    if (all || number < FPC_MAX_ANNOTATIONS) {
        put_command(annotations->stream, command, title, message);
    } else if (number == FPC_MAX_ANNOTATIONS) {
        char *rest = fpc_text("%zu more annotations were left out",
                              annotations->total - FPC_MAX_ANNOTATIONS + 1);
        put_command(annotations->stream, command, "fpcheck", rest);
        free(rest);
    }
    free(message);
    free(title);
}

static void annotate_trouble(struct annotations *annotations, const struct fpc_findings *findings)
{
    annotate(annotations, findings->skipped ? "warning" : "error", fpc_text("fpcheck"),
             fpc_test_trouble(findings));
}

static void annotate_finding(struct annotations *annotations, const struct fpc_findings *findings,
                             const struct fpc_finding *finding)
{
    char *input = fpc_test_finding_input(findings, finding);
    char *message = fpc_visible(finding->message);
    annotate(annotations, "error", fpc_text("fpcheck: %s", fpc_finding_kind_name(finding->kind)),
             fpc_text("%s: %s", input, message));
    free(message);
    free(input);
}

/* What deserves a look though nothing failed on it: "warning" for what rounding does not explain,
 * "notice" for what was not tried; else NULL. */
static const char *remark_on(const struct fpc_test_case *test)
{
    const struct fpc_kernel_findings *kernel =
        &test->findings->inputs[test->input].kernels[test->kernel];
    if (fpc_test_outcome(test) == FPC_TEST_FAILED)
        return NULL;
    if (kernel->reason)
        return "notice";
    return kernel->verdict >= FPC_VERDICT_OVERFLOW ? "warning" : NULL;
}

static void annotate_remark(struct annotations *annotations, const struct fpc_test_case *test)
{
    const struct fpc_input_findings *input = &test->findings->inputs[test->input];
    const struct fpc_kernel_findings *kernel = &input->kernels[test->kernel];
    char *label = fpc_test_input(input), *name = fpc_test_name(test);
    char *why = fpc_visible(kernel->reason ? kernel->reason : kernel->evidence);
    const char *what = kernel->reason ? "does not apply" : fpc_verdict_name(kernel->verdict);
    annotate(annotations, remark_on(test), fpc_text("fpcheck: %s", what),
             fpc_text("%s: %s: %s", label, name, why));
    free(why);
    free(name);
    free(label);
}

/* Calls `each` for the test cases with this remark; returns how many there are. */
static size_t each_remark(struct annotations *annotations, const struct fpc_findings *findings,
                          const char *remark,
                          void (*each)(struct annotations *, const struct fpc_test_case *))
{
    size_t count = 0;
    for (size_t i = 0; i < findings->input_count; i++) {
        for (size_t k = 0; k < findings->inputs[i].kernel_count; k++) {
            struct fpc_test_case test = {findings, i, k};
            const char *found = remark_on(&test);
            if (found == NULL || strcmp(found, remark) != 0)
                continue;
            count++;
            if (each)
                each(annotations, &test);
        }
    }
    return count;
}

static size_t count_all(const struct fpc_findings *findings)
{
    return findings->finding_count + !findings->complete +
           each_remark(NULL, findings, "warning", NULL) +
           each_remark(NULL, findings, "notice", NULL);
}

static void write_github(FILE *stream, const struct fpc_findings *findings)
{
    struct annotations annotations = {stream, count_all(findings), 0};
    if (!findings->complete)
        annotate_trouble(&annotations, findings);
    for (size_t i = 0; i < findings->finding_count; i++)
        annotate_finding(&annotations, findings, &findings->findings[i]);
    each_remark(&annotations, findings, "warning", annotate_remark);
    each_remark(&annotations, findings, "notice", annotate_remark);
}

const struct fpc_report_format fpc_report_github = {
    "github", "Write at most ten annotations for GitHub Actions to FILE", write_github};
