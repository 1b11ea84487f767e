/* The running sum that blocks add to by compare and swap, straight from threads. Clean under
 * -fsanitize=thread. */
#include "run/arrival.h"
#include "tests/unit/plain_sum.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <pthread.h>

#define SEED    6174
#define BLOCKS  1000
#define THREADS 5
#define ROUNDS  30

static double stored[BLOCKS], plain[BLOCKS];
static struct fpc_arrival_sum sum;
static pthread_barrier_t gate;

static void make_partials(bool wide)
{
    enum fpc_format format = wide ? FPC_F64 : FPC_F32;
    plain_fill(format, stored, BLOCKS, SEED);
    for (size_t i = 0; i < BLOCKS; i++)
        plain[i] = plain_value(format, stored, i);
}

static uint64_t partial(uint32_t block)
{
    return fpc_bits_load(sum.accumulator, stored, block);
}

/* Thread t adds the blocks t, t + THREADS, ... */
static void *add_blocks(void *argument)
{
    unsigned thread = *(unsigned *)argument;
    pthread_barrier_wait(&gate);
    for (uint32_t b = thread; b < BLOCKS; b += THREADS)
        fpc_arrival_add(&sum, b, partial(b));
    return NULL;
}

static void add_from_threads(void)
{
    pthread_t threads[THREADS];
    unsigned numbers[THREADS];
    assert_int_equal(pthread_barrier_init(&gate, NULL, THREADS), 0);
    for (unsigned t = 0; t < THREADS; t++) {
        numbers[t] = t;
        assert_int_equal(pthread_create(&threads[t], NULL, add_blocks, &numbers[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    pthread_barrier_destroy(&gate);
}

/* The order holds each block once, each thread's own blocks in its own order, and gives the bits.
 */
static void check_order(bool wide)
{
    uint32_t order[BLOCKS], next[THREADS];
    unsigned char seen[BLOCKS] = {0};
    uint64_t bits = fpc_arrival_finish(&sum, order);
    for (uint32_t t = 0; t < THREADS; t++)
        next[t] = t;
    for (uint32_t i = 0; i < BLOCKS; i++) {
        assert_true(order[i] < BLOCKS && seen[order[i]]++ == 0);
        assert_int_equal(order[i], next[order[i] % THREADS]);
        next[order[i] % THREADS] += THREADS;
    }
    if (bits != plain_bits(wide, plain_sequence(wide, plain, order, BLOCKS)))
        fail_msg("the order does not give the sum, seed %d", SEED);
}

static void threads_race(void **state)
{
    struct fpc_error error = {""};
    bool wide = *(bool *)*state;
    make_partials(wide);
    assert_int_equal(fpc_arrival_init(&sum, wide ? FPC_F64 : FPC_F32, BLOCKS, &error), FPC_OK);
    for (int round = 0; round < ROUNDS; round++) {
        fpc_arrival_reset(&sum);
        add_from_threads();
        check_order(wide);
    }
    fpc_arrival_clear(&sum);
}

/* One thread, a known order: 1e8, 1, -1e8 gives 0, and 1e8, -1e8, 1 gives 1 (the gap at 1e8 is 8).
 * The sum starts at +0, so -0 alone gives +0. */
static void one_thread(void **state)
{
    (void)state;
    static const uint32_t bits[] = {0x4cbebc20, 0x3f800000, 0xccbebc20}; /* 1e8, 1, -1e8 */
    static const uint32_t orders[][3] = {{0, 1, 2}, {0, 2, 1}, {2, 1, 0}};
    static const uint32_t sums[] = {0, 0x3f800000, 0};
    struct fpc_error error = {""};
    assert_int_equal(fpc_arrival_init(&sum, FPC_F32, 3, &error), FPC_OK);
    for (size_t i = 0; i < 3; i++) {
        uint32_t found[3];
        fpc_arrival_reset(&sum);
        for (size_t j = 0; j < 3; j++)
            fpc_arrival_add(&sum, orders[i][j], bits[orders[i][j]]);
        assert_int_equal(fpc_arrival_finish(&sum, found), sums[i]);
        assert_memory_equal(found, orders[i], sizeof found);
    }
    fpc_arrival_clear(&sum);
    uint32_t only;
    assert_int_equal(fpc_arrival_init(&sum, FPC_F32, 1, &error), FPC_OK);
    fpc_arrival_add(&sum, 0, 0x80000000);
    assert_int_equal(fpc_arrival_finish(&sum, &only), 0);
    assert_int_equal(only, 0);
    fpc_arrival_clear(&sum);
}

static bool narrow = false, wide = true;

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread),
        {"f32", threads_race, NULL, NULL, &narrow},
        {"f64", threads_race, NULL, NULL, &wide},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
