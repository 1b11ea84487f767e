/* JUnit XML, as the schema junit-10.xsd of Jenkins' xUnit plug-in has it: a test suite for each
 * input. No times are written: none are measured, and the same findings give the same bytes. */
#include "base/memory.h"
#include "report/report.h"
#include "report/test_case.h"
#include "report/visible.h"
#include "report/xml.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Counts of one suite, or of all. */
struct counts {
    size_t tests, failures, errors, skipped;
};

static bool is_interrupted(const struct fpc_findings *findings)
{
    return !findings->complete && findings->skipped == NULL;
}

static struct counts counts_of(const struct fpc_findings *findings, size_t input)
{
    return (struct counts){.tests = findings->inputs[input].kernel_count,
                           .failures = fpc_test_count(findings, input, FPC_TEST_FAILED),
                           .skipped = fpc_test_count(findings, input, FPC_TEST_SKIPPED)};
}

static struct counts counts_of_absent(const struct fpc_findings *findings)
{
    size_t count = fpc_test_absent_count(findings);
    return (struct counts){.tests = count, .failures = count};
}

/* The suite that stands for what was not measured. */
static struct counts counts_of_trouble(const struct fpc_findings *findings)
{
    bool interrupted = is_interrupted(findings);
    return (struct counts){.tests = 1, .errors = interrupted, .skipped = !interrupted};
}

static void put_property(struct fpc_xml *xml, const char *name, const char *value)
{
    fpc_xml_start(xml, "property");
    fpc_xml_attribute(xml, "name", name);
    fpc_xml_attribute(xml, "value", value);
    fpc_xml_end(xml);
}

static void put_text_property(struct fpc_xml *xml, const char *name, const char *value)
{
    char *seen = fpc_visible(value);
    if (*seen)
        put_property(xml, name, seen);
    free(seen);
}

static void put_number_property(struct fpc_xml *xml, const char *name, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    put_property(xml, name, digits);
}

static void put_input_properties(struct fpc_xml *xml, const struct fpc_input_findings *input)
{
    put_text_property(xml, "format", fpc_format_traits(input->format)->name);
    put_number_property(xml, "count", input->count);
    put_text_property(xml, "sha256", input->sha256);
    if (input->exact_known)
        put_text_property(xml, "exact",
                          input->exact_class == FPC_EXACT_FINITE
                              ? input->exact_decimal
                              : fpc_exact_class_name(input->exact_class));
}

static void put_properties(struct fpc_xml *xml, const struct fpc_findings *findings,
                           const struct fpc_input_findings *input)
{
    char *command = fpc_test_command(findings);
    fpc_xml_start(xml, "properties");
    put_property(xml, "fpcheck", PACKAGE_VERSION);
    put_text_property(xml, "backend", findings->backend);
    put_text_property(xml, "device", findings->device_name);
    put_number_property(xml, "seed", findings->seed);
    if (input)
        put_input_properties(xml, input);
    put_number_property(xml, "exit_status", (uint64_t)findings->exit_status);
    put_text_property(xml, "command", command);
    fpc_xml_end(xml);
    free(command);
}

static void put_counts(struct fpc_xml *xml, const struct counts *counts)
{
    fpc_xml_number(xml, "tests", counts->tests);
    fpc_xml_number(xml, "failures", counts->failures);
    fpc_xml_number(xml, "errors", counts->errors);
}

static void start_suite(struct fpc_xml *xml, const char *name, const struct counts *counts)
{
    fpc_xml_start(xml, "testsuite");
    fpc_xml_attribute(xml, "name", name);
    put_counts(xml, counts);
    fpc_xml_number(xml, "skipped", counts->skipped);
}

static void put_fact(void *context, const char *name, const char *value)
{
    struct fpc_xml *xml = context;
    fpc_xml_text(xml, name);
    fpc_xml_text(xml, ": ");
    fpc_xml_text(xml, value);
    fpc_xml_text(xml, "\n");
}

/* An element that says why, left open. */
static void start_reason(struct fpc_xml *xml, const char *element, const char *type,
                         const char *message)
{
    fpc_xml_start(xml, element);
    fpc_xml_attribute(xml, "type", type);
    fpc_xml_attribute(xml, "message", message);
}

