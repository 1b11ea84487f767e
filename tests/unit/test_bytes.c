/* The bytes of files, pipes and standard input. */
#include "base/bytes.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[512], path[1024];

static int make_folder(void **state)
{
    const char *base = getenv("TMPDIR");
    (void)state;
    snprintf(folder, sizeof folder, "%s/fpcheck-test-XXXXXX", base ? base : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static uint8_t expected(size_t i)
{
    return (uint8_t)(i * 7 + i / 251);
}

static void make_file(size_t size)
{
    snprintf(path, sizeof path, "%s/file", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < size; i++)
        fputc(expected(i), file);
    assert_int_equal(fclose(file), 0);
}

static void assert_bytes(const struct fpc_bytes *bytes, size_t first, size_t size)
{
    assert_int_equal(bytes->size, size);
    assert_int_equal((uintptr_t)bytes->data % 16, 0);
    for (size_t i = 0; i < size; i++)
        if (bytes->data[i] != expected(first + i))
            fail_msg("byte %zu is wrong", i);
}

/* Opens `name`, which must be refused with a text that names it and holds `word`, and leave *bytes
 * alone. */
static void assert_unusable(const char *name, const char *word)
{
    struct fpc_bytes bytes = {(const uint8_t *)"x", 77, 88};
    struct fpc_error error = {""};
    if (fpc_bytes_open(&bytes, name, &error) != FPC_UNUSABLE)
        fail_msg("%s is not refused", name);
    assert_non_null(strstr(error.text, name));
    assert_non_null(strstr(error.text, word));
    assert_true(bytes.data[0] == 'x' && bytes.size == 77 && bytes.mapped == 88);
}

static void a_file_is_mapped(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 4095, 4096, 4097, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct fpc_bytes bytes;
        struct fpc_error error = {""};
        make_file(sizes[i]);
        assert_int_equal(fpc_bytes_open(&bytes, path, &error), FPC_OK);
        unlink(path); /* the bytes stay */
        assert_int_equal(bytes.mapped, sizes[i]);
        assert_bytes(&bytes, 0, sizes[i]);
        fpc_bytes_clear(&bytes);
        assert_true(bytes.data == NULL && bytes.size == 0 && bytes.mapped == 0);
        fpc_bytes_clear(&bytes);
    }
}

static void what_cannot_be_used(void **state)
{
    (void)state;
    assert_unusable(folder, "directory");
    assert_unusable("/dev/null", "empty");
    make_file(0);
    assert_unusable(path, "empty");
    unlink(path);
    assert_unusable(path, "No such file");
    strcat(path, "/below");
    assert_unusable(path, "No such file");
    assert_unusable("", "");
}

/* A child writes `size` bytes in small pieces; the end that is read is returned. */
static int pipe_from_child(size_t size, pid_t *child)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    *child = fork();
    assert_true(*child >= 0);
    if (*child == 0) {
        uint8_t piece[1000];
        close(ends[0]);
        for (size_t i = 0, count; i < size; i += count) {
            count = size - i < sizeof piece ? size - i : sizeof piece;
            for (size_t j = 0; j < count; j++)
                piece[j] = expected(i + j);
            if (write(ends[1], piece, count) != (ssize_t)count)
                _exit(1);
        }
        _exit(0);
    }
    close(ends[1]);
    return ends[0];
}

static void finish_child(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* The buffer starts with 65536 bytes and is doubled. */
static void a_pipe_is_read_to_its_end(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 65535, 65536, 65537, 300000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct fpc_bytes bytes;
        struct fpc_error error = {""};
        pid_t child;
        int file = pipe_from_child(sizes[i], &child);
        snprintf(path, sizeof path, "/dev/fd/%d", file);
        assert_int_equal(fpc_bytes_open(&bytes, path, &error), FPC_OK);
        close(file);
        finish_child(child);
        assert_int_equal(bytes.mapped, 0);
        assert_bytes(&bytes, 0, sizes[i]);
        fpc_bytes_clear(&bytes);
    }
}

static void an_empty_pipe(void **state)
{
    (void)state;
    pid_t child;
    int file = pipe_from_child(0, &child);
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    assert_unusable(path, "empty");
    close(file);
    finish_child(child);
}

/* Opens "-" with `file` in the place of standard input. */
static enum fpc_status open_standard_input(int file, struct fpc_bytes *bytes)
{
    struct fpc_error error = {""};
    int kept = dup(STDIN_FILENO);
    assert_int_equal(dup2(file, STDIN_FILENO), STDIN_FILENO);
    enum fpc_status status = fpc_bytes_open(bytes, "-", &error);
    assert_int_equal(fcntl(STDIN_FILENO, F_GETFD), 0); /* still open */
    if (kept >= 0) {
        dup2(kept, STDIN_FILENO);
        close(kept);
    }
    close(file);
    return status;
}

static void standard_input(void **state)
{
    (void)state;
    struct fpc_bytes bytes;
    pid_t child;
    int file = pipe_from_child(70000, &child);
    assert_int_equal(open_standard_input(file, &bytes), FPC_OK);
    finish_child(child);
    assert_bytes(&bytes, 0, 70000);
    fpc_bytes_clear(&bytes);

    /* A file that was read in part: what is left, as `cat` would see it. */
    make_file(5000);
    file = open(path, O_RDONLY);
    assert_int_equal(lseek(file, 1234, SEEK_SET), 1234);
    assert_int_equal(open_standard_input(file, &bytes), FPC_OK);
    assert_bytes(&bytes, 1234, 5000 - 1234);
    fpc_bytes_clear(&bytes);
    unlink(path);

    assert_int_equal(open_standard_input(open("/dev/null", O_RDONLY), &bytes), FPC_UNUSABLE);
    assert_int_equal(open_standard_input(open(folder, O_RDONLY), &bytes), FPC_UNUSABLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_mapped), cmocka_unit_test(what_cannot_be_used),
        cmocka_unit_test(an_empty_pipe),    cmocka_unit_test(a_pipe_is_read_to_its_end),
        cmocka_unit_test(standard_input),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
