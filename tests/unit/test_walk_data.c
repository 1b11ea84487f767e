/* Orders that exist only as data, walked, bounded and described; walking in tiles; and the values
 * themselves: every 16-bit pattern, infinities, NaN and signed zeros. */
#include "kernels/kernel.h"
#include "order/walk.h"
#include "tests/unit/new_orders.h"
#include "tests/unit/plain_sum.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

#define SEED        424243
#define MOST_VALUES 10000
#define MOST_BLOCKS 600

static double stored[MOST_VALUES], plain[MOST_VALUES], plain_partials[MOST_BLOCKS];

static void make_array(enum fpc_format format)
{
    plain_fill(format, stored, MOST_VALUES, SEED + (uint64_t)format);
    for (size_t i = 0; i < MOST_VALUES; i++)
        plain[i] = plain_value(format, stored, i);
}

static struct fpc_walk walk_of(const struct fpc_order *order, enum fpc_format format, uint64_t n,
                               uint32_t blocks, uint32_t threads)
{
    struct fpc_walk walk = {
        .order = fpc_order_bind(
            order,
            &(struct fpc_binding){
                .shape = (struct fpc_shape){blocks, threads}, .jobs = 1, .count = 1, .vector = 4}),
        .format = format,
        .accumulator = fpc_format_traits(format)->accumulator,
        .values = stored,
        .count = n};
    assert_null(fpc_order_check(&walk.order));
    return walk;
}

/* Block partials with `tile` blocks at a time; the caller frees. */
static void *partials_of(const struct fpc_walk *walk, uint32_t tile)
{
    uint32_t blocks = fpc_order_shape(&walk->order).blocks;
    size_t size = fpc_format_traits(walk->accumulator)->size;
    void *partials = malloc(blocks * size), *scratch = malloc(fpc_walk_scratch_size(walk, tile));
    assert_true(partials && scratch);
    for (uint32_t first = 0; first < blocks; first += tile)
        fpc_walk_blocks(walk, first, blocks - first < tile ? blocks - first : tile, scratch,
                        partials);
    free(scratch);
    return partials;
}

static uint64_t result_of(const struct fpc_walk *walk, const uint32_t *arrival)
{
    void *partials = partials_of(walk, fpc_order_shape(&walk->order).blocks);
    uint64_t bits = fpc_walk_grid(walk, partials, arrival);
    free(partials);
    return bits;
}

static void check(const char *name, const struct fpc_walk *walk, const uint32_t *arrival,
                  double want)
{
    uint64_t bits = result_of(walk, arrival);
    struct fpc_shape shape = fpc_order_shape(&walk->order);
    if (bits != plain_bits(walk->format == FPC_F64, want))
        fail_msg("%s, %s, n %d, %u x %u, seed %d", name, fpc_format_traits(walk->format)->name,
                 (int)walk->count, shape.blocks, shape.threads, SEED);
}

static void check_new_orders(enum fpc_format format, uint64_t n, uint32_t blocks, uint32_t threads)
{
    bool wide = format == FPC_F64;
    double seconds[4], last;
    uint32_t arrival[MOST_BLOCKS];
    struct fpc_random random = {.seed = SEED};
    plain_launch(wide, plain, n, blocks, threads, 32, plain_partials);
    plain_launch(wide, plain_partials, blocks, 1, 32, 32, &last);
    struct fpc_walk walk = walk_of(&new_two_pass_warp, format, n, blocks, threads);
    check("two_pass_warp", &walk, NULL, last);
    plain_launch(wide, plain_partials, blocks, 4, 64, 32, seconds);
    plain_launch(wide, seconds, 4, 1, 32, 32, &last);
    walk = walk_of(&new_recursive, format, n, blocks, threads);
    check("recursive", &walk, NULL, last);
    for (uint32_t i = 0; i < blocks; i++)
        arrival[i] = i;
    fpc_random_shuffle(&random, arrival, blocks);
    plain_launch(wide, plain, n, blocks, threads, 64, plain_partials);
    walk = walk_of(&new_wavefront, format, n, blocks, threads);
    check("wavefront", &walk, arrival, plain_sequence(wide, plain_partials, arrival, blocks));
}

static void new_orders(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1, 33, 1000, MOST_VALUES};
    static const uint32_t blocks[] = {1, 7, 33, MOST_BLOCKS}, threads[] = {1, 32, 48, 100, 512};
    for (int f = 0; f < FPC_FORMATS; f++) {
        make_array((enum fpc_format)f);
        for (size_t i = 0; i < 4; i++)
            for (size_t b = 0; b < 4; b++)
                for (size_t t = 0; t < 5; t++)
                    check_new_orders((enum fpc_format)f, counts[i], blocks[b], threads[t]);
    }
}

static void tiles_of_any_size(void **state)
{
    (void)state;
    static const uint32_t tiles[] = {1, 2, 3, 5, 15, 16, 17, 64, 131, 132};
    static const uint32_t threads[] = {1, 5, 33, 256};
    const struct fpc_order *order = &fpc_kernel_find("atomic")->kernel->order;
    for (int f = 0; f < FPC_FORMATS; f++) {
        make_array((enum fpc_format)f);
        for (size_t t = 0; t < 4; t++) {
            struct fpc_walk walk = walk_of(order, (enum fpc_format)f, 9999, 132, threads[t]);
            size_t size = 132 * fpc_format_traits(walk.accumulator)->size;
            void *whole = partials_of(&walk, 132);
            for (size_t i = 0; i < sizeof tiles / sizeof tiles[0]; i++) {
                void *tiled = partials_of(&walk, tiles[i]);
                if (memcmp(whole, tiled, size) != 0)
                    fail_msg("%u threads, tiles of %u, seed %d", threads[t], tiles[i], SEED);
                free(tiled);
            }
            free(whole);
        }
    }
}

