/* fpcheck [run] [OPTION]... INPUT...: measure and report. */
#include "base/interrupt.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/measure.h"
#include "command/outputs.h"
#include "command/run_options.h"
#include "command/standard_streams.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a run owns; a zeroed struct is empty. */
struct run {
    struct fpc_run_options options;
    struct fpc_outputs *outputs;
    struct fpc_inputs inputs;
    struct fpc_device device;
    struct fpc_findings findings;
};

static enum fpc_status open_inputs(struct run *run, struct fpc_error *error)
{
    const struct fpc_run_options *options = &run->options;
    enum fpc_status status = FPC_OK;
    unsigned from_stdin = 0;
    for (size_t i = 0; i < options->input_count; i++)
        from_stdin += strcmp(options->inputs[i], "-") == 0;
    if (from_stdin > 1)
        return fpc_error_set(error, FPC_USAGE, "standard input can be read only once");
    for (size_t i = 0; status == FPC_OK && i < options->input_count; i++)
        status = fpc_inputs_add(&run->inputs, options->inputs[i], &options->input, error);
    return status;
}

static void print_notes(const struct fpc_inputs *inputs)
{
    for (size_t i = 0; i < inputs->note_count; i++)
        fprintf(stderr, "fpcheck: note: %s\n", inputs->notes[i]);
}

/* What only the host can do. */
static enum fpc_status check_device(const struct run *run, struct fpc_error *error)
{
    const char *option = run->options.accumulate_native             ? "--accumulate native"
                         : run->options.arrival != FPC_ARRIVAL_REAL ? "--arrival"
                                                                    : NULL;
    if (option == NULL || strcmp(run->device.backend, "host") == 0)
        return FPC_OK;
    return fpc_error_set(error, FPC_USAGE, "%s is for the host: give --device host as well",
                         option);
}

static enum fpc_status prepare(struct run *run, struct fpc_error *error)
{
    const struct fpc_run_options *options = &run->options;
    enum fpc_status status = fpc_outputs_open(&run->outputs, options, error);
    if (status == FPC_OK)
        status = open_inputs(run, error);
    if (status == FPC_OK)
        status = fpc_device_open(&run->device, options->device, options->gpu, options->jobs, error);
    if (status == FPC_OK)
        status = check_device(run, error);
    return status;
}

/* Something must have been measured, unless an interrupt came first. */
static enum fpc_status check_measured(const struct run *run, struct fpc_error *error)
{
    const struct fpc_kernel_findings *refused = NULL;
    for (size_t i = 0; i < run->findings.input_count; i++) {
        const struct fpc_input_findings *input = &run->findings.inputs[i];
        for (size_t k = 0; k < input->kernel_count; k++) {
            if (input->kernels[k].reason == NULL)
                return FPC_OK;
            refused = refused ? refused : &input->kernels[k];
        }
    }
    if (refused == NULL || !run->findings.complete)
        return FPC_OK;
    return fpc_error_set(error, FPC_UNUSABLE, "no kernel applies; %s: %s", refused->name,
                         refused->reason);
}

static void describe_call(struct run *run, int argc, char **argv)
{
    run->findings.argc = argc;
    run->findings.argv = argv;
    run->findings.seed = run->options.seed;
}

static void describe(struct run *run, int argc, char **argv)
{
    struct fpc_findings *findings = &run->findings;
    describe_call(run, argc, argv);
    findings->gated = fpc_policy_demands(&run->options.policy);
    findings->backend = run->device.backend;
    findings->device_name = fpc_strdup(run->device.name);
    findings->sms = run->device.sms;
    findings->cpu_threads = fpc_pool_threads(run->device.pool);
}

static bool wants_color(enum fpc_when when)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (when != FPC_WHEN_AUTO)
        return when == FPC_WHEN_ALWAYS;
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
           !(terminal && strcmp(terminal, "dumb") == 0);
}

