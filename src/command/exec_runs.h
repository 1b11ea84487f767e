/* Running the user's program again and again, and comparing what the runs give. */
#ifndef FPC_COMMAND_EXEC_RUNS_H
#define FPC_COMMAND_EXEC_RUNS_H

#include "analysis/repeats.h"
#include "command/exec_options.h"

/* A zeroed struct is empty. The caller clears. */
struct fpc_exec_runs {
    bool complete; /* false after an interrupt; what was done by then is there */
    struct fpc_outcomes outcomes;
    struct fpc_repeats between;  /* against run 0 */
    struct fpc_repeats expected; /* against what is expected; empty without that */
    size_t tensors, values;      /* of run 0 */
    char *warning;               /* that numbers have too few digits, or NULL; owned */
};

/* Makes all runs, one after the other; `expected` may be NULL.
 * Errors: FPC_FAILED for a program that cannot be started, fails, hangs, or does not write what is
 * to be collected, FPC_UNUSABLE for output that cannot be used, both naming the run. */
enum fpc_status fpc_exec_runs_make(struct fpc_exec_runs *runs,
                                   const struct fpc_exec_options *options,
                                   const struct fpc_inputs *expected, struct fpc_error *error);
void fpc_exec_runs_clear(struct fpc_exec_runs *runs);

#endif
