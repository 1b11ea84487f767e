/* The runs of a program for people: the answer first, then a row for each array that differs. */
#include "analysis/variability.h"
#include "base/memory.h"
#include "base/text.h"
#include "number/value_text.h"
#include "report/comparison.h"
#include "report/figure_text.h"
#include "report/repeats.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *printable(const char *text)
{
    char *copy = fpc_strdup(text ? text : "");
    fpc_text_make_printable(copy);
    return copy;
}

/* "standard output: " or "". The caller frees. */
static char *prefix_of(const struct fpc_repeat *repeat)
{
    char *name = printable(repeat->first.name);
    char *prefix = *name ? fpc_text("%s: ", name) : fpc_strdup("");
    free(name);
    return prefix;
}

static void print_failing(FILE *stream, const struct fpc_repeat *repeat, const char *against)
{
    char *prefix = prefix_of(repeat), *text = fpc_compared_text(&repeat->first);
    fprintf(stream, "run %" PRIu64 " against %s, %s%s", repeat->first_run, against, prefix, text);
    free(text);
    free(prefix);
}

static void print_between(FILE *stream, const struct fpc_repeats_report *report)
{
    const struct fpc_repeat *failing = fpc_repeats_first_failing(report->between);
    const uint64_t runs = report->outcomes->runs;
    if (failing) {
        fprintf(stream, "varies: %zu different results in %" PRIu64 " runs; ",
                report->outcomes->count, runs);
        print_failing(stream, failing, "run 0");
    } else if (runs >= 2) {
        fprintf(stream, "no difference in %" PRIu64 " runs", runs);
    } else {
        fprintf(stream, "%s", runs == 1 ? "one run" : "no run has ended");
    }
}

static void print_expected(FILE *stream, const struct fpc_repeats_report *report)
{
    const struct fpc_repeat *failing = fpc_repeats_first_failing(report->expected);
    const struct fpc_repeat *farthest = fpc_repeats_farthest(report->expected);
    if (report->expect == NULL || report->expected->runs == 0)
        return;
    if (failing) {
        fprintf(stream, "; not as expected: ");
        print_failing(stream, failing, "what is expected");
    } else if (farthest) {
        fprintf(stream, "; at most %" PRIu64 " ulp from what is expected", farthest->max_ulp);
    } else {
        fprintf(stream, "; as expected, bit for bit");
    }
}

static void print_head(FILE *stream, const struct fpc_repeats_report *report)
{
    if (!report->frame.complete)
        fprintf(stream, "INTERRUPTED: ");
    print_between(stream, report);
    print_expected(stream, report);
    fputc('\n', stream);
}

static void print_program(FILE *stream, const struct fpc_repeats_report *report)
{
    for (size_t i = 0; report->program[i]; i++) {
        char *word = printable(report->program[i]);
        fprintf(stream, "%s%s", i ? " " : "", word);
        free(word);
    }
    fprintf(stream, "   %zu value%s", report->values, report->values == 1 ? "" : "s");
    if (report->tensors > 1)
        fprintf(stream, " in %zu tensors", report->tensors);
    fputc('\n', stream);
}

/* The cells that say where the first run differs first; shapes if its values were not compared. */
static void set_first(char **cells, const struct fpc_repeat *repeat)
{
    const struct fpc_difference *difference = &repeat->first.difference;
    const enum fpc_format format = repeat->first.a.format;
    const bool compared = repeat->first.pairing == FPC_PAIR_COMPARED;
    const struct fpc_difference_pair *first =
        difference->beyond ? &difference->first_beyond : &difference->first;
    cells[0] = compared ? fpc_text("%" PRIu64, first->at) : fpc_strdup("-");
    cells[1] = compared ? fpc_value_text(format, first->a) : fpc_array_facts_text(&repeat->first.a);
    cells[2] = compared ? fpc_value_text(format, first->b) : fpc_array_facts_text(&repeat->first.b);
}

static void add_row(struct fpc_table *table, const struct fpc_repeats *repeats,
                    const struct fpc_repeat *repeat)
{
    char *cells[] = {printable(repeat->first.name),
                     fpc_array_facts_text(&repeat->first.a),
                     fpc_text("%" PRIu64 "/%" PRIu64, repeat->differing_runs, repeats->runs),
                     fpc_text("%" PRIu64, repeat->most_differing),
                     fpc_text("%" PRIu64, repeat->first_run),
                     NULL,
                     NULL,
                     NULL,
                     repeat->has_distance ? fpc_text("%" PRIu64, repeat->max_ulp) : fpc_strdup("-"),
                     repeat->max_vermv.known ? fpc_figure_text(&repeat->max_vermv, 3)
                                             : fpc_strdup("-"),
                     fpc_text("%.3g", repeat->max_vc)};
    set_first(cells + 5, repeat);
    fpc_table_add(table, cells);
}

