/* The host device: shapes, controls that must fail and must not, and interrupts. Clean under
 * -fsanitize=thread. */
#include "base/interrupt.h"
#include "run/device.h"
#include "tests/unit/host_runs.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void spoil_after_two(void *context, uint64_t runs_done)
{
    ++*(uint64_t *)context;
    if (runs_done == 2)
        ((float *)stored)[17] += 1000;
}

/* A value that changes under way changes the partials: every later run fails its control. */
static void the_control_can_fail(void **state)
{
    (void)state;
    static const enum fpc_arrival arrivals[] = {FPC_ARRIVAL_REAL, FPC_ARRIVAL_RANDOM};
    struct fpc_device device = opened(2);
    for (size_t i = 0; i < 2; i++) {
        uint64_t calls = 0;
        struct fpc_run_request request =
            request_of(fpc_kernel_find("atomic"), FPC_F32, 1000, 5, 32);
        make_array(FPC_F32, 1000, 5, 32);
        request.runs = 6;
        request.arrival = arrivals[i];
        request.progress = spoil_after_two;
        request.progress_context = &calls;
        struct fpc_samples samples = run(&device, &request);
        assert_int_equal(calls, 6);
        assert_int_equal(samples.control_failed, 4);
        assert_int_equal(samples.control_run, 2);
        check_partials(&samples, 5); /* the first run's */
        fpc_samples_clear(&samples);
    }
    fpc_device_clear(&device);
}

/* NaN payloads are no part of a result, so a run that gives NaN passes its control. */
static void nan_passes_the_control(void **state)
{
    (void)state;
    struct fpc_device device = opened(4);
    struct fpc_run_request request = request_of(fpc_kernel_find("atomic"), FPC_F32, 256, 8, 32);
    const uint32_t nans[] = {0x7fc00001, 0xffc00002, 0x7fc12345};
    make_array(FPC_F32, 256, 8, 32);
    for (size_t i = 0; i < 3; i++)
        memcpy((char *)stored + 4 * (i * 64 + 5), &nans[i], 4);
    request.runs = 100;
    struct fpc_samples samples = run(&device, &request);
    assert_int_equal(samples.control_failed, 0);
    for (uint64_t i = 0; i < 100; i++)
        assert_int_equal(fpc_bits_class(FPC_F32, samples.results[i]), FPC_NAN);
    fpc_samples_clear(&samples);
    fpc_device_clear(&device);
}

static void interrupt_after_three(void *context, uint64_t runs_done)
{
    (void)context;
    if (runs_done == 3)
        raise(SIGTERM);
}

/* In a child, where the signal is remembered: the runs that were completed are kept. */
static int interrupted(void)
{
    struct fpc_device device = opened(2);
    struct fpc_run_request request = request_of(fpc_kernel_find("atomic"), FPC_F32, 500, 9, 32);
    struct fpc_samples samples;
    struct fpc_error error;
    make_array(FPC_F32, 500, 9, 32);
    request.runs = 50;
    request.progress = interrupt_after_three;
    signal(SIGTERM, SIG_DFL);
    fpc_interrupt_install();
    if (fpc_device_run(&device, &request, &samples, &error) != FPC_OK)
        return 1;
    bool kept = samples.runs == 3 && samples.control_failed == 0;
    fpc_samples_clear(&samples);
    fpc_device_clear(&device);
    return kept ? 0 : 2;
}

static void an_interrupt_keeps_what_is_done(void **state)
{
    (void)state;
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(60); /* rather than to outlive this test */
        _exit(interrupted());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* By hand: enough blocks for the data, at most 132 times per_sm; what the order says by itself. */
static void shapes(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        uint64_t n;
        uint32_t blocks, per_sm, threads, want_blocks, want_threads;
    } known[] = {
        {"atomic", 1, 0, 4, 256, 1, 256},
        {"atomic", 256, 0, 4, 256, 1, 256},
        {"atomic", 257, 0, 4, 256, 2, 256},
        {"atomic", 1000, 0, 4, 256, 4, 256},
        {"atomic", 528 * 256, 0, 4, 256, 528, 256},
        {"atomic", 1ull << 26, 0, 4, 256, 528, 256},
        {"atomic", 1ull << 40, 0, 32, 256, 4224, 256},
        {"two_pass", 1000, 0, 4, 33, 31, 33}, /* ceil(1000/33) */
        {"two_pass", 1000, 7, 4, 100, 7, 100},
        {"two_pass", 1, 99, 4, 1, 99, 1},
        {"serial", 1000, 7, 4, 100, 1, 1},
        {"serial", 1000, 0, 4, 256, 1, 1},
    };
    struct fpc_device device = opened(1);
    assert_int_equal(device.sms, 132);
    assert_string_equal(device.backend, "host");
    assert_true(device.name != NULL && device.name[0] != '\0');
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fpc_order bound =
            fpc_device_order(&device, fpc_kernel_find(known[i].kernel)->kernel, FPC_F32, known[i].n,
                             known[i].blocks, known[i].per_sm, known[i].threads);
        struct fpc_shape shape = fpc_order_shape(&bound);
        if (shape.blocks != known[i].want_blocks || shape.threads != known[i].want_threads)
            fail_msg("row %zu: %u x %u", i, shape.blocks, shape.threads);
    }
    fpc_device_clear(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupt_keeps_what_is_done),
        cmocka_unit_test(shapes),
        cmocka_unit_test(the_control_can_fail),
        cmocka_unit_test(nan_passes_the_control),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
