#include "command/experiment.h"

#include "base/memory.h"
#include "command/baseline_file.h"
#include "command/measure.h"
#include "exact/path.h"

#include <stdio.h>
#include <string.h>

static enum fpc_status open_inputs(struct fpc_experiment *experiment, struct fpc_error *error)
{
    const struct fpc_run_options *options = &experiment->options;
    enum fpc_status status = FPC_OK;
    unsigned from_stdin = 0;
    for (size_t i = 0; i < options->input_count; i++)
        from_stdin += strcmp(options->inputs[i], "-") == 0;
    if (from_stdin > 1)
        return fpc_error_set(error, FPC_USAGE, "standard input can be read only once");
    for (size_t i = 0; status == FPC_OK && i < options->input_count; i++)
        status = fpc_inputs_add(&experiment->inputs, options->inputs[i], &options->input, error);
    return status;
}

static void print_notes(const struct fpc_inputs *inputs)
{
    for (size_t i = 0; i < inputs->note_count; i++)
        fprintf(stderr, "fpcheck: note: %s\n", inputs->notes[i]);
}

/* What only the host, or only a GPU, can do. */
static enum fpc_status check_device(const struct fpc_experiment *experiment,
                                    struct fpc_error *error)
{
    const char *option = experiment->options.accumulate_native             ? "--accumulate native"
                         : experiment->options.arrival != FPC_ARRIVAL_REAL ? "--arrival"
                                                                           : NULL;
    if (experiment->options.exact_by == FPC_EXACT_BY_GPU && experiment->device.exact == NULL)
        return fpc_error_set(error, FPC_USAGE, "--exact-by gpu needs a GPU");
    if (option == NULL || strcmp(experiment->device.backend, "host") == 0)
        return FPC_OK;
    return fpc_error_set(error, FPC_USAGE, "%s is for the host: give --device host as well",
                         option);
}

enum fpc_status fpc_experiment_prepare(struct fpc_experiment *experiment, struct fpc_error *error)
{
    const struct fpc_run_options *options = &experiment->options;
    struct fpc_exact_choice choice;
    enum fpc_status status = fpc_exact_choose(&choice, error);
    if (status == FPC_OK)
        status = fpc_outputs_open(&experiment->outputs, options, error);
    if (status == FPC_OK && options->baseline && !experiment->records)
        status = fpc_baseline_read(&experiment->baseline, options->baseline, error);
    if (status == FPC_OK)
        status = open_inputs(experiment, error);
    if (status == FPC_OK)
        status = fpc_device_open(&experiment->device, options->device, options->gpu, options->jobs,
                                 error);
    if (status == FPC_OK)
        status = check_device(experiment, error);
    return status;
}

/* Something must have been measured, unless an interrupt came first. */
static enum fpc_status check_measured(const struct fpc_experiment *experiment,
                                      struct fpc_error *error)
{
    const struct fpc_kernel_findings *refused = NULL;
    for (size_t i = 0; i < experiment->findings.input_count; i++) {
        const struct fpc_input_findings *input = &experiment->findings.inputs[i];
        for (size_t k = 0; k < input->kernel_count; k++) {
            if (input->kernels[k].reason == NULL)
                return FPC_OK;
            refused = refused ? refused : &input->kernels[k];
        }
    }
    if (refused == NULL || !experiment->findings.complete)
        return FPC_OK;
    return fpc_error_set(error, FPC_UNUSABLE, "no kernel applies; %s: %s", refused->name,
                         refused->reason);
}

static void describe(struct fpc_experiment *experiment, int argc, char **argv)
{
    struct fpc_findings *findings = &experiment->findings;
    findings->argc = argc;
    findings->argv = argv;
    findings->seed = experiment->options.seed;
    findings->gated =
        fpc_policy_demands(&experiment->options.policy) || experiment->options.baseline;
    findings->backend = experiment->device.backend;
    findings->device_name = fpc_strdup(experiment->device.name);
    findings->device_key = fpc_strdup(experiment->device.key);
    findings->sms = experiment->device.sms;
    findings->cpu_threads = fpc_pool_threads(experiment->device.pool);
}

enum fpc_status fpc_experiment_measure(struct fpc_experiment *experiment, int argc, char **argv,
                                       struct fpc_error *error)
{
    print_notes(&experiment->inputs);
    describe(experiment, argc, argv);
    const bool compares = experiment->options.baseline && !experiment->records;
    enum fpc_status status =
        fpc_measure(&experiment->options, compares ? &experiment->baseline : NULL,
                    &experiment->inputs, &experiment->device, &experiment->findings, error);
    return status == FPC_OK ? check_measured(experiment, error) : status;
}

void fpc_experiment_clear(struct fpc_experiment *experiment)
{
    fpc_findings_clear(&experiment->findings);
    fpc_device_clear(&experiment->device);
    fpc_inputs_clear(&experiment->inputs);
    fpc_baseline_clear(&experiment->baseline);
    fpc_outputs_clear(experiment->outputs);
    fpc_run_options_clear(&experiment->options);
}
