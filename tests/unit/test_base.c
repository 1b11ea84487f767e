/* Texts, random numbers, errors, memory and the IEEE modes. */
#include "base/ieee.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"
#include "base/text.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 20240607

static void integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {{"0", 0},
                {"7", 7},
                {"007", 7},
                {"9223372036854775808", 9223372036854775808u},
                {"18446744073709551615", UINT64_MAX}};
    static const char *const bad[] = {"",
                                      "18446744073709551616",
                                      "18446744073709551620",
                                      "-1",
                                      "99999999999999999999",
                                      "340282366920938463463374607",
                                      "-0",
                                      "+1",
                                      " 1",
                                      "1 ",
                                      "1\n",
                                      "\t1",
                                      "0x10",
                                      "1e3",
                                      "1.0",
                                      "1,2",
                                      "a",
                                      "\xd9\xa1"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        uint64_t value = 12345;
        if (!fpc_text_to_u64(good[i].text, &value) || value != good[i].value)
            fail_msg("'%s' is not read right", good[i].text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t value = 12345;
        if (fpc_text_to_u64(bad[i], &value) || value != 12345)
            fail_msg("'%s' is read, or has left a value", bad[i]);
    }
}

static void limits(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0},          {"1", 1},
                {"0.1", 0.1},      {".5", 0.5},
                {"5.", 5},         {"1e-3", 0.001},
                {"0x1p-3", 0.125}, {"0X1.8P+1", 3},
                {"0x.8p0", 0.5},   {"1.7976931348623157e308", 0x1.fffffffffffffp1023},
                {"1E2", 100}};
    static const char *const bad[] = {
        "",    "-1",    "-0",  "+1",       " 1",   "1 ",    "1x",  "1.5.2",    "inf", "INF", "nan",
        "NaN", "nan()", "1e",  "0x",       "0x1p", "1e309", "x1",  ".",        "\t1", "1\n", "1,5",
        "1 2", "e5",    "-.5", "0x1p1024", "--1",  ".e1",   "1e+", "infinity", "1f",  "0b1", "1_0"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        double value = -9;
        if (!fpc_text_to_limit(good[i].text, &value) || value != good[i].value)
            fail_msg("'%s' gives %a", good[i].text, value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = -9;
        if (fpc_text_to_limit(bad[i], &value) || value != -9)
            fail_msg("'%s' is read, or has left a value", bad[i]);
    }
}

static void pieces(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        size_t size;
        const char *pieces[5]; /* up to NULL */
    } lists[] = {
        {"a", 16, {"a"}},
        {"a,b,cd", 16, {"a", "b", "cd"}},
        {"a,,b", 16, {"a", "", "b"}},
        {",a", 16, {"", "a"}},
        {"a,", 16, {"a", ""}},
        {",", 16, {"", ""}},
        {"", 16, {""}},
        {"a b, c", 16, {"a b", " c"}},
        {"abcdef,gh,i", 4, {"abc", "gh", "i"}}, /* cut, and the next one is whole */
        {"abc,d", 1, {"", ""}},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const char *list = lists[i].list;
        char piece[16];
        for (size_t j = 0; lists[i].pieces[j]; j++)
            if (!fpc_text_next_piece(&list, piece, lists[i].size) ||
                strcmp(piece, lists[i].pieces[j]) != 0)
                fail_msg("'%s': piece %zu is '%s'", lists[i].list, j, piece);
        if (fpc_text_next_piece(&list, piece, lists[i].size))
            fail_msg("'%s': one piece too many: '%s'", lists[i].list, piece);
    }
}

