/* The order of arrival, rebuilt from what atomic additions return. */
#include "base/random.h"
#include "order/rebuild.h"
#include "order/walk.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <math.h>

#define BLOCKS 300
#define SEED   99u

struct run {
    double partials[BLOCKS], old_values[BLOCKS]; /* of f64, or of f32 as float */
    uint32_t arrival[BLOCKS];
    uint64_t result;
    uint32_t blocks;
};

/* One running sum in plain C, in the order of run->arrival; f32 unless wide. */
static void simulate(struct run *run, const double *partials, bool wide)
{
    double sum = 0;
    for (uint32_t i = 0; i < run->blocks; i++) {
        uint32_t b = run->arrival[i];
        if (wide) {
            run->partials[b] = partials[b];
            run->old_values[b] = sum;
            sum += partials[b];
        } else {
            ((float *)run->partials)[b] = (float)partials[b];
            ((float *)run->old_values)[b] = (float)sum;
            sum = (float)((float)sum + (float)partials[b]);
        }
    }
    enum fpc_format format = wide ? FPC_F64 : FPC_F32;
    run->result = fpc_bits_round(format, sum);
}

static enum fpc_rebuilt rebuild(const struct run *run, bool wide, uint32_t *order)
{
    return fpc_rebuild_arrival(wide ? FPC_F64 : FPC_F32, run->partials, run->old_values,
                               run->blocks, run->result, order);
}

static void shuffled(struct run *run, uint64_t seed)
{
    struct fpc_random random = {.seed = seed};
    for (uint32_t i = 0; i < run->blocks; i++)
        run->arrival[i] = i;
    fpc_random_shuffle(&random, run->arrival, run->blocks);
}

/* Full 53-bit partials: running sums do not repeat, and the order is the one that was. */
static void test_unique(void **state)
{
    static struct run run;
    double partials[BLOCKS];
    uint32_t order[BLOCKS];
    (void)state;
    run.blocks = BLOCKS;
    for (uint32_t b = 0; b < BLOCKS; b++)
        partials[b] = (double)(int64_t)fpc_random_at(SEED, b) * 0x1p-63;
    shuffled(&run, SEED);
    simulate(&run, partials, true);
    assert_int_equal(rebuild(&run, true, order), FPC_REBUILT_UNIQUE);
    assert_memory_equal(order, run.arrival, sizeof order);
}

/* Whole numbers of both signs: running sums repeat, and any order that is given must replay. */
static void test_several(void **state)
{
    static struct run run;
    double partials[BLOCKS];
    uint32_t order[BLOCKS];
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        run.blocks = BLOCKS;
        for (uint32_t b = 0; b < BLOCKS; b++)
            partials[b] = (double)fpc_random_at(seed, b % 97) < 0x1p63 ? 1 : -1;
        shuffled(&run, seed);
        simulate(&run, partials, false);
        if (rebuild(&run, false, order) != FPC_REBUILT_ONE_OF_SEVERAL)
            fail_msg("seed %llu", (unsigned long long)seed);
        assert_int_equal(fpc_walk_sequence(FPC_F32, run.partials, order, BLOCKS), run.result);
    }
}

/* {1e8, 1, -1e8} in f32, arriving as 0 2 1: old values 0, 0, 1e8. Block 1 came first or last. */
static void test_by_hand(void **state)
{
    static const float partials[] = {1e8f, 1, -1e8f}, old_values[] = {0, 0, 1e8f};
    uint32_t order[3];
    (void)state;
    assert_int_equal(fpc_rebuild_arrival(FPC_F32, partials, old_values, 3, 0x3f800000, order),
                     FPC_REBUILT_ONE_OF_SEVERAL);
    assert_int_equal(fpc_walk_sequence(FPC_F32, partials, order, 3), 0x3f800000);
    /* With the result 0 these old values follow from no order. */
    assert_int_equal(fpc_rebuild_arrival(FPC_F32, partials, old_values, 3, 0, order),
                     FPC_REBUILT_IMPOSSIBLE);
}

static void test_impossible(void **state)
{
    static struct run run;
    double partials[BLOCKS];
    uint32_t order[BLOCKS];
    (void)state;
    run.blocks = 40;
    for (uint32_t b = 0; b < run.blocks; b++)
        partials[b] = (double)(int64_t)fpc_random_at(SEED, b) * 0x1p-63;
    for (uint32_t wrong = 0; wrong < run.blocks; wrong++) {
        shuffled(&run, wrong);
        simulate(&run, partials, true);
        run.old_values[wrong] = nextafter(run.old_values[wrong], 2);
        assert_int_equal(rebuild(&run, true, order), FPC_REBUILT_IMPOSSIBLE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unique),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_impossible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