static enum fpc_status report(struct run *run, struct fpc_error *error)
{
    struct fpc_report_style style = {.color = wants_color(run->options.color),
                                     .quiet = run->options.quiet,
                                     .verbose = run->options.verbose};
    enum fpc_status status = fpc_outputs_write(run->outputs, &run->findings, error);
    if (status == FPC_OK && !fpc_outputs_use_stdout(run->outputs))
        fpc_report_text(stdout, &run->findings, &style);
    return status;
}

/* The exit status of what was measured. */
static int conclude(struct run *run)
{
    fpc_policy_apply(&run->options.policy, &run->findings);
    if (!run->findings.complete)
        return FPC_SIGNALLED + fpc_interrupt_signal();
    return run->findings.finding_count > 0 ? FPC_FINDING : FPC_OK;
}

/* A signal came while inputs were opened: reports that say so, and nothing else. */
static enum fpc_status report_nothing(struct run *run, int argc, char **argv,
                                      struct fpc_error *error)
{
    struct fpc_findings *findings = &run->findings;
    fpc_interrupt_block();
    describe_call(run, argc, argv);
    findings->backend = "host";
    findings->exit_status = FPC_SIGNALLED + fpc_interrupt_signal();
    return report(run, error);
}

/* A GPU was demanded and there is none: the outputs that were asked for say so, and the table,
 * which was not, is not printed. The status is that of the missing device unless an output fails
 * too. */
static enum fpc_status report_skipped(struct run *run, int argc, char **argv,
                                      struct fpc_error *error)
{
    struct fpc_findings *findings = &run->findings;
    struct fpc_error output_error;
    fpc_interrupt_block();
    describe_call(run, argc, argv);
    findings->backend = "cuda";
    findings->skipped = fpc_strdup(error->text);
    findings->exit_status = FPC_NO_DEVICE;
    enum fpc_status status = fpc_outputs_write(run->outputs, findings, &output_error);
    if (status == FPC_OK)
        return FPC_NO_DEVICE;
    *error = output_error;
    return status;
}

static enum fpc_status measure_and_report(struct run *run, int argc, char **argv,
                                          struct fpc_error *error)
{
    enum fpc_status status = prepare(run, error);
    if (status != FPC_OK && run->outputs && fpc_interrupt_signal() != 0)
        return report_nothing(run, argc, argv, error);
    if (status == FPC_NO_DEVICE)
        return report_skipped(run, argc, argv, error);
    if (status != FPC_OK)
        return status;
    print_notes(&run->inputs);
    describe(run, argc, argv);
    status = fpc_measure(&run->options, &run->inputs, &run->device, &run->findings, error);
    if (status != FPC_OK)
        return status;
    status = check_measured(run, error);
    if (status != FPC_OK)
        return status;
    fpc_interrupt_block();
    run->findings.exit_status = conclude(run);
    return report(run, error);
}

static void clear(struct run *run)
{
    fpc_findings_clear(&run->findings);
    fpc_device_clear(&run->device);
    fpc_inputs_clear(&run->inputs);
    fpc_outputs_clear(run->outputs);
    fpc_run_options_clear(&run->options);
}

static int run_main(int argc, char **argv)
{
    struct run run = {0};
    struct fpc_error error;
    char **given = fpc_alloc((size_t)argc + 1, sizeof *given); /* the parser moves operands */
    memcpy(given, argv, (size_t)argc * sizeof *given);
    fpc_run_options_parse(&run.options, argc, argv);
    enum fpc_status status = measure_and_report(&run, argc, given, &error);
    int exit_status =
        status == FPC_OK ? run.findings.exit_status : fpc_standard_streams_complain(status, &error);
    if (status != FPC_OK && fpc_interrupt_signal() != 0)
        exit_status = FPC_SIGNALLED + fpc_interrupt_signal();
    clear(&run);
    free(given);
    return exit_status;
}

const struct fpc_command fpc_command_run = {"run", "measure and report (the default)", run_main};
