/* The host device: results of runs in every kind of arrival. Clean under -fsanitize=thread. */
#include "run/device.h"
#include "tests/unit/host_runs.h"
#include "tests/unit/new_orders.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

/* Every run gave `want`, and its rounding. */
static void check_same(const struct fpc_samples *samples, uint64_t runs, double want)
{
    bool wide = samples->accumulator == FPC_F64;
    assert_int_equal(samples->runs, runs);
    assert_int_equal(samples->control_failed, 0);
    for (uint64_t i = 0; i < runs; i++)
        if (samples->accumulators[i] != plain_bits(wide, want) ||
            samples->results[i] != fpc_bits_round(samples->format, want))
            fail_msg("run %d gave %#llx, seed %d", (int)i,
                     (unsigned long long)samples->accumulators[i], SEED);
}

static void simulated(struct fpc_device *device, enum fpc_format format, uint32_t blocks)
{
    const uint64_t n = 4999;
    uint32_t reverse[MOST_BLOCKS];
    bool wide = format == FPC_F64;
    struct fpc_run_request request = request_of(fpc_kernel_find("atomic"), format, n, blocks, 48);
    make_array(format, n, blocks, 48);
    for (uint32_t i = 0; i < blocks; i++)
        reverse[i] = blocks - 1 - i;
    request.runs = 5;
    request.arrival = FPC_ARRIVAL_INDEX;
    struct fpc_samples samples = run(device, &request);
    assert_true(samples.has_arrival && samples.simulated && samples.flushing == 0);
    check_partials(&samples, blocks);
    check_same(&samples, 5, plain_sequence(wide, plain_partials, NULL, blocks));
    assert_true(samples.arrivals[0] == samples.arrivals[4]);
    uint64_t index_hash = samples.arrivals[0];
    fpc_samples_clear(&samples);

    request.arrival = FPC_ARRIVAL_REVERSE;
    samples = run(device, &request);
    check_partials(&samples, blocks);
    check_same(&samples, 5, plain_sequence(wide, plain_partials, reverse, blocks));
    assert_true((samples.arrivals[0] == index_hash) == (blocks == 1));
    fpc_samples_clear(&samples);
}

static void index_and_reverse(void **state)
{
    (void)state;
    static const unsigned threads[] = {1, 2, 4};
    static const uint32_t blocks[] = {1, 2, 7, MOST_BLOCKS};
    for (size_t t = 0; t < 3; t++) {
        struct fpc_device device = opened(threads[t]);
        for (int f = 0; f < FPC_FORMATS; f++)
            for (size_t b = 0; b < 4; b++)
                simulated(&device, (enum fpc_format)f, blocks[b]);
        fpc_device_clear(&device);
    }
}

/* True if some order of the six partials gives `bits`. */
static bool some_order_gives(bool wide, uint64_t bits)
{
    for (uint32_t code = 0; code < 6 * 6 * 6 * 6 * 6 * 6; code++) {
        uint32_t order[6], seen = 0;
        for (uint32_t i = 0, rest = code; i < 6; i++, rest /= 6)
            seen |= 1u << (order[i] = rest % 6);
        if (seen == 63 && plain_bits(wide, plain_sequence(wide, plain_partials, order, 6)) == bits)
            return true;
    }
    return false;
}

static void six_blocks(struct fpc_device *device, enum fpc_format format, enum fpc_arrival arrival,
                       uint64_t *distinct)
{
    struct fpc_run_request request = request_of(fpc_kernel_find("atomic"), format, 6000, 6, 100);
    make_array(format, 6000, 6, 100);
    request.runs = 60;
    request.arrival = arrival;
    struct fpc_samples samples = run(device, &request);
    assert_int_equal(samples.runs, 60);
    assert_int_equal(samples.control_failed, 0);
    assert_true(samples.simulated == (arrival != FPC_ARRIVAL_REAL));
    check_partials(&samples, 6);
    *distinct = 1;
    for (uint64_t i = 0; i < 60; i++) {
        if (!some_order_gives(format == FPC_F64, samples.accumulators[i]))
            fail_msg("run %d: no order gives %#llx, seed %d", (int)i,
                     (unsigned long long)samples.accumulators[i], SEED);
        *distinct += i > 0 && samples.arrivals[i] != samples.arrivals[0];
    }
    fpc_samples_clear(&samples);
}

