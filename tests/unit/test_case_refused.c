/* Case files: every form that is refused, with its line and what is said, and damaged text. */
#include "input_file.h"

#include "base/random.h"
#include "input/reader.h"

static const struct fpc_input_options unsaid;

/* The error must begin with "PATH:LINE: " and hold `part`. */
static void refuse_size(const char *text, size_t size, unsigned line, const char *part)
{
    char wanted[1100];
    const char *path = input_file_write("x.case", text, size);
    snprintf(wanted, sizeof wanted, "%s:%u: ", path, line);
    input_refuse(path, &unsaid, FPC_UNUSABLE, wanted);
    input_refuse(path, &unsaid, FPC_UNUSABLE, part);
    unlink(path);
}

static void refuse_case(const char *text, unsigned line, const char *part)
{
    refuse_size(text, strlen(text), line, part);
}

static void test_exact_refused(void **state)
{
    static const char *const words[] = {
        "1",     "1e8",         "0x",  "0x.",  "0x1p", "0x1p+",   "0x1.p-x", "0x1q3", "0x1p3.0",
        "--0x1", "0x1p1000000", "Inf", "+inf", "-nan", "0x1 0x2", "0x1..0",  "0xp3",  "0x.p1"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "format f32\nsource s\nexact %s\ndata\n1\n", words[i]);
        refuse_case(text, 3, "is no hexadecimal float");
    }
    refuse_case("format f32\nexact 0x1\ndata\n1\n", 3, "'exact' needs a 'source'");
}