/* One value for each block: partial b is +0 + value b. In one tile vectors convert the values, in
 * tiles of one block the loop along a lane does. */
static void check_patterns(enum fpc_format format, uint32_t tile)
{
    static uint16_t patterns[65536];
    static const struct fpc_order one_each = {{NEW_GRID(65536, 1), {.kind = FPC_STAGE_ARRIVAL}}};
    for (unsigned i = 0; i < 65536; i++)
        patterns[i] = (uint16_t)i;
    struct fpc_walk walk = {.order = one_each,
                            .format = format,
                            .accumulator = FPC_F32,
                            .values = patterns,
                            .count = 65536};
    float *partials = partials_of(&walk, tile);
    for (unsigned i = 0; i < 65536; i++) {
        double want = 0.0 + plain_value(format, patterns, i), found = (double)partials[i];
        bool same = isnan(want) ? isnan(found) : found == want && signbit(found) == signbit(want);
        if (!same)
            fail_msg("%s %#x in tiles of %u: %a, not %a", fpc_format_traits(format)->name, i, tile,
                     found, want);
    }
    free(partials);
}

static void every_16_bit_value(void **state)
{
    (void)state;
    check_patterns(FPC_F16, 65536);
    check_patterns(FPC_F16, 1);
    check_patterns(FPC_BF16, 65536);
    check_patterns(FPC_BF16, 1);
}

static double float_sum(const float *values, size_t count, const char *kernel)
{
    struct fpc_walk walk = walk_of(&fpc_kernel_find(kernel)->kernel->order, FPC_F32, count, 2, 32);
    walk.values = values;
    uint64_t bits = result_of(&walk, NULL);
    return fpc_bits_value(FPC_F32, bits);
}

/* Sums start at +0; infinities and NaN come through; subnormals are kept. */
static void special_values(void **state)
{
    (void)state;
    static const char *const kernels[] = {"serial", "atomic", "two_pass"};
    const float zeros[] = {-0.0f, -0.0f, -0.0f}, plus[] = {1, INFINITY, 2};
    const float both[] = {-INFINITY, 1, INFINITY}, nan[] = {1, NAN};
    const float tiny[] = {0x1p-149f, 0x1p-149f, 0x1p-149f}, over[] = {0x1p127f, 0x1p127f};
    for (size_t k = 0; k < 3; k++) {
        double zero = float_sum(zeros, 3, kernels[k]);
        assert_true(zero == 0 && !signbit(zero));
        zero = float_sum(zeros, 1, kernels[k]);
        assert_true(zero == 0 && !signbit(zero));
        assert_true(float_sum(plus, 3, kernels[k]) == INFINITY);
        assert_true(isnan(float_sum(both, 3, kernels[k])));
        assert_true(isnan(float_sum(nan, 2, kernels[k])));
        assert_true(float_sum(tiny, 3, kernels[k]) == 0x3p-149);
        assert_true(float_sum(over, 2, kernels[k]) == INFINITY);
    }
}

/* By hand, in f32: 16777217 is a tie between 16777216 and 16777218 and goes to the even one. */
static void sequences_and_additions(void **state)
{
    (void)state;
    const float partials[] = {0x1p24f, 1, -0x1p24f, 1};
    const double wide[] = {0x1p53, 1, -0x1p53};
    const uint32_t late[] = {0, 2, 1, 3}, some[] = {3, 1};
    assert_int_equal(fpc_walk_sequence(FPC_F32, partials, NULL, 4), 0x3f800000); /* 1 */
    assert_int_equal(fpc_walk_sequence(FPC_F32, partials, late, 4), 0x40000000); /* 2 */
    assert_int_equal(fpc_walk_sequence(FPC_F32, partials, some, 2), 0x40000000); /* 2 */
    assert_int_equal(fpc_walk_sequence(FPC_F32, partials, NULL, 0), 0);
    assert_true(fpc_walk_sequence(FPC_F64, wide, NULL, 3) == 0);
    assert_true(fpc_walk_sequence(FPC_F64, wide, late, 3) == 0x3ff0000000000000); /* 1 */
    assert_int_equal(fpc_walk_add(FPC_F32, 0x4b800000, 0x3f800000), 0x4b800000);
    assert_int_equal(fpc_walk_add(FPC_F32, 0x4b800001, 0x3f800000), 0x4b800002);
    assert_int_equal(fpc_walk_add(FPC_F32, 0x80000000, 0), 0);
    assert_true(fpc_walk_add(FPC_F64, 0x4340000000000000, 0x3ff0000000000000) ==
                0x4340000000000000);
    assert_int_equal(fpc_walk_add(FPC_F64, 1, 1), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_orders),
        cmocka_unit_test(tiles_of_any_size),
        cmocka_unit_test(every_16_bit_value),
        cmocka_unit_test(special_values),
        cmocka_unit_test(sequences_and_additions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
