/* Which differences from a baseline fail, which are noticed, and which are chance. The facts are
 * made here, not measured; test_baseline_runs.c measures. */
#include "tests/unit/baseline_facts.h"

/* `said` with some members changed. */
#define WITH(SAID, MEMBER, ...)                                                                    \
    static struct said SAID(void) {                                                                \
        struct said said = MEMBER;                                                                 \
        __VA_ARGS__;                                                                               \
        return said;                                                                               \
    }
WITH(two_pass_next, two_pass, said.bits[0] = NEXT)
WITH(two_pass_at_8, two_pass, said.blocks = 8)
WITH(two_pass_varying, two_pass, said.results = 2; said.bits[1] = NEXT;
     said.observed = FPC_LEVEL_NOT_GUARANTEED)
WITH(two_pass_lucky, two_pass, said.observed = FPC_LEVEL_SHAPE_INVARIANT)
WITH(two_pass_once, two_pass, said.observed = FPC_LEVEL_UNDETERMINED)
WITH(two_pass_without_promise, two_pass, said.promise = FPC_LEVEL_NOT_GUARANTEED)
WITH(two_pass_invariant, two_pass, said.promise = FPC_LEVEL_SHAPE_INVARIANT)
WITH(serial_next, serial, said.bits[0] = NEXT)
WITH(serial_at_8, serial, said.blocks = 8)
WITH(serial_next_at_8, serial, said.blocks = 8; said.bits[0] = NEXT)
WITH(atomic_steady, atomic, said.results = 1; said.observed = FPC_LEVEL_RUN_TO_RUN)
WITH(atomic_once, atomic, said.results = 1; said.observed = FPC_LEVEL_UNDETERMINED)
WITH(atomic_far, atomic, said.bits[1] = FAR)
WITH(atomic_looser, atomic, said.bound = "0x1.8p-9")
WITH(atomic_tighter, atomic, said.bound = "0x1p-11")
WITH(threads_of_16, of_threads, said.blocks = 16; said.bound = "0x1p-20")

static void what_did_not_change(void **state)
{
    (void)state;
    free(held(HOST, KERNELS(two_pass, serial, atomic, of_threads), HOST,
              KERNELS(two_pass, serial, atomic, of_threads), 0, 0));
    /* In another order on the command line. */
    free(held(HOST, KERNELS(two_pass, serial, atomic), HOST, KERNELS(atomic, two_pass, serial), 0,
              0));
}

static void other_bits(void **state)
{
    (void)state;
    says(held(HOST, KERNELS(two_pass), HOST, KERNELS(two_pass_next()), 1, 0),
         "two_pass at 4 x 256: the bits were 0x3f800000 = 0x1p+0, are 0x3f800001 = 0x1.000002p+0 "
         "in run 0, 1 ulp apart; its error was 0.5 ulp, is 0.5 ulp; repeat: ");
    /* Where runs differ, the level is missed, and so are the bits of some runs. */
    says(held(HOST, KERNELS(two_pass), HOST, KERNELS(two_pass_varying()), 2, 0),
         "run-to-run was observed, and is not-guaranteed now (2 results in 10 runs)");
}

/* A promise for every shape and device is held to what was recorded of any. */
static void a_promise_for_all(void **state)
{
    (void)state;
    free(held(HOST, KERNELS(serial), H200, KERNELS(serial), 0, 1));
    says(held(HOST, KERNELS(serial), H200, KERNELS(serial_next()), 1, 1),
         "1 ulp apart; its error was 0.5 ulp, is 0.5 ulp (recorded on host); repeat: ");
    says(held(HOST, KERNELS(serial), H200, KERNELS(serial_next_at_8()), 1, 1),
         "(recorded on host at 1 x 256)");
    /* On the same device 8 x 256 is new, and its bits are held to those of 1 x 256. */
    free(held(HOST, KERNELS(serial), HOST, KERNELS(serial, serial_at_8()), 0, 1));
    says(held(HOST, KERNELS(serial), HOST, KERNELS(serial, serial_next_at_8()), 1, 1),
         "serial at 8 x 256: the bits were 0x3f800000");
}

static void a_promise_for_one_device(void **state)
{
    (void)state;
    says(held(H200, KERNELS(two_pass), HOST, KERNELS(two_pass_next()), 0, 2),
         "two_pass at 4 x 256: bits not compared: other device (recorded on NVIDIA H200, sm_90, "
         "CUDA 13.0)");
    says(held(H200, KERNELS(two_pass), HOST, KERNELS(two_pass_at_8()), 0, 2),
         "(recorded on NVIDIA H200, sm_90, CUDA 13.0 at 4 x 256)");
    says(held(H200, KERNELS(two_pass), HOST, KERNELS(two_pass_varying()), 1, 2),
         "run-to-run was observed, and is not-guaranteed now");
}

