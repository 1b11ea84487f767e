/* Orders as data: what is refused, how they are bound and described, and the height of their trees
 * by hand. test_order_height.c compares heights with a second opinion. */
#include "kernels/kernel.h"
#include "order/order.h"
#include "tests/unit/new_orders.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define GRID(BLOCKS, THREADS) NEW_GRID(BLOCKS, THREADS)
#define FOLD(WIDTH)           NEW_FOLD(WIDTH)
#define ARRIVAL                                                                                    \
    {                                                                                              \
        .kind = FPC_STAGE_ARRIVAL                                                                  \
    }
#define END                                                                                        \
    {                                                                                              \
        .kind = FPC_STAGE_END                                                                      \
    }

static const struct fpc_order *order_of(const char *kernel)
{
    const struct fpc_kernel_entry *entry = fpc_kernel_find(kernel);
    assert_non_null(entry);
    return &entry->kernel->order;
}

static struct fpc_order bound(const struct fpc_order *order, uint32_t blocks, uint32_t threads)
{
    return fpc_order_bind(order, &(struct fpc_binding){.shape = (struct fpc_shape){blocks, threads},
                                                       .jobs = 1,
                                                       .count = 1,
                                                       .vector = 4});
}

static void orders_that_can_be_walked(void **state)
{
    (void)state;
    static const struct fpc_order good[] = {
        {{GRID(1, 1)}},
        {{GRID(1, 2), FOLD(2)}},
        {{GRID(1, 1024), FOLD(1024)}},
        {{GRID(1, 33), FOLD(32), FOLD(2)}},
        {{GRID(1, 5), FOLD(1u << 31)}},
        {{GRID(1, 1), FOLD(32), FOLD(32)}},
        {{GRID(FPC_MAX_BLOCKS, 1), ARRIVAL}},
        {{GRID(7, 64), FOLD(64), ARRIVAL}},
        {{GRID(7, 1), GRID(1, 1)}},
        {{GRID(7, 2), FOLD(2), GRID(3, 2), FOLD(2), GRID(1, 2), FOLD(2)}},
        {{GRID(1, 128), FOLD(2), FOLD(2), FOLD(2), FOLD(2), FOLD(2), FOLD(2), FOLD(2)}},
        {{GRID(1, 1), END, {.kind = (enum fpc_stage_kind)99}}}, /* nothing follows the end */
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (fpc_order_check(&good[i]) != NULL)
            fail_msg("order %zu is refused: %s", i, fpc_order_check(&good[i]));
}

static void broken_orders_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        struct fpc_order order;
    } broken[] = {
        {"nothing", {{END}}},
        {"no lanes first", {{FOLD(32)}}},
        {"arrival first", {{ARRIVAL}}},
        {"end first", {{END, GRID(1, 1)}}},
        {"no blocks", {{GRID(0, 1)}}},
        {"no threads", {{GRID(1, 0)}}},
        {"not bound", {{GRID(FPC_FROM_SHAPE, FPC_FROM_SHAPE), FOLD(32), FOLD(32), ARRIVAL}}},
        {"too many blocks", {{GRID(FPC_MAX_BLOCKS + 1, 1), ARRIVAL}}},
        {"too many threads", {{GRID(1, FPC_MAX_LANES + 1), FOLD(4096)}}},
        {"too many threads later", {{GRID(2, 1), GRID(1, 2049), FOLD(4096)}}},
        {"too many threads in two blocks", {{GRID(2, 1025), FOLD(2048), ARRIVAL}}},
        {"a width of 0", {{GRID(1, 1), FOLD(0)}}},
        {"a width of 1", {{GRID(1, 1), FOLD(1)}}},
        {"a width of 3", {{GRID(1, 3), FOLD(3)}}},
        {"a width of 48", {{GRID(1, 48), FOLD(48)}}},
        {"a second grid too early", {{GRID(2, 64), FOLD(32), GRID(1, 4), FOLD(4)}}},
        {"arrival too early", {{GRID(2, 64), FOLD(32), ARRIVAL}}},
        {"a fold behind arrival", {{GRID(2, 64), FOLD(32), ARRIVAL, FOLD(2)}}},
        {"lanes left over", {{GRID(1, 64), FOLD(32)}}},
        {"lanes never folded", {{GRID(1, 2)}}},
        {"33 threads in one fold of 32", {{GRID(1, 33), FOLD(32)}}},
        {"blocks left over", {{GRID(2, 32), FOLD(32)}}},
        {"blocks of the second grid", {{GRID(9, 1), GRID(2, 4), FOLD(4)}}},
        {"an unknown stage", {{GRID(1, 1), {.kind = (enum fpc_stage_kind)99}}}},
        {"eight stages, one value too many",
         {{GRID(1, 256), FOLD(2), FOLD(2), FOLD(2), FOLD(2), FOLD(2), FOLD(2), FOLD(2)}}},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        const char *wrong = fpc_order_check(&broken[i].order);
        if (wrong == NULL || wrong[0] == '\0')
            fail_msg("%s: not refused", broken[i].what);
    }
}

