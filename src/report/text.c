/* The table for people: the answer first, then what it rests on, then what to do next. */
#include "base/text.h"
#include "base/memory.h"
#include "report/cells.h"
#include "report/figure_text.h"
#include "report/headline.h"
#include "report/notes.h"
#include "report/report.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FPC_BOLD_GREEN "\033[1;32m"
#define FPC_BOLD_RED   "\033[1;31m"
#define FPC_PLAIN      "\033[0m"

static bool same_shape(struct fpc_shape a, struct fpc_shape b)
{
    return a.blocks == b.blocks && a.threads == b.threads;
}

static bool one_shape(const struct fpc_input_findings *input)
{
    for (size_t i = 1; i < input->kernel_count; i++)
        if (!same_shape(input->kernels[i].shape, input->kernels[0].shape))
            return false;
    return true;
}

/* A name may hold anything but must not steer the terminal. */
static void print_name(FILE *stream, const struct fpc_input_findings *input)
{
    char *name =
        input->name ? fpc_text("%s:%s", input->path, input->name) : fpc_strdup(input->path);
    fpc_text_make_printable(name);
    fputs(name, stream);
    free(name);
}

static void print_condition(FILE *stream, const struct fpc_input_findings *input)
{
    if (input->exact_class != FPC_EXACT_FINITE)
        return;
    if (input->condition_class == FPC_CONDITION_ZERO)
        fprintf(stream, "   all values are zero");
    else if (input->condition_class == FPC_CONDITION_INFINITE)
        fprintf(stream, "   condition infinite");
    else {
        char *condition = fpc_figure_text(&input->condition, 6);
        fprintf(stream, "   condition %s", condition);
        free(condition);
    }
}

static void print_exact(FILE *stream, const struct fpc_input_findings *input)
{
    double rounded = fpc_bits_value(input->format, input->exact_rounded);
    if (input->exact_class != FPC_EXACT_FINITE)
        fprintf(stream, "   exact sum %s", fpc_exact_class_name(input->exact_class));
    else if (input->exact_in_format)
        fprintf(stream, "   exact %a = %s (MPFR)", rounded, input->exact_short);
    else
        fprintf(stream, "   exact %s (MPFR), rounded %a", input->exact_short, rounded);
}

static void print_input(FILE *stream, const struct fpc_input_findings *input)
{
    const struct fpc_format_traits *traits = fpc_format_traits(input->format);
    print_name(stream, input);
    fprintf(stream, "   %s[", traits->name);
    for (size_t i = 0; i < input->rank; i++)
        fprintf(stream, "%s%" PRIu64, i ? "," : "", input->dims[i]);
    fprintf(stream, "]%s%s", input->format_assumed ? " (assumed)" : "",
            input->fortran_order ? " Fortran order, summed as in memory" : "");
    if (input->exact_known) {
        print_condition(stream, input);
        print_exact(stream, input);
    }
    fputc('\n', stream);
    if (input->why)
        fprintf(stream, "why: %s\n", input->why);
}

static void print_device(FILE *stream, const struct fpc_findings *findings,
                         const struct fpc_input_findings *input)
{
    if (strcmp(findings->backend, "host") == 0)
        fprintf(stream, "run on CPU threads, not on a GPU (%u thread%s, %s)", findings->cpu_threads,
                findings->cpu_threads == 1 ? "" : "s", findings->device_name);
    else
        fprintf(stream, "on %s", findings->device_name);
    if (input->kernel_count > 0 && one_shape(input))
        fprintf(stream, ", %u block%s x %u thread%s", input->kernels[0].shape.blocks,
                input->kernels[0].shape.blocks == 1 ? "" : "s", input->kernels[0].shape.threads,
                input->kernels[0].shape.threads == 1 ? "" : "s");
    fputc('\n', stream);
}

static void add_row(struct fpc_table *table, const struct fpc_input_findings *input,
                    const struct fpc_kernel_findings *kernel)
{
    char *shape = one_shape(input)
                      ? fpc_strdup("")
                      : fpc_text("%u x %u", kernel->shape.blocks, kernel->shape.threads);
    char *cells[] = {
        fpc_strdup(kernel->name),
        shape,
        fpc_strdup(fpc_level_name(kernel->promise)),
        fpc_strdup(fpc_level_name(kernel->observed)),
        fpc_text("%zu/%" PRIu64, kernel->results.count, kernel->runs),
        fpc_cell_distance(&kernel->results.spread),
        fpc_cell_error(input, kernel),
        fpc_cell_orders(&kernel->order),
        fpc_cell_verdict(kernel),
    };
    fpc_table_add(table, cells);
}

static void print_table(FILE *stream, const struct fpc_input_findings *input)
{
    static const char *const titles[] = {"KERNEL",    "BLOCKS x THREADS", "PROMISE",
                                         "OBSERVED",  "DISTINCT",         "SPREAD",
                                         "MAX ERROR", "ANY BLOCK ORDER",  "VERDICT"};
    static const bool right[] = {false, true, false, false, true, true, true, false, false};
    struct fpc_table table;
    fpc_table_init(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < input->kernel_count; i++)
        if (input->kernels[i].reason == NULL)
            add_row(&table, input, &input->kernels[i]);
    if (table.rows > 1) {
        fputc('\n', stream);
        fpc_table_print(stream, &table, right);
        fputc('\n', stream);
    }
    fpc_table_clear(&table);
}

static void print_section(FILE *stream, const struct fpc_findings *findings, size_t index,
                          bool verbose)
{
    const struct fpc_input_findings *input = &findings->inputs[index];
    print_input(stream, input);
    print_device(stream, findings, input);
    print_table(stream, input);
    fpc_notes_print(stream, findings, index, verbose);
}

static void print_headline(FILE *stream, const struct fpc_findings *findings, size_t index,
                           bool color)
{
    const char *tint = findings->exit_status == FPC_OK ? FPC_BOLD_GREEN : FPC_BOLD_RED;
    if (findings->input_count > 1) {
        print_name(stream, &findings->inputs[index]);
        fputs(": ", stream);
    }
    fputs(color ? tint : "", stream);
    fpc_headline_print(stream, findings, index);
    fputs(color ? FPC_PLAIN "\n" : "\n", stream);
}

void fpc_report_text(FILE *stream, const struct fpc_findings *findings,
                     const struct fpc_report_style *style)
{
    for (size_t i = 0; i < findings->input_count; i++)
        print_headline(stream, findings, i, style->color);
    for (size_t i = 0; i < findings->input_count && !style->quiet; i++) {
        if (findings->input_count > 1)
            fputc('\n', stream);
        print_section(stream, findings, i, style->verbose);
    }
}