/* What runs of a kernel that promises nothing show differs from sample to sample. */
static void chance(void **state)
{
    (void)state;
    const struct said seen[] = {atomic, atomic_steady(), atomic_once()};
    for (size_t then = 0; then < 3; then++)
        for (size_t now = 0; now < 3; now++)
            free(held(HOST, KERNELS(seen[then]), HOST, KERNELS(seen[now]), 0, 0));
    for (int then = FPC_VERDICT_EXACT; then <= FPC_VERDICT_FLUSHED; then++)
        for (int now = FPC_VERDICT_EXACT; now <= FPC_VERDICT_FLUSHED; now++) {
            struct said before = atomic, after = atomic;
            before.verdict = (enum fpc_verdict)then;
            after.verdict = (enum fpc_verdict)now;
            free(held(HOST, KERNELS(before), HOST, KERNELS(after), 0, 0));
        }
}

/* No order of arrival makes a result unexplained, whatever the kernel promises. */
static void worse_verdicts(void **state)
{
    (void)state;
    const struct said kernels[] = {two_pass, serial, atomic};
    for (size_t i = 0; i < 3; i++) {
        struct said worse = kernels[i], worst = kernels[i];
        worse.verdict = FPC_VERDICT_UNEXPLAINED;
        worst.verdict = FPC_VERDICT_BUG;
        says(held(HOST, KERNELS(kernels[i]), HOST, KERNELS(worse), 1, 0),
             ", is unexplained: as is the evidence; repeat: ");
        says(held(HOST, KERNELS(kernels[i]), HOST, KERNELS(worst), 1, 0), ", is bug: as is");
        says(held(H200, KERNELS(worse), H200, KERNELS(worst), 1, 0), "was unexplained, is bug");
        free(held(HOST, KERNELS(worst), HOST, KERNELS(worst), 0, 0));
        says(held(HOST, KERNELS(worst), HOST, KERNELS(worse), 0, 1), "was bug, is unexplained");
    }
}

/* 1.125 is 2^-3 away from the sum; the bound is 2^-10. */
static void bounds(void **state)
{
    (void)state;
    says(held(HOST, KERNELS(atomic), HOST, KERNELS(atomic_far()), 1, 0),
         "atomic at 4 x 256: the recorded bound was 0x1p-10, run 3 gave 0x3f900000 = 0x1.2p+0, "
         "which is off by 0.125; repeat: ");
    says(held(H200, KERNELS(atomic), HOST, KERNELS(atomic_far()), 1, 1), "which is off by 0.125");
    says(held(HOST, KERNELS(atomic), HOST, KERNELS(atomic_looser()), 1, 0),
         "its bound was 0x1p-10, is 0x1.8p-9: it may be off by more");
    says(held(HOST, KERNELS(atomic), HOST, KERNELS(atomic_tighter()), 0, 1),
         "its bound was 0x1p-10, is 0x1p-11");
    /* Other devices have bounds of their own. */
    free(held(H200, KERNELS(atomic), HOST, KERNELS(atomic_looser()), 0, 1));
}

/* The error that equals the bound is within it: 2^-23 away, and no further. */
static void a_bound_that_is_met(void **state)
{
    (void)state;
    struct said met = atomic, beyond = atomic;
    met.bound = "0x1p-23";
    beyond.bound = "0x1.fffffffffffffffp-24";
    free(held(HOST, KERNELS(met), HOST, KERNELS(met), 0, 0));
    says(held(HOST, KERNELS(beyond), HOST, KERNELS(beyond), 1, 0), "off by 1.19209e-07");
}

/* On another device additions may flush subnormals: a result that is judged so is no finding. */
static void flushed_elsewhere(void **state)
{
    (void)state;
    struct said flushed = atomic_far();
    flushed.verdict = FPC_VERDICT_FLUSHED;
    free(held(HOST, KERNELS(atomic), H200, KERNELS(flushed), 0, 1));
    free(held(HOST, KERNELS(atomic), HOST, KERNELS(flushed), 1, 0));
}

