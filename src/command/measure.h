/* From open inputs to findings: exact sums first, then every kernel on every input. */
#ifndef FPC_COMMAND_MEASURE_H
#define FPC_COMMAND_MEASURE_H

#include "analysis/baseline.h"
#include "analysis/findings.h"
#include "command/run_options.h"
#include "input/input.h"
#include "run/device.h"

/* Measures all inputs and fills findings->inputs. After an interrupt
 * the findings hold what was there, with complete false. Errors: FPC_UNUSABLE for a case that
 * claims another exact sum than it has, and, before any kernel is run, for inputs that are not
 * those of `baseline`, if that is not NULL; FPC_FAILED. */
enum fpc_status fpc_measure(const struct fpc_run_options *options,
                            const struct fpc_baseline *baseline, const struct fpc_inputs *inputs,
                            struct fpc_device *device, struct fpc_findings *findings,
                            struct fpc_error *error);

#endif
