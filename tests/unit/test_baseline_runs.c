/* Baselines of real runs on the host: an order that was changed is found, chance is not. */
#include "analysis/analyse.h"
#include "tests/unit/baseline_facts.h"
#include "tests/unit/host_runs.h"
#include "tests/unit/new_orders.h"

#include <inttypes.h>
#include <stdio.h>

#define N       20000
#define BLOCKS  200
#define THREADS 64

/* Runs a kernel over `stored`, and gives findings of it. */
static struct fpc_findings measured(struct fpc_device *device, const struct fpc_kernel *kernel,
                                    uint64_t seed)
{
    const struct fpc_kernel_entry entry = {kernel, NULL};
    struct fpc_run_request request = request_of(&entry, FPC_F32, N, BLOCKS, THREADS);
    request.runs = 2;
    request.arrival = FPC_ARRIVAL_RANDOM;
    request.seed = seed;
    struct fpc_exact_sum exact;
    fpc_exact_of(FPC_F32, stored, N, device->pool, &exact);
    struct fpc_samples samples = run(device, &request);
    struct fpc_findings findings = findings_of(HOST, KERNELS({0}));
    struct fpc_input_findings *input = &findings.inputs[0];
    free(input->exact_hex);
    fpc_analyse_exact(&exact, FPC_F32, input);
    const struct fpc_analysis analysis = {
        .kernel = kernel, .walk = &request.walk, .exact = &exact, .samples = &samples};
    fpc_analyse_kernel(&analysis, fpc_findings_add_kernel(input));
    fpc_samples_clear(&samples);
    fpc_exact_sum_clear(&exact);
    return findings;
}

static struct fpc_baseline recorded(struct fpc_device *device, const struct fpc_kernel *kernel)
{
    struct fpc_findings findings = measured(device, kernel, 1);
    struct fpc_baseline baseline = {.path = fpc_strdup("it's.json")};
    struct fpc_baseline_section section = fpc_baseline_record(&findings);
    fpc_baseline_put(&baseline, &section);
    fpc_findings_clear(&findings);
    return baseline;
}

/* two_pass takes another order under its old name; nothing else says so. Both bit patterns must be
 * those of the orders, which runs of the kernels that have them tell. */
static void another_order_under_the_same_name(void **state)
{
    (void)state;
    struct fpc_device device = opened(2);
    make_array(FPC_F32, N, BLOCKS, THREADS);
    const struct fpc_kernel *two_pass_kernel = fpc_kernel_find("two_pass")->kernel;
    struct fpc_kernel changed = *two_pass_kernel;
    changed.order = new_two_pass_warp;
    struct fpc_baseline baseline = recorded(&device, two_pass_kernel);
    struct fpc_findings same = measured(&device, two_pass_kernel, 2);
    struct fpc_findings other = measured(&device, fpc_kernel_find("two_pass_warp")->kernel, 2);
    struct fpc_findings findings = measured(&device, &changed, 2);
    uint64_t then = same.inputs[0].kernels[0].results.items[0].bits;
    uint64_t now = other.inputs[0].kernels[0].results.items[0].bits;
    assert_true(then != now);
    compare(&baseline, false, &same, 0, 0);
    struct fpc_error error;
    assert_int_equal(fpc_baseline_compare(&baseline, false, &findings, &error), FPC_OK);
    const char *message = findings.findings[0].message;
    char before[32], after[32], apart[48];
    snprintf(before, sizeof before, "the bits were 0x%08" PRIx64 " ", then);
    snprintf(after, sizeof after, ", are 0x%08" PRIx64 " ", now);
    snprintf(apart, sizeof apart, ", %" PRIu64 " ulp apart", then > now ? then - now : now - then);
    assert_true(strstr(message, before) && strstr(message, after) && strstr(message, apart));
    assert_non_null(strstr(message, "; repeat: fpcheck --baseline 'it'\\''s.json' a.bin"));
    fpc_findings_clear(&findings);
    fpc_findings_clear(&other);
    fpc_findings_clear(&same);
    fpc_baseline_clear(&baseline);
    fpc_device_clear(&device);
}

/* Two runs of atomic, 1000 times, in another order each: sometimes equal, sometimes not, and never
 * a finding or a notice. */
static void an_unchanged_atomic(void **state)
{
    (void)state;
    struct fpc_device device = opened(1);
    make_array(FPC_F32, N, BLOCKS, THREADS);
    const struct fpc_kernel *kernel = fpc_kernel_find("atomic")->kernel;
    struct fpc_baseline baseline = recorded(&device, kernel);
    unsigned steady = 0, varying = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct fpc_findings findings = measured(&device, kernel, seed);
        enum fpc_level observed = findings.inputs[0].kernels[0].observed;
        steady += observed == FPC_LEVEL_RUN_TO_RUN;
        varying += observed == FPC_LEVEL_NOT_GUARANTEED;
        compare(&baseline, false, &findings, 0, 0);
        fpc_findings_clear(&findings);
    }
    assert_true(steady > 10 && varying > 10 && steady + varying == 1000);
    fpc_baseline_clear(&baseline);
    fpc_device_clear(&device);
}

/* An atomic kernel that adds every value by itself may be off by more than it was. */
static void another_order_of_atomics(void **state)
{
    (void)state;
    struct fpc_device device = opened(1);
    make_array(FPC_F32, N, BLOCKS, THREADS);
    const struct fpc_kernel *kernel = fpc_kernel_find("atomic")->kernel;
    struct fpc_kernel changed = *kernel;
    changed.order = (struct fpc_order){
        {{.kind = FPC_STAGE_GRID_STRIDE, .blocks = FPC_FROM_SHAPE, .threads = FPC_FROM_SHAPE},
         {.kind = FPC_STAGE_FOLD_NEIGHBOURS, .width = THREADS},
         {.kind = FPC_STAGE_ARRIVAL}}};
    struct fpc_baseline baseline = recorded(&device, kernel);
    struct fpc_findings findings = measured(&device, &changed, 2);
    /* A tree of the same height has the same bound: atomic never promised its order. */
    compare(&baseline, false, &findings, 0, 0);
    fpc_findings_clear(&findings);
    changed.order = (struct fpc_order){
        {{.kind = FPC_STAGE_CHUNKS, .blocks = 64, .threads = 1}, {.kind = FPC_STAGE_ARRIVAL}}};
    findings = measured(&device, &changed, 2);
    findings.inputs[0].kernels[0].shape = (struct fpc_shape){BLOCKS, THREADS};
    compare(&baseline, false, &findings, 1, 0);
    assert_non_null(strstr(findings.findings[0].message, "it may be off by more"));
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
    fpc_device_clear(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_order_under_the_same_name),
        cmocka_unit_test(an_unchanged_atomic),
        cmocka_unit_test(another_order_of_atomics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
