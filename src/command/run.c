/* fpcheck [run] [OPTION]... INPUT...: measure and report. */
#include "analysis/baseline_gate.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/experiment.h"
#include "command/standard_streams.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool wants_color(enum fpc_when when)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (when != FPC_WHEN_AUTO)
        return when == FPC_WHEN_ALWAYS;
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
           !(terminal && strcmp(terminal, "dumb") == 0);
}

static enum fpc_status report(struct fpc_experiment *run, struct fpc_error *error)
{
    struct fpc_report_style style = {.color = wants_color(run->options.color),
                                     .quiet = run->options.quiet,
                                     .verbose = run->options.verbose};
    enum fpc_status status = fpc_outputs_write(run->outputs, &run->findings, error);
    if (status == FPC_OK && !fpc_outputs_use_stdout(run->outputs))
        fpc_report_text(stdout, &run->findings, &style);
    return status;
}

/* The gate: sets the exit status of what was measured. What an interrupt left is not compared with
 * a baseline. */
static enum fpc_status conclude(struct fpc_experiment *run, struct fpc_error *error)
{
    struct fpc_findings *findings = &run->findings;
    enum fpc_status status = FPC_OK;
    fpc_policy_apply(&run->options.policy, findings);
    if (run->options.baseline && findings->complete)
        status = fpc_baseline_compare(&run->baseline, run->options.strict, findings, error);
    if (!findings->complete)
        findings->exit_status = FPC_SIGNALLED + fpc_interrupt_signal();
    else
        findings->exit_status = findings->finding_count > 0 ? FPC_FINDING : FPC_OK;
    return status;
}

/* Without a device nothing was measured, but reports say by which call. */
static void describe_call(struct fpc_experiment *run, int argc, char **argv)
{
    run->findings.argc = argc;
    run->findings.argv = argv;
    run->findings.seed = run->options.seed;
}

/* A signal came while inputs were opened: reports that say so, and nothing else. */
static enum fpc_status report_nothing(struct fpc_experiment *run, int argc, char **argv,
                                      struct fpc_error *error)
{
    fpc_interrupt_block();
    describe_call(run, argc, argv);
    run->findings.backend = "host";
    run->findings.exit_status = FPC_SIGNALLED + fpc_interrupt_signal();
    return report(run, error);
}

/* A GPU was demanded and there is none: the outputs that were asked for say so, and the table,
 * which was not, is not printed. The status is that of the missing device unless an output fails
 * too. */
static enum fpc_status report_skipped(struct fpc_experiment *run, int argc, char **argv,
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

static enum fpc_status measure_and_report(struct fpc_experiment *run, int argc, char **argv,
                                          struct fpc_error *error)
{
    enum fpc_status status = fpc_experiment_prepare(run, error);
    if (status != FPC_OK && run->outputs && fpc_interrupt_signal() != 0)
        return report_nothing(run, argc, argv, error);
    if (status == FPC_NO_DEVICE)
        return report_skipped(run, argc, argv, error);
    if (status == FPC_OK)
        status = fpc_experiment_measure(run, argc, argv, error);
    if (status != FPC_OK)
        return status;
    fpc_interrupt_block();
    status = conclude(run, error);
    return status == FPC_OK ? report(run, error) : status;
}

static int run_main(int argc, char **argv)
{
    struct fpc_experiment run = {0};
    struct fpc_error error;
    char **given = fpc_alloc((size_t)argc + 1, sizeof *given); /* the parser moves operands */
    memcpy(given, argv, (size_t)argc * sizeof *given);
    fpc_run_options_parse(&run.options, argc, argv);
    enum fpc_status status = measure_and_report(&run, argc, given, &error);
    int exit_status =
        status == FPC_OK ? run.findings.exit_status : fpc_standard_streams_complain(status, &error);
    if (status != FPC_OK && fpc_interrupt_signal() != 0)
        exit_status = FPC_SIGNALLED + fpc_interrupt_signal();
    fpc_experiment_clear(&run);
    free(given);
    return exit_status;
}

const struct fpc_command fpc_command_run = {"run", "measure and report (the default)", run_main};
