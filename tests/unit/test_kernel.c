/* The registry: every kernel can be found, bound and walked, and its words fit the reports. */
#include "kernels/kernel.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <ctype.h>
#include <string.h>

static void every_descriptor(void **state)
{
    (void)state;
    static const struct fpc_shape shapes[] = {
        {1, 1},     {1, 1024}, {528, 256}, {7, 33}, {FPC_MAX_BLOCKS, FPC_MAX_THREADS},
        {4224, 31}, {2, 64}};
    size_t count = 0;
    for (const struct fpc_kernel_entry *entry = fpc_kernel_registry; entry->kernel; entry++) {
        const struct fpc_kernel *kernel = entry->kernel;
        count++;
        for (const char *c = kernel->name; *c; c++)
            assert_true(islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_');
        assert_true(kernel->summary[0] != '\0' && strchr(kernel->summary, '\n') == NULL);
        assert_true(kernel->promise > FPC_LEVEL_UNDETERMINED &&
                    kernel->promise <= FPC_LEVEL_CORRECTLY_ROUNDED);
        assert_ptr_equal(fpc_kernel_find(kernel->name), entry); /* names are unique, too */
        for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
            bool again = kernel->order.stages[3].kind == FPC_STAGE_AGAIN; /* needs two threads */
            if (fpc_order_is_unknown(&kernel->order) || (again && shapes[i].threads == 1))
                continue;
            struct fpc_order bound = fpc_order_bind(
                &kernel->order,
                &(struct fpc_binding){.shape = shapes[i], .jobs = 1, .count = 1, .vector = 4});
            const char *wrong = fpc_order_check(&bound);
            if (wrong != NULL)
                fail_msg("%s, %u x %u: %s", kernel->name, shapes[i].blocks, shapes[i].threads,
                         wrong);
            assert_false(fpc_order_uses_shape(&bound));
        }
        /* What meets in the order of arrival cannot be promised to be the same again. */
        if (fpc_order_has_arrival(&kernel->order))
            assert_int_equal(kernel->promise, FPC_LEVEL_NOT_GUARANTEED);
    }
    assert_true(count >= 3);
}

static void names(void **state)
{
    (void)state;
    static const char *const unknown[] = {"", "Atomic", "atomic ", "two-pass", "all", "atomi"};
    assert_string_equal(fpc_kernel_registry[0].kernel->name, "atomic"); /* the default two, first */
    assert_string_equal(fpc_kernel_registry[1].kernel->name, "two_pass");
    assert_non_null(fpc_kernel_find("serial"));
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_null(fpc_kernel_find(unknown[i]));
}

/* The blocks of cooperative add segments of the launch shape; CUB chooses a shape by itself, so
 * that another launch shape tries nothing. */
static void shapes_of_libraries(void **state)
{
    (void)state;
    assert_true(fpc_kernel_find("cooperative")->kernel->library_uses_shape);
    assert_false(fpc_kernel_find("cub")->kernel->library_uses_shape);
    for (const struct fpc_kernel_entry *entry = fpc_kernel_registry; entry->kernel; entry++)
        if (entry->kernel->library_uses_shape)
            assert_int_equal(entry->kernel->order.stages[0].kind, FPC_STAGE_END);
}

static void levels(void **state)
{
    (void)state;
    static const char *const weakest_first[] = {"not-guaranteed", "run-to-run", "shape-invariant",
                                                "order-invariant", "correctly-rounded"};
    enum fpc_level level = FPC_LEVEL_UNDETERMINED, before = FPC_LEVEL_UNDETERMINED;
    for (size_t i = 0; i < 5; i++) {
        assert_true(fpc_level_parse(weakest_first[i], &level));
        assert_true(level > before);
        assert_string_equal(fpc_level_name(level), weakest_first[i]);
        before = level;
    }
    assert_false(fpc_level_parse("undetermined", &level));
    assert_false(fpc_level_parse("", &level));
    assert_false(fpc_level_parse("run-to-ru", &level));
    assert_int_equal(level, FPC_LEVEL_CORRECTLY_ROUNDED); /* left alone */
    assert_string_equal(fpc_level_name(FPC_LEVEL_UNDETERMINED), "undetermined");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_descriptor),
        cmocka_unit_test(names),
        cmocka_unit_test(shapes_of_libraries),
        cmocka_unit_test(levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
