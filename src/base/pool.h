/* A pool of threads that share out numbered tasks.
 *
 * Tasks 0 .. count-1 are handed out in index order to whichever thread is free; all threads are
 * awake before the first task is given out, so that the order in which tasks finish is a real race
 * and not the time a thread takes to wake. A pool of one thread works on the caller alone. */
#ifndef FPC_BASE_POOL_H
#define FPC_BASE_POOL_H

#include "base/status.h"

#include <stdint.h>

struct fpc_pool;

/* One task. `context` is what fpc_pool_run() was given; `worker` is in [0, threads). */
typedef void fpc_task(void *context, unsigned worker, uint64_t task);

/* Starts threads - 1 threads beside the caller's. Errors: FPC_FAILED if they cannot be started.
 * The caller clears the pool. */
enum fpc_status fpc_pool_open(struct fpc_pool **pool, unsigned threads, struct fpc_error *error);

/* The number of threads, the caller's included. */
unsigned fpc_pool_threads(const struct fpc_pool *pool);

/* Runs every task and returns when all are done; what they wrote is visible to the caller.
 * Once fpc_interrupt_signal() is set no further task is begun. */
void fpc_pool_run(struct fpc_pool *pool, fpc_task *task, void *context, uint64_t count);

/* Ends the threads. NULL is left alone. */
void fpc_pool_close(struct fpc_pool *pool);

/* The number of processors that this process may run on, at least 1. */
unsigned fpc_pool_processors(void);

#endif