static void other_texts(void **state)
{
    (void)state;
    char name[] = "a\tb\nc\x1b[1m\x7f d\xc3\xa9";
    fpc_text_make_printable(name);
    assert_string_equal(name, "a?b?c?[1m? d\xc3\xa9");
    assert_true(fpc_text_ends_with("x.npy", ".npy"));
    assert_true(fpc_text_ends_with(".npy", ".npy"));
    assert_true(fpc_text_ends_with("x", ""));
    assert_false(fpc_text_ends_with("npy", ".npy"));
    assert_false(fpc_text_ends_with("x.npy.gz", ".npy"));
    char *text = fpc_text("%s-%05d%%", "ab", 42);
    assert_string_equal(text, "ab-00042%");
    free(text);
    assert_null(fpc_strdup(NULL));
    char *copy = fpc_strdup("copy");
    assert_string_equal(copy, "copy");
    free(copy);
}

/* Read back by the shell itself. */
static void for_shell(void **state)
{
    (void)state;
    static const char *const words[] = {"plain-word_1.2/x:y=z,@%+",
                                        "",
                                        "a b",
                                        "it's",
                                        "''",
                                        "$HOME",
                                        "`id`",
                                        "a\nb",
                                        "\\",
                                        "*",
                                        "~",
                                        "\"",
                                        "\xc3\xa4",
                                        "--x;y|z&"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char *quoted = fpc_text_for_shell(words[i]), back[64] = "";
        char *command = fpc_text("printf %%s %s", quoted);
        FILE *shell = popen(command, "r");
        assert_non_null(shell);
        back[fread(back, 1, sizeof back - 1, shell)] = '\0';
        assert_int_equal(pclose(shell), 0);
        assert_string_equal(back, words[i]);
        free(command);
        free(quoted);
    }
    char *plain = fpc_text_for_shell(words[0]);
    assert_string_equal(plain, words[0]);
    free(plain);
}

