/* Raw input, how the kind of an input is told, and real files. */
#include "npy_file.h"

static const struct fpc_input_options unsaid;

static void test_raw_formats(void **state)
{
    static const struct {
        const char *name;
        enum fpc_format format;
        bool assumed;
    } names[] = {{"x-bf16.bin", FPC_BF16, false}, {"x-f16.bin", FPC_F16, false},
                 {"x-f32.bin", FPC_F32, false},   {"x-f64.bin", FPC_F64, false},
                 {"f16.bin", FPC_F16, false},     {"x.bin", FPC_F32, true},
                 {"f16.bin.old", FPC_F32, true}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *path = input_file_write(names[i].name, four_f32, sizeof four_f32);
        const struct fpc_input *input = input_open(path, &unsaid);
        assert_int_equal(input->format, names[i].format);
        assert_int_equal(input->format_assumed, names[i].assumed);
        assert_int_equal(input_list.note_count, names[i].assumed);
        assert_int_equal(input->count * fpc_format_traits(input->format)->size, sizeof four_f32);
        assert_int_equal(input->rank, 1);
        assert_ptr_equal(input->values, input_list.sources->data); /* mapped, not copied */
        input_close();
        unlink(path);
    }
}

static void test_raw_options(void **state)
{
    static const uint64_t f64[] = {0xc00000003f800000, 0x000000013f000000};
    static const uint64_t turned[] = {0x0000803f, 0x000000c0, 0x0000003f, 0x01000000};
    static const uint64_t turned_f64[] = {0x0000803f000000c0, 0x0000003f01000000};
    static const uint64_t turned_bf16[] = {0, 0x803f, 0, 0xc0, 0, 0x3f, 0x100, 0};
    struct fpc_input_options options = input_dtype(FPC_F64);
    (void)state;
    const char *path = input_file_write("x-f32.bin", four_f32, sizeof four_f32);
    const struct fpc_input *input = input_open(path, &options); /* the option beats the name */
    input_expect(input, FPC_F64, f64, 2);
    input_close();
    options.byte_order = FPC_ORDER_BIG;
    input = input_open(path, &options);
    input_expect(input, FPC_F64, turned_f64, 2);
    input_close();
    options = (struct fpc_input_options){.byte_order = FPC_ORDER_BIG};
    input = input_open(path, &options);
    input_expect(input, FPC_F32, turned, 4);
    assert_memory_equal(input->stored, four_f32, sizeof four_f32); /* the digest is of the file */
    input_close();
    options = input_dtype(FPC_BF16);
    options.byte_order = FPC_ORDER_BIG;
    input = input_open(path, &options);
    input_expect(input, FPC_BF16, turned_bf16, 8);
    input_close();
    options = (struct fpc_input_options){.byte_order = FPC_ORDER_LITTLE};
    input = input_open(path, &options);
    input_expect(input, FPC_F32, four_f32_bits, 4);
    input_close();
    unlink(path);
}

static void test_raw_refused(void **state)
{
    (void)state;
    const char *path = input_file_write("x.bin", four_f32, 15);
    input_refuse(path, &unsaid, FPC_UNUSABLE, "15 bytes are no whole number of f32");
    unlink(path);
    path = input_file_write("x.bin", four_f32, 12);
    struct fpc_input_options options = input_dtype(FPC_F64);
    input_refuse(path, &options, FPC_UNUSABLE, "no whole number of f64");
    unlink(path);
    path = input_file_write("x.bin", four_f32, 0);
    input_refuse(path, &unsaid, FPC_UNUSABLE, "the file is empty");
    unlink(path);
    input_refuse(path, &unsaid, FPC_UNUSABLE, "No such file");
    input_refuse(input_folder, &unsaid, FPC_UNUSABLE, "Is a directory");
}

/* --input-format beats magic and suffix; magic beats suffix; "-" is told by magic too. */
static void test_kinds(void **state)
{
    static const char header[] = "{'descr':'<f4','fortran_order':False,'shape':(4,)}";
    struct fpc_input_options options = {.kind = FPC_INPUT_RAW};
    enum fpc_input_kind kind = FPC_INPUT_GUESS;
    (void)state;
    struct npy made = npy(3, header, four_f32, sizeof four_f32); /* 12 + 50 + 16 = 78 bytes */
    const char *path = input_file_write("x-f16.bin", made.bytes, made.size);
    const struct fpc_input *input = input_open(path, &unsaid);
    input_expect(input, FPC_F32, four_f32_bits, 4);
    input_close();
    input = input_open(path, &options);
    assert_int_equal(input->count, 39);
    input_close();
    assert_non_null(freopen(path, "rb", stdin));
    input = input_open("-", &unsaid);
    input_expect(input, FPC_F32, four_f32_bits, 4);
    input_close();
    options.kind = FPC_INPUT_CASE;
    input_refuse(path, &options, FPC_UNUSABLE, ":1: byte 0x93");
    unlink(path);
    path = input_file_write("x.bin", four_f32, sizeof four_f32);
    options.kind = FPC_INPUT_NPY;
    input_refuse(path, &options, FPC_UNUSABLE, "magic");
    unlink(path);
    assert_true(fpc_input_kind_parse("raw", &kind) && kind == FPC_INPUT_RAW);
    assert_true(fpc_input_kind_parse("npy", &kind) && kind == FPC_INPUT_NPY);
    assert_true(fpc_input_kind_parse("npz", &kind) && kind == FPC_INPUT_NPZ);
    assert_true(fpc_input_kind_parse("safetensors", &kind) && kind == FPC_INPUT_SAFETENSORS);
    assert_true(fpc_input_kind_parse("text", &kind) && kind == FPC_INPUT_TEXT);
    assert_true(fpc_input_kind_parse("case", &kind) && kind == FPC_INPUT_CASE);
    assert_false(fpc_input_kind_parse("guess", &kind) || fpc_input_kind_parse("", &kind));
    assert_int_equal(kind, FPC_INPUT_CASE);
}