/* The order of arrival is one of all blocks. Behind a second grid stage fewer values are left than
 * there are blocks, and the order of arrival would name some that do not exist. */
static void arrival_is_of_the_blocks(void **state)
{
    (void)state;
    static const struct fpc_order late = {
        {GRID(100, 32), FOLD(32), GRID(7, 32), FOLD(32), ARRIVAL}};
    assert_non_null(fpc_order_check(&late));
}

static void binding(void **state)
{
    (void)state;
    struct fpc_order order = bound(order_of("two_pass"), 7, 96);
    static const struct fpc_order want = {
        {GRID(7, 96), FOLD(32), FOLD(32), GRID(1, 96), FOLD(32), FOLD(32)}};
    assert_memory_equal(&order, &want, sizeof want);
    struct fpc_shape shape = fpc_order_shape(&order);
    assert_true(shape.blocks == 7 && shape.threads == 96);
    assert_int_equal(fpc_order_grid_part(&order), 3);

    order = bound(order_of("serial"), 7, 96);
    shape = fpc_order_shape(&order);
    assert_true(shape.blocks == 1 && shape.threads == 1);
    assert_int_equal(fpc_order_grid_part(&order), 1);
    assert_false(fpc_order_uses_shape(order_of("serial")));
    assert_true(fpc_order_uses_shape(order_of("atomic")));
    assert_true(fpc_order_uses_shape(order_of("two_pass")));
    assert_true(fpc_order_uses_jobs(order_of("threads")));
    assert_false(fpc_order_uses_jobs(order_of("atomic")));
    assert_false(fpc_order_uses_jobs(order_of("cub")));
    assert_false(fpc_order_has_arrival(order_of("serial")));
    assert_true(fpc_order_has_arrival(order_of("atomic")));
    assert_false(fpc_order_has_arrival(order_of("two_pass")));
}

/* The order in words names every number of a stage. */
static void descriptions(void **state)
{
    (void)state;
    static const struct fpc_order three = {{GRID(1, 1), FOLD(2), FOLD(64)}};
    struct fpc_order wide = bound(&new_two_pass_warp, 7, 48);
    char *text = fpc_order_describe(order_of("serial"));
    assert_string_equal(text, "left to right");
    free(text);
    text = fpc_order_describe(&wide);
    const char *parts[] = {"7", "48", "32", "32", "1", "32", "32"}, *rest = text;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        rest = strstr(rest, parts[i]);
        if (rest == NULL)
            fail_msg("'%s' lacks a %s", text, parts[i]);
        rest += strlen(parts[i]);
    }
    free(text);
    text = fpc_order_describe(&three);
    assert_true(strstr(text, " 2") != NULL && strstr(text, " 64") != NULL);
    free(text);
    text = fpc_order_describe(order_of("atomic"));
    assert_non_null(strstr(text, "arrive"));
    assert_null(strchr(text, '\n'));
    free(text);
}

/* By hand. Lanes: a lane with k values adds k - 1 times. Folds: a group of m values that hold data
 * is ceil(log2 m) high, and a block of B threads has ceil(B/32) warps. Arrival of m blocks with
 * data: m - 1. */
