/* Case files: every form that is read, how they are told, the generators, the compiled-in cases. */
#include "input_file.h"

#include "exact/exact.h"
#include "input/embedded.h"
#include "input/generator.h"
#include "input/reader.h"

static const struct fpc_input_options unsaid;

static const struct fpc_input *open_case(const char *text)
{
    const struct fpc_input *input =
        input_open(input_file_write("x.case", text, strlen(text)), &unsaid);
    unlink(input_path);
    assert_true(input->is_case);
    assert_int_equal(input->rank, 1);
    return input;
}

static void expect_case(const char *text, enum fpc_format format, const uint64_t *bits,
                        size_t count)
{
    const struct fpc_input *input = open_case(text);
    input_expect(input, format, bits, count);
    assert_ptr_equal(input->stored, input->values);
    input_close();
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
    const struct fpc_input *input =
        open_case("why it is # hard\nsource  by hand \nexact -0x1.8p-3\n"
                  "format f32\ndata\n1\n");
    assert_string_equal(input->claim.why, "it is # hard");
    assert_string_equal(input->claim.source, "by hand");
    assert_string_equal(input->claim.exact, "-0x1.8p-3");
    input_close();
    input = open_case("format f32\nwhy caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\ndata\n1\n");
    assert_string_equal(input->claim.why, "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    assert_null(input->claim.source);
    assert_null(input->claim.exact);
    input_close();
    static const char *const words[] = {
        "0x0",   "0x0p+0", "-0x0p+0", "+0x1P-3", "0X1.",
        "0x.8",  "inf",    "-inf",    "nan",     "0xaBcDeF.0123p-1074",
        "0x10p6"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "format f32\nexact %s\nsource s\ndata\n1\n", words[i]);
        input = open_case(text);
        assert_string_equal(input->claim.exact, words[i]);
        input_close();
    }
}

static void test_options(void **state)
{
    static const char text[] = "format f32\ndata\n1\n";
    struct fpc_input_options options = input_dtype(FPC_F32);
    (void)state;
    const char *path = input_file_write("x.case", text, strlen(text));
    input_open(path, &options);
    input_close();
    options = input_dtype(FPC_F64);
    input_refuse(path, &options, FPC_USAGE, "--dtype f64 contradicts the file, which says f32");
    options = (struct fpc_input_options){.byte_order = FPC_ORDER_BIG};
    input_refuse(path, &options, FPC_USAGE, "--byte-order is for raw values");
    options = (struct fpc_input_options){.kind = FPC_INPUT_NPY};
    input_refuse(path, &options, FPC_UNUSABLE, "magic");
    input_refuse("case:cancel", &options, FPC_USAGE, "--input-format npy contradicts");
    options = (struct fpc_input_options){.max_values = 1};
    input_open("case:half-overflow", &unsaid);
    input_close();
    input_refuse("case:half-overflow", &options, FPC_UNUSABLE, "more than 1 values");
    options = (struct fpc_input_options){.tensor = "a"};
    input_refuse("case:cancel", &options, FPC_USAGE, "--tensor is for files that hold several");
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
    const struct fpc_input *input = input_open("-", &unsaid);
    assert_true(input->is_case && input->count == 1);
    input_close();
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
        const struct fpc_input *input = input_open(path, &unsaid);
        assert_true(input->is_case);
        assert_non_null(input->claim.why);
        assert_non_null(input->claim.source);
        assert_non_null(input->claim.exact);
        expect_claim(input, pool);
        input_close();
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_options),       cmocka_unit_test(test_recognition),
        cmocka_unit_test(test_generators),    cmocka_unit_test(test_embedded),
        cmocka_unit_test(test_embedded_text),
    };
    return cmocka_run_group_tests_name("case", tests, input_folder_make, input_folder_remove);
}
