#include "command/progress.h"

#include <inttypes.h>
#include <stdio.h>

#define FPC_PROGRESS_INTERVAL 0.1 /* seconds */

void fpc_progress_update(void *context, uint64_t done)
{
    struct fpc_progress *progress = context;
    struct timespec now;
    if (!progress->shown)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double elapsed = (double)(now.tv_sec - progress->last.tv_sec) +
                     1e-9 * (double)(now.tv_nsec - progress->last.tv_nsec);
    if (elapsed < FPC_PROGRESS_INTERVAL)
        return;
    progress->last = now;
    progress->dirty = true;
    fprintf(stderr, "\r\033[K%s: %" PRIu64 " of %" PRIu64 " runs", progress->kernel, done,
            progress->runs);
    fflush(stderr);
}

void fpc_progress_end(struct fpc_progress *progress)
{
    if (progress->dirty)
        fputs("\r\033[K", stderr);
    progress->dirty = false;
}
