/* A line on standard error that says how far a long measurement is. */
#ifndef FPC_COMMAND_PROGRESS_H
#define FPC_COMMAND_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct fpc_progress {
    bool shown;
    const char *kernel; /* what runs now; borrowed */
    uint64_t runs;      /* how many runs it is to make */
    bool dirty;         /* a line stands there */
    struct timespec last;
};

/* Says that `done` runs are done; prints at most ten times a second. The type is what
 * fpc_run_request wants. */
void fpc_progress_update(void *progress, uint64_t done);

/* Wipes the line. */
void fpc_progress_end(struct fpc_progress *progress);

#endif
