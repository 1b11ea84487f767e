/* What is published about the taught kernels, and which launches they refuse. */
#include "kernels/kernel.h"
#include "order/walk.h"
#include "tests/unit/plain_slots.h"

#include "tests/unit/literature.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

static struct fpc_order bound(const char *name, uint64_t n, uint32_t blocks, uint32_t threads)
{
    const struct fpc_kernel_entry *entry = fpc_kernel_find(name);
    assert_non_null(entry);
    return fpc_order_bind(
        &entry->kernel->order,
        &(struct fpc_binding){.shape = {blocks, threads}, .jobs = 1, .count = n, .vector = 4});
}

/* The sum of x[0..n) as an f32. */
static double walked(const char *name, const float *x, uint64_t n, struct fpc_shape shape,
                     const uint32_t *arrival)
{
    struct fpc_walk walk = {.order = bound(name, n, shape.blocks, shape.threads),
                            .format = FPC_F32,
                            .accumulator = FPC_F32,
                            .values = x,
                            .count = n};
    assert_null(fpc_order_check(&walk.order));
    uint32_t blocks = fpc_order_shape(&walk.order).blocks;
    void *scratch = malloc(fpc_walk_scratch_size(&walk, blocks));
    float *partials = malloc(blocks * sizeof *partials);
    assert_true(scratch && partials);
    fpc_walk_blocks(&walk, 0, blocks, scratch, partials);
    double sum = fpc_bits_value(FPC_F32, fpc_walk_grid(&walk, partials, arrival));
    free(partials);
    free(scratch);
    return sum;
}

/* Each published step of lane 0, and of lanes 1 to 3 where they are printed. */
static void the_loops_give_what_is_printed(void **state)
{
    (void)state;
    static const double path[] = {1, 18, 52, 120, 256, 528}, short_path[] = {1, 1, 1, 6, 16, 36};
    double lanes[WARP], few[WARP] = {0}, eight[] = {3, 1, 4, 1, 5, 9, 2, 6};
    slots_in = FPC_F32;
    for (unsigned i = 0; i < WARP; i++) {
        lanes[i] = i + 1;
        few[i] = i < 8 ? i + 1 : 0;
    }
    for (unsigned step = 0, offset = 16; step < 5; step++, offset /= 2) {
        assert_true(lanes[0] == path[step] && few[0] == short_path[step]);
        shuffle_down(lanes, WARP, offset);
        shuffle_down(few, WARP, offset);
    }
    assert_true(lanes[0] == path[5] && few[0] == short_path[5]);
    shuffle_down(eight, 8, 4);
    assert_true(eight[0] == 8 && eight[1] == 10 && eight[2] == 6 && eight[3] == 7);
    shuffle_down(eight, 8, 2);
    assert_true(eight[0] == 14 && eight[1] == 17);
    shuffle_down(eight, 8, 1);
    assert_true(eight[0] == 31);
}

/* 1 ... n is n (n + 1) / 2, which f32 holds in every order for these n. */
static void every_value_is_taken_once(void **state)
{
    (void)state;
    static const uint64_t counts[] = {8, 31, 32, 100, 256, 1000, 2047, 2048};
    static float x[2048];
    for (unsigned i = 0; i < 2048; i++)
        x[i] = (float)(i + 1);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (size_t k = 0; k < TAUGHT; k++) {
            uint64_t n = counts[i];
            struct fpc_shape shape = {4, k % 2 ? 256 : 48};
            double sum = walked(taught[k].name, x, n, shape, NULL);
            if (sum != (double)(n * (n + 1) / 2))
                fail_msg("%s, n %d: %g", taught[k].name, (int)n, sum);
        }
}

