/* Text input: words, comments, one rounding for each word, and what is refused. Expected bits are
 * by hand: ties and their neighbours of each format. */
#include "input_file.h"

static const struct fpc_input_options unsaid;

static void expect_size(const char *text, size_t size, const struct fpc_input_options *options,
                        const uint64_t *bits, size_t count)
{
    const char *path = input_file_write("x.txt", text, size);
    const struct fpc_input *input = input_open(path, options);
    unlink(path);
    input_expect(input, options->format_given ? options->format : FPC_F64, bits, count);
    assert_int_equal(input->rank, 1);
    assert_ptr_equal(input->stored, input->values);
    assert_int_equal(input_list.source_count, 0); /* nothing is used where it lies */
    assert_false(input->is_case || input->format_assumed);
    input_close();
}

static void expect_text(const char *text, const uint64_t *bits, size_t count)
{
    expect_size(text, strlen(text), &unsaid, bits, count);
}

static void test_words(void **state)
{
    static const uint64_t two[] = {0x3ff0000000000000, 0xc000000000000000};
    static const char *const texts[] = {
        "1 -2",
        "1\n-2\n",
        "\n\n 1\t\t-2 \n",
        "1\r\n-2\r\n",
        "1\v\f-2",
        "# 7 8\n1 # 9\n#\n-2#10",
        "1#\n-2 # no newline",
        "+1.0e0\n-.2e1",
        "0x1p0 -0X2",
        "1.00000000000000000000000000000000000000000000000000000000000 -2.",
        "\xef\xbb\xbf"
        "1 -2",
        "# caf\xe9 \x01\n1\n-2",
        "1 #\r\n-2",
    };
    static const uint64_t special[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
                                       0x8000000000000000, 0x7fefffffffffffff, 1};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        expect_text(texts[i], two, 2);
    expect_size("1 # \0 \n-2", 9, &unsaid, two, 2);
    expect_text("inf -INFINITY NaN -0 1.7976931348623157e308 0x1p-1074", special, 6);
    expect_text("4.9e-324", special + 5, 1);
}

/* One rounding, straight to the format: ties, and words so close to one that they become it if they
 * are rounded to a double first. */
