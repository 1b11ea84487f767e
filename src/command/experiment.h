/* An experiment: from its options to its findings, for the commands that make one. */
#ifndef FPC_COMMAND_EXPERIMENT_H
#define FPC_COMMAND_EXPERIMENT_H

#include "analysis/baseline.h"
#include "analysis/findings.h"
#include "command/outputs.h"
#include "command/run_options.h"
#include "input/input.h"
#include "run/device.h"

/* What it owns; a zeroed struct is empty. The caller clears. */
struct fpc_experiment {
    struct fpc_run_options options;
    bool records;                 /* options.baseline is written by the caller, not compared with */
    struct fpc_baseline baseline; /* to hold the run to; empty if there is none */
    struct fpc_outputs *outputs;
    struct fpc_inputs inputs;
    struct fpc_device device;
    struct fpc_findings findings;
};

/* Opens outputs, baseline, inputs and device, in this order. Errors: FPC_USAGE, FPC_UNUSABLE,
 * FPC_FAILED, FPC_NO_DEVICE. */
enum fpc_status fpc_experiment_prepare(struct fpc_experiment *experiment, struct fpc_error *error);

/* Measures and fills the findings, which borrow argv; with complete false after an interrupt.
 * Errors: FPC_UNUSABLE, if no kernel applies or the inputs are not those of the baseline as well,
 * FPC_FAILED. */
enum fpc_status fpc_experiment_measure(struct fpc_experiment *experiment, int argc, char **argv,
                                       struct fpc_error *error);

void fpc_experiment_clear(struct fpc_experiment *experiment);

#endif
