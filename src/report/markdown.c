/* A summary in Markdown as GitHub reads it (GFM), for a step's summary.
 *
 * Text from elsewhere stands in code spans alone, in which nothing has a meaning: no HTML, no link,
 * no emphasis. Tables hold words and figures of the tool's own. */
#include "report/report.h"

#include "base/memory.h"
#include "base/text.h"
#include "report/cells.h"
#include "report/headline.h"
#include "report/test_case.h"
#include "report/visible.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* GitHub refuses a summary of more than 1 MiB a step; the last line needs some of it. */
#define FPC_MARKDOWN_LIMIT 1048576
#define FPC_MARKDOWN_LAST  512

/* A summary is written piece by piece, until the next one does not fit. */
struct summary {
    FILE *stream;
    size_t size;     /* bytes written */
    size_t left_out; /* pieces; behind the first nothing is written */
};

/* Takes `piece` over. */
static void add(struct summary *summary, char *piece)
{
    size_t length = strlen(piece);
    if (summary->left_out > 0 || summary->size + length > FPC_MARKDOWN_LIMIT - FPC_MARKDOWN_LAST) {
        summary->left_out++;
    } else {
        fputs(piece, summary->stream);
        summary->size += length;
    }
    free(piece);
}

/* The longest run of backticks. */
static size_t longest_run(const char *text)
{
    size_t longest = 0;
    while (*(text += strcspn(text, "`"))) {
        size_t run = strspn(text, "`");
        longest = run > longest ? run : longest;
        text += run;
    }
    return longest;
}

/* A code span of visible text: fenced by more backticks than it holds in a row, and with a blank at
 * both ends, which readers take off again, where it would lose one or run into the fence. */
static char *code(const char *text)
{
    size_t fence = longest_run(text) + 1, length = strlen(text);
    bool blank = strspn(text, " ") == length;
    bool pad =
        length > 0 && !blank &&
        (text[0] == '`' || text[length - 1] == '`' || (text[0] == ' ' && text[length - 1] == ' '));
    char *ticks = fpc_alloc(fence + 1, 1);
    memset(ticks, '`', fence);
    char *span = length == 0
                     ? fpc_strdup("(empty)")
                     : fpc_text("%s%s%s%s%s", ticks, pad ? " " : "", text, pad ? " " : "", ticks);
    free(ticks);
    return span;
}

/* The same, of any text. */
static char *code_of(const char *text)
{
    char *seen = fpc_visible(text), *span = code(seen);
    free(seen);
    return span;
}

/* Words of the tool's own, with everything escaped that Markdown could take for its own. */
static char *prose(const char *text)
{
    char *escaped = fpc_alloc(strlen(text) + 1, 2), *end = escaped;
    for (; *text; text++) {
        if (strchr("\\`*_[]<>#|&~$@:", *text))
            *end++ = '\\';
        *end++ = *text;
    }
    return escaped;
}

static char *title_of(const struct fpc_findings *findings)
{
    size_t count = findings->finding_count;
    if (findings->skipped)
        return fpc_strdup("skipped");
    if (!findings->complete)
        return fpc_strdup("interrupted");
    if (count > 0)
        return fpc_text("failed, %zu finding%s", count, count == 1 ? "" : "s");
    return fpc_strdup("passed");
}

static void add_head(struct summary *summary, const struct fpc_findings *findings)
{
    char *title = title_of(findings), *trouble = fpc_test_trouble(findings);
    add(summary, fpc_text("## fpcheck: %s\n\n", title));
    if (*trouble) {
        char *span = code(trouble);
        add(summary, fpc_text("%s\n\n", span));
        free(span);
    }
    free(trouble);
    free(title);
}

static void add_findings(struct summary *summary, const struct fpc_findings *findings)
{
    for (size_t i = 0; i < findings->finding_count; i++) {
        const struct fpc_finding *finding = &findings->findings[i];
        char *label = fpc_test_finding_input(findings, finding), *input = code(label);
        char *message = code_of(finding->message);
        add(summary,
            fpc_text("- **%s** in %s: %s\n", fpc_finding_kind_name(finding->kind), input, message));
        free(message);
        free(input);
        free(label);
    }
    if (findings->finding_count > 0)
        add(summary, fpc_strdup("\n"));
}

/* The answer in one line. */
static char *headline_of(const struct fpc_findings *findings, size_t index)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fpc_headline_print(stream, findings, index);
    fclose(stream);
    char *seen = fpc_visible(text), *escaped = prose(seen);
    free(seen);
    free(text);
    return escaped;
}

