/* Numbers in text that a program prints, and whether they have enough digits. */
#include "base/interrupt.h"
#include "base/random.h"
#include "input/numbers.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static struct fpc_inputs inputs;

static enum fpc_status take(const char *text, const struct fpc_numbers_rule *rule,
                            struct fpc_error *error)
{
    return fpc_numbers_add(&inputs, "out", (const uint8_t *)text, strlen(text), rule, NULL, error);
}

/* The numbers that a rule takes from a text must be these. */
static void expect_numbers(const char *text, const struct fpc_numbers_rule *rule,
                           const double *wanted, size_t count)
{
    struct fpc_error error = {""};
    if (take(text, rule, &error) != FPC_OK)
        fail_msg("%s", error.text);
    const struct fpc_input *input = &inputs.items[0];
    assert_string_equal(input->path, "out");
    assert_null(input->name);
    assert_int_equal(input->count, count);
    assert_int_equal(input->rank, 1);
    assert_int_equal(input->dims[0], count);
    for (size_t i = 0; i < count; i++)
        assert_true(fpc_bits_load(rule->format, input->values, i) ==
                    fpc_bits_round(rule->format, wanted[i]));
    fpc_inputs_clear(&inputs);
}

static void expect_refused(const char *text, const struct fpc_numbers_rule *rule, const char *part)
{
    struct fpc_error error = {""};
    assert_int_equal(take(text, rule, &error), FPC_UNUSABLE);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s' was expected in '%s'", part, error.text);
    assert_int_equal(inputs.count, 0);
    fpc_inputs_clear(&inputs);
}

static void whole_words(void **state)
{
    (void)state;
    const struct fpc_numbers_rule rule = {.format = FPC_F64};
    expect_numbers("sum 1.5, or 2.5 and\t-3e2\r\nx=4 0x1.8p1 5\n6", &rule,
                   (const double[]){2.5, -300, 3, 5, 6}, 5);
    expect_numbers("inf -Infinity 1", &rule, (const double[]){1.0 / 0.0, -1.0 / 0.0, 1}, 3);
    expect_refused("nothing here", &rule, "out: there is no number");
    expect_refused("", &rule, "there is no number");
    expect_refused("1 2 1e999 3", &rule, "'1e999' is too large for this format");
}

static void one_column(void **state)
{
    (void)state;
    const struct fpc_numbers_rule rule = {.column = 2, .format = FPC_F32};
    expect_numbers("name value\na 0.1 7\n\n  b   2\nc\n", &rule, (const double[]){0.1, 2}, 2);
    expect_refused("1\n2\n3 x\n", &rule, "there is no number in this column");
}

static void matches(void **state)
{
    (void)state;
    regex_t regex;
    const struct fpc_numbers_rule rule = {.regex = &regex, .format = FPC_F64};
    assert_int_equal(regcomp(&regex, "s=([-0-9.]+)", REG_EXTENDED), 0);
    expect_numbers("t=1 s=2s=3\ns=-4.5 7", &rule, (const double[]){2, 3, -4.5}, 3);
    expect_refused("s=1 s=1.2.3", &rule, "'1.2.3' is not a number");
    expect_refused("1 2", &rule, "there is no number that --regex takes");
    regfree(&regex);
    assert_int_equal(regcomp(&regex, "[0-9]+", REG_EXTENDED), 0);
    expect_numbers("a12b34", &rule, (const double[]){12, 34}, 2);
    regfree(&regex);
    assert_int_equal(regcomp(&regex, "^[0-9]", REG_EXTENDED), 0);
    expect_numbers("12\n34", &rule, (const double[]){1, 3}, 2); /* ^ is the start of a line */
    regfree(&regex);
    assert_int_equal(regcomp(&regex, "x*", REG_EXTENDED), 0); /* matches nothing everywhere */
    expect_refused("12", &rule, "'' is not a number");
    regfree(&regex);
}

/* A NUL and a word that is longer than any number. */
static void odd_bytes(void **state)
{
    (void)state;
    const struct fpc_numbers_rule rule = {.format = FPC_F64};
    struct fpc_error error = {""};
    static char text[6000] = "1 2";
    text[3] = '\0'; /* "2\0" is one word */
    text[4] = ' ';
    memset(text + 5, '3', 5000);
    memcpy(text + 5005, " 4", 2);
    assert_int_equal(
        fpc_numbers_add(&inputs, "out", (const uint8_t *)text, 5007, &rule, NULL, &error), FPC_OK);
    assert_int_equal(inputs.items[0].count, 2);
    assert_true(((const double *)inputs.items[0].values)[1] == 4);
    fpc_inputs_clear(&inputs);
}

static bool few(enum fpc_format format, const char *words)
{
    struct fpc_digits digits = {0};
    char copy[512], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        fpc_digits_note(&digits, format, word);
    return fpc_digits_are_few(&digits, format);
}

