/* The output files of a run: opened before anything is measured, put in place at the end. */
#ifndef FPC_COMMAND_OUTPUTS_H
#define FPC_COMMAND_OUTPUTS_H

#include "analysis/findings.h"
#include "command/run_options.h"

struct fpc_outputs;

/* Refuses combinations that cannot be meant: two outputs into one file or to standard output, an
 * output onto an input or the baseline (FPC_USAGE). Then opens all (FPC_FAILED). The caller commits
 * or clears. */
enum fpc_status fpc_outputs_open(struct fpc_outputs **outputs,
                                 const struct fpc_run_options *options, struct fpc_error *error);

/* Writes every report, and when all are written puts the files in place. Errors: FPC_FAILED; no
 * file is in place if one could not be written. */
enum fpc_status fpc_outputs_write(struct fpc_outputs *outputs, const struct fpc_findings *findings,
                                  struct fpc_error *error);

/* True if one of them takes the place of the table on standard output. */
bool fpc_outputs_use_stdout(const struct fpc_outputs *outputs);

/* Removes what was not put in place. NULL is left alone. */
void fpc_outputs_clear(struct fpc_outputs *outputs);

#endif
