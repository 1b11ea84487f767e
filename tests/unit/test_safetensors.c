/* safetensors input: what is read, what is left out, and damaged bytes. */
#include "safetensors_file.h"

#include "base/random.h"
#include "exact/exact.h"

static const struct fpc_input_options unsaid;

/* Known answers, computed with integers and fractions alone. */
static void test_real_file(void **state)
{
    static const struct {
        const char *name;
        enum fpc_format format;
        uint64_t dims[2], rounded;
    } tensors[] = {{"fc1.weight", FPC_F32, {256, 64}, 0x43395f56},
                   {"fc2.weight", FPC_F32, {10, 256}, 0x3eca3bea},
                   {"fc1.grad.bf16", FPC_BF16, {256, 64}, 0xbcb6}};
    struct fpc_error error;
    struct fpc_pool *pool;
    (void)state;
    assert_int_equal(fpc_pool_open(&pool, 1, &error), FPC_OK);
    const char *path = input_file_source("tests/data/digits-net.safetensors");
    const struct fpc_inputs *inputs = inputs_open(path, &unsaid);
    assert_int_equal(inputs->count, 3);
    assert_int_equal(inputs->note_count, 0);
    assert_int_equal(inputs->source_count, 1);
    for (size_t i = 0; i < 3; i++) {
        const struct fpc_input *input = &inputs->items[i];
        struct fpc_exact_sum sum;
        assert_string_equal(input->name, tensors[i].name);
        assert_int_equal(input->format, tensors[i].format);
        assert_int_equal(input->rank, 2);
        assert_memory_equal(input->dims, tensors[i].dims, sizeof tensors[i].dims);
        assert_null(input->copy);
        input_touch(input);
        fpc_exact_of(input->format, input->values, input->count, pool, &sum);
        assert_int_equal(sum.rounded, tensors[i].rounded);
        fpc_exact_sum_clear(&sum);
    }
    input_close();
    fpc_pool_close(pool);
}

static void test_named(void **state)
{
    struct fpc_input_options options = {.tensor = "fc2.weight"};
    const char *path = input_file_source("tests/data/digits-net.safetensors");
    (void)state;
    assert_string_equal(input_open(path, &options)->name, "fc2.weight");
    assert_int_equal(input_list.items->count, 2560);
    input_close();
    options.tensor = "fc2";
    input_refuse(path, &options, FPC_UNUSABLE,
                 "there is no tensor 'fc2'; there are fc1.weight, fc2.weight, fc1.grad.bf16");
    options = (struct fpc_input_options){.byte_order = FPC_ORDER_LITTLE};
    input_refuse(path, &options, FPC_USAGE, "--byte-order is for raw values");
    options = input_dtype(FPC_F32);
    options.tensor = "fc1.grad.bf16";
    char wanted[1100];
    struct fpc_error error;
    snprintf(wanted, sizeof wanted, "%s:fc1.grad.bf16: --dtype f32 contradicts", path);
    assert_int_equal(fpc_inputs_add(&input_list, path, &options, &error), FPC_USAGE);
    assert_memory_equal(error.text, wanted, strlen(wanted));
}

/* Two paths in one list: members of both, each file kept once; a bad third changes nothing. */
static void test_several(void **state)
{
    struct fpc_input_options options = {.tensor = "fc1.weight"};
    struct fpc_inputs inputs = {0};
    struct fpc_error error;
    const char *path = input_file_source("tests/data/digits-net.safetensors");
    (void)state;
    assert_int_equal(fpc_inputs_add(&inputs, path, &unsaid, &error), FPC_OK);
    assert_int_equal(fpc_inputs_add(&inputs, path, &options, &error), FPC_OK);
    assert_int_equal(fpc_inputs_add(&inputs, "case:cancel", &unsaid, &error), FPC_OK);
    options.tensor = "no";
    assert_int_equal(fpc_inputs_add(&inputs, path, &options, &error), FPC_UNUSABLE);
    assert_int_equal(inputs.count, 5);
    assert_int_equal(inputs.source_count, 2);
    assert_string_equal(inputs.items[3].name, "fc1.weight");
    assert_null(inputs.items[4].name);
    for (size_t i = 0; i < inputs.count; i++)
        input_touch(&inputs.items[i]);
    fpc_inputs_clear(&inputs);
    assert_true(inputs.count == 0 && inputs.items == NULL);
}