static void put_outcome(struct fpc_xml *xml, const struct fpc_test_case *test)
{
    enum fpc_test_outcome outcome = fpc_test_outcome(test);
    char *messages = fpc_test_messages(test), *reason = fpc_test_reason(test);
    if (outcome == FPC_TEST_FAILED)
        start_reason(xml, "failure", fpc_test_kind(test), messages);
    else if (outcome == FPC_TEST_SKIPPED)
        start_reason(xml, "skipped", "does not apply", reason);
    else
        fpc_xml_start(xml, "system-out");
    if (outcome == FPC_TEST_FAILED)
        put_fact(xml, "finding", messages);
    if (outcome != FPC_TEST_SKIPPED)
        fpc_test_facts(test, put_fact, xml);
    fpc_xml_end(xml);
    free(reason);
    free(messages);
}

static void start_case(struct fpc_xml *xml, const char *suite, const char *name)
{
    fpc_xml_start(xml, "testcase");
    fpc_xml_attribute(xml, "classname", suite);
    fpc_xml_attribute(xml, "name", name);
}

static void put_suite(struct fpc_xml *xml, const struct fpc_findings *findings, size_t index)
{
    const struct fpc_input_findings *input = &findings->inputs[index];
    struct counts counts = counts_of(findings, index);
    char *suite = fpc_test_input(input);
    start_suite(xml, suite, &counts);
    put_properties(xml, findings, input);
    for (size_t k = 0; k < input->kernel_count; k++) {
        struct fpc_test_case test = {findings, index, k};
        char *name = fpc_test_name(&test);
        start_case(xml, suite, name);
        put_outcome(xml, &test);
        fpc_xml_end(xml);
        free(name);
    }
    fpc_xml_end(xml);
    free(suite);
}

static void put_absent_case(struct fpc_xml *xml, const struct fpc_findings *findings,
                            const struct fpc_finding *finding)
{
    char *input = fpc_test_finding_input(findings, finding), *name = fpc_test_absent_name(finding);
    char *message = fpc_visible(finding->message), *command = fpc_test_command(findings);
    start_case(xml, input, name);
    start_reason(xml, "failure", fpc_finding_kind_name(finding->kind), message);
    put_fact(xml, "finding", message);
    put_fact(xml, "command", command);
    fpc_xml_end(xml);
    fpc_xml_end(xml);
    free(command);
    free(message);
    free(name);
    free(input);
}

/* The suite of what a baseline holds and nobody ran. */
static void put_absent(struct fpc_xml *xml, const struct fpc_findings *findings)
{
    struct counts counts = counts_of_absent(findings);
    start_suite(xml, "not run", &counts);
    put_properties(xml, findings, NULL);
    for (size_t i = 0; i < findings->finding_count; i++)
        if (fpc_test_is_absent(&findings->findings[i]))
            put_absent_case(xml, findings, &findings->findings[i]);
    fpc_xml_end(xml);
}

static void put_trouble(struct fpc_xml *xml, const struct fpc_findings *findings)
{
    struct counts counts = counts_of_trouble(findings);
    char *trouble = fpc_test_trouble(findings);
    bool interrupted = is_interrupted(findings);
    start_suite(xml, "fpcheck", &counts);
    put_properties(xml, findings, NULL);
    start_case(xml, "fpcheck", "measurement");
    start_reason(xml, interrupted ? "error" : "skipped", interrupted ? "interrupted" : "no device",
                 trouble);
    fpc_xml_end(xml);
    fpc_xml_end(xml);
    fpc_xml_end(xml);
    free(trouble);
}

static struct counts total(const struct fpc_findings *findings)
{
    struct counts all = findings->complete ? (struct counts){0} : counts_of_trouble(findings);
    struct counts absent = counts_of_absent(findings);
    all.tests += absent.tests;
    all.failures += absent.failures;
    for (size_t i = 0; i < findings->input_count; i++) {
        struct counts counts = counts_of(findings, i);
        all.tests += counts.tests;
        all.failures += counts.failures;
    }
    return all;
}

static void write_junit(FILE *stream, const struct fpc_findings *findings)
{
    struct fpc_xml *xml = fpc_xml_begin();
    struct counts all = total(findings);
    fpc_xml_start(xml, "testsuites");
    fpc_xml_attribute(xml, "name", "fpcheck");
    put_counts(xml, &all);
    for (size_t i = 0; i < findings->input_count; i++)
        put_suite(xml, findings, i);
    if (fpc_test_absent_count(findings) > 0)
        put_absent(xml, findings);
    if (!findings->complete)
        put_trouble(xml, findings);
    fpc_xml_end(xml);
    fpc_xml_finish(xml, stream);
}

const struct fpc_report_format fpc_report_junit = {
    "junit", "Write a test case for each input, kernel and launch shape as JUnit XML to FILE",
    write_junit};