/* Files of other programs are told by content or suffix, and refused with what converts them. */
static void test_foreign(void **state)
{
    static const char torch_zip[] = "PK\3\4\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x0c\0\0\0"
                                    "net/data.pkl";
    static const char pickle[] = "\x80\2\x8a\x0al\xfc\x9c\x46\xf9 j\xa8P\x19.";
    static const char short_pickle[] = "\x80\2}q\0.";
    static const char hdf5[] = "\x89HDF\r\n\x1a\n\0\0\0\0";
    static const struct {
        const char *name, *bytes;
        size_t size;
        const char *part;
    } files[] = {
        {"x.pt", torch_zip, sizeof torch_zip - 1, "python3 -c \"import sys, torch"},
        {"x.bin", torch_zip, sizeof torch_zip - 1, "a PyTorch file is not read"},
        {"x.bin", pickle, sizeof pickle - 1, "a PyTorch file is not read"},
        {"x.pth", short_pickle, sizeof short_pickle - 1, "a PyTorch file is not read"},
        {"x.npz", torch_zip, sizeof torch_zip - 1, "a PyTorch file is not read"},
        {"x.bin", hdf5, sizeof hdf5 - 1, "python3 -c \"import sys, h5py, numpy"},
        {"x.h5", "abcd", 4, "an HDF5 file is not read"},
        {"x y$(z).pt", "abcd", 4, "sys.argv[2])\" FILE FILE.safetensors"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *path = input_file_write(files[i].name, files[i].bytes, files[i].size);
        input_refuse(path, &unsaid, FPC_UNUSABLE, files[i].part);
        unlink(path);
    }
    /* the first member or the directory of a large one */
    static uint8_t large[200004] = {'P', 'K', 3, 4};
    for (size_t at = 100; at < sizeof large; at += sizeof large - 200) {
        memcpy(large + at, "net/data.pkl", 12);
        const char *path = input_file_write("x.bin", large, sizeof large);
        input_refuse(path, &unsaid, FPC_UNUSABLE, "a PyTorch file is not read");
        memset(large + at, 0, 12);
    }
    struct fpc_input_options options = {.kind = FPC_INPUT_RAW};
    const char *path = input_file_write("x.pt", "abcd", 4);
    assert_int_equal(input_open(path, &options)->count, 1); /* who says raw gets raw */
    input_close();
    unlink(path);
    path = input_file_write("x.bin", large, sizeof large); /* any other archive is raw data */
    assert_int_equal(input_open(path, &unsaid)->count, sizeof large / 4);
    input_close();
    unlink(path);
    path = input_file_write("x-f16.bin", short_pickle, sizeof short_pickle - 1);
    assert_int_equal(input_open(path, &unsaid)->count, 3); /* two bytes do not make a pickle */
    input_close();
    unlink(path);
}

/* Files from elsewhere: what other programs wrote is read as they meant it. */
static void test_real_files(void **state)
{
    static const struct {
        const char *name;
        enum fpc_format format;
        size_t rank, count;
    } files[] = {{"tests/data/digits-grad-f32.npy", FPC_F32, 2, 256 * 64},
                 {"tests/data/digits-loss-f32.npy", FPC_F32, 1, 1797},
                 {"tests/data/digits-act-f16.npy", FPC_F16, 2, 256 * 256},
                 {"tests/data/diabetes-residual-f64.bin", FPC_F64, 1, 442}};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const struct fpc_input *input = input_open(input_file_source(files[i].name), &unsaid);
        assert_int_equal(input->format, files[i].format);
        assert_int_equal(input->rank, files[i].rank);
        assert_int_equal(input->count, files[i].count);
        assert_null(input->copy);
        input_close();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_raw_formats), cmocka_unit_test(test_raw_options),
        cmocka_unit_test(test_raw_refused), cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_foreign),     cmocka_unit_test(test_real_files),
    };
    return cmocka_run_group_tests_name("input", tests, input_folder_make, input_folder_remove);
}
