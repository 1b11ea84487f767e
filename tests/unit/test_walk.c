/* The walk of every built-in kernel against plain loops, bit for bit, over formats, shapes and
 * counts. Block partials are compared first, then results in several orders of arrival. */
#include "kernels/kernel.h"
#include "order/walk.h"
#include "tests/unit/plain_sum.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

#define SEED        771177
#define MOST_VALUES 65537
#define MOST_BLOCKS 528

/* One array, as stored and as plain numbers; tests take its first n values. */
static struct {
    enum fpc_format format;
    bool wide;
    double stored[MOST_VALUES]; /* room for any format */
    double plain[MOST_VALUES];
} array;

static double plain_partials[MOST_BLOCKS], partials[MOST_BLOCKS];
static uint32_t arrival[MOST_BLOCKS];

static void make_array(enum fpc_format format)
{
    array.format = format;
    array.wide = format == FPC_F64;
    plain_fill(format, array.stored, MOST_VALUES, SEED + (uint64_t)format);
    for (size_t i = 0; i < MOST_VALUES; i++)
        array.plain[i] = plain_value(format, array.stored, i);
}

static struct fpc_walk walk_of(const char *kernel, uint64_t n, uint32_t blocks, uint32_t threads)
{
    const struct fpc_order *order = &fpc_kernel_find(kernel)->kernel->order;
    struct fpc_walk walk = {
        .order = fpc_order_bind(
            order,
            &(struct fpc_binding){
                .shape = (struct fpc_shape){blocks, threads}, .jobs = 1, .count = 1, .vector = 4}),
        .format = array.format,
        .accumulator = fpc_format_traits(array.format)->accumulator,
        .values = array.stored,
        .count = n};
    assert_null(fpc_order_check(&walk.order));
    return walk;
}

static void fail_at(const struct fpc_walk *walk, const char *what, uint64_t found, uint64_t want)
{
    struct fpc_shape shape = fpc_order_shape(&walk->order);
    fail_msg("%s, %s, n %d, %u x %u, seed %d: %#llx, not %#llx", what,
             fpc_format_traits(walk->format)->name, (int)walk->count, shape.blocks, shape.threads,
             SEED, (unsigned long long)found, (unsigned long long)want);
}

/* Fills `partials`, `tile` blocks at a time, from the last tile to the first. */
static void walk_blocks(const struct fpc_walk *walk, uint32_t tile)
{
    uint32_t blocks = fpc_order_shape(&walk->order).blocks;
    void *scratch = malloc(fpc_walk_scratch_size(walk, tile));
    assert_non_null(scratch);
    for (uint32_t first = (blocks - 1) / tile * tile;; first -= tile) {
        fpc_walk_blocks(walk, first, blocks - first < tile ? blocks - first : tile, scratch,
                        partials);
        if (first == 0)
            break;
    }
    free(scratch);
}

static void check_partials(const struct fpc_walk *walk, uint32_t tile)
{
    uint32_t blocks = fpc_order_shape(&walk->order).blocks;
    memset(partials, 0xff, sizeof partials);
    walk_blocks(walk, tile);
    for (uint32_t b = 0; b < blocks; b++) {
        uint64_t found = fpc_bits_load(walk->accumulator, partials, b);
        if (found != plain_bits(array.wide, plain_partials[b]))
            fail_at(walk, "a block partial", found, plain_bits(array.wide, plain_partials[b]));
    }
}

static void check_grid(const struct fpc_walk *walk, const char *what, const uint32_t *order,
                       double want)
{
    uint64_t found = fpc_walk_grid(walk, partials, order);
    if (found != plain_bits(array.wide, want))
        fail_at(walk, what, found, plain_bits(array.wide, want));
}

static void check_atomic(const struct fpc_walk *walk, uint32_t blocks)
{
    struct fpc_random random = {.seed = SEED + blocks};
    check_grid(walk, "atomic", NULL, plain_sequence(array.wide, plain_partials, NULL, blocks));
    for (uint32_t i = 0; i < blocks; i++)
        arrival[i] = blocks - 1 - i;
    check_grid(walk, "atomic, reverse", arrival,
               plain_sequence(array.wide, plain_partials, arrival, blocks));
    fpc_random_shuffle(&random, arrival, blocks);
    check_grid(walk, "atomic, random", arrival,
               plain_sequence(array.wide, plain_partials, arrival, blocks));
}

