/* A program of the user's, run once as a process of its own.
 *
 * It is found in PATH and started without a shell, with standard input empty, in a process group of
 * its own. When it ends, or is ended, what is left of its group is killed, so that no process stays
 * behind (but for children of it that left the group themselves). Standard output is kept, of
 * standard error the last line. */
#ifndef FPC_RUN_PROCESS_H
#define FPC_RUN_PROCESS_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

struct fpc_process_request {
    char *const *argv;        /* ends with NULL */
    char *const *environment; /* NAME=VALUE, ends with NULL */
    double timeout;           /* seconds; 0: none */
    size_t max_output;        /* bytes of standard output */
};

enum fpc_process_end {
    FPC_PROCESS_EXITED,     /* by itself, with a status */
    FPC_PROCESS_SIGNALLED,  /* by a signal that fpcheck did not send */
    FPC_PROCESS_TIMED_OUT,  /* killed after the timeout */
    FPC_PROCESS_TOO_LOUD,   /* killed because of too much output */
    FPC_PROCESS_INTERRUPTED /* killed because fpcheck was told to stop */
};

/* A zeroed struct is empty. The caller clears. */
struct fpc_process {
    enum fpc_process_end end;
    int code;        /* the exit status, or the number of the signal */
    uint8_t *output; /* owned; may be NULL if size is 0 */
    size_t size;
    char *last_words; /* the last line of standard error that is not blank, printable, at most
                         300 characters of it; or NULL */
};

/* Starts the program and returns when it has ended. Errors: FPC_FAILED, naming the program, if it
 * cannot be started; FPC_FAILED for memory, and then it has been killed. */
enum fpc_status fpc_process_run(const struct fpc_process_request *request,
                                struct fpc_process *process, struct fpc_error *error);
void fpc_process_clear(struct fpc_process *process);

#endif