static void heights(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        uint64_t n;
        uint32_t blocks, threads;
        uint64_t height;
    } known[] = {
        {"serial", 1, 1, 1, 0},
        {"serial", 2, 5, 64, 1},
        {"serial", 1000, 4, 256, 999},
        {"serial", 1ull << 40, 1, 1, (1ull << 40) - 1},
        {"atomic", 1, 528, 256, 0},
        {"atomic", 2, 528, 256, 1},
        {"atomic", 1, 1, 1, 0},
        {"atomic", 10, 1, 1, 9},             /* one lane */
        {"atomic", 10, 3, 1, 5},             /* 4 values a lane: 3; no fold; 3 blocks: 2 */
        {"atomic", 20, 1, 256, 5},           /* less than a warp: ceil(log2 20) */
        {"atomic", 17, 1, 256, 5},           /* offset 16 joins one pair, then 8 4 2 1 */
        {"atomic", 16, 1, 256, 4},           /* offset 16 finds nothing */
        {"atomic", 5, 1, 256, 3},            /* ceil(log2 5) */
        {"atomic", 32, 1, 256, 5},           /* one warp */
        {"atomic", 33, 1, 256, 6},           /* and one value in the next */
        {"atomic", 33, 1, 33, 6},            /* the same with T = 33 */
        {"atomic", 34, 1, 33, 7},            /* lane 0 has two */
        {"atomic", 32, 2, 33, 5},            /* the second block is empty */
        {"atomic", 34, 2, 33, 7},            /* 5, 1, and 2 blocks: 1 */
        {"atomic", 66, 2, 33, 7},            /* the same, both full */
        {"atomic", 67, 2, 33, 8},            /* lane 0 has two */
        {"atomic", 1000, 4, 256, 11},        /* lanes 1000 of 1024: 0; 5; 8 warps: 3; 4 blocks: 3 */
        {"atomic", 1024, 4, 256, 11},        /* no idle lane */
        {"atomic", 1025, 4, 256, 12},        /* lane 0 has two */
        {"atomic", 257, 4, 256, 9},          /* 5, 3, and 2 of 4 blocks hold data: 1 */
        {"atomic", 256, 4, 256, 8},          /* one block */
        {"atomic", 100000, 32, 256, 51},     /* ceil(100000/8192) = 13: 12; 5; 3; 31 */
        {"atomic", 1 << 26, 528, 1024, 661}, /* ceil(2^26/540672) = 125: 124; 5; 5; 527 */
        {"two_pass", 1, 528, 256, 0},
        {"two_pass", 1000, 4, 256, 10},      /* 0, 5, 3; 4 partials in one warp: 2 */
        {"two_pass", 257, 4, 256, 9},        /* 5, 3; 2 partials: 1 */
        {"two_pass", 100000, 32, 256, 25},   /* 12, 5, 3; 32 partials: 5 */
        {"two_pass", 1000000, 528, 256, 25}, /* ceil(1e6/135168) = 8: 7; 5; 3; 528 in 256 lanes: 3
                                                a lane: 2; 5; 3 */
        {"two_pass", 90, 3, 33, 8},          /* 0; 5, 1; 3 partials: 2 */
        {"two_pass", 10, 10, 1, 9},          /* second pass on one lane */
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_order order =
            bound(order_of(known[i].kernel), known[i].blocks, known[i].threads);
        uint64_t height = fpc_order_height(&order, known[i].n);
        if (height != known[i].height)
            fail_msg("%s, n %llu, %u x %u: %llu, by hand %llu", known[i].kernel,
                     (unsigned long long)known[i].n, known[i].blocks, known[i].threads,
                     (unsigned long long)height, (unsigned long long)known[i].height);
    }
}

static void heights_of_new_orders(void **state)
{
    (void)state;
    struct fpc_order warp = bound(&new_two_pass_warp, 32, 256);
    struct fpc_order recursive = bound(&new_recursive, 600, 64);
    struct fpc_order wave = bound(&new_wavefront, 3, 128);
    assert_null(fpc_order_check(&warp));
    assert_null(fpc_order_check(&recursive));
    assert_null(fpc_order_check(&wave));
    /* 12, 5, 3 as above; 32 partials on 32 lanes: 0, 5. */
    assert_int_equal(fpc_order_height(&warp, 100000), 25);
    /* ceil(10^6/38400) = 27: 26; 5, 1; 600 partials on 4 x 64 lanes: 3 a lane, 2; 5, 1; 4 on one
     * warp: 2. */
    assert_int_equal(fpc_order_height(&recursive, 1000000), 42);
    /* 64 values are one block; 65 partials hold data, on the lanes of 2 of 4 blocks. */
    assert_int_equal(fpc_order_height(&recursive, 64), 6);
    assert_int_equal(fpc_order_height(&recursive, 65 * 64), 6 + 6 + 1);
    /* 384 lanes: 2 a lane, 1; wavefront 6, two of them 1; 3 blocks: 2. */
    assert_int_equal(fpc_order_height(&wave, 700), 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_that_can_be_walked),
        cmocka_unit_test(broken_orders_are_refused),
        cmocka_unit_test(arrival_is_of_the_blocks),
        cmocka_unit_test(binding),
        cmocka_unit_test(descriptions),
        cmocka_unit_test(heights),
        cmocka_unit_test(heights_of_new_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
