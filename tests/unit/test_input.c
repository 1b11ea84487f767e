/* Raw and npy input: every form that is read, every form that is refused, and damaged bytes. */
#include "input_file.h"

#include "base/random.h"
#include "input/npy_header.h"
#include "input/reader.h"

static const struct fpc_input_options unsaid;

/* 1, -2, 0.5 and the smallest subnormal, least significant byte first. */
static const uint8_t four_f32[] = {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f, 1, 0, 0, 0};
static const uint64_t four_f32_bits[] = {0x3f800000, 0xc0000000, 0x3f000000, 1};

struct npy {
    uint8_t bytes[4096];
    size_t size;
};

/* Builds a file: magic, version, the header's length as it is, header, values. */
static struct npy npy(unsigned major, const char *header, const void *values, size_t size)
{
    struct npy made = {{0x93, 'N', 'U', 'M', 'P', 'Y', (uint8_t)major, 0}, 0};
    const size_t length = strlen(header), start = major == 1 ? 10 : 12;
    assert_true(start + length + size <= sizeof made.bytes);
    for (size_t i = 8; i < start; i++)
        made.bytes[i] = (uint8_t)(length >> 8 * (i - 8));
    memcpy(made.bytes + start, header, length);
    memcpy(made.bytes + start + length, values, size);
    made.size = start + length + size;
    return made;
}

static const char *npy_file(unsigned major, const char *header, const void *values, size_t size)
{
    struct npy made = npy(major, header, values, size);
    return input_file_write("x.npy", made.bytes, made.size);
}

/* Four f32 values under this header must be read as they are. */
static void expect_four(unsigned major, const char *header, size_t rank, bool fortran_order)
{
    const char *path = npy_file(major, header, four_f32, sizeof four_f32);
    struct fpc_input input = input_open(path, &unsaid);
    input_expect(&input, FPC_F32, four_f32_bits, 4);
    assert_int_equal(input.rank, rank);
    assert_int_equal(input.fortran_order, fortran_order);
    assert_memory_equal(input.stored, four_f32, sizeof four_f32);
    assert_false(input.format_assumed || input.is_case || input.big_endian);
    fpc_input_clear(&input);
    unlink(path);
}

static void refuse_npy(const char *header, const struct fpc_input_options *options,
                       enum fpc_status status, const char *part)
{
    const char *path = npy_file(1, header, four_f32, sizeof four_f32);
    input_refuse(path, options, status, part);
    unlink(path);
}