static void check_shape(uint64_t n, uint32_t blocks, uint32_t threads)
{
    static uint32_t turn;
    double last;
    struct fpc_walk atomic = walk_of("atomic", n, blocks, threads);
    struct fpc_walk two_pass = walk_of("two_pass", n, blocks, threads);
    plain_launch(array.wide, array.plain, n, blocks, threads, 32, plain_partials);
    check_partials(&atomic, 1 + turn++ % blocks);
    check_atomic(&atomic, blocks);
    check_partials(&two_pass, 1 + turn++ % blocks);
    plain_launch(array.wide, plain_partials, blocks, 1, threads, 32, &last);
    check_grid(&two_pass, "two_pass", NULL, last);
}

static const uint64_t counts[] = {1, 2, 31, 32, 33, 255, 256, 257, 1000, 65535, 65536, 65537};
#define COUNTS (sizeof counts / sizeof counts[0])

static void atomic_and_two_pass(void **state)
{
    static const uint32_t threads[] = {1, 32, 33, 48, 96, 100, 256, 768, 1024};
    static const uint32_t blocks[] = {1, 2, 3, 7, 132, MOST_BLOCKS};
    make_array(*(enum fpc_format *)*state);
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++)
        for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++)
            for (size_t i = 0; i < COUNTS; i++)
                check_shape(counts[i], blocks[b], threads[t]);
}

static void serial(void **state)
{
    (void)state;
    for (int f = 0; f < FPC_FORMATS; f++) {
        make_array((enum fpc_format)f);
        for (size_t i = 0; i < COUNTS; i++) {
            struct fpc_walk walk = walk_of("serial", counts[i], 7, 64); /* ignores its shape */
            plain_partials[0] = plain_sequence(array.wide, array.plain, NULL, counts[i]);
            check_partials(&walk, 1);
            check_grid(&walk, "serial", NULL, plain_partials[0]);
        }
    }
}

/* A tree of neighbours, which no kernel uses: what a fold with its offsets turned round gives. */
static double neighbours(const double *x, unsigned count)
{
    double sums[1024];
    memcpy(sums, x, count * sizeof *sums);
    for (unsigned stride = 1; stride < count; stride *= 2)
        for (unsigned i = 0; i + stride < count; i += 2 * stride)
            sums[i] = plain_add(array.wide, sums[i], sums[i + stride]);
    return sums[0];
}

/* The values must be able to show a wrong order: other orders of the same numbers give other bits,
 * mostly for a block of 1024, and often for so little as a warp. */
static void the_values_can_tell(void **state)
{
    (void)state;
    for (int f = 0; f < FPC_FORMATS; f++) {
        make_array((enum fpc_format)f);
        unsigned directions = 0, trees = 0, warps = 0;
        for (const double *x = array.plain; x < array.plain + 65536; x += 1024) {
            double backward = 0, forward = plain_sequence(array.wide, x, NULL, 1024);
            for (size_t i = 1024; i-- > 0;)
                backward = plain_add(array.wide, backward, x[i]);
            directions += forward != backward;
            trees += plain_block(array.wide, x, 1024, 32) != neighbours(x, 1024);
            warps += plain_block(array.wide, x, 32, 32) != neighbours(x, 32);
        }
        if (directions < 32 || trees < 32 || warps < 16)
            fail_msg("%s, seed %d: of 64 only %u, %u and %u differ",
                     fpc_format_traits(array.format)->name, SEED, directions, trees, warps);
    }
}

static enum fpc_format formats[] = {FPC_F64, FPC_F32, FPC_F16, FPC_BF16};

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_values_can_tell),
        {"f64", atomic_and_two_pass, NULL, NULL, &formats[0]},
        {"f32", atomic_and_two_pass, NULL, NULL, &formats[1]},
        {"f16", atomic_and_two_pass, NULL, NULL, &formats[2]},
        {"bf16", atomic_and_two_pass, NULL, NULL, &formats[3]},
        cmocka_unit_test(serial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
