/* Case files: every form that is read, every form that is refused, the generators, the compiled-in
 * cases and damaged text. */
#include "input_file.h"

#include "base/random.h"
#include "exact/exact.h"
#include "input/embedded.h"
#include "input/generator.h"
#include "input/reader.h"

static const struct fpc_input_options unsaid;

static struct fpc_input open_case(const char *text)
{
    struct fpc_input input = input_open(input_file_write("x.case", text, strlen(text)), &unsaid);
    unlink(input_path);
    assert_true(input.is_case);
    assert_int_equal(input.rank, 1);
    return input;
}

static void expect_case(const char *text, enum fpc_format format, const uint64_t *bits,
                        size_t count)
{
    struct fpc_input input = open_case(text);
    input_expect(&input, format, bits, count);
    assert_ptr_equal(input.stored, input.values);
    fpc_input_clear(&input);
}

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

static void test_values(void **state)
{
    static const uint64_t f32[] = {0x4cbebc20, 0x3f800000, 0xccbebc20};
    static const uint64_t mixed[] = {0x80000000, 0x80000000, 0, 0, 0, 0x7f800000, 0, 0x00000001};
    static const uint64_t f64[] = {0x3fb999999999999a, 0x3ff8000000000000};
    static const uint64_t f16[] = {0x7bff, 0x7e00, 0xfc00};
    static const uint64_t bf16[] = {0x3dcd, 0x3dcd};
    (void)state;
    expect_case("format f32\ndata\n1e8\n1\n-1e8\n", FPC_F32, f32, 3);
    expect_case("# a\n\n  format\tf32  \n\t# b\n\ndata\n # c\n 1e8\n\n1 x 1\n#\n-1e8 \t\n#",
                FPC_F32, f32, 3);
    expect_case("format f32\ndata\n-0 x 2\n@5 inf\n@7 0x1p-149", FPC_F32, mixed, 8);
    expect_case("format f64\r\ndata\r\n0.1\r\n0x1.8p+0\r\n", FPC_F64, f64, 2);
    expect_case("format f16\ndata\n65504\nnan\n-inf\n", FPC_F16, f16, 3);
    expect_case("format bf16\ndata\n0.1 x 2", FPC_BF16, bf16, 2);
}

static void test_claims(void **state)
{
    (void)state;
    struct fpc_input input = open_case("why it is # hard\nsource  by hand \nexact -0x1.8p-3\n"
                                       "format f32\ndata\n1\n");
    assert_string_equal(input.claim.why, "it is # hard");
    assert_string_equal(input.claim.source, "by hand");
    assert_string_equal(input.claim.exact, "-0x1.8p-3");
    fpc_input_clear(&input);
    input = open_case("format f32\nwhy caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\ndata\n1\n");
    assert_string_equal(input.claim.why, "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    assert_null(input.claim.source);
    assert_null(input.claim.exact);
    fpc_input_clear(&input);
    static const char *const words[] = {
        "0x0",   "0x0p+0", "-0x0p+0", "+0x1P-3", "0X1.",
        "0x.8",  "inf",    "-inf",    "nan",     "0xaBcDeF.0123p-1074",
        "0x10p6"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "format f32\nexact %s\nsource s\ndata\n1\n", words[i]);
        input = open_case(text);
        assert_string_equal(input.claim.exact, words[i]);
        fpc_input_clear(&input);
    }
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
            struct fpc_input input = open_case(text);
            assert_int_equal(input.count, 70000);
            assert_int_equal(fpc_bits_load(FPC_F32, input.values, 69999), 0x3f800000);
            fpc_input_clear(&input);
        } else {
            refuse_case(text, 3, "longer than 65536 bytes");
        }
        free(text);
    }
}

