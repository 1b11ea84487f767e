/* The pool of threads, and how an interrupt ends its work. Clean under -fsanitize=thread. */
#include "base/interrupt.h"
#include "base/pool.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_TASKS 1000

/* Counts are no atomics: each belongs to one task, and the pool must make them visible. */
struct tally {
    unsigned threads;
    unsigned done[MOST_TASKS];
    uint64_t by_worker[8];
    int wrong_worker;
};

static void count_task(void *context, unsigned worker, uint64_t task)
{
    struct tally *tally = context;
    if (worker >= tally->threads || task >= MOST_TASKS) {
        tally->wrong_worker = 1;
        return;
    }
    tally->done[task]++;
    tally->by_worker[worker]++;
}

static struct fpc_pool *opened(unsigned threads)
{
    struct fpc_pool *pool;
    struct fpc_error error = {""};
    if (fpc_pool_open(&pool, threads, &error) != FPC_OK)
        fail_msg("%s", error.text);
    assert_int_equal(fpc_pool_threads(pool), threads);
    return pool;
}

static void check_run(struct fpc_pool *pool, unsigned threads, uint64_t count)
{
    struct tally tally = {.threads = threads};
    uint64_t sum = 0;
    fpc_pool_run(pool, count_task, &tally, count);
    assert_false(tally.wrong_worker);
    for (uint64_t task = 0; task < MOST_TASKS; task++)
        if (tally.done[task] != (task < count))
            fail_msg("%u threads, %d tasks: task %d ran %u times", threads, (int)count, (int)task,
                     tally.done[task]);
    for (unsigned worker = 0; worker < threads; worker++)
        sum += tally.by_worker[worker];
    assert_int_equal(sum, count);
}

static void every_task_runs_once(void **state)
{
    (void)state;
    static const unsigned threads[] = {1, 2, 5};
    static const uint64_t counts[] = {0, 1, 2, 4, 5, 6, 63, MOST_TASKS};
    for (size_t t = 0; t < 3; t++) {
        struct fpc_pool *pool = opened(threads[t]);
        for (int run = 0; run < 100; run++)
            for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
                check_run(pool, threads[t], counts[c]);
        fpc_pool_close(pool);
    }
}

static void note_order(void *context, unsigned worker, uint64_t task)
{
    uint64_t *next = context;
    (void)worker;
    if (*next == task)
        ++*next;
}

static void one_thread_goes_by_index(void **state)
{
    (void)state;
    struct fpc_pool *pool = opened(1);
    uint64_t next = 0;
    fpc_pool_run(pool, note_order, &next, 500);
    assert_int_equal(next, 500);
    fpc_pool_close(pool);
}

static void opening_and_closing(void **state)
{
    (void)state;
    fpc_pool_close(NULL);
    for (unsigned threads = 1; threads <= 8; threads++)
        fpc_pool_close(opened(threads));
    assert_true(fpc_pool_processors() >= 1);
}

static void raise_at_ten(void *context, unsigned worker, uint64_t task)
{
    (void)worker;
    if (task == 10)
        raise(SIGTERM);
    ++*(uint64_t *)context;
}

/* In a child: a signal is remembered for the rest of the process. One thread has begun task 10 when
 * it comes, and begins no other; a pool that is asked afterwards begins none. */
static int interrupted(void)
{
    uint64_t done = 0, later = 0;
    struct fpc_pool *pool;
    struct fpc_error error;
    if (fpc_pool_open(&pool, 1, &error) != FPC_OK)
        return 1;
    signal(SIGTERM, SIG_DFL);
    fpc_interrupt_install();
    if (fpc_interrupt_signal() != 0)
        return 2;
    fpc_pool_run(pool, raise_at_ten, &done, 100);
    if (done != 11 || fpc_interrupt_signal() != SIGTERM)
        return 3;
    fpc_pool_run(pool, raise_at_ten, &later, 100);
    fpc_pool_close(pool);
    return later == 0 ? 0 : 4;
}

static void an_interrupt_ends_the_work(void **state)
{
    (void)state;
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(60); /* rather than to outlive this test */
        _exit(interrupted());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupt_ends_the_work),
        cmocka_unit_test(every_task_runs_once),
        cmocka_unit_test(one_thread_goes_by_index),
        cmocka_unit_test(opening_and_closing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
