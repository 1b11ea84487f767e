/* fpcheck baseline update FILE INPUT... and fpcheck baseline show FILE. */
#include "report/baseline.h"
#include "analysis/baseline_changes.h"
#include "analysis/baseline_gate.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/output.h"
#include "command/baseline_file.h"
#include "command/command.h"
#include "command/experiment.h"
#include "command/standard_streams.h"
#include "command/version.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What an update owns; a zeroed struct is empty. */
struct update {
    struct fpc_experiment experiment;
    bool force;
    struct fpc_output output;     /* the baseline's file; put in place at the end */
    struct fpc_baseline baseline; /* what the file held, then what it will hold */
    struct fpc_baseline_changes changes;
};

/* In continuous integration a gate that records what it finds would never fail. */
static enum fpc_status check_allowed(const struct update *update, struct fpc_error *error)
{
    const struct fpc_run_options *options = &update->experiment.options;
    const char *ci = getenv("CI");
    if (ci && *ci && !update->force)
        return fpc_error_set(error, FPC_USAGE,
                             "CI is set, and there a baseline is to be held, not updated; --force "
                             "does it all the same");
    for (size_t i = 0; i < options->input_count; i++)
        if (fpc_output_is_same_file(options->baseline, options->inputs[i]))
            return fpc_error_set(error, FPC_USAGE, "%s is an input; it would be overwritten",
                                 options->baseline);
    return FPC_OK;
}

/* Opens the file to write, and reads what it holds: only a baseline is ever replaced. */
static enum fpc_status open_file(struct update *update, struct fpc_error *error)
{
    const char *path = update->experiment.options.baseline;
    struct stat facts;
    bool exists = stat(path, &facts) == 0;
    if (exists && !S_ISREG(facts.st_mode))
        return fpc_error_set(error, FPC_FAILED, "cannot write %s: it is not a regular file", path);
    enum fpc_status status = fpc_output_open(&update->output, path, error);
    if (status == FPC_OK && exists)
        return fpc_baseline_read(&update->baseline, path, error);
    update->baseline.path = fpc_strdup(path);
    return status;
}

/* What fails is not recorded as what is due, unless that is demanded. */
static enum fpc_status check_findings(struct update *update, struct fpc_error *error)
{
    struct fpc_findings *findings = &update->experiment.findings;
    fpc_policy_apply(&update->experiment.options.policy, findings);
    if (findings->finding_count == 0 || update->force)
        return FPC_OK;
    const struct fpc_finding *first = &findings->findings[0];
    return fpc_error_set(error, FPC_FINDING,
                         "%s is left as it is, for this run has %zu finding%s (--force records it "
                         "all the same): %s: %s",
                         update->experiment.options.baseline, findings->finding_count,
                         findings->finding_count == 1 ? "" : "s",
                         fpc_finding_kind_name(first->kind), first->message);
}

/* Puts the section of this device into the baseline, and notes what that changes. */
static void record(struct update *update)
{
    struct fpc_baseline_section section = fpc_baseline_record(&update->experiment.findings);
    update->changes =
        fpc_baseline_changes_of(fpc_baseline_section(&update->baseline, section.device), &section);
    fpc_baseline_put(&update->baseline, &section);
}

/* What the gate would say now, as it looks at the sections of other devices as well. */
static enum fpc_status print_conflicts(struct update *update, struct fpc_error *error)
{
    struct fpc_findings *findings = &update->experiment.findings;
    const size_t before = findings->finding_count;
    enum fpc_status status = fpc_baseline_compare(&update->baseline, false, findings, error);
    for (size_t i = before; i < findings->finding_count; i++)
        fprintf(stderr, "fpcheck: note: this baseline does not hold: %s\n",
                findings->findings[i].message);
    return status;
}

static void print_changes(const struct update *update)
{
    const struct fpc_baseline_changes *changes = &update->changes;
    const char *path = update->experiment.options.baseline;
    const char *device = update->experiment.findings.device_key;
    if (changes->count == 0 && !changes->version) {
        printf("%s: unchanged (%s, %zu recorded)\n", path, device, changes->unchanged);
        return;
    }
    printf("%s: %zu new, %zu changed, %zu removed, %zu unchanged (%s)%s\n", path, changes->added,
           changes->changed, changes->removed, changes->unchanged, device,
           changes->version ? ", by another version of fpcheck" : "");
    for (size_t i = 0; i < changes->count && !update->experiment.options.quiet; i++)
        puts(changes->lines[i]);
}

