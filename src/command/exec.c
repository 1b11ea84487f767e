/* fpcheck exec [OPTION]... [--] COMMAND [ARG]...: does a program give the same numbers every time?
 */
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/output.h"
#include "command/command.h"
#include "command/exec_options.h"
#include "command/exec_runs.h"
#include "command/standard_streams.h"
#include "report/repeats.h"

#include <stdlib.h>
#include <string.h>

/* What the command owns; a zeroed struct is empty. */
struct exec {
    struct fpc_exec_options options;
    struct fpc_output json;
    struct fpc_inputs expected;
    struct fpc_exec_runs runs;
};

/* Two of the files that are written and read would be one. */
static enum fpc_status check_files(const struct fpc_exec_options *options, struct fpc_error *error)
{
    const bool to_file = options->json && strcmp(options->json, "-") != 0;
    for (size_t i = 0; i < options->collect_count; i++) {
        const char *path = options->collect[i];
        for (size_t k = 0; k < i; k++)
            if (fpc_output_is_same_file(path, options->collect[k]))
                return fpc_error_set(error, FPC_USAGE, "--collect: %s is given twice", path);
        if (options->expect && fpc_output_is_same_file(path, options->expect))
            return fpc_error_set(error, FPC_USAGE,
                                 "%s is what is expected; the runs would overwrite it", path);
        if (to_file && fpc_output_is_same_file(path, options->json))
            return fpc_error_set(error, FPC_USAGE, "%s is collected; it would be overwritten",
                                 path);
    }
    if (to_file && options->expect && fpc_output_is_same_file(options->json, options->expect))
        return fpc_error_set(error, FPC_USAGE, "%s is an input; it would be overwritten",
                             options->json);
    return FPC_OK;
}

static enum fpc_status prepare(struct exec *exec, struct fpc_error *error)
{
    const struct fpc_exec_options *options = &exec->options;
    enum fpc_status status = check_files(options, error);
    if (status == FPC_OK && options->json)
        status = fpc_output_open(&exec->json, options->json, error);
    if (status == FPC_OK && options->expect)
        status = fpc_inputs_add(&exec->expected, options->expect, &options->run.input, error);
    for (size_t i = 0; status == FPC_OK && i < exec->expected.note_count; i++)
        fprintf(stderr, "fpcheck: note: %s\n", exec->expected.notes[i]);
    return status;
}

static struct fpc_repeats_report describe(const struct exec *exec, int argc, char **argv)
{
    const struct fpc_exec_options *options = &exec->options;
    struct fpc_repeats_report report = {
        .frame = {"exec", exec->runs.complete && fpc_interrupt_signal() == 0, argc, argv, FPC_OK},
        .program = options->command,
        .runs = options->runs,
        .tensors = exec->runs.tensors,
        .values = exec->runs.values,
        .sweep = &options->sweep,
        .outcomes = &exec->runs.outcomes,
        .between = &exec->runs.between,
        .expect = options->expect,
        .expected = &exec->runs.expected,
        .limited = options->has_max_ulp,
        .max_ulp = options->max_ulp,
        .warning = exec->runs.warning};
    if (fpc_interrupt_signal() != 0)
        report.frame.exit_status = FPC_SIGNALLED + fpc_interrupt_signal();
    else if (fpc_report_repeats_findings(&report) > 0)
        report.frame.exit_status = FPC_FINDING;
    return report;
}

static enum fpc_status report(struct exec *exec, const struct fpc_repeats_report *report,
                              struct fpc_error *error)
{
    const char *json = exec->options.json;
    enum fpc_status status = FPC_OK;
    if (report->warning)
        fprintf(stderr, "fpcheck: warning: %s\n", report->warning);
    if (json) {
        fpc_report_repeats_json(exec->json.stream, report);
        status = fpc_output_commit(&exec->json, error);
    }
    if (status == FPC_OK && !(json && strcmp(json, "-") == 0))
        fpc_report_repeats_text(stdout, report, exec->options.quiet);
    return status;
}

/* After a signal what is there is reported, be it nothing. */
static enum fpc_status run_and_report(struct exec *exec, int argc, char **argv, int *exit_status,
                                      struct fpc_error *error)
{
    enum fpc_status status = prepare(exec, error);
    const bool output_failed = exec->options.json && !exec->json.stream;
    if (status == FPC_OK)
        status = fpc_exec_runs_make(&exec->runs, &exec->options,
                                    exec->options.expect ? &exec->expected : NULL, error);
    if (status != FPC_OK && (output_failed || fpc_interrupt_signal() == 0))
        return status;
    fpc_interrupt_block();
    const struct fpc_repeats_report described = describe(exec, argc, argv);
    *exit_status = described.frame.exit_status;
    return report(exec, &described, error);
}

static int exec_main(int argc, char **argv)
{
    struct exec exec = {0};
    struct fpc_error error;
    int exit_status = FPC_OK;
    static char command[] = "exec";
    char **given = fpc_alloc((size_t)argc + 2, sizeof *given); /* the parser moves operands */
    given[0] = argv[0];
    given[1] = command;
    memcpy(given + 2, argv + 1, (size_t)(argc - 1) * sizeof *given);
    fpc_exec_options_parse(&exec.options, argc, argv);
    enum fpc_status status = run_and_report(&exec, argc + 1, given, &exit_status, &error);
    if (status != FPC_OK)
        exit_status = fpc_standard_streams_complain(status, &error);
    fpc_exec_runs_clear(&exec.runs);
    fpc_inputs_clear(&exec.expected);
    fpc_output_clear(&exec.json);
    fpc_exec_options_clear(&exec.options);
    free(given);
    return exit_status;
}

const struct fpc_command fpc_command_exec = {
    "exec", "run a program many times and compare its numbers", exec_main};