static void test_rounding(void **state)
{
    static const struct {
        enum fpc_format format;
        const char *word;
        uint64_t bits;
    } words[] = {
        {FPC_F64, "0x1.00000000000008p0", 0x3ff0000000000000},
        {FPC_F64, "0x1.000000000000080000000000000001p0", 0x3ff0000000000001},
        {FPC_F64, "0x1.00000000000018p0", 0x3ff0000000000002},
        {FPC_F64, "0x1p-1075", 0},
        {FPC_F64, "-0x1.0000000000000000001p-1075", 0x8000000000000001},
        {FPC_F32, "0x1.000001p0", 0x3f800000},
        {FPC_F32, "0x1.000001000000000000001p0", 0x3f800001},
        {FPC_F32, "0x1.fffffefffffffffffffp127", 0x7f7fffff},
        {FPC_F32, "1.000000059604644775390625", 0x3f800000},
        {FPC_F32, "1.000000059604644775390625000000000000001", 0x3f800001},
        {FPC_F16, "0x1p-25", 0},
        {FPC_F16, "0x1.0000000000000000001p-25", 1},
        {FPC_F16, "0x1.8p-24", 2},
        {FPC_F16, "0x1.ffdffffffffffffffp15", 0x7bff},
        {FPC_F16, "65519.99999999999999999999999", 0x7bff},
        {FPC_BF16, "0x1.01p0", 0x3f80},
        {FPC_BF16, "0x1.010000000000000000001p0", 0x3f81},
        {FPC_BF16, "1e-50", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct fpc_input_options options = input_dtype(words[i].format);
        expect_size(words[i].word, strlen(words[i].word), &options, &words[i].bits, 1);
    }
}

/* The error must be "PATH:LINE: 'word' wrong". */
static void refuse_size(const char *text, size_t size, const struct fpc_input_options *options,
                        const char *message)
{
    char wanted[1100];
    const char *path = input_file_write("x.txt", text, size);
    snprintf(wanted, sizeof wanted, "%s:%s", path, message);
    input_refuse(path, options, FPC_UNUSABLE, wanted);
    unlink(path);
}

static void test_refused(void **state)
{
    static const char *const texts[][2] = {
        {"one", "1: 'one' is not a number"},
        {"1\n2\n\n3 4x 5", "4: '4x' is not a number"},
        {"# a\n# b\n1,5", "3: '1,5' is not a number"},
        {"1\r\n1\r\n0x", "3: '0x' is not a number"},
        {"1e", "1: '1e' is not a number"},
        {"1d0", "1: '1d0' is not a number"},
        {"-", "1: '-' is not a number"},
        {"1 1 x 5", "1: 'x' is not a number"},
        {"1\xc2\xa0", "1: '1?\?' is not a number"},
        {"\x1b[2J", "1: '?[2J' is not a number"},
        {"1 1e309", "1: '1e309' is too large for this format"},
        {"-0x1p1024", "1: '-0x1p1024' is too large for this format"},
        {"0x1.fffffffffffff8p1023", "1: '0x1.fffffffffffff8p1023' is too large"},
        {"12345678901234567890123456789012345678901234567890z",
         "1: '1234567890123456789012345678901234567890...' is not a number"},
        {"", " the file is empty"},
        {" \n", " the text holds no values"},
        {"# 1 2", " the text holds no values"},
        {"\xef\xbb\xbf", " the text holds no values"},
    };
    struct fpc_input_options options = input_dtype(FPC_F16);
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        refuse_size(texts[i][0], strlen(texts[i][0]), &unsaid, texts[i][1]);
    refuse_size("1\0", 2, &unsaid, "1: '1?' is not a number");
    refuse_size("\0", 1, &unsaid, "1: '?' is not a number");
    refuse_size("65520", 5, &options, "1: '65520' is too large for this format");
    refuse_size("0x1.ffep15", 10, &options, "1: '0x1.ffep15' is too large for this format");
}

static void test_word_limit(void **state)
{
    static const uint64_t one[] = {0x3ff0000000000000};
    char text[4098] = "1.";
    (void)state;
    memset(text + 2, '0', 4095);
    expect_size(text, 4096, &unsaid, one, 1);
    refuse_size(text, 4097, &unsaid,
                "1: '1.00000000000000000000000000000000000000...' is longer than 4096 characters");
}

static void test_options(void **state)
{
    static const uint64_t bits[] = {0x3f800000};
    struct fpc_input_options options = {.kind = FPC_INPUT_TEXT};
    enum fpc_input_kind kind;
    (void)state;
    assert_true(fpc_input_kind_parse("text", &kind) && kind == FPC_INPUT_TEXT);
    const char *path = input_file_write("x.bin", "1\n\n\n", 4); /* one f32 by its bytes */
    assert_true(input_open(path, &unsaid)->format == FPC_F32);
    assert_int_equal(input_list.note_count, 1);
    input_close();
    assert_true(input_open(path, &options)->format == FPC_F64);
    assert_int_equal(input_list.note_count, 0);
    input_close();
    options = input_dtype(FPC_F32);
    options.kind = FPC_INPUT_TEXT;
    assert_non_null(freopen(path, "rb", stdin));
    input_expect(input_open("-", &options), FPC_F32, bits, 1);
    input_close();
    options = (struct fpc_input_options){.kind = FPC_INPUT_TEXT, .byte_order = FPC_ORDER_BIG};
    input_refuse(path, &options, FPC_USAGE, "--byte-order is for raw values");
    options = (struct fpc_input_options){.kind = FPC_INPUT_TEXT, .tensor = "a"};
    input_refuse(path, &options, FPC_USAGE, "--tensor is for files that hold several");
    unlink(path);
}

/* Every bit pattern of f16 written out in hexadecimal comes back. */
static void test_round_trip(void **state)
{
    uint64_t *bits = malloc(0x7c00 * sizeof *bits);
    char *text = malloc(0x7c00 * 32);
    size_t size = 0;
    struct fpc_input_options options = input_dtype(FPC_F16);
    (void)state;
    for (uint64_t i = 0; i < 0x7c00; i++) {
        bits[i] = i;
        size +=
            (size_t)sprintf(text + size, "%a%c", fpc_bits_value(FPC_F16, i), i % 7 ? ' ' : '\n');
    }
    expect_size(text, size, &options, bits, 0x7c00);
    free(text);
    free(bits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),   cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_word_limit),
        cmocka_unit_test(test_options), cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests_name("text", tests, input_folder_make, input_folder_remove);
}