static void add_row(struct summary *summary, const struct fpc_test_case *test)
{
    static const char *const outcomes[] = {"passed", "**failed**", "skipped"};
    const struct fpc_input_findings *input = &test->findings->inputs[test->input];
    const struct fpc_kernel_findings *kernel = &input->kernels[test->kernel];
    char *cells[] = {fpc_test_name(test),
                     fpc_strdup(fpc_level_name(kernel->promise)),
                     fpc_strdup(fpc_level_name(kernel->observed)),
                     fpc_text("%zu/%" PRIu64, kernel->results.count, kernel->runs),
                     fpc_cell_distance(&kernel->results.spread),
                     fpc_cell_error(input, kernel),
                     fpc_cell_orders(&kernel->order),
                     fpc_cell_verdict(kernel)};
    size_t count = sizeof cells / sizeof cells[0];
    size_t known = kernel->reason ? 2 : count; /* of a kernel that does not apply */
    char *row = fpc_strdup("|");
    for (size_t i = 0; i < count; i++) {
        char *cell = prose(i < known ? cells[i] : ""), *longer = fpc_text("%s %s |", row, cell);
        free(cells[i]);
        free(cell);
        free(row);
        row = longer;
    }
    add(summary, fpc_text("%s %s |\n", row, outcomes[fpc_test_outcome(test)]));
    free(row);
}

static void add_table(struct summary *summary, const struct fpc_findings *findings, size_t index)
{
    static const char head[] =
        "| Kernel, blocks x threads | Promise | Observed | Distinct | Spread | Max error "
        "| Any block order | Verdict | Outcome |\n"
        "|---|---|---|--:|--:|--:|---|---|---|\n";
    if (findings->inputs[index].kernel_count == 0)
        return;
    add(summary, fpc_strdup(head));
    for (size_t k = 0; k < findings->inputs[index].kernel_count; k++)
        add_row(summary, &(struct fpc_test_case){findings, index, k});
    add(summary, fpc_strdup("\n"));
}

static void add_reasons(struct summary *summary, const struct fpc_findings *findings, size_t index)
{
    const struct fpc_input_findings *input = &findings->inputs[index];
    size_t count = 0;
    for (size_t k = 0; k < input->kernel_count; k++) {
        const struct fpc_kernel_findings *kernel = &input->kernels[k];
        bool doubtful = !kernel->reason && kernel->verdict >= FPC_VERDICT_NON_FINITE;
        if (!kernel->reason && !doubtful)
            continue;
        char *label = fpc_test_name(&(struct fpc_test_case){findings, index, k});
        char *name = code(label), *why = code_of(doubtful ? kernel->evidence : kernel->reason);
        add(summary, fpc_text("- %s%s: %s\n", name, doubtful ? "" : " does not apply", why));
        free(why);
        free(name);
        free(label);
        count++;
    }
    if (count > 0)
        add(summary, fpc_strdup("\n"));
}

static void add_input(struct summary *summary, const struct fpc_findings *findings, size_t index)
{
    const struct fpc_input_findings *input = &findings->inputs[index];
    char *label = fpc_test_input(input), *name = code(label);
    char *headline = headline_of(findings, index);
    add(summary, fpc_text("### %s\n\n%s\n\n", name, headline));
    add(summary,
        fpc_text("%" PRIu64 " values in %s", input->count, fpc_format_traits(input->format)->name));
    if (input->exact_known) {
        char *exact = code_of(input->exact_class == FPC_EXACT_FINITE
                                  ? input->exact_short
                                  : fpc_exact_class_name(input->exact_class));
        add(summary, fpc_text(", exact sum %s", exact));
        free(exact);
    }
    add(summary, fpc_strdup("\n\n"));
    add_table(summary, findings, index);
    add_reasons(summary, findings, index);
    free(headline);
    free(name);
    free(label);
}

static void add_foot(struct summary *summary, const struct fpc_findings *findings)
{
    bool on_host = findings->backend && strcmp(findings->backend, "host") == 0;
    char *command = fpc_test_command(findings), *span = code(command);
    if (findings->device_name) {
        char *device = code_of(findings->device_name);
        add(summary,
            fpc_text("Run on %s%s.\n", on_host ? "CPU threads, not on a GPU: " : "", device));
        free(device);
    }
    add(summary, fpc_text("Repeat it with %s\n", span));
    free(span);
    free(command);
}

static void write_markdown(FILE *stream, const struct fpc_findings *findings)
{
    struct summary summary = {stream, 0, 0};
    add_head(&summary, findings);
    add_findings(&summary, findings);
    for (size_t i = 0; i < findings->input_count; i++)
        add_input(&summary, findings, i);
    add_foot(&summary, findings);
    if (summary.left_out > 0)
        fprintf(stream,
                "\n\n**What follows, %zu pieces of it, was left out: GitHub takes at most 1 MiB a "
                "step. The JSON report has it.**\n",
                summary.left_out);
}

const struct fpc_report_format fpc_report_markdown = {
    "markdown", "Write a summary in Markdown, at most 1 MiB, to FILE", write_markdown};
