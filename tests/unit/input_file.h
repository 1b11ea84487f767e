/* Input files for unit tests: bytes into a temporary folder, opened, and what opening answers.
 *
 * Use input_folder_make and input_folder_remove as group setup and teardown. Paths are valid until
 * the next call of input_file_write(). */
#ifndef FPC_TESTS_UNIT_INPUT_FILE_H
#define FPC_TESTS_UNIT_INPUT_FILE_H

#include "input/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char input_folder[512];
static char input_path[1024];

static inline int input_folder_make(void **state)
{
    const char *base = getenv("TMPDIR");
    (void)state;
    snprintf(input_folder, sizeof input_folder, "%s/fpcheck-test-XXXXXX", base ? base : "/tmp");
    return mkdtemp(input_folder) ? 0 : -1;
}

static inline int input_folder_remove(void **state)
{
    (void)state;
    return rmdir(input_folder);
}

static inline const char *input_file_write(const char *name, const void *bytes, size_t size)
{
    snprintf(input_path, sizeof input_path, "%s/%s", input_folder, name);
    FILE *file = fopen(input_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return input_path;
}

/* A file of the source tree. */
static inline const char *input_file_source(const char *name)
{
    const char *source = getenv("srcdir");
    snprintf(input_path, sizeof input_path, "%s/%s", source ? source : ".", name);
    return input_path;
}

static struct fpc_inputs input_list;

/* Opens what must open; valid until input_close(). */
static inline const struct fpc_inputs *inputs_open(const char *path,
                                                   const struct fpc_input_options *options)
{
    struct fpc_error error = {""};
    enum fpc_status status = fpc_inputs_add(&input_list, path, options, &error);
    if (status != FPC_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < input_list.count; i++)
        assert_string_equal(input_list.items[i].path, path);
    return &input_list;
}

/* The same for a path that must hold exactly one. */
static inline const struct fpc_input *input_open(const char *path,
                                                 const struct fpc_input_options *options)
{
    const struct fpc_inputs *inputs = inputs_open(path, options);
    assert_int_equal(inputs->count, 1);
    return inputs->items;
}

static inline void input_close(void)
{
    fpc_inputs_clear(&input_list);
}

/* Opens what must be refused: with this status and one line that begins with the path and holds
 * `part`; and the list is left alone. */
static inline void input_refuse(const char *path, const struct fpc_input_options *options,
                                enum fpc_status wanted, const char *part)
{
    struct fpc_inputs inputs, before;
    struct fpc_error error = {""};
    memset(&inputs, 0x5a, sizeof inputs);
    memset(&before, 0x5a, sizeof before);
    enum fpc_status status = fpc_inputs_add(&inputs, path, options, &error);
    if (status != wanted || strstr(error.text, part) == NULL)
        fail_msg("wanted status %d and '%s', got %d and '%s'", wanted, part, status, error.text);
    assert_memory_equal(error.text, path, strlen(path));
    assert_int_equal(error.text[strlen(path)], ':');
    assert_null(strchr(error.text, '\n'));
    assert_memory_equal(&inputs, &before, sizeof inputs);
}

static inline struct fpc_input_options input_dtype(enum fpc_format format)
{
    return (struct fpc_input_options){.format_given = true, .format = format};
}

/* Looks at every value, and at the dims, which must agree with the count. */
static inline void input_touch(const struct fpc_input *input)
{
    uint64_t product = 1;
    for (size_t i = 0; i < input->rank; i++)
        product *= input->dims[i];
    assert_int_equal(product, input->count);
    assert_true(input->count > 0);
    assert_int_equal(input->stored_size, input->count * fpc_format_traits(input->format)->size);
    assert_int_equal((uintptr_t)input->values % fpc_format_traits(input->format)->size, 0);
    for (size_t i = 0; i < input->count; i++)
        assert_true(fpc_bits_load(input->format, input->values, i) <= UINT64_MAX >> 1 ||
                    input->format == FPC_F64);
}

/* Compares every value's bits with the list. */
static inline void input_expect(const struct fpc_input *input, enum fpc_format format,
                                const uint64_t *bits, size_t count)
{
    assert_int_equal(input->format, format);
    assert_int_equal(input->count, count);
    input_touch(input);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(fpc_bits_load(format, input->values, i), bits[i]);
}

#endif
