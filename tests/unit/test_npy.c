/* npy input: every form that is read, and damaged bytes. */
#include "npy_file.h"

#include "base/random.h"
#include "input/npy_header.h"
#include "input/reader.h"

static const struct fpc_input_options unsaid;

/* Four f32 values under this header must be read as they are. */
static void expect_four(unsigned major, const char *header, size_t rank, bool fortran_order)
{
    const char *path = npy_file(major, header, four_f32, sizeof four_f32);
    const struct fpc_input *input = input_open(path, &unsaid);
    input_expect(input, FPC_F32, four_f32_bits, 4);
    assert_int_equal(input->rank, rank);
    assert_int_equal(input->fortran_order, fortran_order);
    assert_memory_equal(input->stored, four_f32, sizeof four_f32);
    assert_false(input->format_assumed || input->is_case || input->big_endian);
    input_close();
    unlink(path);
}

static void test_npy_headers(void **state)
{
    (void)state;
    for (unsigned major = 1; major <= 3; major++) /* 4-byte aligned or not, as it comes */
        expect_four(major, "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }   \n", 1,
                    false);
    expect_four(1, "{\"shape\":(4,),\"descr\":\"<f4\",\"fortran_order\":False}", 1, false);
    expect_four(1, " { 'fortran_order' : True ,\t'shape' : ( 2 , 2 , ) , 'descr' : '<f4' }\n\n", 2,
                true);
    expect_four(2, "{'descr':'=f4','fortran_order':True,'shape':(4,)}", 1, false);
    expect_four(1, "{'descr':'f4','fortran_order':False,'shape':(1, 4, 1)}", 3, false);
    expect_four(1, "{'descr':'<f4','fortran_order':False,'shape':(2L, 2L)}", 2, false);
}

static void test_npy_alignment(void **state)
{
    (void)state;
    for (int pad = 0; pad < 8; pad++) {
        char header[128];
        snprintf(header, sizeof header, "{'descr':'<f8','fortran_order':False,'shape':(2,)}%*s",
                 pad, "");
        static const uint64_t bits[] = {0xc00000003f800000, 0x000000013f000000};
        const char *path = npy_file(1, header, four_f32, sizeof four_f32);
        const struct fpc_input *input = input_open(path, &unsaid);
        input_expect(input, FPC_F64, bits, 2);
        assert_int_equal(input->copy == NULL, (10 + strlen(header)) % 8 == 0);
        input_close();
        unlink(path);
    }
}

/* A value of every format in either byte order, and a single value of rank 0. */
static void test_npy_dtypes(void **state)
{
    static const struct {
        const char *descr;
        enum fpc_format format;
        bool big_endian, say_dtype;
        uint64_t bits;
    } types[] = {
        {"<f8", FPC_F64, false, false, 0x0807060504030201},
        {"<f4", FPC_F32, false, false, 0x04030201},
        {"<f2", FPC_F16, false, false, 0x0201},
        {">f8", FPC_F64, true, false, 0x0102030405060708},
        {">f4", FPC_F32, true, true, 0x01020304},
        {">f2", FPC_F16, true, true, 0x0102},
        {"|V2", FPC_BF16, false, true, 0x0201},
        {"<V2", FPC_BF16, false, true, 0x0201},
    };
    static const uint8_t values[] = {1, 2, 3, 4, 5, 6, 7, 8};
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        char header[128];
        snprintf(header, sizeof header, "{'descr':'%s','fortran_order':True,'shape':()}",
                 types[i].descr);
        const char *path = npy_file(1, header, values, fpc_format_traits(types[i].format)->size);
        struct fpc_input_options options = input_dtype(types[i].format);
        options.format_given = types[i].say_dtype;
        const struct fpc_input *input = input_open(path, &options);
        input_expect(input, types[i].format, &types[i].bits, 1);
        assert_int_equal(input->rank, 0);
        assert_int_equal(input->big_endian, types[i].big_endian);
        assert_false(input->fortran_order);
        assert_memory_equal(input->stored, values, input->stored_size);
        input_close();
        unlink(path);
    }
}

