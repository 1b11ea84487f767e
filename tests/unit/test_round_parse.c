/* Words to bits. Expected values come from published words, decimals written out in full, and the C
 * library's strtod, strtof and printf. */
#include "base/random.h"
#include "number/round.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 5150

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void check(enum fpc_format format, const char *word, uint64_t expected)
{
    uint64_t bits = 0xabcdef;
    const char *wrong = fpc_round_parse(format, word, &bits);
    if (wrong != NULL || bits != expected)
        fail_msg("%s \"%s\": %s, %#llx, not %#llx", fpc_format_traits(format)->name, word,
                 wrong ? wrong : "fine", (unsigned long long)bits, (unsigned long long)expected);
}

static void refuse(enum fpc_format format, const char *word, const char *expected)
{
    uint64_t bits = 0xabcdef;
    const char *wrong = fpc_round_parse(format, word, &bits);
    if (wrong == NULL || strcmp(wrong, expected) != 0 || bits != 0xabcdef)
        fail_msg("%s \"%s\": %s, %#llx, not \"%s\"", fpc_format_traits(format)->name, word,
                 wrong ? wrong : "fine", (unsigned long long)bits, expected);
}

static void good_words(void **state)
{
    (void)state;
    static const struct {
        enum fpc_format format;
        const char *word;
        uint64_t bits;
    } known[] = {
        {FPC_F64, "1", 0x3ff0000000000000},
        {FPC_F64, "+1", 0x3ff0000000000000},
        {FPC_F64, "-2.", 0xc000000000000000},
        {FPC_F64, ".5", 0x3fe0000000000000},
        {FPC_F64, "007e0", 0x401c000000000000},
        {FPC_F64, "1E+2", 0x4059000000000000},
        {FPC_F64, "-0", 0x8000000000000000},
        {FPC_F64, "-0e99999999999999999999", 0x8000000000000000},
        {FPC_F64, "-1e-99999999999999999999", 0x8000000000000000},
        {FPC_F64, "1e-400", 0},
        {FPC_F64, "2.2250738585072011e-308", 0x000fffffffffffff}, /* hung PHP and Java once */
        {FPC_F64, "1.7976931348623158079e308", 0x7fefffffffffffff},
        {FPC_F64, "4.9e-324", 1},
        {FPC_F64, "inf", 0x7ff0000000000000},
        {FPC_F64, "-Infinity", 0xfff0000000000000},
        {FPC_F64, "+INF", 0x7ff0000000000000},
        {FPC_F64, "NaN", 0x7ff8000000000000},
        {FPC_F64, "-nan", 0xfff8000000000000},
        {FPC_F64, "0x1p-1074", 1},
        {FPC_F64, "0x8P-1077", 1},
        {FPC_F64, "-0X1.8p+1", 0xc008000000000000},
        {FPC_F64, "0x.8", 0x3fe0000000000000},
        {FPC_F64, "0x10.", 0x4030000000000000},
        {FPC_F64, "0xAbc", 0x40a5780000000000}, /* 2748 = 0x1.578p+11 */
        {FPC_F64, "0x1e5", 0x407e500000000000}, /* 485: the e is a digit */
        {FPC_F64, "-0x0p-99999999999999999999", 0x8000000000000000},
        {FPC_F64, "0x1.fffffffffffffp+1023", 0x7fefffffffffffff},
        {FPC_F64, "0x1.00000000000000000000000000000", 0x3ff0000000000000},
        {FPC_F32, "0x1p-149", 1},
        {FPC_F32, "0x1.fffffep+127", 0x7f7fffff},
        {FPC_F32, "-inf", 0xff800000},
        {FPC_F32, "nan", 0x7fc00000},
        {FPC_F32, "0.1", 0x3dcccccd},
        {FPC_F16, "65519.999999999999999999999999", 0x7bff},
        {FPC_F16, "0.1", 0x2e66},
        {FPC_F16, "INFINITY", 0x7c00},
        {FPC_F16, "-nan", 0xfe00},
        {FPC_BF16, "3.14159", 0x4049},
        {FPC_BF16, "nan", 0x7fc0},
        {FPC_BF16, "339617752923046005526922703901628039167.99", 0x7f7f},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        check(known[i].format, known[i].word, known[i].bits);
}

/* Words that come out wrong when they are rounded to double first, to the format's precision before
 * the subnormal's, or up at a tie. The long decimals are powers of two written out. */
static void traps_for_two_roundings(void **state)
{
    (void)state;
    static const struct {
        enum fpc_format format;
        const char *word;
        uint64_t bits;
    } known[] = {
        /* 1 + 2^-24 is a tie in f32; 2^-60 above it is lost in a double. */
        {FPC_F32, "1.000000059604644775390625", 0x3f800000},
        {FPC_F32, "1.000000059604644776257986737988403547205962240695953369140625", 0x3f800001},
        {FPC_F32, "1.000000059604644775390625000000000000000000000000000000000001", 0x3f800001},
        {FPC_F32, "1.000000059604644775390624999999999999999999999999999999999999", 0x3f800000},
        /* 1 + 2^-11 in f16, with 2^-30 (lost in f32) and 2^-60 (lost in f64) above it. */
        {FPC_F16, "1.00048828125", 0x3c00},
        {FPC_F16, "1.000488282181322574615478515625", 0x3c01},
        {FPC_F16, "1.000488281250000000867361737988403547205962240695953369140625", 0x3c01},
        {FPC_BF16, "1.00390625", 0x3f80},
        {FPC_BF16, "1.00390625000000000000000000000000000000000001", 0x3f81},
        /* Subnormals: 2^-25 is a tie with 0, 3 2^-25 one between 1 and 2 units of f16. */
        {FPC_F16, "2.98023223876953125e-8", 0},
        {FPC_F16, "2.98023223876953125000000000000000000000000001e-8", 1},
        {FPC_F16, "8.94069671630859375e-8", 2},
        {FPC_F16, "8.94069671630859374999999999999999999999999999e-8", 1},
        {FPC_F32,
         "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319"
         "094181060791015625e-46",
         0},
        {FPC_F32,
         "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319"
         "0941810607910156250000000001e-46",
         1},
        /* 2^53 + 1 in f64. */
        {FPC_F64, "9007199254740993", 0x4340000000000000},
        {FPC_F64, "9007199254740993.00000000000000000000000000000001", 0x4340000000000001},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        check(known[i].format, known[i].word, known[i].bits);
}

static void bad_words(void **state)
{
    (void)state;
    static const char *const words[] = {
        "",      " ",      "1x",    " 1",    "1 ",     "\t1",       "1\n",       "+",     "-",
        ".",     "-.",     "e5",    ".e5",   "1e",     "1e+",       "1e5.0",     "1e 5",  "--1",
        "+-1",   "1,5",    "1_000", "0b1",   "1@5",    "1p5",       "1.2.3",     "in",    "infin",
        "inf ",  "nan(1)", "nano",  "@inf",  "@nan@",  "0x",        "-0x",       "0x.",   "0xp1",
        "0x1p",  "0x1p+",  "0x1g",  "0x1@1", "0x1e+5", "0x 1",      "0x-1",      "0x0x1", "x1",
        "1e0x1", "1f",     "0x1pf", "1d0",   "#",      "\302\2401", "infinityy",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        for (int f = 0; f < FPC_FORMATS; f++)
            refuse((enum fpc_format)f, words[i], "is not a number");
}

struct word {
    enum fpc_format format;
    const char *word;
};

static void words_that_do_not_fit(void **state)
{
    (void)state;
    static const struct word large[] = {
        {FPC_F64, "1e400"},
        {FPC_F64, "-1e99999999999999999999"},
        {FPC_F64, "1.7976931348623159e308"},
        {FPC_F64, "0x1p1024"},
        {FPC_F64, "0x1p99999999999999999999"},
        {FPC_F32, "340282356779733661637539395458142568448"}, /* 2^128 - 2^103, the tie */
        {FPC_F32, "0x1p128"},
        {FPC_F16, "65520"},
        {FPC_F16, "-1e5"},
        {FPC_BF16, "339617752923046005526922703901628039168"}, /* 2^128 - 2^119, the tie */
    };
    static const struct word inexact[] = {
        {FPC_F64, "0x1.00000000000008p0"},
        {FPC_F64, "0x1p-1075"},
        {FPC_F64, "-0x1p-99999999999999999999"},
        {FPC_F32, "0x1.000001p0"},
        {FPC_F32, "0x1p-150"},
        {FPC_F32, "0x1.8p-149"},
        {FPC_F32, "0x1.000002p-127"}, /* 24 bits, the last below 2^-149 */
        {FPC_F16, "0x1.002p0"},
        {FPC_F16, "0x801"},
        {FPC_BF16, "-0x1.01p0"},
    };
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
        refuse(large[i].format, large[i].word, "is too large for this format");
    for (size_t i = 0; i < sizeof inexact / sizeof inexact[0]; i++)
        refuse(inexact[i].format, inexact[i].word, "is not exact in this format");
}

/* The midpoint of every two neighbours of f16 as printf writes it out, and with a digit more. */
static void every_tie_of_f16(void **state)
{
    (void)state;
    for (uint64_t low = 0; low < 0x7bff; low++) {
        char word[100];
        double middle = (fpc_bits_value(FPC_F16, low) + fpc_bits_value(FPC_F16, low + 1)) / 2;
        snprintf(word, sizeof word, "%.30f", middle); /* ends exactly with the 25th digit */
        check(FPC_F16, word, low + (low & 1));
        strcat(word, "1");
        check(FPC_F16, word, low + 1);
    }
}

/* Words of 1 to 25 digits against the C library, which is right in every bit since glibc 2.17. */
static void random_words(void **state)
{
    (void)state;
    struct fpc_random random = {.seed = SEED};
    print_message("seed %d\n", SEED);
    for (int i = 0; i < 40000; i++) {
        char word[64];
        uint64_t digits = fpc_random_next(&random) >> fpc_random_below(&random, 60);
        int exponent = (int)fpc_random_below(&random, i % 2 ? 80 : 620) - (i % 2 ? 60 : 340);
        snprintf(word, sizeof word, "%s%llu.%05ue%d", i % 3 ? "" : "-", (unsigned long long)digits,
                 (unsigned)fpc_random_below(&random, 100000), exponent);
        double value = strtod(word, NULL);
        float single = strtof(word, NULL);
        if (isinf(value))
            refuse(FPC_F64, word, "is too large for this format");
        else
            check(FPC_F64, word, bits_of_double(value));
        uint32_t bits;
        memcpy(&bits, &single, sizeof bits);
        if (isinf(single))
            refuse(FPC_F32, word, "is too large for this format");
        else
            check(FPC_F32, word, bits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_words),       cmocka_unit_test(traps_for_two_roundings),
        cmocka_unit_test(bad_words),        cmocka_unit_test(words_that_do_not_fit),
        cmocka_unit_test(every_tie_of_f16), cmocka_unit_test(random_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
