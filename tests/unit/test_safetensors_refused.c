/* safetensors input: every form that is refused, and what is said. */
#include "safetensors_file.h"

static const struct fpc_input_options unsaid;

static void refuse(const char *header, size_t data_size, const char *part)
{
    const char *path = write_header(header, data_size);
    input_refuse(path, &unsaid, FPC_UNUSABLE, part);
    unlink(path);
}

static void test_container_refused(void **state)
{
    static const char good[] = "{" T("a", "F32", "2", 0, 8) "}";
    (void)state;
    const char *path = input_file_write("x.safetensors", "\1\0\0\0\0\0\0", 7);
    input_refuse(path, &unsaid, FPC_UNUSABLE, "ends before its header");
    path = write_file(good, strlen(good) + 9, 8);
    input_refuse(path, &unsaid, FPC_UNUSABLE, "bytes) than the file");
    path = write_file(good, UINT64_MAX, 8);
    input_refuse(path, &unsaid, FPC_UNUSABLE, "longer (18446744073709551615 bytes) than the file");
    path = write_file(good, strlen(good) + 1, 8); /* the first byte of the data belongs to it */
    input_refuse(path, &unsaid, FPC_UNUSABLE, "no JSON object");
    path = write_file(good, strlen(good) - 1, 8);
    input_refuse(path, &unsaid, FPC_UNUSABLE, "no JSON object");
    path = write_file(good, 0, 8);
    input_refuse(path, &unsaid, FPC_UNUSABLE, "no JSON object");
    path = write_file(good, 100000001, 8);
    assert_int_equal(truncate(path, 100000010), 0);
    input_refuse(path, &unsaid, FPC_UNUSABLE, "longer (100000001 bytes) than 100 MB");
    unlink(path);
}

static void test_json_refused(void **state)
{
    (void)state;
    refuse("", 8, "no JSON object");
    refuse("[]", 8, "no JSON object");
    refuse(" {" T("a", "F32", "2", 0, 8) "}", 8, "no JSON object");
    refuse("{" T("a", "F32", "2", 0, 8) "} x", 8, "no JSON object");
    refuse("{" T("a", "F32", "2", 0, 8) ",}", 8, "no JSON object");
    refuse("{" T("a", "F32", "2", 0, 8) "," T("a", "F32", "2", 0, 8) "}", 8, "duplicate");
    refuse("{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 8,
           "duplicate");
    refuse("{\"a\\u0000b\":1}", 8, "no JSON object");
    refuse("{\"\xff\":1}", 8, "no JSON object");
    refuse("{}", 8, "holds no tensors");
    refuse("{\"__metadata__\":{}}", 8, "holds no tensors");
    refuse("{\"__metadata__\":{\"a\":1}}", 8, "'__metadata__' is no map");
    refuse("{\"__metadata__\":[]}", 8, "'__metadata__' is no map");
    refuse("{\"a\":[]}", 8, "tensor 'a': it is no JSON object");
    refuse("{\"a\":{\"shape\":[2],\"data_offsets\":[0,8]}}", 8, "tensor 'a': 'dtype' is missing");
    refuse("{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,8]}}", 8, "'shape' is missing");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[2]}}", 8, "'data_offsets' is missing");
    refuse("{\"a\":{\"dtype\":32,\"shape\":[2],\"data_offsets\":[0,8]}}", 8,
           "'dtype' is no string");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":2,\"data_offsets\":[0,8]}}", 8,
           "'shape' is no list");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":8}}", 8, "is no pair");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8],\"x\":1}}", 8,
           "a field other than");
    refuse("{" T("a", "F32", "2.0", 0, 8) "}", 8, "'shape' is no list of integers");
    refuse("{" T("a", "F32", "-2", 0, 8) "}", 8, "'shape' is no list of integers");
    refuse("{" T("a", "F32", "\\\"2\\\"", 0, 8) "}", 8, "no JSON object");
    refuse("{" T("a", "F32", "2", 0, 8.0) "}", 8, "is no pair");
    refuse("{" T("a", "F32", "2", -8, 0) "}", 8, "is no pair");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8,8]}}", 8, "is no pair");
    refuse("{" T("a", "F32", "99999999999999999999", 0, 8) "}", 8, "no JSON object");
}

static void test_layout_refused(void **state)
{
    char deep[1024] = "{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,4],\"shape\":[1";
    (void)state;
    refuse("{" T("a", "F32", "2", 0, 8) "}", 7, "ends at byte 8, but only 7 bytes follow");
    refuse("{" T("a", "F32", "2", 0, 8) "}", 9, "1 bytes follow the last tensor");
    refuse("{" T("a", "F32", "2", 8, 0) "}", 8, "begins at byte 8, behind its end at byte 0");
    refuse("{" T("a", "F32", "2", 4, 12) "}", 12, "a hole of 4 bytes lies before it at byte 0");
    refuse("{" T("a", "F32", "1", 0, 4) "," T("b", "F32", "1", 8, 12) "}", 12,
           "tensor 'b': a hole of 4 bytes lies before it at byte 4");
    refuse("{" T("b", "F32", "2", 4, 12) "," T("a", "F32", "2", 0, 8) "}", 12,
           "tensor 'b': it overlaps 'a' at byte 4");
    refuse("{" T("a", "F32", "2", 0, 8) "," T("b", "F32", "2", 0, 8) "}", 8, "overlaps");
    refuse("{" T("a", "F32", "2", 0, 8) "," T("b", "F32", "0", 4, 4) "}", 8, "overlaps");
    refuse("{" T("a", "F32", "3", 0, 8) "}", 8, "3 values of F32 do not take 8 bytes");
    refuse("{" T("a", "F32", "0", 0, 8) "}", 8, "0 values of F32 do not take 8 bytes");
    refuse("{" T("a", "U8", "9", 0, 8) "}", 8, "9 values of U8 do not take 8 bytes");
    refuse("{" T("a", "F4", "9", 0, 4) "}", 4, "9 values of F4 do not take 4 bytes");
    /* 2^64 values wrap to 0, 2^62 + 2 of four bytes to 8 */
    refuse("{" T("a", "F32", "4294967296,4294967296", 0, 8) "}", 8, "larger than any file");
    refuse("{" T("a", "F32", "4294967296,4294967296", 0, 0) "}", 0, "larger than any file");
    refuse("{" T("a", "F32", "4611686018427387906", 0, 8) "}", 8, "do not take 8 bytes");
    refuse("{" T("a", "F64", "1", 0, 9223372036854775807) "}", 8, "but only 8 bytes follow");
    for (int i = 0; i < 64; i++)
        strcat(deep, ",1");
    refuse(strcat(deep, "]}}"), 4, "more than 64 extents");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_container_refused),
        cmocka_unit_test(test_json_refused),
        cmocka_unit_test(test_layout_refused),
    };
    return cmocka_run_group_tests_name("safetensors_refused", tests, input_folder_make,
                                       input_folder_remove);
}
