/* fpcheck compare [OPTION]... A B: do two files hold the same values? */
#include "analysis/comparison.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/output.h"
#include "command/command.h"
#include "command/compare_options.h"
#include "command/standard_streams.h"
#include "report/comparison.h"

#include <stdlib.h>
#include <string.h>

/* What a comparison owns; a zeroed struct is empty. */
struct compare {
    struct fpc_compare_options options;
    struct fpc_output json;
    struct fpc_inputs a, b;
    struct fpc_comparison comparison;
};

static enum fpc_status open_output(struct compare *compare, struct fpc_error *error)
{
    const struct fpc_compare_options *options = &compare->options;
    if (options->json == NULL)
        return FPC_OK;
    for (size_t i = 0; i < 2 && strcmp(options->json, "-") != 0; i++) {
        const char *path = options->run.inputs[i];
        if (fpc_output_is_same_file(options->json, strcmp(path, "-") == 0 ? "/dev/stdin" : path))
            return fpc_error_set(error, FPC_USAGE, "%s is an input; it would be overwritten",
                                 options->json);
    }
    return fpc_output_open(&compare->json, options->json, error);
}

static enum fpc_status prepare(struct compare *compare, struct fpc_error *error)
{
    const struct fpc_run_options *run = &compare->options.run;
    enum fpc_status status = open_output(compare, error);
    if (status != FPC_OK)
        return status;
    if (strcmp(run->inputs[0], "-") == 0 && strcmp(run->inputs[1], "-") == 0)
        return fpc_error_set(error, FPC_USAGE, "standard input can be read only once");
    status = fpc_inputs_add(&compare->a, run->inputs[0], &run->input, error);
    if (status == FPC_OK)
        status = fpc_inputs_add(&compare->b, run->inputs[1], &run->input, error);
    return status;
}

static void print_notes(const struct fpc_inputs *inputs)
{
    for (size_t i = 0; i < inputs->note_count; i++)
        fprintf(stderr, "fpcheck: note: %s\n", inputs->notes[i]);
}

static int conclude(const struct compare *compare)
{
    if (fpc_interrupt_signal() != 0)
        return FPC_SIGNALLED + fpc_interrupt_signal();
    return fpc_comparison_differing(&compare->comparison) > 0 ? FPC_FINDING : FPC_OK;
}

static enum fpc_status write_reports(struct compare *compare,
                                     const struct fpc_comparison_report *report,
                                     struct fpc_error *error)
{
    const char *json = compare->options.json;
    enum fpc_status status = FPC_OK;
    if (json) {
        fpc_report_comparison_json(compare->json.stream, report);
        status = fpc_output_commit(&compare->json, error);
    }
    if (status == FPC_OK && !(json && strcmp(json, "-") == 0))
        fpc_report_comparison_text(stdout, report, compare->options.quiet);
    return status;
}

/* After a signal what is there is reported, be it nothing. */
static enum fpc_status report(struct compare *compare, int argc, char **argv, int *exit_status,
                              struct fpc_error *error)
{
    fpc_interrupt_block();
    *exit_status = conclude(compare);
    const struct fpc_comparison_report report = {
        .frame = {"compare", compare->comparison.complete && fpc_interrupt_signal() == 0, argc,
                  argv, *exit_status},
        .a = compare->options.run.inputs[0],
        .b = compare->options.run.inputs[1],
        .rule = compare->options.rule,
        .comparison = &compare->comparison};
    return write_reports(compare, &report, error);
}

static enum fpc_status compare_and_report(struct compare *compare, int argc, char **argv,
                                          int *exit_status, struct fpc_error *error)
{
    enum fpc_status status = prepare(compare, error);
    const bool output_failed = compare->options.json && !compare->json.stream;
    if (status != FPC_OK && (output_failed || fpc_interrupt_signal() == 0))
        return status;
    if (status == FPC_OK) {
        print_notes(&compare->a);
        print_notes(&compare->b);
        fpc_comparison_make(&compare->comparison, &compare->a, &compare->b, FPC_NAMED_BY_MEMBER,
                            &compare->options.rule);
    }
    return report(compare, argc, argv, exit_status, error);
}

static int compare_main(int argc, char **argv)
{
    struct compare compare = {0};
    struct fpc_error error;
    int exit_status = FPC_OK;
    static char command[] = "compare";
    char **given = fpc_alloc((size_t)argc + 2, sizeof *given); /* the parser moves operands */
    given[0] = argv[0];
    given[1] = command;
    memcpy(given + 2, argv + 1, (size_t)(argc - 1) * sizeof *given);
    fpc_compare_options_parse(&compare.options, argc, argv);
    enum fpc_status status = compare_and_report(&compare, argc + 1, given, &exit_status, &error);
    if (status != FPC_OK)
        exit_status = fpc_standard_streams_complain(status, &error);
    fpc_comparison_clear(&compare.comparison);
    fpc_inputs_clear(&compare.b);
    fpc_inputs_clear(&compare.a);
    fpc_output_clear(&compare.json);
    fpc_compare_options_clear(&compare.options);
    free(given);
    return exit_status;
}

const struct fpc_command fpc_command_compare = {"compare", "tell whether two files are identical",
                                                compare_main};