static void test_options(void **state)
{
    static const char text[] = "format f32\ndata\n1\n";
    struct fpc_input_options options = input_dtype(FPC_F32);
    (void)state;
    const char *path = input_file_write("x.case", text, strlen(text));
    struct fpc_input input = input_open(path, &options);
    fpc_input_clear(&input);
    options = input_dtype(FPC_F64);
    input_refuse(path, &options, FPC_USAGE, "--dtype f64 contradicts the file, which says f32");
    options = (struct fpc_input_options){.byte_order = FPC_ORDER_BIG};
    input_refuse(path, &options, FPC_USAGE, "--byte-order is for raw values");
    options = (struct fpc_input_options){.kind = FPC_INPUT_NPY};
    input_refuse(path, &options, FPC_UNUSABLE, "magic");
    input_refuse("case:cancel", &options, FPC_USAGE, "--input-format npy contradicts");
    input_refuse("case:no-such", &unsaid, FPC_UNUSABLE, "there is no such case");
    input_refuse("case:", &unsaid, FPC_UNUSABLE, "there is no such case");
    unlink(path);
}

/* Without the suffix the first word decides. */
static void test_recognition(void **state)
{
    static const struct {
        const char *text;
        bool is_case;
    } texts[] = {{"format f32\ndata\n1\n\n", true},
                 {"# a\n\n \r\n# b\nformat\tf32\ndata\n1\n", true},
                 {"formatted f32\ndata\n1\n", false},
                 {"why\nformat f32\ndata\n1\n\n\n", false},
                 {"format", false},
                 {"# format f32", false},
                 {"format\n", false}};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const uint8_t *bytes = (const uint8_t *)texts[i].text;
        assert_int_equal(fpc_reader_case.recognises(bytes, strlen(texts[i].text)),
                         texts[i].is_case);
    }
    const char *path = input_file_write("x.bin", texts[0].text, strlen(texts[0].text));
    assert_non_null(freopen(path, "rb", stdin));
    struct fpc_input input = input_open("-", &unsaid);
    assert_true(input.is_case && input.count == 1);
    fpc_input_clear(&input);
    struct fpc_input_options options = {.kind = FPC_INPUT_RAW};
    input_refuse(path, &options, FPC_UNUSABLE, "19 bytes are no whole number");
    unlink(path);
}

/* Values from Python: splitmix64 in integers, Fraction(x) rounded once by integers. */
static void test_generators(void **state)
{
    static const uint64_t uniform[] = {0x3e08516f, 0x3efbae37, 0x3f712746, 0xbde3e797};
    static const uint64_t offset[] = {0x40058a1b1531aec4, 0x4005f8e5b636558a, 0x3fe791639bcd7cb4};
    static const uint64_t narrow[] = {0xdae3, 0xe38d, 0x6243};
    static const uint64_t cycle[] = {0x3f80, 0xc040, 0x8000, 0x3f80, 0xc040, 0x8000, 0x3f80};
    static const uint64_t pi[] = {0x0, 0x3fc21fb54442d180, 0x3fd21fb54442d180, 0x3fdb2f8fe6643a40};
    static const uint64_t pi_bf16[] = {0x0, 0x3e11, 0x3e91, 0x3ed9};
    (void)state;
    expect_case("format f32\ndata\ngenerate uniform 4 1 -1 1", FPC_F32, uniform, 4);
    expect_case("format f64\ndata\ngenerate uniform 3 18446744073709551615 0.1 0x1.8p+1", FPC_F64,
                offset, 3);
    expect_case("format f16\ndata\ngenerate uniform 3 7 -1000 1000", FPC_F16, narrow, 3);
    expect_case("format bf16\ndata\ngenerate cycle 7 1 -3 -0", FPC_BF16, cycle, 7);
    expect_case("format f64\ndata\ngenerate fractions-of-pi 4", FPC_F64, pi, 4);
    expect_case("format bf16\ndata\ngenerate fractions-of-pi 4", FPC_BF16, pi_bf16, 4);
    for (const struct fpc_generator *const *one = fpc_generators; *one != NULL; one++)
        assert_ptr_equal(fpc_generator_find((*one)->name), *one);
    assert_null(fpc_generator_find(""));
}

