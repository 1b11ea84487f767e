/* An output file that is written whole or not at all.
 *
 * Opening a regular file makes a temporary one beside it, so that a missing folder or a missing
 * permission is known before anything is measured; commit renames it into place. Anything that is
 * not a regular file (a pipe, /dev/full) is opened as it is, a link is followed, and /dev/stdout
 * and its like are what is open already. "-" is standard output. */
#ifndef FPC_BASE_OUTPUT_H
#define FPC_BASE_OUTPUT_H

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

/* True if two paths are one regular file, or the same text: what is written to one overwrites the
 * other. */
bool fpc_output_is_same_file(const char *a, const char *b);

/* Sees to it that no temporary file is left when a write to a broken pipe ends the tool, which it
 * still does, and that a limit on the size of files (ulimit -f) is an error of the write that
 * exceeds it. Before any output is opened. */
void fpc_output_guard(void);

struct fpc_output {
    char *path;      /* as given; owned */
    char *temporary; /* owned; NULL if the file is not replaced */
    FILE *stream;    /* to write to */
};

/* Errors: FPC_FAILED with the reason; nothing is left behind. */
enum fpc_status fpc_output_open(struct fpc_output *output, const char *path,
                                struct fpc_error *error);

/* Writes what the stream holds and checks it, but puts nothing in place: what can still fail then
 * is next to nothing. Standard output is left alone. Errors: FPC_FAILED. */
enum fpc_status fpc_output_flush(struct fpc_output *output, struct fpc_error *error);

/* Flushes, checks and puts the file in place; standard output is left open, and is checked when the
 * tool ends. Errors: FPC_FAILED; the old file, if any, is as it was. The output is cleared in
 * either case. */
enum fpc_status fpc_output_commit(struct fpc_output *output, struct fpc_error *error);

/* Gives up: removes the temporary file. A zeroed struct is left alone. */
void fpc_output_clear(struct fpc_output *output);

#endif