static void refuse_bytes(const void *bytes, size_t size, const char *part)
{
    const char *path = input_file_write("x.npy", bytes, size);
    input_refuse(path, &unsaid, FPC_UNUSABLE, part);
    unlink(path);
}

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
        struct fpc_input input = input_open(path, &unsaid);
        assert_int_equal(input.format, names[i].format);
        assert_int_equal(input.format_assumed, names[i].assumed);
        assert_int_equal(input.count * fpc_format_traits(input.format)->size, sizeof four_f32);
        assert_int_equal(input.rank, 1);
        assert_ptr_equal(input.values, input.bytes.data); /* mapped, not copied */
        fpc_input_clear(&input);
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
    struct fpc_input input = input_open(path, &options); /* the option beats the name */
    input_expect(&input, FPC_F64, f64, 2);
    fpc_input_clear(&input);
    options.byte_order = FPC_ORDER_BIG;
    input = input_open(path, &options);
    input_expect(&input, FPC_F64, turned_f64, 2);
    fpc_input_clear(&input);
    options = (struct fpc_input_options){.byte_order = FPC_ORDER_BIG};
    input = input_open(path, &options);
    input_expect(&input, FPC_F32, turned, 4);
    assert_memory_equal(input.stored, four_f32, sizeof four_f32); /* the digest is of the file */
    fpc_input_clear(&input);
    options = input_dtype(FPC_BF16);
    options.byte_order = FPC_ORDER_BIG;
    input = input_open(path, &options);
    input_expect(&input, FPC_BF16, turned_bf16, 8);
    fpc_input_clear(&input);
    options = (struct fpc_input_options){.byte_order = FPC_ORDER_LITTLE};
    input = input_open(path, &options);
    input_expect(&input, FPC_F32, four_f32_bits, 4);
    fpc_input_clear(&input);
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
    struct fpc_input input = input_open(path, &unsaid);
    input_expect(&input, FPC_F32, four_f32_bits, 4);
    fpc_input_clear(&input);
    input = input_open(path, &options);
    assert_int_equal(input.count, 39);
    fpc_input_clear(&input);
    assert_non_null(freopen(path, "rb", stdin));
    input = input_open("-", &unsaid);
    input_expect(&input, FPC_F32, four_f32_bits, 4);
    fpc_input_clear(&input);
    options.kind = FPC_INPUT_CASE;
    input_refuse(path, &options, FPC_UNUSABLE, ":1: byte 0x93");
    unlink(path);
    path = input_file_write("x.bin", four_f32, sizeof four_f32);
    options.kind = FPC_INPUT_NPY;
    input_refuse(path, &options, FPC_UNUSABLE, "magic");
    unlink(path);
    assert_true(fpc_input_kind_parse("raw", &kind) && kind == FPC_INPUT_RAW);
    assert_true(fpc_input_kind_parse("npy", &kind) && kind == FPC_INPUT_NPY);
    assert_true(fpc_input_kind_parse("case", &kind) && kind == FPC_INPUT_CASE);
    assert_false(fpc_input_kind_parse("guess", &kind) || fpc_input_kind_parse("", &kind));
    assert_int_equal(kind, FPC_INPUT_CASE);
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
        struct fpc_input input = input_open(path, &unsaid);
        input_expect(&input, FPC_F64, bits, 2);
        assert_int_equal(input.copy == NULL, (10 + strlen(header)) % 8 == 0);
        fpc_input_clear(&input);
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
        struct fpc_input input = input_open(path, &options);
        input_expect(&input, types[i].format, &types[i].bits, 1);
        assert_int_equal(input.rank, 0);
        assert_int_equal(input.big_endian, types[i].big_endian);
        assert_false(input.fortran_order);
        assert_memory_equal(input.stored, values, input.stored_size);
        fpc_input_clear(&input);
        unlink(path);
    }
}

static void test_npy_container_refused(void **state)
{
    struct npy good = npy(1, "{'descr':'<f4','fortran_order':False,'shape':(4,)}", four_f32, 16);
    (void)state;
    refuse_bytes("\x93NUMPX\1\0\2\0{}", 12, "magic");
    refuse_bytes("\x93NUM", 4, "magic");
    refuse_bytes(good.bytes, 6, "ends before its header");
    refuse_bytes(good.bytes, 9, "ends before its header");
    refuse_bytes("\x93NUMPY\2\0\0\0\0", 11, "ends before its header");
    refuse_bytes(good.bytes, 40, "header is longer (50 bytes) than the file");
    refuse_bytes("\x93NUMPY\2\0\xff\xff\xff\xff{}", 14, "header is longer (4294967295 bytes)");
    good.bytes[6] = 4;
    refuse_bytes(good.bytes, good.size, "version 4.0");
    good.bytes[6] = 0;
    refuse_bytes(good.bytes, good.size, "version 0.0");
    good.bytes[6] = 1;
    good.bytes[7] = 1;
    refuse_bytes(good.bytes, good.size, "version 1.1");
    good.bytes[7] = 0;
    refuse_bytes(good.bytes, good.size - 1, "needs 16 bytes, but 15 follow");
    refuse_bytes(good.bytes, good.size + 1, "needs 16 bytes, but 17 follow");
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
            struct fpc_input input = input_open(path, &unsaid);
            input_expect(&input, FPC_F32, four_f32_bits, 4);
            fpc_input_clear(&input);
        } else {
            input_refuse(path, &unsaid, FPC_UNUSABLE, "longer (65537 bytes) than 64 KiB");
        }
        unlink(path);
    }
}

#define HEAD "{'descr':'<f4','fortran_order':False,"

