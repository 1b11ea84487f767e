/* Many blocks of one array: from one regime to another and back, anchors that move, and sums that
 * are not drained for long. */
#include "base/random.h"
#include "exact/exact.h"
#include "tests/unit/exact_paths.h"
#include "tests/unit/hard_values.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL_PATHS 3 /* those that are not -wide come first */
#define MOST_BLOCKS 44
#define REVIEW_BLOCKS                                                                              \
    16 /* as the engine has it at first; twice as many after the first that did not fit */

static uint64_t *buffer; /* MOST_BLOCKS of the longest blocks */

static int make_buffer(void **state)
{
    (void)state;
    buffer = malloc((size_t)MOST_BLOCKS * 8192 * sizeof *buffer);
    return buffer == NULL;
}

static int free_buffer(void **state)
{
    (void)state;
    free(buffer);
    return 0;
}

/* An array of `blocks` blocks of one path: block b is the b-th part of either half. */
struct blocks {
    unsigned path;
    enum fpc_format format;
    size_t blocks, stream; /* values of a stream in a block */
};

static struct blocks blocks_of(unsigned path, enum fpc_format format, size_t blocks)
{
    return (struct blocks){path, format, blocks, fpc_exact_paths[path % LEVEL_PATHS]->block};
}

static size_t place(const struct blocks *array, size_t block, size_t i)
{
    size_t half = array->blocks * array->stream;
    return i < array->stream ? block * array->stream + i : half + (block - 1) * array->stream + i;
}

/* Values of exponents from `exponent` down over some binades. */
static void fill_block(const struct blocks *array, size_t block, int exponent, int binades)
{
    for (size_t i = 0; i < 2 * array->stream; i++) {
        uint64_t random = fpc_random_at(block, i);
        int down = (int)(random >> 20 & 0xfff) % binades;
        hard_store(array->format, buffer, place(array, block, i),
                   hard_number(array->format, random & 1, exponent - down, random << 8));
    }
}

static void put(const struct blocks *array, size_t block, size_t i, int exponent)
{
    hard_store(array->format, buffer, place(array, block, i),
               hard_number(array->format, i & 1, exponent, ~(uint64_t)0));
}

static void put_infinity(const struct blocks *array, size_t block, size_t i)
{
    int highest = hard_highest(array->format);
    uint64_t largest = hard_number(array->format, i & 1, highest, ~(uint64_t)0);
    hard_store(array->format, buffer, place(array, block, i), largest + 1);
}

static const struct fpc_engine_ways *held(const struct blocks *array, const char *what)
{
    exact_path_holds(array->path, what, array->format, buffer, array->blocks * 2 * array->stream);
    return &exact_ways[array->path];
}

/* An outlier each 20 blocks: more levels for a while, then fewer again. */
static void levels_come_and_go(void **state)
{
    (void)state;
    for (unsigned path = 0; path < LEVEL_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        for (int f = 0; f < 2; f++) {
            struct blocks array = blocks_of(path, f ? FPC_F32 : FPC_F64, MOST_BLOCKS);
            for (size_t block = 0; block < MOST_BLOCKS; block++)
                fill_block(&array, block, 3, 4);
            put(&array, 2, 77, f ? -90 : -60); /* f64: to 2^-112; f32: to 2^-113: three levels */
            put(&array, 23, array.stream + 5, f ? -90 : -60);
            const struct fpc_engine_ways *ways = held(&array, "levels come and go");
            assert_true(ways->by_bins == 0 && ways->by_levels[4] == 0);
            /* Three levels from block 2 and from block 23 on, for 15 blocks and the one itself. */
            assert_true(ways->by_levels[3] > 2 && ways->by_levels[3] <= 2 * (REVIEW_BLOCKS + 1));
            assert_true(ways->by_levels[1] + ways->by_levels[2] >= 10);
        }
    }
}

/* Once the large values are gone, the anchor follows the small ones: with it at 2^113 those at 1
 * need four levels, at 2^13 or so two. */
static void anchors_come_down(void **state)
{
    (void)state;
    for (unsigned path = 0; path < LEVEL_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        struct blocks array = blocks_of(path, FPC_F64, MOST_BLOCKS);
        for (size_t block = 0; block < MOST_BLOCKS; block++)
            fill_block(&array, block, block < 2 ? 100 : 0, 4);
        const struct fpc_engine_ways *ways = held(&array, "anchors come down");
        assert_true(ways->by_bins == 0 && ways->by_levels[4] > 0);
        assert_true(ways->by_levels[2] > 2 && ways->by_levels[4] < 2 * REVIEW_BLOCKS + 2);
        /* And up by a binade and down by thirty, again and again. */
        for (size_t block = 0; block < MOST_BLOCKS; block++)
            fill_block(&array, block, block % 20 < 10 ? (int)block : (int)block - 30, 4);
        ways = held(&array, "anchors go up and down");
        assert_true(ways->by_bins == 0);
    }
}

