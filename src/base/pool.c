#include "base/pool.h"

#include "base/interrupt.h"
#include "base/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct worker {
    struct fpc_pool *pool;
    unsigned index;
    pthread_t thread;
};

struct fpc_pool {
    unsigned threads;
    struct worker *workers; /* threads entries; entry 0 is the caller and has no thread */
    pthread_barrier_t gate; /* passed by all at the begin and at the end of a run */
    bool closing;           /* written before the gate, read after it */
    fpc_task *task;
    void *context;
    uint64_t count;
    atomic_uint awake;
    _Atomic uint64_t next;
};

/* Threads leave the gate one after the other; here the early ones wait for the last. */
static void wait_for_all(struct fpc_pool *pool)
{
    atomic_fetch_add(&pool->awake, 1);
    for (unsigned spins = 0; atomic_load(&pool->awake) < pool->threads; spins++)
        if (spins % 64 == 63)
            sched_yield();
}

static void take_tasks(struct fpc_pool *pool, unsigned worker)
{
    while (fpc_interrupt_signal() == 0) {
        uint64_t task = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (task >= pool->count)
            return;
        pool->task(pool->context, worker, task);
    }
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct fpc_pool *pool = worker->pool;
    for (;;) {
        pthread_barrier_wait(&pool->gate);
        if (pool->closing)
            return NULL;
        wait_for_all(pool);
        take_tasks(pool, worker->index);
        pthread_barrier_wait(&pool->gate);
    }
}

static void free_pool(struct fpc_pool *pool)
{
    pthread_barrier_destroy(&pool->gate);
    free(pool->workers);
    free(pool);
}

enum fpc_status fpc_pool_open(struct fpc_pool **out, unsigned threads, struct fpc_error *error)
{
    struct fpc_pool *pool = fpc_alloc(1, sizeof *pool);
    pool->threads = threads;
    pool->workers = fpc_alloc(threads, sizeof *pool->workers);
    pthread_barrier_init(&pool->gate, NULL, threads);
    for (unsigned i = 1; i < threads; i++) {
        pool->workers[i] = (struct worker){.pool = pool, .index = i};
        int reason = pthread_create(&pool->workers[i].thread, NULL, work, &pool->workers[i]);
        /* Threads started so far wait at the gate and touch nothing until the process ends. */
        if (reason != 0)
            return fpc_error_set(error, FPC_FAILED, "cannot start %u threads: %s", threads,
                                 strerror(reason));
    }
    *out = pool;
    return FPC_OK;
}

unsigned fpc_pool_threads(const struct fpc_pool *pool)
{
    return pool->threads;
}

void fpc_pool_run(struct fpc_pool *pool, fpc_task *task, void *context, uint64_t count)
{
    pool->task = task;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    if (pool->threads == 1 || count <= 1) {
        take_tasks(pool, 0);
        return;
    }
    atomic_store(&pool->awake, 0);
    pthread_barrier_wait(&pool->gate);
    wait_for_all(pool);
    take_tasks(pool, 0);
    pthread_barrier_wait(&pool->gate);
}

void fpc_pool_close(struct fpc_pool *pool)
{
    if (pool == NULL)
        return;
    pool->closing = true;
    if (pool->threads > 1)
        pthread_barrier_wait(&pool->gate);
    for (unsigned i = 1; i < pool->threads; i++)
        pthread_join(pool->workers[i].thread, NULL);
    free_pool(pool);
}

unsigned fpc_pool_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count < 1 ? 1 : (unsigned)count;
}
