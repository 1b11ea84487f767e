/* Signals: the first asks the tool to stop, an impatient second ends it. The clock is this test's
 * own, so that seconds pass at once. */
#include "base/interrupt.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct timespec fake;
static int faked;

/* Takes the place of the C library's for this program. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    if (faked)
        *now = fake;
    else
        timespec_get(now, TIME_UTC);
    return 0;
}

/* Two signals at these times, in milliseconds. The exit status is 128 + n of whoever ended it, or
 * 0 if the first signal was remembered and the second was no reason to end. */
static int two_signals(int first, long first_ms, int second, long second_ms)
{
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(first, SIG_DFL); /* background jobs of a shell start with SIGINT ignored */
        signal(second, SIG_DFL);
        fpc_interrupt_install();
        if (fpc_interrupt_signal() != 0)
            _exit(1);
        faked = 1;
        fake = (struct timespec){first_ms / 1000, first_ms % 1000 * 1000000};
        raise(first);
        if (fpc_interrupt_signal() != first)
            _exit(2);
        fake = (struct timespec){second_ms / 1000, second_ms % 1000 * 1000000};
        raise(second);
        _exit(fpc_interrupt_signal() == first ? 0 : 3);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void the_same_signal_passed_on_twice(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(two_signals(signals[i], 5000, signals[i], 5000), 0);
        assert_int_equal(two_signals(signals[i], 5900, signals[i], 6100), 0);
        assert_int_equal(two_signals(signals[i], 5000, signals[i], 5999), 0);
        assert_int_equal(two_signals(signals[i], 5999, signals[i], 6998), 0);
    }
}

static void a_later_one_ends_the_tool(void **state)
{
    (void)state;
    assert_int_equal(two_signals(SIGINT, 5000, SIGINT, 9000), 128 + SIGINT);
    assert_int_equal(two_signals(SIGINT, 5000, SIGTERM, 9000), 128 + SIGTERM);
    assert_int_equal(two_signals(SIGHUP, 5900, SIGHUP, 8000), 128 + SIGHUP);
}

/* "More than a second after the first", wherever the second hand stood. */
static void more_than_a_second(void **state)
{
    (void)state;
    assert_int_equal(two_signals(SIGINT, 5900, SIGINT, 7000), 128 + SIGINT);
    assert_int_equal(two_signals(SIGINT, 5000, SIGINT, 6900), 128 + SIGINT);
}

static void ignored_stays_ignored(void **state)
{
    (void)state;
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGHUP, SIG_IGN);
        fpc_interrupt_install();
        raise(SIGHUP);
        _exit(fpc_interrupt_signal() == 0 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_signal_passed_on_twice),
        cmocka_unit_test(a_later_one_ends_the_tool),
        cmocka_unit_test(more_than_a_second),
        cmocka_unit_test(ignored_stays_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
