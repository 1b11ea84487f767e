/* TAP, version 14: a test point for each input, kernel and launch shape. */
#include "report/report.h"
#include "report/test_case.h"
#include "report/visible.h"

#include <stdlib.h>

/* A description or a reason: # would begin a directive. */
static void put_escaped(FILE *stream, const char *text)
{
    for (; *text; text++) {
        if (*text == '#' || *text == '\\')
            fputc('\\', stream);
        fputc(*text, stream);
    }
}

/* A line of YAML, the value in double quotes. It is visible text, so nothing else needs escaping.
 */
static void put_fact(void *context, const char *name, const char *value)
{
    FILE *stream = context;
    fprintf(stream, "  %s: \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            fputc('\\', stream);
        fputc(*value, stream);
    }
    fputs("\"\n", stream);
}

static void put_diagnostic(FILE *stream, const struct fpc_test_case *test)
{
    char *messages = fpc_test_messages(test);
    fputs("  ---\n", stream);
    put_fact(stream, "message", messages);
    put_fact(stream, "severity", "fail");
    put_fact(stream, "kind", fpc_test_kind(test));
    fpc_test_facts(test, put_fact, stream);
    fputs("  ...\n", stream);
    free(messages);
}

static void put_point(FILE *stream, const struct fpc_test_case *test, size_t number)
{
    enum fpc_test_outcome outcome = fpc_test_outcome(test);
    char *input = fpc_test_input(&test->findings->inputs[test->input]);
    char *name = fpc_test_name(test), *reason = fpc_test_reason(test);
    fprintf(stream, "%s %zu - ", outcome == FPC_TEST_FAILED ? "not ok" : "ok", number);
    put_escaped(stream, input);
    fputs(": ", stream);
    put_escaped(stream, name);
    if (outcome == FPC_TEST_SKIPPED) {
        fputs(" # SKIP ", stream);
        put_escaped(stream, reason);
    }
    fputc('\n', stream);
    if (outcome == FPC_TEST_FAILED)
        put_diagnostic(stream, test);
    free(reason);
    free(name);
    free(input);
}

static void put_absent_point(FILE *stream, const struct fpc_findings *findings,
                             const struct fpc_finding *finding, size_t number)
{
    char *input = fpc_test_finding_input(findings, finding), *name = fpc_test_absent_name(finding);
    char *message = fpc_visible(finding->message), *command = fpc_test_command(findings);
    fprintf(stream, "not ok %zu - ", number);
    put_escaped(stream, input);
    fputs(": ", stream);
    put_escaped(stream, name);
    fputs("\n  ---\n", stream);
    put_fact(stream, "message", message);
    put_fact(stream, "severity", "fail");
    put_fact(stream, "kind", fpc_finding_kind_name(finding->kind));
    put_fact(stream, "command", command);
    fputs("  ...\n", stream);
    free(command);
    free(message);
    free(name);
    free(input);
}

/* The plan, which says why there is nothing if no GPU was there. */
static void put_plan(FILE *stream, const struct fpc_findings *findings, const char *trouble)
{
    size_t count = fpc_test_absent_count(findings);
    for (size_t i = 0; i < findings->input_count; i++)
        count += findings->inputs[i].kernel_count;
    fprintf(stream, "TAP version 14\n1..%zu", count);
    if (findings->skipped) {
        fputs(" # SKIP ", stream);
        put_escaped(stream, trouble);
    }
    fputc('\n', stream);
}

static void write_tap(FILE *stream, const struct fpc_findings *findings)
{
    char *trouble = fpc_test_trouble(findings);
    size_t number = 0;
    put_plan(stream, findings, trouble);
    for (size_t i = 0; i < findings->input_count; i++)
        for (size_t k = 0; k < findings->inputs[i].kernel_count; k++)
            put_point(stream, &(struct fpc_test_case){findings, i, k}, ++number);
    for (size_t i = 0; i < findings->finding_count; i++)
        if (fpc_test_is_absent(&findings->findings[i]))
            put_absent_point(stream, findings, &findings->findings[i], ++number);
    if (!findings->complete && !findings->skipped) {
        fputs("Bail out! ", stream);
        put_escaped(stream, trouble);
        fputc('\n', stream);
    }
    free(trouble);
}

const struct fpc_report_format fpc_report_tap = {
    "tap", "Write a test point for each input, kernel and launch shape as TAP to FILE", write_tap};
