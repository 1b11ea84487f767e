/* The user's program as a process: how it ends, what it wrote, and that nothing is left of it. */
#include "run/process.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define MIB ((size_t)1 << 20)

static struct fpc_process process;
static char shell[] = "sh", option[] = "-c";

static void run_with(const char *script, double timeout, size_t max_output)
{
    char *argv[] = {shell, option, (char *)script, NULL};
    struct fpc_process_request request = {argv, environ, timeout, max_output};
    struct fpc_error error = {""};
    if (fpc_process_run(&request, &process, &error) != FPC_OK)
        fail_msg("%s", error.text);
}

static void run(const char *script)
{
    run_with(script, 0, 64 * MIB);
}

static void assert_output(const char *wanted)
{
    assert_int_equal(process.size, strlen(wanted));
    assert_memory_equal(process.output, wanted, process.size);
}

/* No process of this group is left. Killed ones vanish when their new parent notices. */
static void assert_group_gone(pid_t group)
{
    for (int i = 0; i < 500; i++) {
        const struct timespec time = {0, 10000000};
        if (kill(-group, 0) != 0 && errno == ESRCH)
            return;
        nanosleep(&time, NULL);
    }
    fail_msg("processes of group %d are left", (int)group);
}

/* Scripts print the number of their shell, which is that of the group, first. */
static pid_t printed_group(void)
{
    assert_true(process.size > 1 && process.output[process.size - 1] == '\n');
    return (pid_t)strtol((const char *)process.output, NULL, 10);
}

static void how_it_ends(void **state)
{
    (void)state;
    run("echo 1; echo 2");
    assert_int_equal(process.end, FPC_PROCESS_EXITED);
    assert_int_equal(process.code, 0);
    assert_output("1\n2\n");
    assert_null(process.last_words);
    fpc_process_clear(&process);

    run("echo first >&2; printf 'last\\033 words\\n\\n  \\n' >&2; exit 7");
    assert_int_equal(process.end, FPC_PROCESS_EXITED);
    assert_int_equal(process.code, 7);
    assert_int_equal(process.size, 0);
    assert_string_equal(process.last_words, "last? words");
    fpc_process_clear(&process);

    run("kill -ABRT $$");
    assert_int_equal(process.end, FPC_PROCESS_SIGNALLED);
    assert_int_equal(process.code, SIGABRT);
    fpc_process_clear(&process);
}

static void surroundings(void **state)
{
    (void)state;
    static char script[] = "cat; echo $FPC_TEST; kill -s 0 -- -$$ && echo $$";
    static char variable[] = "FPC_TEST=a b", path[] = "PATH=/usr/bin:/bin";
    char *argv[] = {shell, option, script, NULL}, *environment[] = {variable, path, NULL};
    const struct fpc_process_request request = {argv, environment, 10, MIB};
    struct fpc_error error = {""};
    char wanted[64];
    assert_int_equal(fpc_process_run(&request, &process, &error), FPC_OK);
    assert_int_equal(process.code, 0);
    const char *last = strchr((const char *)process.output, '\n') + 1;
    snprintf(wanted, sizeof wanted, "a b\n%ld\n", strtol(last, NULL, 10));
    assert_output(wanted);
    assert_int_not_equal(strtol(last, NULL, 10), getpgrp());
    fpc_process_clear(&process);
}

/* Far more than pipes hold, on both streams at once, without deadlock. */
static void much_output(void **state)
{
    (void)state;
    run("head -c 3000000 /dev/zero >&2; head -c 5000000 /dev/zero; echo end >&2; echo x");
    assert_int_equal(process.end, FPC_PROCESS_EXITED);
    assert_int_equal(process.size, 5000002);
    assert_int_equal(process.output[4999999], 0);
    assert_int_equal(process.output[5000000], 'x');
    assert_string_equal(process.last_words + strlen(process.last_words) - 3, "end");
    fpc_process_clear(&process);
}

static void too_much_output(void **state)
{
    (void)state;
    run_with("echo $$; exec yes", 0, MIB);
    assert_int_equal(process.end, FPC_PROCESS_TOO_LOUD);
    assert_group_gone(printed_group());
    fpc_process_clear(&process);
    run_with("head -c 1048576 /dev/zero", 0, MIB); /* as much as it may */
    assert_int_equal(process.end, FPC_PROCESS_EXITED);
    fpc_process_clear(&process);
    run_with("head -c 1048577 /dev/zero", 0, MIB);
    assert_int_equal(process.end, FPC_PROCESS_TOO_LOUD);
    fpc_process_clear(&process);
}

static void a_timeout_ends_the_group(void **state)
{
    (void)state;
    static const char *const scripts[] = {
        "echo $$; sleep 100 & sleep 100",
        "echo $$; trap '' TERM; sleep 100 & sleep 100; sleep 100", /* deaf to SIGTERM */
        "echo $$; exec >&- 2>&-; sleep 100",                       /* both pipes closed */
    };
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        const time_t before = time(NULL);
        run_with(scripts[i], 0.2, MIB);
        assert_int_equal(process.end, FPC_PROCESS_TIMED_OUT);
        assert_true(time(NULL) - before < 10);
        assert_group_gone(printed_group());
        fpc_process_clear(&process);
    }
}

/* What is left in the background neither holds up the end nor survives it. */
static void what_is_left_behind(void **state)
{
    (void)state;
    const time_t before = time(NULL);
    run("echo $$; sleep 100 &");
    assert_int_equal(process.end, FPC_PROCESS_EXITED);
    assert_int_equal(process.code, 0);
    assert_true(time(NULL) - before < 10);
    assert_group_gone(printed_group());
    fpc_process_clear(&process);
}

static void what_cannot_be_started(void **state)
{
    (void)state;
    static const struct {
        const char *name, *reason;
    } wrong[] = {{"fpcheck-no-such-program", "No such file or directory"},
                 {"/dev/null", "Permission denied"},
                 {"", "No such file or directory"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char *argv[] = {(char *)wrong[i].name, NULL};
        const struct fpc_process_request request = {argv, environ, 0, MIB};
        struct fpc_error error = {""};
        assert_int_equal(fpc_process_run(&request, &process, &error), FPC_FAILED);
        assert_non_null(strstr(error.text, wrong[i].name));
        assert_non_null(strstr(error.text, wrong[i].reason));
    }
}

/* A parent may have had children ignored; they can be waited for all the same. */
static void children_that_were_ignored(void **state)
{
    (void)state;
    signal(SIGCHLD, SIG_IGN);
    run_with("exit 5", 10, MIB);
    assert_int_equal(process.end, FPC_PROCESS_EXITED);
    assert_int_equal(process.code, 5);
    fpc_process_clear(&process);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_it_ends),
        cmocka_unit_test(surroundings),
        cmocka_unit_test(much_output),
        cmocka_unit_test(too_much_output),
        cmocka_unit_test(a_timeout_ends_the_group),
        cmocka_unit_test(what_is_left_behind),
        cmocka_unit_test(what_cannot_be_started),
        cmocka_unit_test(children_that_were_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
