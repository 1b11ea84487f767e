/* npy input: every form that is refused, with its status and what is said. */
#include "npy_file.h"

static const struct fpc_input_options unsaid;

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_npy_container_refused),
        cmocka_unit_test(test_npy_dict_refused),
        cmocka_unit_test(test_npy_shape_refused),
        cmocka_unit_test(test_npy_dtype_refused),
    };
    return cmocka_run_group_tests_name("npy_refused", tests, input_folder_make,
                                       input_folder_remove);
}