/* The claim must be the exact sum itself, unrounded; inf and nan are classes. */
static void expect_claim(const struct fpc_input *input, struct fpc_pool *pool)
{
    struct fpc_exact_sum sum;
    mpfr_t claimed;
    fpc_exact_of(input->format, input->values, input->count, pool, &sum);
    mpfr_init2(claimed, 4096);
    if (strcmp(input->claim.exact, "nan") == 0) {
        assert_int_equal(sum.class, FPC_EXACT_NAN);
    } else if (strstr(input->claim.exact, "inf")) {
        assert_int_equal(sum.class,
                         *input->claim.exact == '-' ? FPC_EXACT_MINUS_INF : FPC_EXACT_PLUS_INF);
    } else {
        assert_int_equal(mpfr_strtofr(claimed, input->claim.exact, NULL, 16, MPFR_RNDN), 0);
        assert_int_equal(sum.class, FPC_EXACT_FINITE);
        if (!mpfr_equal_p(claimed, sum.s))
            fail_msg("%s: the exact sum is not %s", input->path, input->claim.exact);
    }
    mpfr_clear(claimed);
    fpc_exact_sum_clear(&sum);
}

static void test_embedded(void **state)
{
    struct fpc_error error;
    struct fpc_pool *pool;
    size_t cases = 0;
    (void)state;
    assert_int_equal(fpc_pool_open(&pool, 1, &error), FPC_OK);
    for (const struct fpc_embedded_case *one = fpc_embedded_cases; one->name; one++, cases++) {
        char path[128];
        snprintf(path, sizeof path, "case:%s", one->name);
        struct fpc_input input = input_open(path, &unsaid);
        assert_true(input.is_case);
        assert_non_null(input.claim.why);
        assert_non_null(input.claim.source);
        assert_non_null(input.claim.exact);
        expect_claim(&input, pool);
        fpc_input_clear(&input);
        assert_ptr_equal(fpc_embedded_case_find(one->name), one);
    }
    fpc_pool_close(pool);
    assert_true(cases >= 8);
}

/* What is compiled in is what lies in the source tree, byte for byte. */
static void test_embedded_text(void **state)
{
    (void)state;
    for (const struct fpc_embedded_case *one = fpc_embedded_cases; one->name; one++) {
        char name[128], text[16384];
        snprintf(name, sizeof name, "cases/%s.case", one->name);
        FILE *file = fopen(input_file_source(name), "rb");
        assert_non_null(file);
        const size_t size = fread(text, 1, sizeof text, file);
        fclose(file);
        assert_int_equal(size, strlen(one->text));
        assert_memory_equal(text, one->text, size);
    }
}

/* The reader gets a buffer of exactly its size, so that AddressSanitizer sees a byte too far. */
static void read_damaged(const char *text, size_t size)
{
    struct fpc_input draft = {.path = strdup("damaged")};
    struct fpc_error error = {""};
    draft.bytes = (struct fpc_bytes){memcpy(malloc(size), text, size), size, 0};
    fpc_reader_case.recognises(draft.bytes.data, size);
    enum fpc_status status = fpc_reader_case.read(&draft, &unsaid, &error);
    if (status == FPC_OK) {
        assert_in_range(draft.count, 1, 100000);
        assert_int_equal(draft.dims[0], draft.count);
        fpc_bits_load(draft.format, draft.copy, draft.count - 1);
    } else {
        assert_int_equal(status, FPC_UNUSABLE);
        assert_memory_equal(error.text, "damaged:", 8);
    }
    fpc_input_clear(&draft);
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
        cmocka_unit_test(test_values),        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_exact_refused), cmocka_unit_test(test_head_refused),
        cmocka_unit_test(test_data_refused),  cmocka_unit_test(test_bytes_refused),
        cmocka_unit_test(test_line_limit),    cmocka_unit_test(test_options),
        cmocka_unit_test(test_recognition),   cmocka_unit_test(test_generators),
        cmocka_unit_test(test_embedded),      cmocka_unit_test(test_embedded_text),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests_name("case", tests, input_folder_make, input_folder_remove);
}
