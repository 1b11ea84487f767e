#include "report/test_case.h"

#include "base/memory.h"
#include "base/text.h"
#include "report/cells.h"
#include "report/figure_text.h"
#include "report/visible.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct fpc_input_findings *input_of(const struct fpc_test_case *test)
{
    return &test->findings->inputs[test->input];
}

static const struct fpc_kernel_findings *kernel_of(const struct fpc_test_case *test)
{
    return &input_of(test)->kernels[test->kernel];
}

bool fpc_test_is_absent(const struct fpc_finding *finding)
{
    return finding->absent_input != NULL || finding->absent_kernel != NULL;
}

size_t fpc_test_absent_count(const struct fpc_findings *findings)
{
    size_t count = 0;
    for (size_t i = 0; i < findings->finding_count; i++)
        count += fpc_test_is_absent(&findings->findings[i]);
    return count;
}

/* The next finding on this test case from index `from` on; NULL behind the last. */
static const struct fpc_finding *next_finding(const struct fpc_test_case *test, size_t *from)
{
    while (*from < test->findings->finding_count) {
        const struct fpc_finding *finding = &test->findings->findings[(*from)++];
        if (finding->input == test->input && finding->kernel == test->kernel &&
            !fpc_test_is_absent(finding))
            return finding;
    }
    return NULL;
}

enum fpc_test_outcome fpc_test_outcome(const struct fpc_test_case *test)
{
    size_t from = 0;
    if (next_finding(test, &from))
        return FPC_TEST_FAILED;
    return kernel_of(test)->reason ? FPC_TEST_SKIPPED : FPC_TEST_PASSED;
}

size_t fpc_test_count(const struct fpc_findings *findings, size_t input,
                      enum fpc_test_outcome outcome)
{
    size_t count = 0;
    for (size_t k = 0; k < findings->inputs[input].kernel_count; k++)
        count += fpc_test_outcome(&(struct fpc_test_case){findings, input, k}) == outcome;
    return count;
}

char *fpc_test_name(const struct fpc_test_case *test)
{
    const struct fpc_kernel_findings *kernel = kernel_of(test);
    char *name = fpc_visible(kernel->name);
    char *longer = fpc_text("%s %u x %u", name, kernel->shape.blocks, kernel->shape.threads);
    free(name);
    return longer;
}

char *fpc_test_input(const struct fpc_input_findings *input)
{
    char *whole =
        input->name ? fpc_text("%s:%s", input->path, input->name) : fpc_strdup(input->path);
    char *label = fpc_visible(whole);
    free(whole);
    return label;
}

char *fpc_test_finding_input(const struct fpc_findings *findings, const struct fpc_finding *finding)
{
    if (finding->absent_input)
        return fpc_visible(finding->absent_input);
    return fpc_test_input(&findings->inputs[finding->input]);
}

char *fpc_test_absent_name(const struct fpc_finding *finding)
{
    char *kernel = fpc_visible(finding->absent_kernel);
    char *name = *kernel ? fpc_text("%s, not run", kernel) : fpc_strdup("not run");
    free(kernel);
    return name;
}

/* Appends to a text that may be empty; takes it over and gives the longer one. */
static char *joined(char *text, const char *separator, const char *more)
{
    char *longer = fpc_text("%s%s%s", text, *text ? separator : "", more);
    free(text);
    return longer;
}

char *fpc_test_messages(const struct fpc_test_case *test)
{
    char *messages = fpc_strdup("");
    size_t from = 0;
    for (const struct fpc_finding *one; (one = next_finding(test, &from)) != NULL;) {
        char *message = fpc_visible(one->message);
        messages = joined(messages, "; ", message);
        free(message);
    }
    return messages;
}

const char *fpc_test_kind(const struct fpc_test_case *test)
{
    size_t from = 0;
    const struct fpc_finding *first = next_finding(test, &from);
    return first ? fpc_finding_kind_name(first->kind) : NULL;
}

char *fpc_test_reason(const struct fpc_test_case *test)
{
    return fpc_visible(kernel_of(test)->reason);
}

/* Where facts go. */
struct facts {
    void (*fact)(void *context, const char *name, const char *value);
    void *context;
};

/* Takes `value` over; an empty one is no fact. */
static void tell(const struct facts *facts, const char *name, char *value)
{
    if (*value)
        facts->fact(facts->context, name, value);
    free(value);
}

static char *ratio_text(const struct fpc_figure *ratio)
{
    return ratio->known ? fpc_figure_text(ratio, 3) : fpc_strdup("");
}

static void tell_measured(const struct facts *facts, const struct fpc_input_findings *input,
                          const struct fpc_kernel_findings *kernel)
{
    tell(facts, "observed", fpc_strdup(fpc_level_name(kernel->observed)));
    tell(facts, "distinct",
         fpc_text("%zu in %" PRIu64 " runs", kernel->results.count, kernel->runs));
    if (kernel->simulated)
        tell(facts, "arrival", fpc_strdup("simulated, not observed"));
    tell(facts, "spread", fpc_cell_distance(&kernel->results.spread));
    tell(facts, "max_error", fpc_cell_error(input, kernel));
    tell(facts, "max_error_ratio", ratio_text(&kernel->results.max_error_ratio));
    tell(facts, "any_block_order", fpc_cell_orders(&kernel->order));
    tell(facts, "verdict", fpc_cell_verdict(kernel));
    tell(facts, "evidence", fpc_visible(kernel->evidence));
}

void fpc_test_facts(const struct fpc_test_case *test,
                    void (*fact)(void *context, const char *name, const char *value), void *context)
{
    struct facts facts = {fact, context};
    const struct fpc_kernel_findings *kernel = kernel_of(test);
    tell(&facts, "promise", fpc_strdup(fpc_level_name(kernel->promise)));
    if (kernel->reason == NULL)
        tell_measured(&facts, input_of(test), kernel);
    tell(&facts, "device", fpc_visible(test->findings->device_name));
    tell(&facts, "command", fpc_test_command(test->findings));
}

char *fpc_test_command(const struct fpc_findings *findings)
{
    char *command = fpc_strdup("");
    for (int i = 0; i < findings->argc; i++) {
        char *word = fpc_visible_word(findings->argv[i]);
        command = joined(command, " ", word);
        free(word);
    }
    return command;
}

char *fpc_test_trouble(const struct fpc_findings *findings)
{
    if (findings->skipped)
        return fpc_visible(findings->skipped);
    if (findings->complete)
        return fpc_strdup("");
    return fpc_text("interrupted by signal %d: not everything was measured",
                    findings->exit_status - FPC_SIGNALLED);
}