static void errors(void **state)
{
    (void)state;
    static struct fpc_error error;
    static char longer[3 * sizeof error.text];
    assert_int_equal(fpc_error_set(&error, FPC_UNUSABLE, "%s: line\n2\r%d", "a\x1b", 7),
                     FPC_UNUSABLE);
    assert_string_equal(error.text, "a?: line?2?7");
    memset(longer, 'x', sizeof longer - 1);
    assert_int_equal(fpc_error_set(&error, FPC_FAILED, "%s", longer), FPC_FAILED);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void memory_is_zeroed(void **state)
{
    (void)state;
    struct fpc_error error;
    void *large = NULL;
    unsigned char *small = fpc_alloc(100, 3);
    for (size_t i = 0; i < 300; i++)
        assert_int_equal(small[i], 0);
    small = fpc_realloc(small, 1000, 3);
    for (size_t i = 0; i < 300; i++)
        assert_int_equal(small[i], 0);
    free(small);
    assert_int_equal(fpc_alloc_large(1000, 8, "results", &large, &error), FPC_OK);
    for (size_t i = 0; i < 8000; i++)
        assert_int_equal(((unsigned char *)large)[i], 0);
    free(large);
    void *nothing = fpc_alloc(0, 8);
    assert_non_null(nothing);
    free(nothing);
}

/* Published with the reference code of splitmix64. */
static void random_sequence(void **state)
{
    (void)state;
    static const uint64_t published[] = {6457827717110365317u, 3203168211198807973u,
                                         9817491932198370423u, 4593380528125082431u,
                                         16408922859458223821u};
    struct fpc_random random = {.seed = 1234567};
    for (uint64_t i = 0; i < 5; i++) {
        assert_true(fpc_random_at(1234567, i) == published[i]);
        assert_true(fpc_random_next(&random) == published[i]);
    }
}

/* Each remainder of a small bound comes up as often as chance allows: of 6000 throws into 6 boxes
 * each expects 1000 with a deviation of 29, so 850 to 1150 is five of them. */
static void random_bounds(void **state)
{
    (void)state;
    static const uint64_t bounds[] = {1, 2, 3, 6, 1000, 1ull << 32, (1ull << 63) + 1, UINT64_MAX};
    unsigned boxes[6] = {0};
    struct fpc_random random = {.seed = SEED};
    print_message("seed %d\n", SEED);
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++)
        for (int j = 0; j < 2000; j++)
            assert_true(fpc_random_below(&random, bounds[i]) < bounds[i]);
    for (int j = 0; j < 6000; j++)
        boxes[fpc_random_below(&random, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(boxes[i], 850, 1150);
}

/* 2^64 mod (2^63 + 1) = 2^63 - 1 of 2^64 numbers must be rejected, about one in two; without the
 * rejection half of all results would come from twice as many numbers as the other half. */
static void random_is_not_biased(void **state)
{
    (void)state;
    struct fpc_random random = {.seed = SEED};
    const uint64_t bound = (1ull << 63) + 1;
    print_message("seed %d\n", SEED);
    for (int i = 0; i < 4000; i++)
        fpc_random_below(&random, bound);
    assert_in_range(random.next, 7500, 8500); /* 8000 expected, deviation 89 */
}

static void shuffles(void **state)
{
    (void)state;
    uint32_t items[50];
    unsigned orders[6] = {0};
    struct fpc_random random = {.seed = SEED};
    print_message("seed %d\n", SEED);
    for (size_t count = 0; count <= 50; count++) {
        unsigned char seen[50] = {0};
        for (uint32_t i = 0; i < 50; i++)
            items[i] = i;
        fpc_random_shuffle(&random, items, count);
        for (size_t i = 0; i < 50; i++)
            assert_true(items[i] < 50 && seen[items[i]]++ == 0 && (i < count || items[i] == i));
    }
    for (int i = 0; i < 6000; i++) {
        uint32_t three[3] = {0, 1, 2};
        fpc_random_shuffle(&random, three, 3);
        orders[three[0] * 2 + (three[1] > three[2])]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(orders[i], 850, 1150);
}

#if defined(__x86_64__)
/* The bits of the MXCSR: flush to zero, subnormals read as zero, rounding down, up and to zero. The
 * x87 unit, which fegetround() may ask, is left as it is. */
static void modes_of_the_processor(void **state)
{
    (void)state;
    static const struct {
        unsigned bits;
        const char *word;
    } modes[] = {{0x8000, "FTZ"},   {0x0040, "DAZ"},   {0x8040, "Z is set"},
                 {0x2000, "round"}, {0x4000, "round"}, {0x6000, "round"}};
    const unsigned before = __builtin_ia32_stmxcsr();
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        struct fpc_error error = {""};
        __builtin_ia32_ldmxcsr(before | modes[i].bits);
        enum fpc_status status = fpc_ieee_check(&error);
        __builtin_ia32_ldmxcsr(before);
        assert_int_equal(status, FPC_FAILED);
        if (strstr(error.text, modes[i].word) == NULL)
            fail_msg("mode %#x: '%s' does not say %s", modes[i].bits, error.text, modes[i].word);
    }
}
#else
static void modes_of_the_processor(void **state)
{
    (void)state;
}
#endif

static void rounding_modes(void **state)
{
    (void)state;
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    struct fpc_error error = {""};
    assert_int_equal(fpc_ieee_check(&error), FPC_OK);
    for (size_t i = 0; i < 3; i++) {
        fesetround(modes[i]);
        enum fpc_status status = fpc_ieee_check(&error);
        fesetround(FE_TONEAREST);
        assert_int_equal(status, FPC_FAILED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(limits),
        cmocka_unit_test(pieces),
        cmocka_unit_test(other_texts),
        cmocka_unit_test(for_shell),
        cmocka_unit_test(errors),
        cmocka_unit_test(memory_is_zeroed),
        cmocka_unit_test(random_sequence),
        cmocka_unit_test(random_bounds),
        cmocka_unit_test(random_is_not_biased),
        cmocka_unit_test(shuffles),
        cmocka_unit_test(modes_of_the_processor),
        cmocka_unit_test(rounding_modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
