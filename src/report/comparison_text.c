/* A comparison for people: the answer first, then a row for each array that differs. */
#include "base/memory.h"
#include "base/text.h"
#include "number/value_text.h"
#include "report/comparison.h"
#include "report/figure_text.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is said of all arrays together. */
struct totals {
    uint64_t values, differing, nan_payloads, max_ulp;
    size_t differing_arrays; /* beyond every limit */
    const struct fpc_compared *first;
};

static struct totals totals_of(const struct fpc_comparison *comparison)
{
    struct totals totals = {0};
    for (size_t i = 0; i < comparison->count; i++) {
        const struct fpc_compared *compared = &comparison->items[i];
        const struct fpc_difference *difference = &compared->difference;
        totals.values += difference->count;
        totals.differing += difference->differing;
        totals.nan_payloads += difference->nan_payloads;
        if (difference->max_ulp > totals.max_ulp)
            totals.max_ulp = difference->max_ulp;
        if (fpc_compared_differs(compared) && totals.differing_arrays++ == 0)
            totals.first = compared;
    }
    return totals;
}

static char *printable_name(const struct fpc_compared *compared)
{
    char *name = fpc_strdup(compared->name ? compared->name : "");
    fpc_text_make_printable(name);
    return name;
}

static void print_different(FILE *stream, const struct fpc_comparison_report *report,
                            const struct totals *totals)
{
    char *name = printable_name(totals->first), *text = fpc_compared_text(totals->first);
    fprintf(stream, "different: ");
    if (report->comparison->count > 1)
        fprintf(stream, "%zu of %zu tensors; the first is ", totals->differing_arrays,
                report->comparison->count);
    fprintf(stream, "%s%s%s\n", name, *name ? ": " : "", text);
    free(text);
    free(name);
}

static void print_head(FILE *stream, const struct fpc_comparison_report *report,
                       const struct totals *totals)
{
    const size_t count = report->comparison->count;
    if (!report->comparison->complete)
        fprintf(stream, "INTERRUPTED after %" PRIu64 " values: ", totals->values);
    if (totals->first) {
        print_different(stream, report, totals);
        return;
    }
    if (!report->comparison->complete)
        fprintf(stream, "no difference so far\n");
    else if (totals->differing > 0)
        fprintf(stream,
                "within %" PRIu64 " ulp: %" PRIu64 " of %" PRIu64
                " values differ, by at most %" PRIu64 " ulp\n",
                report->rule.max_ulp, totals->differing, totals->values, totals->max_ulp);
    else
        fprintf(stream, "identical: %" PRIu64 " value%s in %zu tensor%s%s\n", totals->values,
                totals->values == 1 ? "" : "s", count, count == 1 ? "" : "s",
                totals->nan_payloads ? ", but for the bits of NaNs" : "");
}

static void print_file(FILE *stream, const char *side, const char *path,
                       const struct fpc_comparison *comparison)
{
    const bool is_a = *side == 'A';
    size_t there = 0;
    const struct fpc_array_facts *last = NULL;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct fpc_compared *compared = &comparison->items[i];
        const struct fpc_array_facts *facts = is_a ? &compared->a : &compared->b;
        there += facts->there;
        last = facts->there ? facts : last;
    }
    char *name = fpc_strdup(path);
    char *what = there == 1 ? fpc_array_facts_text(last) : fpc_text("%zu tensors", there);
    fpc_text_make_printable(name);
    fprintf(stream, "%s: %s   %s\n", side, name, what);
    free(what);
    free(name);
}