static void promises(void **state)
{
    (void)state;
    says(held(HOST, KERNELS(two_pass), HOST, KERNELS(two_pass_without_promise()), 1, 0),
         "it promised run-to-run, and promises not-guaranteed now");
    says(held(HOST, KERNELS(two_pass), HOST, KERNELS(two_pass_invariant()), 0, 1),
         "it promised run-to-run, and promises shape-invariant now");
}

static void levels(void **state)
{
    (void)state;
    says(held(HOST, KERNELS(two_pass), HOST, KERNELS(two_pass_once()), 0, 1),
         "run-to-run was observed, but one run compares nothing");
    says(held(HOST, KERNELS(two_pass_once()), HOST, KERNELS(two_pass), 0, 1),
         "undetermined was observed, and is run-to-run now");
    /* That two shapes agreed is no more than luck, of a kernel that does not promise it. */
    free(held(HOST, KERNELS(two_pass), HOST, KERNELS(two_pass_lucky()), 0, 0));
    free(held(HOST, KERNELS(two_pass_lucky()), HOST, KERNELS(two_pass), 0, 0));
    /* A kernel that had broken its promise has no bits to be held to. */
    says(held(HOST, KERNELS(two_pass_varying()), HOST, KERNELS(two_pass_next()), 0, 1),
         "not-guaranteed was observed, and is run-to-run now");
}

/* CPU threads are as many as the machine has: neither shape nor bound may depend on them. */
static void cpu_threads(void **state)
{
    (void)state;
    free(held(HOST, KERNELS(of_threads), HOST, KERNELS(threads_of_16()), 0, 0));
    free(held(HOST, KERNELS(threads_of_16()), HOST, KERNELS(of_threads), 0, 0));
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(of_threads));
    const struct fpc_baseline_entry *entry = baseline.sections[0].inputs[0].entries;
    assert_int_equal(entry->shape.blocks, 0);
    assert_string_equal(entry->bound, "0x1p-2");
    fpc_baseline_clear(&baseline);
}

static void what_is_missing(void **state)
{
    (void)state;
    says(held(HOST, KERNELS(two_pass, atomic), HOST, KERNELS(two_pass), 1, 0),
         "atomic at 4 x 256 was recorded, and was not run; repeat: ");
    /* Another shape is not the recorded one. */
    says(held(HOST, KERNELS(two_pass), HOST, KERNELS(two_pass_at_8(), two_pass), 0, 1),
         "two_pass at 8 x 256 is new");
    says(held(HOST, KERNELS(two_pass_at_8(), two_pass), HOST, KERNELS(two_pass), 1, 0),
         "two_pass at 8 x 256 was recorded, and was not run");
    /* On another device another shape is all there may be; but not another kernel. */
    says(held(H200, KERNELS(two_pass, atomic), HOST, KERNELS(two_pass), 1, 2),
         "atomic at 4 x 256 was recorded on NVIDIA H200, sm_90, CUDA 13.0, and was not run");
}

static void a_missing_kernel_has_its_name(void **state)
{
    (void)state;
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(two_pass, atomic));
    struct fpc_findings findings = findings_of(HOST, KERNELS(two_pass));
    compare(&baseline, false, &findings, 1, 0);
    assert_string_equal(fpc_finding_kernel(&findings, &findings.findings[0]), "atomic");
    assert_string_equal(fpc_finding_input(&findings, &findings.findings[0]), "a.bin");
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
}

static void a_kernel_that_does_not_apply(void **state)
{
    (void)state;
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(serial, two_pass));
    struct fpc_findings findings = findings_of(HOST, KERNELS(serial, two_pass));
    findings.inputs[0].kernels[1].reason = fpc_strdup("too few blocks");
    compare(&baseline, false, &findings, 1, 0);
    assert_non_null(strstr(findings.findings[0].message,
                           "two_pass at 4 x 256 was recorded, and does not apply now: too few"));
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
    /* It is not recorded, and not missed on a device where it does not apply. */
    findings = findings_of(H200, KERNELS(serial, two_pass));
    findings.inputs[0].kernels[1].reason = fpc_strdup("no GPU code");
    struct fpc_baseline_section section = fpc_baseline_record(&findings);
    assert_int_equal(section.inputs[0].entry_count, 1);
    fpc_baseline_section_clear(&section);
    baseline = baseline_of(HOST, KERNELS(serial, two_pass));
    compare(&baseline, false, &findings, 0, 1);
    assert_non_null(strstr(findings.notices[0].message,
                           "a.bin was recorded on other devices, not on this one"));
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
}