static void test_npy_dict_refused(void **state)
{
    static const char *const headers[][2] = {
        {"", "'{' is missing at byte 0"},
        {"[]", "'{' is missing"},
        {"{}", "one of descr, fortran_order and shape is missing"},
        {"{,}", "a quoted string is missing"},
        {HEAD "}", "one of descr"},
        {HEAD "'shape':(4,)", "',' or '}' is missing"},
        {HEAD "'shape':(4,)} x", "something follows the dict"},
        {HEAD "'shape':(4,)}{}", "something follows the dict"},
        {HEAD "'shape':(4,),'descr':'<f4'}", "a key for the second time"},
        {HEAD "'shape':(4,),'x':1}", "a key other than"},
        {HEAD "'shape':(4,),'a long, long key':1}", "a string is too long"},
        {HEAD "'shape':(4,),,}", "a quoted string is missing"},
        {HEAD "'shape' (4,)}", "':' is missing"},
        {HEAD "shape:(4,)}", "a quoted string is missing"},
        {HEAD "'shape\":(4,)}", "a string is"},
        {"{'descr':'<f4' 'fortran_order':False,'shape':(4,)}", "',' or '}' is missing"},
        {"{'descr':'<f4','fortran_order':false,'shape':(4,)}", "neither True nor False"},
        {"{'descr':'<f4','fortran_order':0,'shape':(4,)}", "neither True nor False"},
        {"{'descr':'<f4','fortran_order':Falsehood,'shape':(4,)}", "',' or '}' is missing"},
        {"{'descr':'<f4','fortran_order':Fal", "neither True nor False"},
        {"{'descr':'<f\\x34','fortran_order':False,'shape':(4,)}", "a string is not closed, or"},
        {"{'descr':'<f4", "a string is not closed"},
        {"{'descr':", "a quoted string is missing"},
        {HEAD "'shape':4}", "no tuple"},
        {HEAD "'shape':(4)}", "no tuple"},
        {HEAD "'shape':[4]}", "no tuple"},
        {HEAD "'shape':(,)}", "no tuple"},
        {HEAD "'shape':(-4,)}", "no tuple"},
        {HEAD "'shape':(04,)}", "no tuple"},
        {HEAD "'shape':(4.0,)}", "',' is missing"},
        {HEAD "'shape':(2 2)}", "',' is missing"},
        {HEAD "'shape':(4,", "no tuple"},
        {HEAD "'shape':(18446744073709551616,)}", "extent of the shape is too large"},
        {HEAD "'shape':(100000000000000000000,)}", "extent of the shape is too large"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        refuse_npy(headers[i][0], &unsaid, FPC_UNUSABLE, headers[i][1]);
}

static void test_npy_shape_refused(void **state)
{
    char deep[512] = HEAD "'shape':(";
    (void)state;
    refuse_npy(HEAD "'shape':(0,)}", &unsaid, FPC_UNUSABLE, "shape (0,) holds no values");
    refuse_npy(HEAD "'shape':(4,0,18446744073709551615,9)}", &unsaid, FPC_UNUSABLE,
               "holds no values");
    refuse_npy(HEAD "'shape':(3,)}", &unsaid, FPC_UNUSABLE, "shape (3,) needs 12 bytes, but 16");
    refuse_npy(HEAD "'shape':(2,3)}", &unsaid, FPC_UNUSABLE, "shape (2, 3) needs 24 bytes");
    refuse_npy(HEAD "'shape':()}", &unsaid, FPC_UNUSABLE, "shape () needs 4 bytes");
    /* 2^64 values wrap to 0, 2^62 + 4 of four bytes to 16 */
    refuse_npy(HEAD "'shape':(4294967296,4294967296)}", &unsaid, FPC_UNUSABLE, "larger than any");
    refuse_npy(HEAD "'shape':(4611686018427387908,)}", &unsaid, FPC_UNUSABLE, "larger than any");
    for (int i = 0; i < 64; i++)
        strcat(deep, "1,");
    refuse_npy(strcat(deep, ")}"), &unsaid, FPC_UNUSABLE, "needs 4 bytes"); /* 64 are allowed */
    strcpy(strrchr(deep, ')'), "1)}");
    refuse_npy(deep, &unsaid, FPC_UNUSABLE, "more than 64 extents");
}

static void refuse_descr(const char *descr, const struct fpc_input_options *options,
                         enum fpc_status status, const char *part)
{
    char header[256];
    snprintf(header, sizeof header, "{'descr':%s,'fortran_order':False,'shape':(4,)}", descr);
    refuse_npy(header, options, status, part);
}

static void test_npy_dtype_refused(void **state)
{
    static const char *const dtypes[][2] = {
        {"'|O'", "dtype '|O' (object)"},
        {"'<i4'", "dtype '<i4' (integer)"},
        {"'<u8'", "dtype '<u8' (integer)"},
        {"'<c8'", "dtype '<c8' (complex)"},
        {"'|b1'", "dtype '|b1' (boolean)"},
        {"'|S4'", "dtype '|S4' (string)"},
        {"'<U1'", "dtype '<U1' (string)"},
        {"'<M8[ns]'", "dtype '<M8[ns]' (date-time)"},
        {"'<f16'", "dtype '<f16'"},
        {"'|f4'", "dtype '|f4'"},
        {"'<f44'", "dtype '<f44'"},
        {"'<'", "dtype '<' (unknown)"},
        {"''", "dtype '' (unknown)"},
        {"'<<f4'", "dtype '<<f4'"},
        {"'|V4'", "dtype '|V4' (opaque)"},
        {"'>V2'", "dtype '>V2' (opaque)"},
        {"'|V2'", "give --dtype bf16"},
        {"'<V2'", "give --dtype bf16"},
        {"[('a','<f4')]", "structured dtype [('a','<f4')]"},
        {"('<f4',(4,))", "structured dtype ('<f4',(4,))"},
    };
    struct fpc_input_options options = input_dtype(FPC_F64);
    (void)state;
    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++)
        refuse_descr(dtypes[i][0], &unsaid, FPC_UNUSABLE, dtypes[i][1]);
    refuse_descr("'<f4'", &options, FPC_USAGE, "--dtype f64 contradicts the file, which says f32");
    refuse_descr("'<V2'", &options, FPC_USAGE, "--dtype f64 contradicts the file");
    options = input_dtype(FPC_BF16);
    refuse_descr("'<f2'", &options, FPC_USAGE, "--dtype bf16 contradicts");
    options = (struct fpc_input_options){.byte_order = FPC_ORDER_LITTLE};
    refuse_descr("'<f4'", &options, FPC_USAGE, "--byte-order is for raw values");
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
        struct fpc_input input = input_open(input_file_source(files[i].name), &unsaid);
        assert_int_equal(input.format, files[i].format);
        assert_int_equal(input.rank, files[i].rank);
        assert_int_equal(input.count, files[i].count);
        assert_null(input.copy);
        fpc_input_clear(&input);
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
    struct fpc_input draft = {.path = strdup("damaged")};
    struct fpc_input_options options = {0};
    struct fpc_error error = {""};
    if (fpc_random_below(random, 2))
        options = input_dtype((enum fpc_format)fpc_random_below(random, FPC_FORMATS));
    draft.bytes = (struct fpc_bytes){memcpy(malloc(size), bytes, size), size, 0};
    fpc_reader_npy.recognises(draft.bytes.data, size);
    enum fpc_status status = fpc_reader_npy.read(&draft, &options, &error);
    if (status == FPC_OK) {
        assert_in_range(draft.stored - draft.bytes.data, 10, size - 1);
        assert_int_equal(draft.stored + draft.stored_size - draft.bytes.data, size);
        assert_int_equal(draft.count * fpc_format_traits(draft.format)->size, draft.stored_size);
    } else {
        assert_true(status == FPC_UNUSABLE || status == FPC_USAGE);
        assert_memory_equal(error.text, "damaged: ", 9);
    }
    fpc_input_clear(&draft);
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
        cmocka_unit_test(test_raw_formats),       cmocka_unit_test(test_raw_options),
        cmocka_unit_test(test_raw_refused),       cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_npy_headers),       cmocka_unit_test(test_npy_alignment),
        cmocka_unit_test(test_npy_dtypes),        cmocka_unit_test(test_npy_container_refused),
        cmocka_unit_test(test_npy_header_limit),  cmocka_unit_test(test_npy_dict_refused),
        cmocka_unit_test(test_npy_shape_refused), cmocka_unit_test(test_npy_dtype_refused),
        cmocka_unit_test(test_real_files),        cmocka_unit_test(test_npy_header_cut),
        cmocka_unit_test(test_npy_damaged),
    };
    return cmocka_run_group_tests_name("input", tests, input_folder_make, input_folder_remove);
}
