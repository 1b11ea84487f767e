/* The walks of the kernels that the literature teaches against its own loops, bit for bit: block
 * partials in tiles of several sizes, then results in several orders of arrival. */
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

#define SEED        20077
#define MOST_VALUES 65537

/* One array, as stored and as plain numbers; tests take its first n values. */
static struct {
    enum fpc_format format;
    double stored[MOST_VALUES]; /* room for any format */
    double plain[MOST_VALUES];
} array;

static double want[MOST_VALUES], partials[MOST_VALUES];
static uint32_t arrival[MOST_VALUES];
static uint32_t turn; /* changes the sizes of tiles and the counts from one check to the next */

static void make_array(enum fpc_format format)
{
    array.format = format;
    plain_fill(format, array.stored, MOST_VALUES, SEED + (uint64_t)format);
    for (size_t i = 0; i < MOST_VALUES; i++)
        array.plain[i] = plain_value(format, array.stored, i);
}

static struct fpc_walk walk_of(const char *name, const struct launch *launch)
{
    const struct fpc_kernel_entry *entry = fpc_kernel_find(name);
    assert_non_null(entry);
    struct fpc_binding binding = {.shape = {launch->blocks, launch->threads},
                                  .jobs = 1,
                                  .count = launch->n,
                                  .vector = launch->vector};
    struct fpc_walk walk = {.order = fpc_order_bind(&entry->kernel->order, &binding),
                            .format = array.format,
                            .accumulator = slots_in,
                            .values = array.stored,
                            .count = launch->n};
    const char *wrong = fpc_order_check(&walk.order);
    if (wrong)
        fail_msg("%s, n %d, %u x %u: %s", name, (int)launch->n, launch->blocks, launch->threads,
                 wrong);
    return walk;
}

static void compare(const char *name, const struct launch *l, const char *what, double found,
                    double expected)
{
    if (memcmp(&found, &expected, sizeof found) != 0)
        fail_msg("%s, %s in %s, n %d, %u x %u, seed %d, %s: %a, not %a", name,
                 fpc_format_traits(array.format)->name, fpc_format_traits(slots_in)->name,
                 (int)l->n, l->blocks, l->threads, SEED, what, found, expected);
}

/* Fills `partials`, `tile` blocks at a time, from the last tile to the first. */
static void walk_blocks(const struct fpc_walk *walk, uint32_t tile)
{
    uint32_t blocks = fpc_order_shape(&walk->order).blocks;
    void *scratch = malloc(fpc_walk_scratch_size(walk, tile));
    assert_non_null(scratch);
    memset(partials, 0xff, blocks * fpc_format_traits(slots_in)->size);
    for (uint32_t first = (blocks - 1) / tile * tile;; first -= tile) {
        fpc_walk_blocks(walk, first, blocks - first < tile ? blocks - first : tile, scratch,
                        partials);
        if (first == 0)
            break;
    }
    free(scratch);
}

static void check_result(const struct taught *kernel, const struct launch *l,
                         const struct fpc_walk *walk, const char *what, const uint32_t *sequence)
{
    uint32_t blocks = fpc_order_shape(&walk->order).blocks;
    double cell;
    fpc_bits_store(slots_in, &cell, 0, fpc_walk_grid(walk, partials, sequence));
    compare(kernel->name, l, what, plain_value(slots_in, &cell, 0),
            kernel->grid_part(l, want, blocks, sequence));
}

static void check_arrivals(const struct taught *kernel, const struct launch *l,
                           const struct fpc_walk *walk, uint32_t blocks)
{
    struct fpc_random random = {.seed = SEED + blocks};
    for (uint32_t i = 0; i < blocks; i++)
        arrival[i] = blocks - 1 - i;
    check_result(kernel, l, walk, "result in reverse", arrival);
    fpc_random_shuffle(&random, arrival, blocks);
    check_result(kernel, l, walk, "result in random order", arrival);
}

static void check(const struct taught *kernel, const struct launch *l)
{
    struct fpc_walk walk = walk_of(kernel->name, l);
    uint64_t blocks = kernel->block_part(l, want);
    assert_int_equal(fpc_order_shape(&walk.order).blocks, blocks);
    walk_blocks(&walk, (uint32_t)(1 + turn++ * 37 % blocks));
    for (uint32_t b = 0; b < blocks; b++)
        compare(kernel->name, l, "a block partial", plain_value(slots_in, partials, b), want[b]);
    check_result(kernel, l, &walk, "result", NULL);
    if (kernel->grid_part == arrive)
        check_arrivals(kernel, l, &walk, (uint32_t)blocks);
}

static void check_kernels(uint64_t n, unsigned blocks, unsigned threads, bool all)
{
    struct launch launch = {array.plain, n, blocks, threads, loads[array.format]};
    for (size_t k = 0; k < TAUGHT; k++)
        if (applies(&taught[k], n, threads) && (all || !taught[k].ignores_shape))
            check(&taught[k], &launch);
}

static const uint64_t counts[] = {1,     2,     3,     31,   32,   33,   255,  256,  257, 1000,
                                  65535, 65536, 65537, 1023, 2047, 2048, 2049, 5000, 8191};
#define COUNTS (sizeof counts / sizeof counts[0])

static const unsigned threads[] = {1, 2, 32, 33, 48, 96, 100, 256, 768, 1024};
static const unsigned blocks[] = {1, 2, 3, 7, 132, 528};

/* Every pair of blocks and threads with some of the counts, over all formats with most of them. */
static void shapes(void **state)
{
    make_array(*(enum fpc_format *)*state);
    slots_in = fpc_format_traits(array.format)->accumulator;
    turn = 7 * (uint32_t)array.format;
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++)
        for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++)
            for (unsigned i = 0; i < (blocks[b] < 100 ? 11 : 3); i++)
                check_kernels(counts[turn++ * 5 % COUNTS], blocks[b], threads[t], false);
}

/* Every count, in a few shapes. */
static void every_count(void **state)
{
    make_array(*(enum fpc_format *)*state);
    slots_in = fpc_format_traits(array.format)->accumulator;
    for (size_t i = 0; i < COUNTS; i++) {
        check_kernels(counts[i], 3, 100, true);
        check_kernels(counts[i], 2, 256, false);
    }
    for (uint64_t n = 1; n < 150; n++)
        check_kernels(n, 2, 33, true);
}

/* Sums of 16-bit numbers in their own format. */
static void native(void **state)
{
    make_array(*(enum fpc_format *)*state);
    slots_in = array.format;
    for (size_t i = 0; i < COUNTS; i++)
        if (counts[i] <= 2048) {
            check_kernels(counts[i], 3, 48, true);
            check_kernels(counts[i], 7, 32, false);
            check_kernels(counts[i], 1, 2, false);
        }
}

static enum fpc_format formats[] = {FPC_F64, FPC_F32, FPC_F16, FPC_BF16};

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"f64", shapes, NULL, NULL, &formats[0]},
        {"f32", shapes, NULL, NULL, &formats[1]},
        {"f16", shapes, NULL, NULL, &formats[2]},
        {"bf16", shapes, NULL, NULL, &formats[3]},
        {"f64, every count", every_count, NULL, NULL, &formats[0]},
        {"f32, every count", every_count, NULL, NULL, &formats[1]},
        {"f16, every count", every_count, NULL, NULL, &formats[2]},
        {"bf16, every count", every_count, NULL, NULL, &formats[3]},
        {"f16 in f16", native, NULL, NULL, &formats[2]},
        {"bf16 in bf16", native, NULL, NULL, &formats[3]},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