/* The reports are put in place when the baseline is as good as written, and then the baseline. */
static enum fpc_status write_files(struct update *update, struct fpc_error *error)
{
    const struct fpc_experiment *experiment = &update->experiment;
    const bool changed = update->changes.count > 0 || update->changes.version;
    enum fpc_status status = FPC_OK;
    if (changed)
        status = fpc_baseline_write(update->output.stream, &update->baseline, error);
    if (status == FPC_OK && changed)
        status = fpc_output_flush(&update->output, error);
    if (status == FPC_OK)
        status = fpc_outputs_write(experiment->outputs, &experiment->findings, error);
    return status == FPC_OK && changed ? fpc_output_commit(&update->output, error) : status;
}

static enum fpc_status measure_and_record(struct update *update, int argc, char **argv,
                                          struct fpc_error *error)
{
    struct fpc_experiment *experiment = &update->experiment;
    enum fpc_status status = check_allowed(update, error);
    if (status == FPC_OK)
        status = open_file(update, error);
    if (status == FPC_OK)
        status = fpc_experiment_prepare(experiment, error);
    if (status == FPC_OK)
        status = fpc_experiment_measure(experiment, argc, argv, error);
    if (status != FPC_OK || !experiment->findings.complete)
        return status;
    fpc_interrupt_block();
    status = check_findings(update, error);
    if (status != FPC_OK)
        return status;
    record(update);
    status = print_conflicts(update, error);
    if (status == FPC_OK)
        status = write_files(update, error);
    if (status == FPC_OK && !fpc_outputs_use_stdout(experiment->outputs))
        print_changes(update);
    return status;
}

static int update_main(int argc, char **argv)
{
    struct update *update = fpc_alloc(1, sizeof *update);
    struct fpc_error error;
    static char command[] = "baseline", word[] = "update";
    char **given = fpc_alloc((size_t)argc + 3, sizeof *given); /* the parser moves operands */
    given[0] = argv[0];
    given[1] = command;
    given[2] = word;
    memcpy(given + 3, argv + 1, (size_t)(argc - 1) * sizeof *given);
    update->experiment.records = true;
    fpc_run_options_parse_update(&update->experiment.options, &update->force, argc, argv);
    enum fpc_status status = measure_and_record(update, argc + 2, given, &error);
    int exit_status = status;
    const bool complete = status == FPC_OK && update->experiment.findings.complete;
    if (!complete && fpc_interrupt_signal() != 0)
        exit_status = FPC_SIGNALLED + fpc_interrupt_signal();
    if (status != FPC_OK)
        fpc_standard_streams_complain(status, &error);
    fpc_baseline_changes_clear(&update->changes);
    fpc_baseline_clear(&update->baseline);
    fpc_output_clear(&update->output);
    fpc_experiment_clear(&update->experiment);
    free(update);
    free(given);
    return exit_status;
}

static error_t parse_show_option(int key, char *text, struct argp_state *state)
{
    const char **path = state->input;
    if (key == ARGP_KEY_NO_ARGS)
        argp_error(state, "baseline show: name a baseline");
    else if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    else if (*path)
        argp_error(state, "baseline show: one baseline is enough");
    *path = text;
    return 0;
}

static int show_main(int argc, char **argv)
{
    static const struct argp parser = {.parser = parse_show_option,
                                       .args_doc = "baseline show FILE",
                                       .doc = "Print what a baseline holds."};
    const char *path = NULL;
    struct fpc_baseline baseline = {0};
    struct fpc_error error;
    fpc_version_set_up_argp();
    argp_parse(&parser, argc, argv, 0, NULL, &path);
    enum fpc_status status = fpc_baseline_read(&baseline, path, &error);
    if (status != FPC_OK)
        return fpc_standard_streams_complain(status, &error);
    fpc_report_baseline(stdout, &baseline);
    fpc_baseline_clear(&baseline);
    return FPC_OK;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    if (key == ARGP_KEY_NO_ARGS)
        argp_error(state, "baseline: say update or show");
    else if (key == ARGP_KEY_ARG)
        argp_error(state, "baseline: '%s' is not one of update, show", text);
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static int baseline_main(int argc, char **argv)
{
    static const struct argp parser = {
        .parser = parse_option,
        .args_doc = "baseline update FILE INPUT...\nbaseline show FILE",
        .doc = "Record what kernels give, to hold later runs to it with fpcheck run --baseline "
               "FILE; or print what is recorded. Each has its own --help."};
    static char name[] = "fpcheck";
    const char *word = argc > 1 ? argv[1] : "";
    int (*main_of)(int, char **) = strcmp(word, "update") == 0 ? update_main
                                   : strcmp(word, "show") == 0 ? show_main
                                                               : NULL;
    if (main_of) {
        argv[1] = name;
        return main_of(argc - 1, argv + 1);
    }
    fpc_version_set_up_argp();
    argp_parse(&parser, argc, argv, 0, NULL, NULL);
    return FPC_USAGE;
}

const struct fpc_command fpc_command_baseline = {
    "baseline", "record what kernels give, to hold later runs to it", baseline_main};
