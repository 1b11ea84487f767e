/* Baselines as files: JSON with sorted keys, without times and host names, so that version control
 * shows what changed. fpcheck-baseline(1) describes the keys. */
#ifndef FPC_COMMAND_BASELINE_FILE_H
#define FPC_COMMAND_BASELINE_FILE_H

#include "analysis/baseline.h"
#include "base/status.h"

#include <stdio.h>

/* The version of the format that is written; only this one is read. */
#define FPC_BASELINE_VERSION 1

/* Reads a file; every key must be there and nothing else. Errors: FPC_UNUSABLE for a file that is
 * missing, empty, no JSON, damaged, or of another version; FPC_FAILED for memory. *baseline is set
 * only on success. The caller clears. */
enum fpc_status fpc_baseline_read(struct fpc_baseline *baseline, const char *path,
                                  struct fpc_error *error);

/* Writes it to the stream, whose errors the caller checks. Errors: FPC_UNUSABLE, and nothing is
 * written, for a path or name that is not UTF-8 and so cannot stand in JSON. */
enum fpc_status fpc_baseline_write(FILE *stream, const struct fpc_baseline *baseline,
                                   struct fpc_error *error);

#endif
