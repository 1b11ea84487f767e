/* The host gives the bits that a GPU gave: every record of tests/golden is walked again. */
#include "base/memory.h"
#include "tests/gpu/golden.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <glob.h>
#include <stdlib.h>

#define MOST_VALUES 1000003u

static void *values[FPC_FORMATS];

static int make_values(void **state)
{
    (void)state;
    for (int format = 0; format < FPC_FORMATS; format++) {
        values[format] = fpc_alloc(MOST_VALUES, sizeof(double));
        for (uint64_t i = 0; i < MOST_VALUES; i++)
            fpc_bits_store((enum fpc_format)format, values[format], i,
                           golden_value((enum fpc_format)format, i));
    }
    return 0;
}

static int free_values(void **state)
{
    (void)state;
    for (int format = 0; format < FPC_FORMATS; format++)
        free(values[format]);
    return 0;
}

/* True if the host gives the same. */
static bool holds(const struct golden *recorded)
{
    struct golden host = *recorded;
    return recorded->count <= MOST_VALUES &&
           golden_from_host(&host, values[recorded->format], false) &&
           host.mixed_partials == recorded->mixed_partials &&
           host.mixed_result == recorded->mixed_result && host.partials == recorded->partials &&
           host.result == recorded->result;
}

static size_t check_file(const char *path)
{
    FILE *file = fopen(path, "r");
    struct golden golden;
    size_t count = 0;
    assert_non_null(file);
    for (; golden_read(file, &golden); count++)
        if (!holds(&golden))
            fail_msg("%s, record %zu: %s %s n=%llu %u x %u", path, count + 1, golden.kernel,
                     fpc_format_traits(golden.format)->name, (unsigned long long)golden.count,
                     golden.blocks, golden.threads);
    assert_true(feof(file));
    fclose(file);
    return count;
}

static glob_t golden_files(void)
{
    const char *source = getenv("srcdir");
    char pattern[4096];
    glob_t files;
    snprintf(pattern, sizeof pattern, "%s/tests/golden/*.txt", source ? source : ".");
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    return files;
}

/* Another result, or another old value, follows from no order. */
static void check_arrival(struct golden_arrival *arrival, const char *where)
{
    const void *made = values[arrival->run.format];
    if (!golden_arrival_holds(arrival, made))
        fail_msg("%s: arrivals of %s", where, arrival->run.kernel);
    arrival->run.result ^= 1;
    assert_false(golden_arrival_holds(arrival, made));
    arrival->run.result ^= 1;
    arrival->old_values[arrival->blocks - 1] ^= 1;
    assert_false(golden_arrival_holds(arrival, made));
}

/* {1e8, 1, -1e8} by hand, arriving as 0 2 1, through a file: see tests/unit/test_rebuild.c. The
 * values are those of atomic_each, whose blocks hold one value each. */
static void test_arrival_through_a_file(void **state)
{
    static float three[] = {1e8f, 1, -1e8f};
    struct golden_arrival arrival = {.run = {.kernel = "atomic_each",
                                             .format = FPC_F32,
                                             .count = 3,
                                             .blocks = 1,
                                             .threads = 1,
                                             .result = 0x3f800000},
                                     .blocks = 3,
                                     .old_values = {0, 0, 0x4cbebc20}};
    struct golden_arrival read;
    void *made = values[FPC_F32];
    FILE *file = tmpfile();
    (void)state;
    assert_non_null(file);
    golden_write_arrival(file, &arrival);
    rewind(file);
    assert_true(golden_read_arrival(file, &read));
    fclose(file);
    assert_int_equal(read.old_values[2], 0x4cbebc20);
    values[FPC_F32] = three;
    check_arrival(&read, "by hand");
    values[FPC_F32] = made;
}

/* Each run's old values follow from one order of arrival, and that order gives the run's result. */
static void test_recorded_arrivals(void **state)
{
    (void)state;
    glob_t files = golden_files();
    struct golden_arrival arrival;
    size_t count = 0;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        FILE *file = fopen(files.gl_pathv[i], "r");
        assert_non_null(file);
        for (; golden_read_arrival(file, &arrival); count++)
            check_arrival(&arrival, files.gl_pathv[i]);
        assert_true(feof(file));
        fclose(file);
    }
    globfree(&files);
    assert_true(count > 0);
}

static void test_recorded_bits(void **state)
{
    (void)state;
    glob_t files = golden_files();
    for (size_t i = 0; i < files.gl_pathc; i++)
        assert_true(check_file(files.gl_pathv[i]) > 0);
    globfree(&files);
}

/* One bit of any figure, and a record that claims another shape, must not hold. */
static void test_corrupted_record(void **state)
{
    (void)state;
    glob_t files = golden_files();
    FILE *file = fopen(files.gl_pathv[0], "r");
    struct golden golden, corrupted;
    assert_non_null(file);
    assert_true(golden_read(file, &golden));
    assert_true(holds(&golden));
    for (int i = 0; i < 5; i++) {
        corrupted = golden;
        *(i == 0   ? &corrupted.mixed_partials
          : i == 1 ? &corrupted.mixed_result
          : i == 2 ? &corrupted.partials
          : i == 3 ? &corrupted.result
                   : &corrupted.count) ^= 1;
        assert_false(holds(&corrupted));
    }
    fclose(file);
    globfree(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recorded_bits),
        cmocka_unit_test(test_corrupted_record),
        cmocka_unit_test(test_arrival_through_a_file),
        cmocka_unit_test(test_recorded_arrivals),
    };
    return cmocka_run_group_tests(tests, make_values, free_values);
}
