/* Running kernels on the host device, for its tests. Expected partials come from plain loops. */
#ifndef FPC_TESTS_UNIT_HOST_RUNS_H
#define FPC_TESTS_UNIT_HOST_RUNS_H

#include "run/device.h"
#include "tests/unit/plain_sum.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define SEED        8128
#define VALUES      20000
#define MOST_BLOCKS 200

static double stored[VALUES], plain[VALUES], plain_partials[MOST_BLOCKS];

/* Fills `stored` and what a launch makes of it. */
static inline void make_array(enum fpc_format format, uint64_t n, uint32_t blocks, uint32_t threads)
{
    plain_fill(format, stored, n, SEED + (uint64_t)format);
    for (size_t i = 0; i < n; i++)
        plain[i] = plain_value(format, stored, i);
    plain_launch(format == FPC_F64, plain, n, blocks, threads, 32, plain_partials);
}

static inline struct fpc_device opened(unsigned threads)
{
    struct fpc_device device;
    struct fpc_error error = {""};
    if (fpc_device_open(&device, FPC_DEVICE_HOST, 0, threads, &error) != FPC_OK)
        fail_msg("%s", error.text);
    return device;
}

/* One run with real arrival; the test changes what it wants otherwise. */
static inline struct fpc_run_request request_of(const struct fpc_kernel_entry *entry,
                                                enum fpc_format format, uint64_t n, uint32_t blocks,
                                                uint32_t threads)
{
    struct fpc_run_request request = {
        .entry = entry,
        .walk = {.order = fpc_order_bind(
                     &entry->kernel->order,
                     &(struct fpc_binding){.shape = (struct fpc_shape){blocks, threads},
                                           .jobs = 1,
                                           .count = 1,
                                           .vector = 4}),
                 .format = format,
                 .accumulator = fpc_format_traits(format)->accumulator,
                 .values = stored,
                 .count = n},
        .runs = 1,
        .arrival = FPC_ARRIVAL_REAL,
        .seed = SEED};
    assert_null(fpc_order_check(&request.walk.order));
    return request;
}

/* Runs what must succeed; the caller clears. */
static inline struct fpc_samples run(struct fpc_device *device,
                                     const struct fpc_run_request *request)
{
    struct fpc_samples samples;
    struct fpc_error error = {""};
    if (fpc_device_run(device, request, &samples, &error) != FPC_OK)
        fail_msg("%s", error.text);
    assert_int_equal(samples.format, request->walk.format);
    assert_int_equal(samples.accumulator, request->walk.format == FPC_F64 ? FPC_F64 : FPC_F32);
    return samples;
}

static inline void check_partials(const struct fpc_samples *samples, uint32_t blocks)
{
    bool wide = samples->accumulator == FPC_F64;
    assert_int_equal(samples->blocks, blocks);
    for (uint32_t b = 0; b < blocks; b++)
        assert_true(fpc_bits_load(samples->accumulator, samples->partials, b) ==
                    plain_bits(wide, plain_partials[b]));
}

#endif
