/* What is recorded, which inputs are comparable, and what an update changes. */
#include "analysis/baseline_changes.h"
#include "analysis/baseline_errors.h"
#include "number/round.h"
#include "tests/unit/baseline_facts.h"

#include <math.h>

static void what_is_recorded(void **state)
{
    (void)state;
    struct fpc_findings findings = findings_of(HOST, KERNELS(two_pass, serial, atomic));
    add_kernel(add_input(&findings, "B.bin"), serial);
    add_kernel(add_input(&findings, "a.bin"), atomic); /* named twice: the first counts */
    struct fpc_baseline_section section = fpc_baseline_record(&findings);
    assert_string_equal(section.device, "host");
    assert_int_equal(section.input_count, 2);
    assert_string_equal(section.inputs[0].path, "B.bin");
    assert_string_equal(section.inputs[1].path, "a.bin");
    assert_int_equal(section.inputs[1].entry_count, 3);
    const struct fpc_baseline_entry *entry = section.inputs[1].entries;
    assert_string_equal(entry[0].kernel, "atomic");
    assert_false(entry[0].has_bits);
    assert_null(entry[0].ulp_error);
    assert_string_equal(entry[0].bound, "0x1p-10");
    assert_string_equal(entry[0].verdict, "explained");
    assert_string_equal(entry[1].kernel, "serial");
    assert_string_equal(entry[1].verdict, "exact");
    assert_string_equal(entry[2].kernel, "two_pass");
    assert_true(entry[2].has_bits && entry[2].bits == ONE);
    assert_string_equal(entry[2].ulp_error, "0x1p-1");
    assert_string_equal(entry[2].error_ratio, "0x1p-2");
    assert_string_equal(entry[2].verdict, "rounding");
    fpc_baseline_section_clear(&section);
    fpc_findings_clear(&findings);
}

/* Beyond the promise a level is luck, and would be another one next time. */
static void levels_up_to_the_promise(void **state)
{
    (void)state;
    struct said lucky = two_pass, steady = atomic;
    lucky.observed = FPC_LEVEL_SHAPE_INVARIANT;
    steady.observed = FPC_LEVEL_RUN_TO_RUN;
    steady.results = 1;
    struct fpc_findings findings = findings_of(HOST, KERNELS(lucky, steady));
    struct fpc_baseline_section section = fpc_baseline_record(&findings);
    assert_int_equal(section.inputs[0].entries[0].observed, FPC_LEVEL_NOT_GUARANTEED);
    assert_false(section.inputs[0].entries[0].has_bits);
    assert_int_equal(section.inputs[0].entries[1].observed, FPC_LEVEL_RUN_TO_RUN);
    fpc_baseline_section_clear(&section);
    fpc_findings_clear(&findings);
}

/* For every double X, the text read back exceeds X if and only if the figure does. */
static void figures_read_back(void **state)
{
    (void)state;
    /* 1/3 rounded up is the double above 0x1.5555555555555p-2. */
    mpfr_t one, three, tiny;
    mpfr_inits2(53, one, three, (mpfr_ptr)0);
    mpfr_init2(tiny, 53);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    mpfr_set_ui(three, 3, MPFR_RNDN);
    mpfr_set_ui_2exp(tiny, 1, -2000, MPFR_RNDN);
    struct fpc_figure third = fpc_figure_quotient(one, three);
    char *text = fpc_baseline_figure(&third);
    assert_string_equal(text, "0x1.5555555555556p-2");
    assert_true(strtod(text, NULL) == third.up);
    free(text);
    /* Smaller than every double, and yet not 0. */
    struct fpc_figure small = fpc_figure_quotient(tiny, one);
    text = fpc_baseline_figure(&small);
    assert_string_equal(text, "0x0.0000000000001p-1022");
    free(text);
    /* 2^2000, beyond every double: 17 digits by Python's decimal. */
    struct fpc_figure large = fpc_figure_quotient(one, tiny);
    text = fpc_baseline_figure(&large);
    assert_string_equal(text, "1.1481306952742545e+602");
    assert_true(fpc_baseline_is_number(text));
    free(text);
    text = fpc_baseline_figure_short("1.1481306952742545e+602");
    assert_string_equal(text, "1.14813e+602");
    free(text);
    const struct fpc_figure unknown = {0};
    assert_null(fpc_baseline_figure(&unknown));
    mpfr_clears(one, three, tiny, (mpfr_ptr)0);
}