static void inputs_that_come_and_go(void **state)
{
    (void)state;
    struct fpc_baseline baseline = {.path = fpc_strdup("b.json")};
    struct fpc_findings findings = findings_of(HOST, KERNELS(serial));
    add_kernel(add_input(&findings, "b.bin"), serial);
    struct fpc_baseline_section section = fpc_baseline_record(&findings);
    fpc_baseline_put(&baseline, &section);
    fpc_findings_clear(&findings);
    findings = findings_of(HOST, KERNELS(serial));
    compare(&baseline, false, &findings, 1, 0);
    assert_non_null(
        strstr(findings.findings[0].message, "b.bin was recorded, and is not among the inputs"));
    assert_string_equal(fpc_finding_input(&findings, &findings.findings[0]), "b.bin");
    assert_null(fpc_finding_kernel(&findings, &findings.findings[0]));
    fpc_findings_clear(&findings);
    findings = findings_of(HOST, KERNELS(serial));
    add_kernel(add_input(&findings, "b.bin"), serial);
    add_kernel(add_input(&findings, "c.bin"), serial);
    compare(&baseline, false, &findings, 0, 1);
    assert_non_null(strstr(findings.notices[0].message, "c.bin is new: it was not recorded"));
    assert_true(findings.inputs[1].recorded);
    assert_false(findings.inputs[2].recorded);
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
}

static void strictly(void **state)
{
    (void)state;
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(two_pass));
    struct fpc_findings findings = findings_of(HOST, KERNELS(two_pass, atomic));
    compare(&baseline, true, &findings, 1, 0);
    assert_non_null(strstr(findings.findings[0].message, "atomic at 4 x 256 is new"));
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
}

/* Neither bits nor errors nor verdicts: the gate must not pass. */
static void nothing_to_compare(void **state)
{
    (void)state;
    struct fpc_error error;
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(atomic));
    struct fpc_findings findings = findings_of(HOST, KERNELS(atomic));
    findings.inputs[0].exact_known = findings.inputs[0].kernels[0].judged = false;
    free(findings.inputs[0].kernels[0].bound_kernel);
    findings.inputs[0].kernels[0].bound_kernel = NULL;
    assert_int_equal(fpc_baseline_compare(&baseline, false, &findings, &error), FPC_UNUSABLE);
    assert_non_null(strstr(error.text, "nothing to compare"));
    assert_non_null(strstr(findings.notices[0].message, "bits only"));
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
}

/* The same bits have the same error: one that was altered is found. */
static void altered_errors(void **state)
{
    (void)state;
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(two_pass));
    struct fpc_findings findings = findings_of(HOST, KERNELS(two_pass));
    findings.inputs[0].kernels[0].results.items[0].error_ratio = fpc_figure_of(0.5);
    compare(&baseline, false, &findings, 1, 0);
    assert_non_null(
        strstr(findings.findings[0].message, "their error ratio was 0x1p-2, is 0x1p-1"));
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
}

/* A number is the same however it is written. */
static void errors_written_in_another_way(void **state)
{
    (void)state;
    struct fpc_baseline baseline = baseline_of(HOST, KERNELS(two_pass));
    struct fpc_findings findings = findings_of(HOST, KERNELS(two_pass));
    struct fpc_baseline_entry *entry = &baseline.sections[0].inputs[0].entries[0];
    free(entry->ulp_error);
    free(entry->error_ratio);
    entry->ulp_error = fpc_strdup("0.50");
    entry->error_ratio = fpc_strdup("0x0.4p0");
    compare(&baseline, false, &findings, 0, 0);
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_did_not_change),
        cmocka_unit_test(other_bits),
        cmocka_unit_test(a_promise_for_all),
        cmocka_unit_test(a_promise_for_one_device),
        cmocka_unit_test(chance),
        cmocka_unit_test(worse_verdicts),
        cmocka_unit_test(bounds),
        cmocka_unit_test(a_bound_that_is_met),
        cmocka_unit_test(flushed_elsewhere),
        cmocka_unit_test(promises),
        cmocka_unit_test(levels),
        cmocka_unit_test(cpu_threads),
        cmocka_unit_test(what_is_missing),
        cmocka_unit_test(a_missing_kernel_has_its_name),
        cmocka_unit_test(a_kernel_that_does_not_apply),
        cmocka_unit_test(inputs_that_come_and_go),
        cmocka_unit_test(strictly),
        cmocka_unit_test(nothing_to_compare),
        cmocka_unit_test(altered_errors),
        cmocka_unit_test(errors_written_in_another_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
