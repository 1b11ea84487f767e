/* An exact sum in parts: pieces, merges in any order of parts that took different paths, threads;
 * and the caller's state of the processor. */
#include "base/random.h"
#include "exact/exact.h"
#include "exact/reference.h"
#include "tests/unit/exact_paths.h"
#include "tests/unit/hard_values.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#define SEED  41
#define TASK  ((size_t)1 << 18) /* values of a task, as fpc_exact_of() has it */
#define PARTS 9

static uint64_t *buffer; /* 2 TASK + 64 values */

static int make_buffer(void **state)
{
    (void)state;
    buffer = malloc((2 * TASK + 64) * sizeof *buffer);
    return buffer == NULL;
}

static int free_buffer(void **state)
{
    (void)state;
    free(buffer);
    return 0;
}

static const char *values_from(enum fpc_format format, size_t index)
{
    return (const char *)buffer + index * fpc_format_traits(format)->size;
}

/* Kinds that take many ways. */
static void fill_some(enum fpc_format format, uint64_t seed, size_t count)
{
    static const unsigned kinds[] = {0, 2, 9, 10, 12, 15};
    hard_fill(kinds[seed % 6], format, seed, buffer, count);
}

static void in_pieces(void **state)
{
    (void)state;
    const size_t count = 30000;
    for (unsigned i = 0; i < EXACT_PATHS * FPC_FORMATS * 6; i++) {
        unsigned path = i % EXACT_PATHS;
        enum fpc_format format = (enum fpc_format)(i / EXACT_PATHS % FPC_FORMATS);
        struct fpc_random random = {.seed = SEED + i};
        struct plain_exact plain;
        struct fpc_exact exact;
        if (!exact_path_there(path))
            continue;
        exact_path_force(path);
        fpc_exact_init(&exact, format);
        plain_exact_start(&plain, format);
        fill_some(format, i / (EXACT_PATHS * FPC_FORMATS), count);
        for (size_t done = 0; done < count;) {
            size_t most = random.next % 3 ? 9000 : 50, left = count - done;
            size_t piece = (size_t)fpc_random_below(&random, most < left ? most : left) + 1;
            fpc_exact_add(&exact, values_from(format, done), piece);
            plain_exact_add(&plain, values_from(format, done), piece);
            done += piece;
            if (random.next % 4 == 0)
                exact_is_plain(&exact, &plain, "in pieces", exact_paths[path]);
        }
        exact_is_plain(&exact, &plain, "in pieces", exact_paths[path]);
        fpc_exact_clear(&exact);
    }
}

/* Part i is made by path i mod 6, or by the next one that is there. */
static void start_parts(struct fpc_exact *parts, enum fpc_format format)
{
    for (unsigned i = 0; i < PARTS; i++) {
        unsigned path = i % EXACT_PATHS;
        while (!exact_path_there(path))
            path = (path + 1) % EXACT_PATHS;
        exact_path_force(path);
        fpc_exact_init(&parts[i], format);
    }
}

static void merged_in_any_order(void **state)
{
    (void)state;
    const size_t count = 40000;
    for (unsigned i = 0; i < FPC_FORMATS * 12; i++) {
        enum fpc_format format = (enum fpc_format)(i % FPC_FORMATS);
        struct fpc_random random = {.seed = SEED + i};
        struct fpc_exact parts[PARTS];
        struct plain_exact plain;
        uint32_t order[PARTS] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        start_parts(parts, format);
        fill_some(format, i / FPC_FORMATS, count);
        plain_exact_start(&plain, format);
        plain_exact_add(&plain, buffer, count);
        for (size_t done = 0; done < count;) {
            size_t left = count - done, piece = 1 + (size_t)fpc_random_below(&random, 5000);
            piece = piece < left ? piece : left;
            fpc_exact_add(&parts[fpc_random_below(&random, PARTS)], values_from(format, done),
                          piece);
            done += piece;
        }
        fpc_random_shuffle(&random, order, PARTS);
        for (unsigned k = PARTS - 1; k > 0; k--) /* a tree of any form */
            fpc_exact_merge(&parts[order[fpc_random_below(&random, k)]], &parts[order[k]]);
        exact_is_plain(&parts[order[0]], &plain, "merged parts", "all paths");
        for (unsigned k = 0; k < PARTS; k++)
            fpc_exact_clear(&parts[k]);
    }
}

static struct fpc_pool *opened(unsigned threads)
{
    struct fpc_pool *pool;
    struct fpc_error error;
    assert_int_equal(fpc_pool_open(&pool, threads, &error), FPC_OK);
    return pool;
}

/* Held to the plain MPFR reference. */
static void compare_with_mpfr(enum fpc_format format, size_t count, unsigned path)
{
    struct fpc_exact_sum wanted, sum;
    struct fpc_pool *one = opened(1);
    fpc_exact_by_mpfr(format, buffer, count, one, &wanted);
    fpc_pool_close(one);
    exact_path_force(path);
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct fpc_pool *pool = opened(threads);
        fpc_exact_of(format, buffer, count, pool, &sum);
        if (!fpc_exact_sum_equal(&sum, &wanted))
            fail_msg("%zu values of %s, %u threads, %s: not what MPFR says", count,
                     fpc_format_traits(format)->name, threads, exact_paths[path]);
        fpc_exact_sum_clear(&sum);
        fpc_pool_close(pool);
    }
    fpc_exact_sum_clear(&wanted);
}

static void threads_and_tasks(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, TASK - 1, TASK, TASK + 1, TASK + 8192, 2 * TASK + 33};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        enum fpc_format format = (enum fpc_format)(i % FPC_FORMATS);
        unsigned path = i;
        do
            path = (path + 1) % EXACT_PATHS;
        while (!exact_path_there(path));
        fill_some(format, i, counts[i]);
        compare_with_mpfr(format, counts[i], path);
    }
}

#if defined(__x86_64__)
#define ALL_FLAGS 0x3fu

/* Flags that were up before are no news and stay; the same blocks go the same ways. */
static void flags_of_the_caller(void **state)
{
    (void)state;
    const size_t count = 40000;
    const unsigned before = _mm_getcsr(), modes = before & ~ALL_FLAGS;
    for (unsigned i = 0; i < EXACT_PATHS * 2 * 6; i++) {
        unsigned path = i % EXACT_PATHS;
        enum fpc_format format = i / EXACT_PATHS % 2 ? FPC_F32 : FPC_F64;
        if (!exact_path_there(path))
            continue;
        fill_some(format, i / (EXACT_PATHS * 2), count);
        _mm_setcsr(modes);
        exact_path_holds(path, "no flag up", format, buffer, count);
        assert_int_equal(_mm_getcsr() & ~ALL_FLAGS, modes);
        struct fpc_engine_ways ways = exact_ways[path];
        _mm_setcsr(modes | ALL_FLAGS);
        exact_path_holds(path, "all flags up", format, buffer, count);
        assert_int_equal(_mm_getcsr(), modes | ALL_FLAGS);
        assert_memory_equal(&ways, &exact_ways[path], sizeof ways);
    }
    _mm_setcsr(before);
}
#else
static void flags_of_the_caller(void **state)
{
    (void)state;
    print_message("SKIP flags_of_the_caller: not an x86-64\n");
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_pieces),
        cmocka_unit_test(merged_in_any_order),
        cmocka_unit_test(threads_and_tasks),
        cmocka_unit_test(flags_of_the_caller),
    };
    return cmocka_run_group_tests(tests, make_buffer, free_buffer);
}