static void numbers(void **state)
{
    (void)state;
    static const char *const good[] = {"0", "0x0p+0", "0x1.8p-1074", "1.5e+602", "0x1p+2100"};
    static const char *const bad[] = {"",    "-1",  "x",      "0x1p",    " 1",
                                      "1 ",  "nan", "inf",    "0x1p-3g", "@nan@",
                                      "1,5", "+1",  "0x1P-3", "1E3",     "1e999999999999999999999"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!fpc_baseline_is_number(good[i]))
            fail_msg("'%s' is a number", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (fpc_baseline_is_number(bad[i]))
            fail_msg("'%s' is no number", bad[i]);
    assert_int_equal(fpc_baseline_compare_bounds("0x1p-3", "0x1.0000000000000002p-3"), 1);
    assert_int_equal(fpc_baseline_compare_bounds("0x1.0000000000000002p-3", "0x1p-3"), -1);
    assert_int_equal(fpc_baseline_compare_bounds("0x1p-3", "0x2p-4"), 0);
}

/* Checks findings of a.bin that `change` makes different: the status, and the message. */
static void refused(void (*change)(struct fpc_input_findings *), const char *part)
{
    struct fpc_error error = {""};
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(serial));
    struct fpc_findings findings = findings_of(HOST, KERNELS(serial));
    assert_int_equal(fpc_baseline_check_inputs(&baseline, &findings, &error), FPC_OK);
    change(&findings.inputs[0]);
    assert_int_equal(fpc_baseline_check_inputs(&baseline, &findings, &error), FPC_UNUSABLE);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, error.text);
    fpc_findings_clear(&findings);
    /* The same if only another device has recorded it. */
    findings = findings_of(H200, KERNELS(serial));
    change(&findings.inputs[0]);
    assert_int_equal(fpc_baseline_check_inputs(&baseline, &findings, &error), FPC_UNUSABLE);
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
}

static void other_digest(struct fpc_input_findings *input)
{
    input->sha256[63] = '0';
}
static void other_extent(struct fpc_input_findings *input)
{
    input->dims[0] = 4;
}
static void other_format(struct fpc_input_findings *input)
{
    input->format = FPC_BF16;
}
static void other_byte_order(struct fpc_input_findings *input)
{
    input->big_endian = true;
}
static void other_accumulator(struct fpc_input_findings *input)
{
    input->accumulator = FPC_F64;
}
static void other_path(struct fpc_input_findings *input)
{
    input->path[0] = 'b';
}
static void other_name(struct fpc_input_findings *input)
{
    input->name = fpc_strdup("x");
}

static void inputs_that_are_not_those(void **state)
{
    (void)state;
    refused(other_digest, "a.bin is not the input that it's.json was recorded with: its values "
                          "have the SHA-256 001122334455..., those recorded");
    refused(other_extent, "it is read as f32[4], and was recorded as f32[3]");
    refused(other_format, "it is read as bf16[3], and was recorded as f32[3]");
    refused(other_byte_order, "it is read in big-endian order");
    refused(other_accumulator, "its sums are kept in f64, and were recorded in f32 (--accumulate)");
    refused(other_path, "no input of this run is in the baseline it's.json");
    refused(other_name, "no input of this run is in the baseline it's.json");
}

/* A section of another device that recorded other values is passed over. */
static void other_values_elsewhere(void **state)
{
    (void)state;
    struct fpc_error error;
    struct said other = serial;
    other.bits[0] = NEXT;
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(serial));
    struct fpc_findings findings = findings_of(H200, KERNELS(other));
    other_digest(&findings.inputs[0]);
    struct fpc_baseline_section section = fpc_baseline_record(&findings);
    fpc_baseline_put(&baseline, &section);
    fpc_findings_clear(&findings);
    findings = findings_of(HOST, KERNELS(serial));
    assert_int_equal(fpc_baseline_check_inputs(&baseline, &findings, &error), FPC_OK);
    compare(&baseline, false, &findings, 0, 0);
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
}

