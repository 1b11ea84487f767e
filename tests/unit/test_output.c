/* Output files that are written whole or not at all. */
#include "base/output.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[512], start[4096];

/* Each test runs in an empty folder of its own. */
static int enter(void **state)
{
    const char *base = getenv("TMPDIR");
    (void)state;
    snprintf(folder, sizeof folder, "%s/fpcheck-test-XXXXXX", base ? base : "/tmp");
    return getcwd(start, sizeof start) && mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static size_t entries(int remove_them)
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (remove_them)
            remove(entry->d_name);
    }
    closedir(directory);
    return count;
}

static int leave(void **state)
{
    (void)state;
    entries(1);
    return chdir(start) == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static void write_file(const char *path, const char *text, mode_t mode)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, mode), 0);
}

static void assert_file(const char *path, const char *text, mode_t mode)
{
    char found[64] = "";
    struct stat facts;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 07777, mode);
}

static struct fpc_output opened(const char *path, const char *text)
{
    struct fpc_output output;
    struct fpc_error error = {""};
    if (fpc_output_open(&output, path, &error) != FPC_OK)
        fail_msg("%s", error.text);
    fputs(text, output.stream);
    return output;
}

static void a_new_file(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    mode_t mask = umask(027);
    struct fpc_output output = opened("new", "all of it");
    assert_int_equal(access("new", F_OK), -1);
    assert_int_equal(fpc_output_commit(&output, &error), FPC_OK);
    umask(mask);
    assert_file("new", "all of it", 0640); /* 0666 without 027 */
    assert_int_equal(entries(0), 1);
    assert_null(output.path);
    fpc_output_clear(&output); /* cleared already: left alone */
}

static void an_old_file_is_replaced(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    write_file("old", "old and longer than the new", 0604);
    struct fpc_output output = opened("old", "new");
    fflush(output.stream);
    assert_file("old", "old and longer than the new", 0604);
    assert_int_equal(fpc_output_commit(&output, &error), FPC_OK);
    assert_file("old", "new", 0604);
    assert_int_equal(entries(0), 1);
}

static void giving_up_keeps_the_old_file(void **state)
{
    (void)state;
    write_file("old", "old", 0600);
    struct fpc_output output = opened("old", "new");
    fpc_output_clear(&output);
    assert_file("old", "old", 0600);
    output = opened("new", "never");
    fpc_output_clear(&output);
    assert_int_equal(entries(0), 1);
}

/* What cannot be written is known when it is opened; nothing is left behind. */
static void what_cannot_be_opened(void **state)
{
    (void)state;
    static const char *const paths[] = {"missing/file", "folder", "folder/", "file/x", "new/"};
    assert_int_equal(mkdir("folder", 0700), 0);
    write_file("file", "", 0600);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct fpc_output output;
        struct fpc_error error = {""};
        if (fpc_output_open(&output, paths[i], &error) != FPC_FAILED)
            fail_msg("'%s' is opened", paths[i]);
        assert_non_null(strstr(error.text, paths[i]));
        fpc_output_clear(&output);
    }
    assert_int_equal(entries(0), 2);
}

/* No file has an empty name: opening must say so, not the commit after everything is measured. */
static void an_empty_name_cannot_be_opened(void **state)
{
    (void)state;
    struct fpc_output output;
    struct fpc_error error = {""};
    enum fpc_status status = fpc_output_open(&output, "", &error);
    fpc_output_clear(&output);
    assert_int_equal(status, FPC_FAILED);
}

/* /dev/full takes nothing; it is opened as it is, and the commit tells. */
static void a_full_device(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    struct fpc_output output = opened("/dev/full", "text");
    assert_null(output.temporary);
    assert_int_equal(fpc_output_commit(&output, &error), FPC_FAILED);
    assert_non_null(strstr(error.text, "/dev/full"));
    assert_null(output.stream);
}

static void a_device_is_written_directly(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    struct stat facts;
    struct fpc_output output = opened("/dev/null", "text");
    assert_int_equal(fpc_output_commit(&output, &error), FPC_OK);
    assert_int_equal(stat("/dev/null", &facts), 0);
    assert_true(S_ISCHR(facts.st_mode));
}

/* Writing failed earlier, but closing does not fail any more: the old file must stay. */
static void an_error_of_the_stream_is_kept(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    write_file("old", "old", 0600);
    struct fpc_output output = opened("old", "new");
    fflush(output.stream);
    fclose(output.stream);
    output.stream = fopen("old", "r"); /* not for writing: putc sets the error flag */
    assert_non_null(output.stream);
    fputc('x', output.stream);
    assert_int_equal(fpc_output_commit(&output, &error), FPC_FAILED);
    assert_file("old", "old", 0600);
    assert_int_equal(entries(0), 1);
}

static void the_place_is_lost(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    struct fpc_output output = opened("place", "text");
    assert_int_equal(mkdir("place", 0700), 0);
    assert_int_equal(fpc_output_commit(&output, &error), FPC_FAILED);
    assert_int_equal(entries(0), 1);
}

static void standard_output_stays_open(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    struct fpc_output output = opened("-", "");
    assert_ptr_equal(output.stream, stdout);
    assert_int_equal(fpc_output_commit(&output, &error), FPC_OK);
    output = opened("-", "");
    fpc_output_clear(&output);
    assert_true(fflush(stdout) == 0 && fileno(stdout) == STDOUT_FILENO);
    assert_int_equal(entries(0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_file, enter, leave),
        cmocka_unit_test_setup_teardown(an_old_file_is_replaced, enter, leave),
        cmocka_unit_test_setup_teardown(giving_up_keeps_the_old_file, enter, leave),
        cmocka_unit_test_setup_teardown(what_cannot_be_opened, enter, leave),
        cmocka_unit_test_setup_teardown(an_empty_name_cannot_be_opened, enter, leave),
        cmocka_unit_test_setup_teardown(a_full_device, enter, leave),
        cmocka_unit_test_setup_teardown(a_device_is_written_directly, enter, leave),
        cmocka_unit_test_setup_teardown(an_error_of_the_stream_is_kept, enter, leave),
        cmocka_unit_test_setup_teardown(the_place_is_lost, enter, leave),
        cmocka_unit_test_setup_teardown(standard_output_stays_open, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