static void add_row(struct fpc_table *table, const struct fpc_compared *compared)
{
    const struct fpc_difference *difference = &compared->difference;
    const struct fpc_figure vermv = fpc_difference_vermv(difference);
    const enum fpc_format format = compared->a.format;
    char *cells[] = {printable_name(compared),
                     fpc_array_facts_text(&compared->a),
                     fpc_text("%" PRIu64 "/%" PRIu64, difference->differing, difference->count),
                     fpc_text("%" PRIu64, difference->first.at),
                     fpc_value_text(format, difference->first.a),
                     fpc_value_text(format, difference->first.b),
                     difference->distances ? fpc_text("%" PRIu64, difference->max_ulp)
                                           : fpc_strdup("-"),
                     vermv.known ? fpc_figure_text(&vermv, 3) : fpc_strdup("-"),
                     fpc_text("%.3g", fpc_difference_vc(difference)),
                     fpc_strdup(fpc_compared_differs(compared) ? "different" : "within limit")};
    fpc_table_add(table, cells);
}

/* Arrays of which values were compared. */
static void print_table(FILE *stream, const struct fpc_comparison *comparison)
{
    static const char *const titles[] = {"TENSOR", "SHAPE",   "DIFFER", "FIRST", "IN A",
                                         "IN B",   "MAX ULP", "VERMV",  "VC",    "VERDICT"};
    static const bool right[] = {false, false, true, true, false, false, true, true, true, false};
    struct fpc_table table;
    fpc_table_init(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < comparison->count; i++)
        if (comparison->items[i].difference.differing > 0)
            add_row(&table, &comparison->items[i]);
    if (table.rows > 1) {
        fputc('\n', stream);
        fpc_table_print(stream, &table, right);
        fputc('\n', stream);
    }
    fpc_table_clear(&table);
}

char *fpc_report_histogram(const struct fpc_difference *difference)
{
    char *text = NULL;
    for (unsigned i = 0; i < FPC_DIFFERENCE_BUCKETS; i++) {
        const uint64_t low = fpc_difference_bucket_low(i), high = fpc_difference_bucket_high(i);
        if (difference->buckets[i] == 0)
            continue;
        char *range = low == high ? fpc_text("%" PRIu64, low)
                                  : fpc_text("%" PRIu64 " to %" PRIu64, low, high);
        char *longer = fpc_text("%s%s%s: %" PRIu64, text ? text : "", text ? ", " : "", range,
                                difference->buckets[i]);
        free(range);
        free(text);
        text = longer;
    }
    return text;
}

static void print_count(FILE *stream, const char *name, uint64_t count, const char *one,
                        const char *many)
{
    if (count > 0)
        fprintf(stream, "%s%s%" PRIu64 " %s\n", name, *name ? ": " : "", count,
                count == 1 ? one : many);
}

static void print_notes(FILE *stream, const struct fpc_compared *compared)
{
    const struct fpc_difference *difference = &compared->difference;
    char *name = printable_name(compared), *histogram = fpc_report_histogram(difference);
    if (compared->pairing != FPC_PAIR_COMPARED) {
        char *text = fpc_compared_text(compared);
        fprintf(stream, "%s%s%s; values were not compared\n", name, *name ? ": " : "", text);
        free(text);
    }
    if (histogram)
        fprintf(stream, "%s%sby ulp distance: %s\n", name, *name ? ": " : "", histogram);
    print_count(stream, name, difference->zero_signs, "zero of the other sign",
                "zeros of the other sign");
    print_count(stream, name, difference->nan_numbers, "NaN against a number",
                "NaNs against numbers");
    print_count(stream, name, difference->nan_payloads, "NaN of other bits", "NaNs of other bits");
    print_count(stream, name, difference->infinities, "infinity against another value",
                "infinities against other values");
    print_count(stream, name, difference->relative_without, "pair is left out of VERMV",
                "pairs are left out of VERMV");
    free(histogram);
    free(name);
}

void fpc_report_comparison_text(FILE *stream, const struct fpc_comparison_report *report,
                                bool quiet)
{
    const struct fpc_comparison *comparison = report->comparison;
    const struct totals totals = totals_of(comparison);
    print_head(stream, report, &totals);
    if (quiet)
        return;
    print_file(stream, "A", report->a, comparison);
    print_file(stream, "B", report->b, comparison);
    print_table(stream, comparison);
    for (size_t i = 0; i < comparison->count; i++)
        print_notes(stream, &comparison->items[i]);
}