/* Replaces one section, leaves the other. */
static void sections(void **state)
{
    (void)state;
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(serial));
    struct fpc_findings findings = findings_of(H200, KERNELS(two_pass, atomic));
    struct fpc_baseline_section section = fpc_baseline_record(&findings);
    fpc_findings_clear(&findings);
    fpc_baseline_put(&baseline, &section);
    assert_int_equal(baseline.section_count, 2);
    assert_string_equal(baseline.sections[0].device, H200); /* capitals come first */
    findings = findings_of(H200, KERNELS(serial, two_pass, atomic));
    section = fpc_baseline_record(&findings);
    fpc_findings_clear(&findings);
    fpc_baseline_put(&baseline, &section);
    assert_int_equal(baseline.section_count, 2);
    assert_int_equal(fpc_baseline_section(&baseline, H200)->inputs[0].entry_count, 3);
    assert_int_equal(fpc_baseline_section(&baseline, HOST)->inputs[0].entry_count, 1);
    assert_null(fpc_baseline_section(&baseline, "NVIDIA H100, sm_90, CUDA 13.0"));
    fpc_baseline_clear(&baseline);
}

static void has_line(const struct fpc_baseline_changes *changes, const char *line)
{
    for (size_t i = 0; i < changes->count; i++)
        if (strcmp(changes->lines[i], line) == 0)
            return;
    fail_msg("no line '%s'", line);
}

static void changes(void **state)
{
    (void)state;
    struct said next = two_pass, looser = atomic;
    next.bits[0] = NEXT;
    next.verdict = FPC_VERDICT_EXACT;
    looser.bound = "0x1p-9";
    struct fpc_baseline before = baseline_of(HOST, KERNELS(two_pass, serial, atomic));
    struct fpc_baseline after = baseline_of(HOST, KERNELS(next, looser, of_threads));
    struct fpc_baseline_changes change =
        fpc_baseline_changes_of(&before.sections[0], &after.sections[0]);
    assert_true(change.added == 1 && change.changed == 2 && change.removed == 1 &&
                change.unchanged == 0 && change.count == 4 && !change.version);
    has_line(&change, "changed: a.bin: two_pass at 4 x 256: bits 0x3f800000 = 0x1p+0 -> 0x3f800001 "
                      "= 0x1.000002p+0 (1 ulp), verdict rounding -> exact");
    has_line(&change, "changed: a.bin: atomic at 4 x 256: bound 0x1p-10 -> 0x1p-9");
    has_line(&change, "new: a.bin: threads: not-guaranteed, bound 0x1p-2");
    has_line(&change, "removed: a.bin: serial at 1 x 256: 0x3f800000 = 0x1p+0, run-to-run");
    fpc_baseline_changes_clear(&change);
    change = fpc_baseline_changes_of(&before.sections[0], &before.sections[0]);
    assert_true(change.count == 0 && change.unchanged == 3);
    fpc_baseline_changes_clear(&change);
    change = fpc_baseline_changes_of(NULL, &before.sections[0]);
    assert_true(change.count == 3 && change.added == 3);
    fpc_baseline_changes_clear(&change);
    free(after.sections[0].version);
    after.sections[0].version = fpc_strdup("9.9.9");
    after.sections[0].inputs[0].sha256[0] = 'f';
    change = fpc_baseline_changes_of(&before.sections[0], &after.sections[0]);
    assert_true(change.version && change.count == 5);
    has_line(&change, "changed: a.bin: its values have the SHA-256 f01122334455..., those recorded "
                      "001122334455...");
    fpc_baseline_changes_clear(&change);
    fpc_baseline_clear(&after);
    fpc_baseline_clear(&before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_recorded),
        cmocka_unit_test(levels_up_to_the_promise),
        cmocka_unit_test(figures_read_back),
        cmocka_unit_test(numbers),
        cmocka_unit_test(inputs_that_are_not_those),
        cmocka_unit_test(other_values_elsewhere),
        cmocka_unit_test(sections),
        cmocka_unit_test(changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
