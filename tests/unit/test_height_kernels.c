/* The heights of the kernels that the literature teaches: its loops once more, on slots that
 * remember how many additions their values have been through. */
#include "kernels/kernel.h"
#include "number/format.h"
#include "order/order.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>

/* A sum: whether any value is in it, and the most additions that one of its values has been part
 * of. Adding nothing is no addition. */
struct slot {
    bool data;
    uint64_t deepest;
};
#define SLOT    struct slot
#define NOTHING ((struct slot){false, 0})

static struct slot add(struct slot a, struct slot b)
{
    if (!a.data || !b.data)
        return a.data ? a : b;
    return (struct slot){true, 1 + (a.deepest > b.deepest ? a.deepest : b.deepest)};
}

/* The height of a compensated sum is that of its running sum. */
static struct slot kahan(const struct slot *x, uint64_t n, uint64_t first, uint64_t step)
{
    struct slot sum = NOTHING;
    for (uint64_t i = first; i < n; i += step)
        sum = add(sum, x[i]);
    return sum;
}

#include "tests/unit/literature.h"

#define MOST_VALUES 200001

static struct slot values[MOST_VALUES], partials[MOST_VALUES];
static uint32_t arrival[MOST_VALUES];

/* The highest tree of all arrivals lets the partial whose values are deepest come first: it then
 * takes part in every addition. */
static const uint32_t *highest_arrival(uint64_t count)
{
    uint32_t deepest = 0;
    for (uint32_t b = 0; b < count; b++) {
        arrival[b] = b;
        if (partials[b].data && partials[b].deepest > partials[deepest].deepest)
            deepest = b;
    }
    arrival[0] = deepest;
    arrival[deepest] = 0;
    return arrival;
}

static void check(const struct taught *kernel, const struct launch *l)
{
    struct fpc_binding binding = {
        .shape = {l->blocks, l->threads}, .jobs = 1, .count = l->n, .vector = l->vector};
    struct fpc_order order =
        fpc_order_bind(&fpc_kernel_find(kernel->name)->kernel->order, &binding);
    const char *wrong = fpc_order_check(&order);
    uint64_t count = kernel->block_part(l, partials);
    struct slot want = kernel->grid_part(l, partials, count, highest_arrival(count));
    uint64_t height = wrong ? 0 : fpc_order_height(&order, l->n);
    if (wrong || height != want.deepest)
        fail_msg("%s, n %llu, %u x %u, %u a load: %llu, not %llu (%s)", kernel->name,
                 (unsigned long long)l->n, l->blocks, l->threads, l->vector,
                 (unsigned long long)height, (unsigned long long)want.deepest,
                 wrong ? wrong : "it can be walked");
}

static void check_kernels(uint64_t n, unsigned blocks, unsigned threads)
{
    static unsigned turn;
    static const unsigned loads[] = {2, 4, 8};
    struct launch launch = {values, n, blocks, threads, loads[turn++ % 3]};
    for (size_t k = 0; k < TAUGHT; k++)
        if (applies(&taught[k], n, threads) && (!taught[k].ignores_shape || blocks == 1))
            check(&taught[k], &launch);
}

static const unsigned threads[] = {1, 2, 3, 31, 32, 33, 48, 64, 100, 256, 768, 1024};
#define THREADS (sizeof threads / sizeof threads[0])

static void few_values(void **state)
{
    (void)state;
    static const unsigned blocks[] = {1, 2, 3, 7, 33};
    for (uint64_t n = 1; n < 300; n += 1 + n / 20)
        for (size_t t = 0; t < THREADS; t++)
            for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++)
                check_kernels(n, blocks[b], threads[t]);
}