/* (1e8 + 1) - 1e8 = 0 and (1e8 - 1e8) + 1 = 1 in f32. */
static void the_order_that_shows(void **state)
{
    (void)state;
    static const float big[] = {1e8f, 1, -1e8f}, four[] = {1e8f, 1, -1e8f, 1},
                       threes[] = {1e8f, 3, 3, 3};
    static const uint32_t late[] = {0, 2, 1};
    static const struct fpc_shape one = {1, 32};
    assert_true(walked("atomic_each", big, 3, one, NULL) == 0);
    assert_true(walked("atomic_each", big, 3, one, late) == 1);
    /* Neighbours: (1e8 + 1) + (-1e8 + 1) = 0. Halves: (1e8 - 1e8) + (1 + 1) = 2. One load of four
     * values from left to right: ((1e8 + 1) - 1e8) + 1 = 1. */
    assert_true(walked("interleaved", four, 4, one, NULL) == 0);
    assert_true(walked("sequential", four, 4, one, NULL) == 2);
    assert_true(walked("shared", four, 4, one, NULL) == 2);
    assert_true(walked("last_block", four, 4, one, NULL) == 2);
    assert_true(walked("two_pass_vector", four, 4, one, NULL) == 1);
    assert_true(walked("segment", four, 4, (struct fpc_shape){1, 2}, NULL) == 2);
    assert_true(walked("segment", four, 4, (struct fpc_shape){1, 1}, NULL) == 0);
    /* Steps of 3 are lost next to 1e8. Kahan: the second takes the first along, 6, which rounds to
     * 8; the third owes 2 and leaves 1 behind. */
    assert_true(walked("last_block", threes, 4, (struct fpc_shape){1, 1}, NULL) == 1e8);
    assert_true(walked("kahan_gpu", threes, 4, (struct fpc_shape){1, 1}, NULL) == 1e8 + 8);
}

/* An atomic for each segment: 2^28 values give 524,288, 131,072, 131,072 (32,768 with B = 1024).
 * The third step takes n/2 threads. */
static void shapes_published(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t n;
        uint32_t threads;
        struct fpc_shape shape;
    } known[] = {{"segment", 1 << 28, 256, {524288, 256}},
                 {"segment_coarse", 1 << 28, 256, {131072, 256}},
                 {"segment_shuffle", 1 << 28, 256, {131072, 256}},
                 {"segment_coarse", 1 << 28, 1024, {32768, 1024}},
                 {"segment", 512, 256, {1, 256}},
                 {"segment", 513, 256, {2, 256}},
                 {"segment", 1, 1024, {1, 1024}},
                 {"shared", 256, 32, {1, 128}},
                 {"shared", 2048, 32, {1, 1024}},
                 {"atomic_each", 1000, 32, {1000, 1}}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_order order = bound(known[i].name, known[i].n, 7, known[i].threads);
        struct fpc_shape shape = fpc_order_shape(&order), want = known[i].shape;
        if (shape.blocks != want.blocks || shape.threads != want.threads)
            fail_msg("%s, n %d: %u x %u", known[i].name, (int)known[i].n, shape.blocks,
                     shape.threads);
    }
}

/* The three steps in one block take n <= 2048; atomics are at most 2^24; a stage of one thread
 * leaves as many values as it takes; a library does not say what it does. */
static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t n;
        uint32_t threads;
        bool refused;
    } known[] = {
        {"interleaved", 2048, 256, false},
        {"interleaved", 2049, 256, true},
        {"sequential", 2048, 256, false},
        {"sequential", 2049, 256, true},
        {"shared", 2048, 256, false},
        {"shared", 2049, 256, true},
        {"shared", 4097, 256, true},
        {"interleaved", UINT64_C(1) << 33, 256, true},
        {"sequential", UINT64_C(1) << 63, 256, true},
        {"recursive", 1000, 2, false},
        {"recursive", 1000, 1, true},
        {"atomic_each", 1 << 24, 256, false},
        {"atomic_each", (1 << 24) + 1, 256, true},
        {"atomic_each", UINT64_C(1) << 32, 256, true},
        {"segment", UINT64_C(1) << 33, 256, false},
        {"segment", (UINT64_C(1) << 33) + 1, 256, true},
        {"segment_coarse", UINT64_C(1) << 35, 256, false},
        {"segment_shuffle", (UINT64_C(1) << 35) + 1, 256, true},
        {"cub", 1000, 256, true},
        {"cooperative", 1000, 256, true},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_order order = bound(known[i].name, known[i].n, 4, known[i].threads);
        const char *wrong = fpc_order_check(&order);
        if ((wrong != NULL) != known[i].refused)
            fail_msg("%s, n %llu, %u threads: %s", known[i].name, (unsigned long long)known[i].n,
                     known[i].threads, wrong ? wrong : "not refused");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_loops_give_what_is_printed),
        cmocka_unit_test(every_value_is_taken_once),
        cmocka_unit_test(the_order_that_shows),
        cmocka_unit_test(shapes_published),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