/* Bins while the values are wide, and levels again not long after. */
static void bins_come_and_go(void **state)
{
    (void)state;
    for (unsigned path = 0; path < LEVEL_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        for (int format = 0; format < FPC_FORMATS; format++) {
            int highest = hard_highest((enum fpc_format)format);
            int lowest = hard_lowest((enum fpc_format)format);
            struct blocks array = blocks_of(path, (enum fpc_format)format, MOST_BLOCKS);
            for (size_t block = 0; block < MOST_BLOCKS; block++) {
                bool wide = (block >= 3 && block < 8) || block == 30;
                fill_block(&array, block, wide ? highest : 2, wide ? highest - lowest : 3);
                if (block == 9 || block == 33)
                    put_infinity(&array, block, block * 5);
            }
            const struct fpc_engine_ways *ways = held(&array, "bins come and go");
            bool is_wide = format != FPC_F16; /* 40 binades are not */
            assert_true(is_wide == (ways->by_bins > 0));
            assert_true(ways->by_bins < 5 + 1 + 2 * REVIEW_BLOCKS);
            assert_true(ways->by_levels[1] + ways->by_levels[2] > 0);
        }
    }
}

/* Adds a piece of values many times without a drain between. */
static void add_many(unsigned path, enum fpc_format format, size_t count, uint64_t times,
                     const char *what, struct fpc_engine_ways *ways)
{
    struct fpc_exact exact;
    struct plain_exact plain;
    exact_path_force(path);
    fpc_exact_init(&exact, format);
    for (uint64_t i = 0; i < times; i++)
        fpc_engine_add(exact.engine, buffer, count);
    fpc_exact_add(&exact, buffer, 0);
    plain_exact_start(&plain, format);
    plain_exact_add(&plain, buffer, count);
    plain_exact_repeat(&plain, times);
    exact_is_plain(&exact, &plain, what, exact_paths[path]);
    *ways = *fpc_engine_ways(exact.engine);
    fpc_exact_clear(&exact);
}

/* Values of 2^1010 lie 12 binades below the first anchor at once, the least there is. 8192 blocks
 * full of the largest, 2^50 units each in a lane, would be 2^63: lanes are drained before. */
static void more_blocks_than_a_lane_takes(void **state)
{
    (void)state;
    struct fpc_engine_ways ways;
    for (unsigned path = 0; path < LEVEL_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        size_t count = 8 * 2 * fpc_exact_paths[path]->block;
        for (int negative = 0; negative < 2; negative++) {
            for (size_t i = 0; i < count; i++)
                hard_store(FPC_F64, buffer, i, hard_number(FPC_F64, negative, 1010, ~(uint64_t)0));
            uint64_t times = negative ? 300 : 1040; /* 8 blocks at a time */
            add_many(path, FPC_F64, count, times, "many full blocks", &ways);
            assert_true(ways.by_bins == 0 && ways.by_levels[2] == 8 * times);
        }
    }
}

/* A bin of f32 takes 2^17 full fractions in each of its copies before it is folded: 2^19 values.
 * Its count of 24 bits is full after 2^24 in a copy. One of f64 goes beyond 64 bits. */
static void bins_that_run_full(void **state)
{
    (void)state;
    struct fpc_engine_ways ways;
    const size_t count = 1 << 16;
    const unsigned path = 2 + LEVEL_PATHS; /* bins are the same for all paths */
    assert_string_equal(exact_paths[path], "portable-wide");
    for (size_t i = 0; i < count; i++)
        hard_store(FPC_F32, buffer, i, hard_number(FPC_F32, i & 1, 5, ~(uint64_t)0));
    add_many(path, FPC_F32, count, 40, "bins of f32", &ways);
    assert_true(ways.by_bins == 40 * (count / 2048));
    for (size_t i = 0; i < count; i++)
        hard_store(FPC_F32, buffer, i, hard_number(FPC_F32, false, 127, ~(uint64_t)0));
    add_many(path, FPC_F32, count, 40, "one bin of f32", &ways);
    memset(buffer, 0, count * 4);
    add_many(path, FPC_F32, count, 300 * 4, "a count of zeros", &ways);
    for (size_t i = 0; i < count; i++)
        hard_store(FPC_F64, buffer, i, hard_number(FPC_F64, i % 3 == 0, 1023, ~(uint64_t)0));
    add_many(path, FPC_F64, count, 20, "two bins of f64", &ways);
    for (size_t i = 0; i < count; i++)
        hard_store(FPC_F64, buffer, i, hard_number(FPC_F64, i % 3 == 0, -1023, ~(uint64_t)0));
    add_many(path, FPC_F64, count, 3, "subnormals of f64", &ways);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_come_and_go), cmocka_unit_test(anchors_come_down),
        cmocka_unit_test(bins_come_and_go),   cmocka_unit_test(more_blocks_than_a_lane_takes),
        cmocka_unit_test(bins_that_run_full),
    };
    return cmocka_run_group_tests(tests, make_buffer, free_buffer);
}