static void test_head_refused(void **state)
{
    static const struct {
        const char *text;
        unsigned line;
        const char *part;
    } heads[] = {
        {"# nothing\n", 1, "the file ends without 'data'"},
        {"\n", 1, "the file ends without 'data'"},
        {"format f32\n\n#\n", 3, "the file ends without 'data'"},
        {"format f32", 1, "the file ends without 'data'"},
        {"data\n1\n", 1, "'data' before 'format'"},
        {"format f32\ndata\n", 2, "no values follow 'data'"},
        {"format f32\ndata\n# 1\n\n", 4, "no values follow 'data'"},
        {"format f32\ndata 1\n", 2, "'data' stands alone"},
        {"format\ndata\n1\n", 1, "'format' needs one of f64"},
        {"format f31\n", 1, "'format' needs one of f64"},
        {"format F32\n", 1, "'format' needs one of f64"},
        {"format f32 f32\n", 1, "'format' needs one of f64"},
        {"format f32\n\nformat f32\n", 3, "'format' for the second time"},
        {"why a\nwhy b\n", 2, "'why' for the second time"},
        {"source a\nsource a\n", 2, "'source' for the second time"},
        {"exact 0x1\nexact 0x1\n", 2, "'exact' for the second time"},
        {"why\n", 1, "'why' says nothing"},
        {"source  \n", 1, "'source' says nothing"},
        {"exact\n", 1, "'exact' says nothing"},
        {"format f32\n1e8\n", 2, "'1e8' is none of format"},
        {"Format f32\n", 1, "'Format' is none of format"},
        {"hello\n", 1, "'hello' is none of format"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        refuse_case(heads[i].text, heads[i].line, heads[i].part);
}

/* All of these stand behind "format f32" and "data", so that the first line is line 3. */
static void test_data_refused(void **state)
{
    static const struct {
        const char *text;
        unsigned line;
        const char *part;
    } data[] = {
        {"one", 3, "'one' is not a number"},
        {"1\n\n1,5", 5, "'1,5' is not a number"},
        {"0x1.0000001p+0", 3, "is not exact in this format"},
        {"1e39", 3, "is too large for this format"},
        {"format f32", 3, "'format' is not a number"},
        {"data", 3, "'data' is not a number"},
        {"1 2", 3, "followed only by 'x COUNT'"},
        {"1 x", 3, "followed only by 'x COUNT'"},
        {"1 x 2 3", 3, "followed only by 'x COUNT'"},
        {"1 X 2", 3, "followed only by 'x COUNT'"},
        {"1 # one", 3, "followed only by 'x COUNT'"},
        {"1 x 0", 3, "the count '0' is no integer"},
        {"1 x -2", 3, "the count '-2' is no integer"},
        {"1 x 1.5", 3, "the count '1.5' is no integer"},
        {"1 x 18446744073709551616", 3, "is no integer"},
        {"1 x 4294967297", 3, "more than 2^32 values"},
        {"1\n1 x 4294967296", 4, "more than 2^32 values"},
        {"1\n1 x 18446744073709551615", 4, "more than 2^32 values"},
        {"@4294967296 1", 3, "more than 2^32 values"},
        {"@18446744073709551615 1", 3, "more than 2^32 values"},
        {"@ 1", 3, "'@' is no index"},
        {"@-1 1", 3, "'@-1' is no index"},
        {"@1", 3, "a value is missing"},
        {"@1 x", 3, "'x' is not a number"},
        {"@1 1 x 2", 3, "'x 2' follows the value"},
        {"1 x 3\n@2 1", 4, "@2 is taken: the next index is 3"},
        {"@5 1\n@5 1", 4, "@5 is taken: the next index is 6"},
        {"generate", 3, "there is no generator ''"},
        {"generate nothing 5", 3, "there is no generator 'nothing'"},
        {"generate cycle", 3, "the count '' is no integer"},
        {"generate cycle 0 1", 3, "the count '0' is no integer"},
        {"generate cycle 4294967297 1", 3, "more than 2^32 values"},
        {"generate cycle 5", 3, "cycle needs COUNT VALUE..."},
        {"generate cycle 5 1 x", 3, "'x' is not a number"},
        {"generate uniform 5 1 2", 3, "uniform needs COUNT SEED LOW HIGH"},
        {"generate uniform 5 1 2 3 4", 3, "uniform needs COUNT SEED LOW HIGH"},
        {"generate uniform 5 -1 2 3", 3, "the seed '-1' is no integer"},
        {"generate uniform 5 1 a 3", 3, "the limit 'a' is no finite number"},
        {"generate uniform 5 1 0 inf", 3, "the limit 'inf' is no finite number"},
        {"generate uniform 5 1 3 2", 3, "HIGH lies below LOW"},
        {"generate uniform 5 1 -1e308 1e308", 3, "too far above it"},
        {"generate fractions-of-pi 5 1", 3, "fractions-of-pi needs COUNT"},
        {"1\ngenerate cycle 5 1", 4, "must be the only line of the data"},
        {"generate cycle 5 1\n\n1", 5, "must be the only line of the data"},
        {"generate cycle 5 1\ngenerate cycle 5 1", 4, "must be the only line of the data"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof data / sizeof data[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "format f32\ndata\n%s\n", data[i].text);
        refuse_case(text, data[i].line, data[i].part);
    }
}

static void test_bytes_refused(void **state)
{
    static const char *const lines[][2] = {
        {"why a\x01", "byte 0x01 in column 6"},
        {"why a\x7f", "byte 0x7f"},
        {"why a\rb", "byte 0x0d"},
        {"why \xff", "byte 0xff"},
        {"why \xc0\xaf", "byte 0xc0"},
        {"why \xed\xa0\x80", "byte 0xed"},
        {"why \xe0\x80\xaf", "byte 0xe0"},
        {"why \xf4\x90\x80\x80", "byte 0xf4"},
        {"why \xf0\x80\x80\x80", "byte 0xf0"},
        {"why \xe2\x82", "byte 0xe2"},
        {"# comment \x80", "byte 0x80 in column 11"},
        {"why \x1b[2J", "byte 0x1b"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "format f32\n%s\ndata\n1\n", lines[i][0]);
        refuse_case(text, 2, lines[i][1]);
    }
    refuse_size("format f32\ndata\n1\0\n", 19, 3, "byte 0x00 in column 2");
    refuse_size("\0", 1, 1, "byte 0x00");
}

/* A line may have 65536 bytes; so a cycle may be long. */
static void test_line_limit(void **state)
{
    const char start[] = "format f32\ndata\ngenerate cycle 70000";
    (void)state;
    for (size_t length = 65536; length <= 65537; length++) {
        char *text = malloc(16 + length + 2);
        memcpy(text, start, sizeof start);
        for (size_t i = sizeof start - 1; i < 16 + length; i++)
            text[i] = (sizeof start - 1 - i) % 2 ? '1' : ' ';
        text[16 + length] = '\n';
        text[17 + length] = '\0';
        if (length == 65536) {
            const char *path = input_file_write("x.case", text, strlen(text));
            const struct fpc_input *input = input_open(path, &unsaid);
            unlink(path);
            assert_int_equal(input->count, 70000);
            assert_int_equal(fpc_bits_load(FPC_F32, input->values, 69999), 0x3f800000);
            input_close();
        } else {
            refuse_case(text, 3, "longer than 65536 bytes");
        }
        free(text);
    }
}

/* The reader gets a buffer of exactly its size, so that AddressSanitizer sees a byte too far. */
static void read_damaged(const char *text, size_t size)
{
    struct fpc_inputs inputs = {0};
    struct fpc_error error = {""};
    struct fpc_input_options options = {.kind = FPC_INPUT_CASE};
    struct fpc_bytes copy = {memcpy(malloc(size), text, size), size, 0};
    fpc_reader_case.recognises(copy.data, size);
    enum fpc_status status = fpc_inputs_add_bytes(&inputs, "damaged", copy, &options, &error);
    if (status == FPC_OK) {
        assert_in_range(inputs.items->count, 1, 100000);
        input_touch(inputs.items);
    } else {
        assert_int_equal(status, FPC_UNUSABLE);
        assert_memory_equal(error.text, "damaged:", 8);
    }
    fpc_inputs_clear(&inputs);
}

/* Counts and indices are short, so that no damage makes the data large. */
static void test_damaged(void **state)
{
    static const char *const texts[] = {
        "# c\nformat f32\nwhy w\nexact 0x1.8p+3\nsource s\ndata\n1e8\n-0x1p-3 x 9\n@12 inf\nnan\n",
        "format bf16\r\ndata\r\ngenerate cycle 5 1 -2 0.5\r\n",
        "format f64\ndata\ngenerate uniform 3 4 -1 1e1\n",
        "format f16\ndata\ngenerate fractions-of-pi 9\n"};
    struct fpc_random random = {.seed = 3};
    (void)state;
    for (int round = 0; round < 6000; round++) {
        char text[256];
        size_t size = strlen(texts[round % 4]);
        memcpy(text, texts[round % 4], size);
        for (uint64_t flips = fpc_random_below(&random, 4); flips > 0; flips--)
            text[fpc_random_below(&random, size)] ^= (char)(1 << fpc_random_below(&random, 8));
        if (fpc_random_below(&random, 3) == 0)
            size = 1 + fpc_random_below(&random, size);
        read_damaged(text, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_refused), cmocka_unit_test(test_head_refused),
        cmocka_unit_test(test_data_refused),  cmocka_unit_test(test_bytes_refused),
        cmocka_unit_test(test_line_limit),    cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests_name("case_refused", tests, input_folder_make,
                                       input_folder_remove);
}