/* Exactly 64 KiB of header is read, one byte more is not. */
static void test_npy_header_limit(void **state)
{
    static const char start[] = "{'descr':'<f4','fortran_order':False,'shape':(4,)}";
    (void)state;
    for (uint32_t length = 65536; length <= 65537; length++) {
        uint8_t *bytes = malloc(12 + length + sizeof four_f32);
        memcpy(bytes, "\x93NUMPY\2\0", 8);
        for (int i = 0; i < 4; i++)
            bytes[8 + i] = (uint8_t)(length >> 8 * i);
        memset(bytes + 12, ' ', length);
        memcpy(bytes + 12, start, sizeof start - 1);
        memcpy(bytes + 12 + length, four_f32, sizeof four_f32);
        const char *path = input_file_write("x.npy", bytes, 12 + length + sizeof four_f32);
        free(bytes);
        if (length == 65536) {
            const struct fpc_input *input = input_open(path, &unsaid);
            input_expect(input, FPC_F32, four_f32_bits, 4);
            input_close();
        } else {
            input_refuse(path, &unsaid, FPC_UNUSABLE, "longer (65537 bytes) than 64 KiB");
        }
        unlink(path);
    }
}

/* Every beginning of a header is refused without a look beyond its end; only trailing blanks may be
 * missing. */
static void test_npy_header_cut(void **state)
{
    static const char *const headers[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (12L, 3), }  \n",
        "{\"shape\":(),\"fortran_order\":True,\"descr\":\"<f4\"}",
        "{'descr': [('a', '<f4'), ('b', '<f4')], 'fortran_order': False, 'shape': ()}"};
    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        const char *end = strrchr(headers[i], '}');
        for (size_t size = 0; size <= strlen(headers[i]); size++) {
            struct fpc_npy_header header;
            struct fpc_error error;
            uint8_t *exact = memcpy(malloc(size ? size : 1), headers[i], size);
            const uint8_t *text = size ? exact : exact + 1; /* nothing may be read */
            enum fpc_status status = fpc_npy_header_parse(&header, "x", text, size, &error);
            const bool whole = size > (size_t)(end - headers[i]) && i < 2;
            assert_int_equal(status, whole ? FPC_OK : FPC_UNUSABLE);
            free(exact);
            uint8_t more[256];
            memset(more, 'X', sizeof more);
            memcpy(more, headers[i], size);
            if (fpc_npy_header_parse(&header, "x", more, size, &error) != FPC_OK)
                assert_null(strchr(error.text, 'X')); /* nor is it shown */
        }
    }
}

/* The reader gets a buffer of exactly its size, so that AddressSanitizer sees a byte too far. */
static void read_damaged(const uint8_t *bytes, size_t size, struct fpc_random *random)
{
    struct fpc_inputs inputs = {0};
    struct fpc_input_options options = {0};
    struct fpc_error error = {""};
    if (fpc_random_below(random, 2))
        options = input_dtype((enum fpc_format)fpc_random_below(random, FPC_FORMATS));
    options.kind = FPC_INPUT_NPY;
    struct fpc_bytes copy = {memcpy(malloc(size), bytes, size), size, 0};
    fpc_reader_npy.recognises(copy.data, size);
    enum fpc_status status = fpc_inputs_add_bytes(&inputs, "damaged", copy, &options, &error);
    if (status == FPC_OK) {
        const struct fpc_input *input = inputs.items;
        assert_in_range(input->stored - copy.data, 10, size - 1);
        assert_int_equal(input->stored + input->stored_size - copy.data, size);
        input_touch(input);
    } else {
        assert_true(status == FPC_UNUSABLE || status == FPC_USAGE);
        assert_memory_equal(error.text, "damaged: ", 9);
    }
    fpc_inputs_clear(&inputs);
}

static void test_npy_damaged(void **state)
{
    static const char *const headers[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }  \n",
        "{'shape':(4,),\"descr\":'|V2','fortran_order':True}"};
    struct fpc_random random = {.seed = 2};
    (void)state;
    for (int round = 0; round < 6000; round++) {
        struct npy made = npy(1 + (unsigned)fpc_random_below(&random, 3), headers[round % 2],
                              four_f32, round % 2 ? 8 : 16);
        for (uint64_t flips = fpc_random_below(&random, 4); flips > 0; flips--)
            made.bytes[fpc_random_below(&random, made.size)] ^=
                (uint8_t)(1 << fpc_random_below(&random, 8));
        if (fpc_random_below(&random, 3) == 0)
            made.size = 1 + fpc_random_below(&random, made.size);
        read_damaged(made.bytes, made.size, &random);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_npy_headers),    cmocka_unit_test(test_npy_alignment),
        cmocka_unit_test(test_npy_dtypes),     cmocka_unit_test(test_npy_header_limit),
        cmocka_unit_test(test_npy_header_cut), cmocka_unit_test(test_npy_damaged),
    };
    return cmocka_run_group_tests_name("npy", tests, input_folder_make, input_folder_remove);
}