static void many_values(void **state)
{
    (void)state;
    static const uint64_t counts[] = {511,  512,   513,   1000,  1023,  1024,  1025,       2047,
                                      2048, 2049,  4095,  4097,  8191,  8192,  8193,       16383,
                                      9999, 16385, 65535, 65536, 65537, 99999, MOST_VALUES};
    static const unsigned blocks[] = {1, 2, 7, 65, 132, 1025};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (size_t t = 0; t < THREADS; t++) {
            check_kernels(counts[i], 1, threads[t]);
            check_kernels(counts[i], blocks[(i + t) % 6], threads[t]);
            check_kernels(counts[i], blocks[(i + t + 3) % 6], threads[t]);
        }
}

/* By hand. Lanes of k values: k - 1; a tree of m values: ceil(log2 m); arrival of m: m - 1. */
static void by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        uint64_t n;
        unsigned blocks, threads, vector;
        uint64_t height;
    } known[] = {
        {"interleaved", 256, 1, 1, 1, 8},
        {"interleaved", 257, 1, 1, 1, 9},
        {"sequential", 2048, 1, 1, 1, 11},
        {"sequential", 1025, 1, 1, 1, 11}, /* lane 0 takes value 1024, then halves 1024 values */
        {"shared", 2048, 1, 1, 1, 11},     /* one on loading, then 1024 values */
        {"shared", 3, 1, 1, 1, 2},
        {"atomic_each", 1000, 1, 1, 1, 999},
        {"atomic_each", 1 << 24, 1, 1, 1, (1 << 24) - 1},
        {"segment", 1000, 9, 256, 1, 10},          /* 1; 256 values: 8; 2 segments: 1 */
        {"segment", 1 << 28, 9, 256, 1, 524296},   /* 1; 8; 2^19 segments: 2^19 - 1 */
        {"segment_coarse", 4096, 9, 256, 1, 16},   /* 7; 8; 2 segments: 1 */
        {"segment_shuffle", 4096, 9, 256, 1, 16},  /* 7; 5; 8 warps: 3; 1 */
        {"segment_shuffle", 10, 9, 48, 1, 4},      /* one value a lane; 10 of them */
        {"last_block", 1000, 4, 256, 1, 10},       /* 0, 5, 3; 4 partials: 2 */
        {"two_pass_warp", 100000, 32, 256, 1, 25}, /* 12, 5, 3; 32 partials: 5 */
        {"two_pass_warp", 100000, 33, 256, 1, 25}, /* 11, 5, 3; two partials on lane 0: 1, 5 */
        {"atomic_vector", 1000, 4, 256, 4, 11},    /* 250 loads in one block: 3, 5, 3 */
        {"atomic_vector", 3, 4, 256, 4, 2},        /* one load, cut */
        {"atomic_vector", 5, 1, 1, 4, 4},          /* one lane */
        {"two_pass_vector", 4097, 4, 256, 4, 14},  /* 1024 loads and one value: 4, 5, 3; 4: 2 */
        {"recursive", 1000, 600, 32, 1, 10},       /* 32 partials with data: 0, 5; 5 */
        {"recursive", 100000, 600, 32, 1, 20},     /* 6 a lane: 5, 5; 600 in 19 blocks: 5; 19: 5 */
        {"kahan_gpu", 1000, 1, 32, 1, 36},         /* 32 a lane: 31; 5 */
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_binding binding = {.shape = {known[i].blocks, known[i].threads},
                                      .jobs = 1,
                                      .count = known[i].n,
                                      .vector = known[i].vector};
        struct fpc_order order =
            fpc_order_bind(&fpc_kernel_find(known[i].kernel)->kernel->order, &binding);
        uint64_t height = fpc_order_height(&order, known[i].n);
        if (height != known[i].height)
            fail_msg("%s, n %llu, %u x %u: %llu, by hand %llu", known[i].kernel,
                     (unsigned long long)known[i].n, known[i].blocks, known[i].threads,
                     (unsigned long long)height, (unsigned long long)known[i].height);
    }
}

int main(void)
{
    for (size_t i = 0; i < MOST_VALUES; i++)
        values[i] = (struct slot){true, 0};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_values),
        cmocka_unit_test(many_values),
        cmocka_unit_test(by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
