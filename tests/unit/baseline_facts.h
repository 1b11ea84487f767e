/* Made-up findings that a baseline is recorded from and held to. */
#ifndef FPC_TESTS_UNIT_BASELINE_FACTS_H
#define FPC_TESTS_UNIT_BASELINE_FACTS_H

#include "analysis/baseline_gate.h"
#include "analysis/figure.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HOST "host"
#define H200 "NVIDIA H200, sm_90, CUDA 13.0"

static char words[4][16] = {"fpcheck", "--baseline", "it's.json", "a.bin"};
static char *given[] = {words[0], words[1], words[2], words[3], NULL};

/* What is said of a kernel; zeroed figures are errors of 0. */
struct said {
    const char *name;
    enum fpc_level promise, observed;
    uint32_t blocks;
    uint64_t bits[2]; /* f32 results; the sum is 1 */
    size_t results;   /* 1 or 2 of them */
    enum fpc_verdict verdict;
    const char *bound;
    bool jobs;
};

static inline void add_kernel(struct fpc_input_findings *input, struct said said)
{
    struct fpc_kernel_findings *kernel = fpc_findings_add_kernel(input);
    kernel->name = said.name;
    kernel->promise = said.promise;
    kernel->observed = said.observed;
    kernel->shape = (struct fpc_shape){said.blocks, 256};
    kernel->uses_jobs = said.jobs;
    kernel->runs = 10;
    kernel->judged = true;
    kernel->verdict = said.verdict;
    kernel->evidence = fpc_strdup("as is the evidence");
    kernel->bound_kernel = fpc_strdup(said.bound ? said.bound : "0x1p-10");
    kernel->bound_any_order = fpc_strdup("0x1p-2");
    kernel->results.count = said.results ? said.results : 1;
    kernel->results.items = fpc_alloc(kernel->results.count, sizeof *kernel->results.items);
    for (size_t i = 0; i < kernel->results.count; i++)
        kernel->results.items[i] = (struct fpc_pattern){.bits = said.bits[i],
                                                        .first = 3 * i,
                                                        .ulp_error = fpc_figure_of(0.5),
                                                        .error_ratio = fpc_figure_of(0.25),
                                                        .verdict = said.verdict};
}

/* Appends an input of three f32 values, the sum of which is 1. */
static inline struct fpc_input_findings *add_input(struct fpc_findings *findings, const char *path)
{
    struct fpc_input_findings *input = fpc_findings_add_input(findings);
    input->path = fpc_strdup(path);
    input->sha256 = fpc_strdup("00112233445566778899aabbccddeeff"
                               "00112233445566778899aabbccddeeff");
    input->format = input->accumulator = FPC_F32;
    input->rank = 1;
    input->dims = fpc_alloc(1, sizeof *input->dims);
    input->dims[0] = input->count = 3;
    input->exact_known = true;
    input->exact_class = FPC_EXACT_FINITE;
    input->exact_hex = fpc_strdup("0x1p+0");
    return input;
}

#define ONE  UINT64_C(0x3f800000) /* 1 */
#define NEXT UINT64_C(0x3f800001) /* 1 + 2^-23 */
#define FAR  UINT64_C(0x3f900000) /* 1.125 */

static const struct said two_pass = {.name = "two_pass",
                                     .promise = FPC_LEVEL_RUN_TO_RUN,
                                     .observed = FPC_LEVEL_RUN_TO_RUN,
                                     .blocks = 4,
                                     .bits = {ONE},
                                     .verdict = FPC_VERDICT_ROUNDING};
static const struct said serial = {.name = "serial",
                                   .promise = FPC_LEVEL_SHAPE_INVARIANT,
                                   .observed = FPC_LEVEL_RUN_TO_RUN,
                                   .blocks = 1,
                                   .bits = {ONE},
                                   .verdict = FPC_VERDICT_EXACT};
static const struct said atomic = {.name = "atomic",
                                   .promise = FPC_LEVEL_NOT_GUARANTEED,
                                   .observed = FPC_LEVEL_NOT_GUARANTEED,
                                   .blocks = 4,
                                   .bits = {ONE, NEXT},
                                   .results = 2,
                                   .verdict = FPC_VERDICT_ROUNDING};
static const struct said of_threads = {.name = "threads",
                                       .promise = FPC_LEVEL_NOT_GUARANTEED,
                                       .observed = FPC_LEVEL_NOT_GUARANTEED,
                                       .blocks = 2,
                                       .bits = {ONE},
                                       .verdict = FPC_VERDICT_ROUNDING,
                                       .jobs = true};

/* Findings on the device, of one input a.bin with these kernels; ends with a name of NULL. */
static inline struct fpc_findings findings_of(const char *device, const struct said *kernels)
{
    struct fpc_findings findings = {.complete = true, .argc = 4, .argv = given};
    findings.device_key = fpc_strdup(device);
    struct fpc_input_findings *input = add_input(&findings, "a.bin");
    for (; kernels->name; kernels++)
        add_kernel(input, *kernels);
    return findings;
}

/* A baseline of these findings, and nothing else. */
static inline struct fpc_baseline baseline_of(const char *device, const struct said *kernels)
{
    struct fpc_findings findings = findings_of(device, kernels);
    struct fpc_baseline baseline = {.path = fpc_strdup("it's.json")};
    struct fpc_baseline_section section = fpc_baseline_record(&findings);
    fpc_baseline_put(&baseline, &section);
    fpc_findings_clear(&findings);
    return baseline;
}

/* Compares; how many findings and notices there must be. */
static inline void compare(const struct fpc_baseline *baseline, bool strict,
                           struct fpc_findings *findings, size_t found, size_t noticed)
{
    struct fpc_error error = {""};
    if (fpc_baseline_compare(baseline, strict, findings, &error) != FPC_OK)
        fail_msg("%s", error.text);
    for (size_t i = found; i < findings->finding_count; i++)
        print_error("found: %s\n", findings->findings[i].message);
    for (size_t i = noticed; i < findings->notice_count; i++)
        print_error("noticed: %s\n", findings->notices[i].message);
    assert_int_equal(findings->finding_count, found);
    assert_int_equal(findings->notice_count, noticed);
    for (size_t i = 0; i < found; i++) {
        assert_int_equal(findings->findings[i].kind, FPC_FOUND_BASELINE);
        assert_non_null(strstr(findings->findings[i].message,
                               "; repeat: fpcheck --baseline 'it'\\''s.json' a.bin"));
    }
}

/* Records `then` on one device, holds `now` on another to it. Returns the first finding's message,
 * else the last notice's, for a test to look into; the caller frees. */
static inline char *held(const char *device, const struct said *then, const char *other,
                         const struct said *now, size_t found, size_t noticed)
{
    struct fpc_baseline baseline = baseline_of(device, then);
    struct fpc_findings findings = findings_of(other, now);
    compare(&baseline, false, &findings, found, noticed);
    char *message = found     ? fpc_strdup(findings.findings[0].message)
                    : noticed ? fpc_strdup(findings.notices[noticed - 1].message)
                              : fpc_strdup("");
    fpc_findings_clear(&findings);
    fpc_baseline_clear(&baseline);
    return message;
}

static inline void says(char *message, const char *part)
{
    if (strstr(message, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, message);
    free(message);
}

#define KERNELS(...)                                                                               \
    (const struct said[])                                                                          \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }

#endif
