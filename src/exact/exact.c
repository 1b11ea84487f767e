#include "exact/exact.h"

#include "base/memory.h"
#include "exact/engine.h"

#include <limits.h>
#include <stdlib.h>

/* Elements in one task: long enough for two streams that memory delivers well. */
#define TASK ((size_t)1 << 18)

void fpc_exact_init(struct fpc_exact *exact, enum fpc_format format)
{
    *exact = (struct fpc_exact){.format = format, .lowest = INT_MAX};
    exact->engine = fpc_engine_make(format);
}

void fpc_exact_clear(struct fpc_exact *exact)
{
    fpc_engine_free(exact->engine);
}

static void settle(struct fpc_exact *exact)
{
    fpc_engine_drain(exact->engine, &exact->sum, &exact->abs_sum, &exact->counts, &exact->lowest);
}

void fpc_exact_add(struct fpc_exact *exact, const void *values, size_t count)
{
    fpc_engine_add(exact->engine, values, count);
    settle(exact);
}

void fpc_exact_merge(struct fpc_exact *exact, const struct fpc_exact *part)
{
    fpc_words_merge(&exact->sum, &part->sum);
    fpc_words_merge(&exact->abs_sum, &part->abs_sum);
    fpc_exact_counts_add(&exact->counts, &part->counts);
    exact->lowest = part->lowest < exact->lowest ? part->lowest : exact->lowest;
}

void fpc_exact_finish(const struct fpc_exact *exact, struct fpc_exact_sum *sum)
{
    fpc_exact_from_words(exact->format, &exact->sum, &exact->abs_sum, &exact->counts, exact->lowest,
                         sum);
}

struct job {
    const char *values;
    size_t count, size;
    struct fpc_exact *workers; /* one for each */
};

static void add_task(void *context, unsigned worker, uint64_t task)
{
    struct job *job = context;
    size_t first = (size_t)task * TASK, rest = job->count - first;
    fpc_engine_add(job->workers[worker].engine, job->values + first * job->size,
                   rest < TASK ? rest : TASK);
}

void fpc_exact_of(enum fpc_format format, const void *values, size_t count, struct fpc_pool *pool,
                  struct fpc_exact_sum *sum)
{
    unsigned threads = fpc_pool_threads(pool);
    struct job job = {values, count, fpc_format_traits(format)->size,
                      fpc_alloc(threads, sizeof *job.workers)};
    for (unsigned i = 0; i < threads; i++)
        fpc_exact_init(&job.workers[i], format);
    fpc_pool_run(pool, add_task, &job, count / TASK + (count % TASK != 0));
    for (unsigned i = 0; i < threads; i++)
        settle(&job.workers[i]);
    for (unsigned i = 1; i < threads; i++)
        fpc_exact_merge(&job.workers[0], &job.workers[i]);
    fpc_exact_finish(&job.workers[0], sum);
    for (unsigned i = 0; i < threads; i++)
        fpc_exact_clear(&job.workers[i]);
    free(job.workers);
}
