/* Baselines as files: what is written reads back, what is damaged is refused or differs. */
#include "command/baseline_file.h"
#include "tests/unit/baseline_facts.h"

#include <stdio.h>
#include <unistd.h>

static char path[] = "/tmp/test_baseline_file.XXXXXX";

static int make_file(void **state)
{
    (void)state;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

/* The text of a baseline; the caller frees. */
static char *text_of(const struct fpc_baseline *baseline)
{
    struct fpc_error error = {""};
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    if (fpc_baseline_write(stream, baseline, &error) != FPC_OK)
        fail_msg("%s", error.text);
    fclose(stream);
    return text;
}

static enum fpc_status read_back(struct fpc_baseline *baseline, const char *text, size_t size,
                                 struct fpc_error *error)
{
    FILE *stream = fopen(path, "we");
    assert_non_null(stream);
    assert_int_equal(fwrite(text, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
    return fpc_baseline_read(baseline, path, error);
}

/* Two devices, two inputs and whatever an entry can hold. */
static struct fpc_baseline example(void)
{
    struct said broken = two_pass, not_judged = serial;
    broken.results = 2;
    broken.observed = FPC_LEVEL_NOT_GUARANTEED;
    broken.verdict = FPC_VERDICT_BUG;
    broken.blocks = 16777216;
    not_judged.blocks = 2;
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(two_pass, serial, atomic, of_threads));
    struct fpc_findings findings = findings_of(H200, KERNELS(broken, not_judged));
    struct fpc_input_findings *input = &findings.inputs[0];
    input->kernels[1].judged = false;
    input->kernels[1].verdict = FPC_VERDICT_EXACT;
    free(input->kernels[1].bound_kernel);
    input->kernels[1].bound_kernel = NULL;
    input->kernels[1].results.items[0].ulp_error.known = false;
    input->kernels[1].results.items[0].error_ratio =
        (struct fpc_figure){.known = true, .too_large = true, .text = "1.5e+602"};
    input = add_input(&findings, "\xc3\xa4 \"\\\n.npz");
    input->name = fpc_strdup("x/y");
    input->format = FPC_F16;
    input->big_endian = true;
    input->rank = 0;
    struct said half = serial;
    half.bits[0] = 0x3c00;
    add_kernel(input, half);
    struct fpc_baseline_section section = fpc_baseline_record(&findings);
    fpc_baseline_put(&baseline, &section);
    fpc_findings_clear(&findings);
    return baseline;
}

static void reads_back(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    struct fpc_baseline baseline = example(), back;
    char *text = text_of(&baseline);
    if (read_back(&back, text, strlen(text), &error) != FPC_OK)
        fail_msg("%s", error.text);
    char *again = text_of(&back);
    assert_string_equal(text, again);
    assert_string_equal(back.path, path);
    const struct fpc_baseline_section *section = fpc_baseline_section(&back, H200);
    assert_int_equal(section->input_count, 2);
    const struct fpc_baseline_input *input = fpc_baseline_find(section, "a.bin", NULL);
    assert_true(input->format == FPC_F32 && !input->big_endian && input->rank == 1 &&
                input->dims[0] == 3);
    const struct fpc_baseline_entry *entry = input->entries;
    assert_true(entry[0].has_bits && entry[0].bits == ONE && entry[0].shape.blocks == 2);
    assert_true(entry[0].bound == NULL && entry[0].verdict == NULL && entry[0].ulp_error == NULL);
    assert_string_equal(entry[0].error_ratio, "1.5e+602");
    assert_true(!entry[1].has_bits && entry[1].observed == FPC_LEVEL_NOT_GUARANTEED &&
                entry[1].promise == FPC_LEVEL_RUN_TO_RUN && entry[1].shape.blocks == 16777216);
    assert_string_equal(entry[1].verdict, "bug");
    input = fpc_baseline_find(section, "\xc3\xa4 \"\\\n.npz", "x/y");
    assert_true(input->format == FPC_F16 && input->big_endian && input->rank == 0);
    assert_int_equal(input->entries[0].bits, 0x3c00);
    input = fpc_baseline_find(fpc_baseline_section(&back, HOST), "a.bin", NULL);
    assert_string_equal(input->entries[2].kernel, "threads");
    assert_int_equal(input->entries[2].shape.blocks, 0);
    free(again);
    free(text);
    fpc_baseline_clear(&back);
    fpc_baseline_clear(&baseline);
}

static void cut_at_every_length(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    struct fpc_baseline baseline = example(), back;
    char *text = text_of(&baseline);
    size_t size = strlen(text);
    for (size_t length = 0; length < size - 1; length++) {
        assert_int_equal(read_back(&back, text, length, &error), FPC_UNUSABLE);
        if (strncmp(error.text, path, strlen(path)) != 0)
            fail_msg("'%s' does not name the file", error.text);
    }
    /* Without its last newline it is whole. */
    assert_int_equal(read_back(&back, text, size - 1, &error), FPC_OK);
    fpc_baseline_clear(&back);
    free(text);
    fpc_baseline_clear(&baseline);
}

/* What is read in spite of a flipped bit says something else than before. */
static void every_bit_flipped(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    struct fpc_baseline baseline = example(), back;
    char *text = text_of(&baseline);
    size_t size = strlen(text), refused = 0, read = 0;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        text[bit / 8] ^= (char)(1 << bit % 8);
        enum fpc_status status = read_back(&back, text, size, &error);
        text[bit / 8] ^= (char)(1 << bit % 8);
        assert_true(status == FPC_OK || status == FPC_UNUSABLE);
        refused += status == FPC_UNUSABLE;
        if (status != FPC_OK)
            continue;
        char *again = text_of(&back);
        if (strcmp(again, text) == 0)
            fail_msg("bit %zu makes no difference", bit);
        read++;
        free(again);
        fpc_baseline_clear(&back);
    }
    assert_true(refused > 10000 && read > 1000);
    free(text);
    fpc_baseline_clear(&baseline);
}

static void names_that_json_cannot_hold(void **state)
{
    (void)state;
    struct fpc_error error = {""};
    struct fpc_baseline baseline = example();
    char buffer[64];
    FILE *stream = fmemopen(buffer, sizeof buffer, "w");
    assert_non_null(stream);
    baseline.sections[0].inputs[0].path[0] = '\xff';
    assert_int_equal(fpc_baseline_write(stream, &baseline, &error), FPC_UNUSABLE);
    assert_non_null(strstr(error.text, "its name is not UTF-8"));
    assert_int_equal(ftell(stream), 0);
    fclose(stream);
    fpc_baseline_clear(&baseline);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_back),
        cmocka_unit_test(cut_at_every_length),
        cmocka_unit_test(every_bit_flipped),
        cmocka_unit_test(names_that_json_cannot_hold),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