/* Arrays that differ from the reference, of which `reference` is the title. */
static void print_table(FILE *stream, const struct fpc_repeats *repeats, const char *reference)
{
    const char *const titles[] = {"TENSOR",  "SHAPE",  "RUNS",    "ELEMENTS", "RUN", "AT",
                                  reference, "IN RUN", "MAX ULP", "VERMV",    "VC"};
    static const bool right[] = {false, false, true, true, true, true,
                                 false, false, true, true, true};
    struct fpc_table table;
    fpc_table_init(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < repeats->count; i++)
        if (repeats->items[i].differing_runs > 0)
            add_row(&table, repeats, &repeats->items[i]);
    if (table.rows > 1) {
        fputc('\n', stream);
        fpc_table_print(stream, &table, right);
    }
    fpc_table_clear(&table);
}

static void print_histograms(FILE *stream, const struct fpc_repeats *repeats)
{
    for (size_t i = 0; i < repeats->count; i++) {
        const struct fpc_repeat *repeat = &repeats->items[i];
        char *histogram = fpc_report_histogram(&repeat->first.difference);
        char *prefix = prefix_of(repeat);
        if (histogram)
            fprintf(stream, "%srun %" PRIu64 " by ulp distance: %s\n", prefix, repeat->first_run,
                    histogram);
        free(prefix);
        free(histogram);
    }
}

static void print_combinations(FILE *stream, const struct fpc_repeats_report *report)
{
    static const char *const titles[] = {"ENVIRONMENT", "FROM RUN", "RESULTS", "FIRST RESULT"};
    static const bool right[] = {false, true, true, false};
    const struct fpc_outcomes *outcomes = report->outcomes;
    struct fpc_table table;
    fpc_table_init(&table, titles, sizeof titles / sizeof titles[0]);
    for (uint64_t i = 0; i * report->runs < outcomes->runs; i++) {
        const uint64_t from = i * report->runs;
        char *setting = fpc_sweep_text(report->sweep, i);
        char *cells[] = {
            printable(setting), fpc_text("%" PRIu64, from),
            fpc_text("%zu", fpc_sweep_distinct(outcomes, i, report->runs)),
            fpc_text("as run %" PRIu64, outcomes->items[outcomes->of_run[from]].first_run)};
        fpc_table_add(&table, cells);
        free(setting);
    }
    fputc('\n', stream);
    fpc_table_print(stream, &table, right);
    fpc_table_clear(&table);
}

static void print_effects(FILE *stream, const struct fpc_repeats_report *report)
{
    static const char *const sentences[] = {
        [FPC_EFFECT_NONE] = "changed nothing",
        [FPC_EFFECT_CHANGED] = "changed the result",
        [FPC_EFFECT_UNKNOWN] = "what it changed cannot be told: runs vary by themselves, or not "
                               "all were made"};
    for (size_t i = 0; i < report->sweep->count; i++) {
        char *name = printable(report->sweep->variables[i].name);
        fprintf(stream, "%s: %s\n", name,
                sentences[fpc_sweep_effect(report->sweep, i, report->outcomes, report->runs)]);
        free(name);
    }
}

void fpc_report_repeats_text(FILE *stream, const struct fpc_repeats_report *report, bool quiet)
{
    const uint64_t runs = report->outcomes->runs;
    print_head(stream, report);
    if (quiet)
        return;
    print_program(stream, report);
    print_table(stream, report->between, "IN RUN 0");
    print_table(stream, report->expected, "EXPECTED");
    if (report->sweep->count > 0)
        print_combinations(stream, report);
    fputc('\n', stream);
    print_histograms(stream, report->between);
    print_effects(stream, report);
    if (report->outcomes->count == 1 && runs >= 2 && report->sweep->count == 0)
        fprintf(stream,
                "no difference in %" PRIu64 " runs, so at 95 %% the rate is below %.3g %%\n", runs,
                100 * fpc_variability_rate_below_95(runs));
}

static size_t failing(const struct fpc_repeats *repeats)
{
    size_t count = 0;
    for (size_t i = 0; i < repeats->count; i++)
        count += repeats->items[i].failing_runs > 0;
    return count;
}

size_t fpc_report_repeats_findings(const struct fpc_repeats_report *report)
{
    return failing(report->between) + failing(report->expected);
}