static void test_formats(void **state)
{
    static const uint64_t f64[] = {0x0807060504030201, 0x100f0e0d0c0b0a09};
    static const uint64_t f32[] = {0x14131211}, f16[] = {0x1615, 0x1817}, bf16[] = {0x1a19};
    (void)state;
    for (int pad = 0; pad < 9; pad++) { /* aligned or not, as it comes */
        char header[512];
        snprintf(header, sizeof header, "{%s,%s, %s,\"__metadata__\":{\"a\":\"b\"},%s}%*s",
                 T("h", "F16", "2,1", 20, 24), T("d", "F64", "2", 0, 16), T("s", "F32", "", 16, 20),
                 T("b", "BF16", "1,1,1", 24, 26), pad, "");
        const char *path = write_header(header, 26);
        const struct fpc_inputs *inputs = inputs_open(path, &unsaid);
        unlink(path);
        assert_int_equal(inputs->count, 4);
        input_expect(&inputs->items[0], FPC_F64, f64, 2);
        input_expect(&inputs->items[1], FPC_F32, f32, 1);
        input_expect(&inputs->items[2], FPC_F16, f16, 2);
        input_expect(&inputs->items[3], FPC_BF16, bf16, 1);
        assert_int_equal(inputs->items[1].rank, 0);
        assert_int_equal(inputs->items[3].rank, 3);
        assert_int_equal(inputs->items[0].copy == NULL, (8 + strlen(header)) % 8 == 0);
        assert_memory_equal(inputs->items[2].stored, payload + 20, 4);
        input_close();
    }
}

static void test_left_out(void **state)
{
    static const char header[] = "{" T("ids", "I64", "1", 0, 8) "," T("w", "F32", "2", 8, 16) "," T(
        "none", "F32", "0", 8, 8) "," T("odd", "F7", "5", 16, 17) "," T("q", "F4", "2", 17, 18) "}";
    struct fpc_input_options options = {.tensor = "ids"};
    (void)state;
    const char *path = write_header(header, 18);
    assert_string_equal(input_open(path, &unsaid)->name, "w");
    assert_int_equal(input_list.note_count, 1);
    assert_non_null(
        strstr(input_list.notes[0], ": not summed: ids (I64), none (no values), odd (F7), q (F4)"));
    input_close();
    input_refuse(path, &options, FPC_UNUSABLE, "tensor 'ids' is not summed: I64");
    options.tensor = "none";
    input_refuse(path, &options, FPC_UNUSABLE, "tensor 'none' is not summed: no values");
    options.tensor = "odd";
    input_refuse(path, &options, FPC_UNUSABLE, "tensor 'odd' is not summed: F7");
    options.tensor = "w";
    assert_string_equal(input_open(path, &options)->name, "w");
    assert_int_equal(input_list.note_count, 0); /* what was not asked for is not missed */
    input_close();
    unlink(path);
    path = write_header("{" T("ids", "I64", "1", 0, 8) "}", 8);
    input_refuse(path, &unsaid, FPC_UNUSABLE,
                 "no tensor can be summed (F64, F32, F16 and BF16 can): ids (I64)");
    unlink(path);
}

static void test_names_cut(void **state)
{
    char header[4096] = "{";
    struct fpc_input_options options = {.tensor = "z"};
    (void)state;
    for (int i = 0; i < 30; i++)
        sprintf(header + strlen(header),
                "%s\"t%d\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[%d,%d]}", i ? "," : "",
                i, i, i + 1);
    strcat(header, "}");
    const char *path = write_header(header, 30);
    input_refuse(path, &options, FPC_UNUSABLE, "there are t0, t1, t2");
    input_refuse(path, &options, FPC_UNUSABLE, "t11 and 18 more");
    unlink(path);
}

/* The reader gets a buffer of exactly its size, so that AddressSanitizer sees a byte too far. */
static void test_damaged(void **state)
{
    static const char header[] = "{" T("a", "F32", "2,1", 0, 8) "," T(
        "b", "I16", "0", 8, 8) ",\"__metadata__\":{\"x\":\"y\"}," T("c", "BF16", "3", 8, 14) "}";
    struct fpc_random random = {.seed = 4};
    (void)state;
    for (int round = 0; round < 6000; round++) {
        uint8_t bytes[512] = {(uint8_t)(sizeof header - 1)};
        struct fpc_input_options options = {.kind = FPC_INPUT_SAFETENSORS,
                                            .tensor = round % 3 ? NULL : "c"};
        struct fpc_inputs inputs = {0};
        struct fpc_error error = {""};
        size_t size = 8 + sizeof header - 1 + 14;
        memcpy(bytes + 8, header, sizeof header - 1);
        for (uint64_t flips = fpc_random_below(&random, 4); flips > 0; flips--)
            bytes[fpc_random_below(&random, size)] ^= (uint8_t)(1 << fpc_random_below(&random, 8));
        if (fpc_random_below(&random, 3) == 0)
            size = 1 + fpc_random_below(&random, size);
        struct fpc_bytes copy = {memcpy(malloc(size), bytes, size), size, 0};
        enum fpc_status status = fpc_inputs_add_bytes(&inputs, "damaged", copy, &options, &error);
        if (status != FPC_OK)
            assert_memory_equal(error.text, "damaged:", 8);
        for (size_t i = 0; i < inputs.count; i++)
            input_touch(&inputs.items[i]);
        fpc_inputs_clear(&inputs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real_file), cmocka_unit_test(test_named),
        cmocka_unit_test(test_several),   cmocka_unit_test(test_formats),
        cmocka_unit_test(test_left_out),  cmocka_unit_test(test_names_cut),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests_name("safetensors", tests, input_folder_make,
                                       input_folder_remove);
}