static void digits_by_example(void **state)
{
    (void)state;
    static const char *const enough[] = {
        "0.1",
        "3.5",
        "0.1 0.2 0.7 0.9",
        "1.25 2.75 3.125",
        "1000000",
        "1e10",
        "nan inf 0x1.8p+1",
        "0.30000000000000004",
        "0.1 0.2 0.30000000000000004",
        "0.33333333333333331",
        "-0",
        "0.000",
        "3.14 2.71" /* two plain numbers */,
        "0.5000000 0.2500000" /* exact */,
        "1.23456789012345" /* 15 of 17: one number in ten or twenty that is written in full */};
    static const char *const short_ones[] = {"0.333333",
                                             "3.14159",
                                             "3.33333e-05",
                                             "1.1 2.71828",
                                             "3.14 2.72 1.41 1.73",
                                             "123.456789 0.000123 12.345678" /* %f */,
                                             "0.3333333333" /* %.10g */,
                                             "1.23456789012345 9.87654321098765"};
    for (size_t i = 0; i < sizeof enough / sizeof enough[0]; i++)
        if (few(FPC_F64, enough[i]))
            fail_msg("'%s' has enough digits", enough[i]);
    for (size_t i = 0; i < sizeof short_ones / sizeof short_ones[0]; i++)
        if (!few(FPC_F64, short_ones[i]))
            fail_msg("'%s' has few digits", short_ones[i]);
    assert_true(few(FPC_F32, "0.333333"));
    assert_false(few(FPC_F32, "0.33333334"));
    assert_false(few(FPC_F32, "0.3333333 0.1428571")); /* a third of all have 7 digits in full */
    assert_false(few(FPC_F16, "0.33325"));
    assert_false(few(FPC_BF16, "0.334"));
}

/* The shortest text that reads back as the same value, as Python's repr has it. */
static void shortest(char *text, size_t size, double value, bool is_float)
{
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(text, size, "%.*g", precision, value);
        const double back = strtod(text, NULL);
        if (is_float ? (float)back == (float)value : back == value)
            return;
    }
}

/* Of random values written in full hardly any set is taken for a short one, of the same values
 * written by %g every set is. */
static void digits_of_random_values(void **state)
{
    (void)state;
    enum { TRIALS = 1000, MOST = 5 };
    for (int is_float = 0; is_float < 2; is_float++) {
        const enum fpc_format format = is_float ? FPC_F32 : FPC_F64;
        for (unsigned count = 1; count <= MOST; count++) {
            unsigned wrong = 0, found = 0;
            for (unsigned trial = 0; trial < TRIALS; trial++) {
                struct fpc_digits in_full = {0}, by_g = {0};
                for (unsigned i = 0; i < count; i++) {
                    char text[64];
                    const uint64_t bits = fpc_random_at(20240813, trial * MOST + i);
                    double value = (double)(bits >> 11) * 0x1p-53 * 9 + 1;
                    if (is_float)
                        value = (float)value;
                    shortest(text, sizeof text, value, is_float);
                    fpc_digits_note(&in_full, format, text);
                    snprintf(text, sizeof text, "%g", value);
                    fpc_digits_note(&by_g, format, text);
                }
                wrong += fpc_digits_are_few(&in_full, format);
                found += fpc_digits_are_few(&by_g, format);
            }
            assert_true(wrong <= TRIALS / 15);
            assert_true(found >= TRIALS * 8 / 10);
        }
    }
}

/* A line that regoff_t cannot measure; of an anonymous map the zeros take no memory. */
static void a_line_too_long_for_a_regex(void **state)
{
    (void)state;
    const size_t size = (size_t)1 << 31;
    struct fpc_error error = {""};
    regex_t regex;
    const struct fpc_numbers_rule rule = {.format = FPC_F64, .regex = &regex};
    void *zeros = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (zeros == MAP_FAILED) {
        print_message("# no room for 2 GiB of addresses\n");
        return;
    }
    assert_int_equal(regcomp(&regex, "[0-9]+", REG_EXTENDED), 0);
    assert_int_equal(fpc_numbers_add(&inputs, "out", zeros, size, &rule, NULL, &error),
                     FPC_UNUSABLE);
    assert_string_equal(error.text, "out: a line of 2147483648 bytes is too long for --regex");
    regfree(&regex);
    munmap(zeros, size);
    fpc_inputs_clear(&inputs);
}

/* Text without a number is left as soon as text with many; the signal stays, so this is last. */
static void an_interrupt(void **state)
{
    (void)state;
    const struct fpc_numbers_rule rule = {.format = FPC_F64};
    struct fpc_error error = {""};
    fpc_interrupt_install();
    raise(SIGTERM);
    assert_int_equal(take("no\nnumber\nhere", &rule, &error), FPC_FAILED);
    assert_string_equal(error.text, "out: interrupted");
    fpc_inputs_clear(&inputs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_words),
        cmocka_unit_test(one_column),
        cmocka_unit_test(matches),
        cmocka_unit_test(odd_bytes),
        cmocka_unit_test(digits_by_example),
        cmocka_unit_test(digits_of_random_values),
        cmocka_unit_test(a_line_too_long_for_a_regex),
        cmocka_unit_test(an_interrupt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
