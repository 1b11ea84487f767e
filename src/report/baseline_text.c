#include "report/baseline.h"

#include "analysis/baseline_errors.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>

static char *or_empty(char *text)
{
    return text ? text : fpc_strdup("");
}

static void add_row(struct fpc_table *table, enum fpc_format format,
                    const struct fpc_baseline_entry *entry)
{
    char *name = fpc_strdup(entry->kernel);
    fpc_text_make_printable(name);
    char *cells[] = {
        name,
        entry->shape.blocks ? fpc_text("%u x %u", entry->shape.blocks, entry->shape.threads)
                            : fpc_strdup("any"),
        fpc_strdup(fpc_level_name(entry->promise)),
        fpc_strdup(fpc_level_name(entry->observed)),
        entry->has_bits ? fpc_baseline_bits(format, entry->bits) : fpc_strdup(""),
        or_empty(fpc_baseline_figure_short(entry->ulp_error)),
        or_empty(fpc_baseline_figure_short(entry->error_ratio)),
        or_empty(fpc_baseline_figure_short(entry->bound)),
        fpc_strdup(entry->verdict ? entry->verdict : "not judged"),
    };
    fpc_table_add(table, cells);
}

static void print_table(FILE *stream, const struct fpc_baseline_input *input)
{
    static const char *const titles[] = {"KERNEL", "BLOCKS x THREADS", "PROMISE",     "OBSERVED",
                                         "BITS",   "ULP ERROR",        "ERROR RATIO", "BOUND",
                                         "VERDICT"};
    static const bool right[] = {false, true, false, false, false, true, true, true, false};
    struct fpc_table table;
    fpc_table_init(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < input->entry_count; i++)
        add_row(&table, input->format, &input->entries[i]);
    fpc_table_print(stream, &table, right);
    fpc_table_clear(&table);
}

static void print_input(FILE *stream, const struct fpc_baseline_input *input)
{
    char *label = fpc_baseline_label(input->path, input->name);
    const char *format = fpc_format_traits(input->format)->name;
    const char *accumulator = fpc_format_traits(input->accumulator)->name;
    fprintf(stream, "\n%s   %s[", label, format);
    for (size_t i = 0; i < input->rank; i++)
        fprintf(stream, "%s%" PRIu64, i ? "," : "", input->dims[i]);
    fprintf(stream, "]%s   sums in %s   SHA-256 %s\n", input->big_endian ? " big-endian" : "",
            accumulator, input->sha256);
    print_table(stream, input);
    free(label);
}

void fpc_report_baseline(FILE *stream, const struct fpc_baseline *baseline)
{
    for (size_t s = 0; s < baseline->section_count; s++) {
        const struct fpc_baseline_section *section = &baseline->sections[s];
        char *device = fpc_strdup(section->device), *version = fpc_strdup(section->version);
        fpc_text_make_printable(device);
        fpc_text_make_printable(version);
        fprintf(stream, "%s%s: %zu input%s, recorded by fpcheck %s\n", s ? "\n" : "", device,
                section->input_count, section->input_count == 1 ? "" : "s", version);
        for (size_t i = 0; i < section->input_count; i++)
            print_input(stream, &section->inputs[i]);
        free(version);
        free(device);
    }
    if (baseline->section_count == 0)
        fprintf(stream, "nothing is recorded\n");
}
