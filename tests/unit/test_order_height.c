/* The height of summation trees against a symbolic walk: the levels of the literature, written here
 * once more, on slots that remember how many additions their values have been through. */
#include "kernels/kernel.h"
#include "order/order.h"
#include "tests/unit/new_orders.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>

#define MOST_BLOCKS  132
#define MOST_THREADS 1024
#define MOST_WIDTH   64

/* A sum: whether any value is in it, and the most additions that one of its values has been part
 * of. Adding nothing is no addition. */
struct slot {
    bool data;
    uint64_t deepest;
};

static struct slot add(struct slot a, struct slot b)
{
    if (!a.data || !b.data)
        return a.data ? a : b;
    return (struct slot){true, 1 + (a.deepest > b.deepest ? a.deepest : b.deepest)};
}

/* Level 2, of which lane 0 counts: lane i takes lane i + offset as it was before the step. */
static struct slot warp(struct slot *lanes, unsigned width)
{
    for (unsigned offset = width / 2; offset > 0; offset /= 2)
        for (unsigned lane = 0; lane + offset < width; lane++)
            lanes[lane] = add(lanes[lane], lanes[lane + offset]);
    return lanes[0];
}

static struct slot block(const struct slot *threads, unsigned count, unsigned width)
{
    struct slot sums[MOST_WIDTH] = {{false, 0}};
    for (unsigned first = 0; first < count; first += width) {
        struct slot lanes[MOST_WIDTH] = {{false, 0}};
        for (unsigned i = 0; i < width && first + i < count; i++)
            lanes[i] = threads[first + i];
        sums[first / width] = warp(lanes, width);
    }
    return warp(sums, width);
}

/* Levels 1 to 3 over the slots x, or over n values if x is NULL. */
static void launch(const struct slot *x, uint64_t n, unsigned blocks, unsigned threads,
                   unsigned width, struct slot *partials)
{
    for (unsigned b = 0; b < blocks; b++) {
        struct slot lanes[MOST_THREADS];
        for (unsigned t = 0; t < threads; t++) {
            lanes[t] = (struct slot){false, 0};
            for (uint64_t i = (uint64_t)b * threads + t; i < n; i += (uint64_t)blocks * threads)
                lanes[t] = add(lanes[t], x ? x[i] : (struct slot){true, 0});
        }
        partials[b] = block(lanes, threads, width);
    }
}

/* Every value's additions are fewest if its block comes last and most if it comes first; so the
 * highest tree of all arrivals is found by letting each block come first once. */
static struct slot arrival(const struct slot *partials, unsigned blocks)
{
    struct slot highest = {false, 0};
    for (unsigned first = 0; first < blocks; first++) {
        struct slot sum = partials[first];
        for (unsigned b = 0; b < blocks; b++)
            if (b != first)
                sum = add(sum, partials[b]);
        if (!highest.data || sum.deepest > highest.deepest)
            highest = sum;
    }
    return highest;
}

static void check(const char *name, const struct fpc_order *order, uint64_t n,
                  struct fpc_shape shape, struct slot want)
{
    struct fpc_order bound = fpc_order_bind(
        order, &(struct fpc_binding){.shape = shape, .jobs = 1, .count = 1, .vector = 4});
    const char *wrong = fpc_order_check(&bound);
    uint64_t height = wrong ? 0 : fpc_order_height(&bound, n);
    if (wrong || height != want.deepest)
        fail_msg("%s, n %llu, %u x %u: %llu, not %llu (%s)", name, (unsigned long long)n,
                 shape.blocks, shape.threads, (unsigned long long)height,
                 (unsigned long long)want.deepest, wrong ? wrong : "it can be walked");
}

static void check_shape(uint64_t n, unsigned blocks, unsigned threads)
{
    static struct slot partials[MOST_BLOCKS], seconds[4], last;
    struct fpc_shape shape = {blocks, threads};
    launch(NULL, n, blocks, threads, 32, partials);
    check("atomic", &fpc_kernel_find("atomic")->kernel->order, n, shape, arrival(partials, blocks));
    launch(partials, blocks, 1, threads, 32, &last);
    check("two_pass", &fpc_kernel_find("two_pass")->kernel->order, n, shape, last);
    launch(partials, blocks, 1, 32, 32, &last);
    check("two_pass_warp", &new_two_pass_warp, n, shape, last);
    launch(partials, blocks, 4, 64, 32, seconds);
    launch(seconds, 4, 1, 32, 32, &last);
    check("recursive", &new_recursive, n, shape, last);
    launch(NULL, n, blocks, threads, 64, partials);
    check("wavefront", &new_wavefront, n, shape, arrival(partials, blocks));
}

static void every_order_and_shape(void **state)
{
    (void)state;
    static const uint64_t counts[] = {100,  127,  128,  129,  255,   256,   257,   511,
                                      1000, 1024, 1025, 5000, 65535, 65536, 65537, 200001};
    static const unsigned blocks[] = {1, 2, 3, 4, 7, 33, 65, MOST_BLOCKS};
    static const unsigned threads[] = {1, 2, 31, 32, 33, 48, 64, 100, 256, 768, MOST_THREADS};
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++)
        for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
            for (uint64_t n = 1; n < 71; n += 1 + n / 8)
                check_shape(n, blocks[b], threads[t]);
            for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
                check_shape(counts[i], blocks[b], threads[t]);
        }
}

static void serial(void **state)
{
    (void)state;
    for (uint64_t n = 1; n < 300; n++) {
        struct slot last;
        launch(NULL, n, 1, 1, 32, &last);
        check("serial", &fpc_kernel_find("serial")->kernel->order, n, (struct fpc_shape){9, 64},
              last);
        assert_int_equal(last.deepest, n - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_and_shape),
        cmocka_unit_test(serial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