/* Whatever the order, real or random, it is an order. Random ones differ from run to run. */
static void random_and_real(void **state)
{
    (void)state;
    uint64_t distinct;
    struct fpc_device device = opened(4);
    for (int f = 0; f < FPC_FORMATS; f++) {
        six_blocks(&device, (enum fpc_format)f, FPC_ARRIVAL_RANDOM, &distinct);
        assert_true(distinct > 30); /* 59 of 60 differ from the first but for 1 in 720 */
        six_blocks(&device, (enum fpc_format)f, FPC_ARRIVAL_REAL, &distinct);
    }
    fpc_device_clear(&device);
}

static void random_is_repeatable(void **state)
{
    (void)state;
    struct fpc_device one = opened(1), four = opened(4);
    struct fpc_run_request request = request_of(fpc_kernel_find("atomic"), FPC_F32, 5000, 64, 32);
    make_array(FPC_F32, 5000, 64, 32);
    request.runs = 20;
    request.arrival = FPC_ARRIVAL_RANDOM;
    struct fpc_samples a = run(&one, &request), b = run(&four, &request);
    request.seed = SEED + 1;
    struct fpc_samples c = run(&four, &request);
    assert_memory_equal(a.arrivals, b.arrivals, 20 * sizeof(uint64_t));
    assert_memory_equal(a.accumulators, b.accumulators, 20 * sizeof(uint64_t));
    assert_memory_not_equal(a.arrivals, c.arrivals, 20 * sizeof(uint64_t));
    fpc_samples_clear(&a);
    fpc_samples_clear(&b);
    fpc_samples_clear(&c);
    fpc_device_clear(&one);
    fpc_device_clear(&four);
}

static void real_arrival_is_replayed(void **state)
{
    (void)state;
    static const enum fpc_format formats[] = {FPC_F32, FPC_F64, FPC_BF16};
    struct fpc_device device = opened(4);
    for (size_t f = 0; f < 3; f++) {
        struct fpc_run_request request =
            request_of(fpc_kernel_find("atomic"), formats[f], VALUES, 64, 256);
        make_array(formats[f], VALUES, 64, 256);
        request.runs = 200;
        struct fpc_samples samples = run(&device, &request);
        assert_int_equal(samples.runs, 200);
        assert_int_equal(samples.control_failed, 0);
        assert_true(samples.has_arrival && !samples.simulated);
        check_partials(&samples, 64);
        fpc_samples_clear(&samples);
    }
    fpc_device_clear(&device);
}

/* Kernels without arrival, and an order that is only data, run by run the same on any threads. */
static void fixed_orders(void **state)
{
    (void)state;
    const struct fpc_kernel recursive = {.name = "recursive", .order = new_recursive};
    const struct fpc_kernel_entry entry = {&recursive, NULL};
    const uint64_t n = 9001;
    double seconds[4], last;
    make_array(FPC_F32, n, 150, 96);
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        struct fpc_device device = opened(threads);
        struct fpc_run_request request =
            request_of(fpc_kernel_find("two_pass"), FPC_F32, n, 150, 96);
        request.runs = 10;
        struct fpc_samples samples = run(&device, &request);
        assert_true(!samples.has_arrival && !samples.simulated && samples.arrivals == NULL);
        plain_launch(false, plain_partials, 150, 1, 96, 32, &last);
        check_partials(&samples, 150);
        check_same(&samples, 10, last);
        fpc_samples_clear(&samples);

        request.walk.order = fpc_order_bind(
            &new_recursive,
            &(struct fpc_binding){
                .shape = (struct fpc_shape){150, 96}, .jobs = 1, .count = 1, .vector = 4});
        request.entry = &entry;
        samples = run(&device, &request);
        plain_launch(false, plain_partials, 150, 4, 64, 32, seconds);
        plain_launch(false, seconds, 4, 1, 32, 32, &last);
        check_same(&samples, 10, last);
        fpc_samples_clear(&samples);

        request = request_of(fpc_kernel_find("serial"), FPC_F32, n, 150, 96);
        request.runs = 3;
        samples = run(&device, &request);
        assert_int_equal(samples.blocks, 1);
        check_same(&samples, 3, plain_sequence(false, plain, NULL, n));
        fpc_samples_clear(&samples);
        fpc_device_clear(&device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_and_reverse),    cmocka_unit_test(random_and_real),
        cmocka_unit_test(random_is_repeatable), cmocka_unit_test(real_arrival_is_replayed),
        cmocka_unit_test(fixed_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
