/* Findings: everything that the tool has to say, in one struct that every report reads.
 *
 * Filled by the analysis, and for the facts about device and inputs by the command; reports only
 * print it. Text is owned by the struct unless it says static. Bit patterns are in the result
 * format of their input. */
#ifndef FPC_ANALYSIS_FINDINGS_H
#define FPC_ANALYSIS_FINDINGS_H

#include "exact/exact.h"
#include "kernels/kernel.h"
#include "number/format.h"
#include "order/order.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A real figure >= 0 that may be unknown, and may be too large for a double. */
struct fpc_figure {
    bool known;
    bool too_large; /* for a double: nearest is infinite, and text has the figure in decimal */
    double nearest; /* the nearest double */
    double up;      /* rounded up, for comparing with a limit: figure > X if and only if up > X */
    char text[32];
};

/* A count of ULPs between two results; unknown if one of them is NaN and another is not. */
struct fpc_distance {
    bool known;
    uint64_t ulps;
};

/* The verdict on accuracy, from best to worst. */
enum fpc_verdict {
    FPC_VERDICT_EXACT,       /* every result is r(s) */
    FPC_VERDICT_ROUNDING,    /* within the kernel's own bound */
    FPC_VERDICT_NON_FINITE,  /* the input holds NaN or Inf, and the class is a possible one */
    FPC_VERDICT_OVERFLOW,    /* s is finite in the format, a result is not */
    FPC_VERDICT_FLUSHED,     /* explained only with subnormals flushed */
    FPC_VERDICT_UNEXPLAINED, /* beyond the kernel's bound, within that of any order */
    FPC_VERDICT_BUG          /* beyond every bound, or a control failed */
};

/* One distinct result. */
struct fpc_pattern {
    uint64_t bits;  /* every NaN counts as the one quiet NaN */
    uint64_t count; /* runs, or orders, that gave it */
    uint64_t first; /* the first of them, from 0 */
    bool correctly_rounded;
    bool faithful;
    struct fpc_figure ulp_error;   /* |y - s| / ulp(s); known if y and s are finite */
    struct fpc_figure error_ratio; /* |y - s| / (u A); known if besides A > 0 or y = 0 */
    enum fpc_verdict verdict;
};

struct fpc_patterns {
    struct fpc_pattern *items; /* by first appearance; owned */
    size_t count;
    struct fpc_distance spread; /* between the smallest and the largest */
    struct fpc_figure max_ulp_error, max_error_ratio;
};

enum fpc_order_mode { FPC_ORDERS_NONE, FPC_ORDERS_EXHAUSTIVE, FPC_ORDERS_SAMPLED };

/* What other orders of the same block partials give. */
struct fpc_sensitivity {
    enum fpc_order_mode mode;
    uint64_t tried;
    struct fpc_patterns results;
    const char *blind; /* why no order can matter, static, or NULL */
};

/* Variability over the runs (Shanmugavelu et al., Impacts of floating-point non-associativity on
 * reproducibility for HPC and deep learning applications, 2024). */
struct fpc_variability {
    struct fpc_figure vs; /* the largest |1 - |S_run / S_d||, S_d: the partials in index order */
    double modal_share;   /* of the most frequent result, in (0, 1] */
    double entropy_bits;  /* Shannon entropy of the distinct results */
    struct fpc_figure rate_below_95; /* known if no difference was seen in at least two runs */
};

struct fpc_kernel_findings {
    const char *name; /* static, like everything in the registry */
    struct fpc_shape shape;
    bool uses_shape;      /* another launch shape may give other bits */
    bool uses_jobs;       /* the number of CPU threads is part of the order, and of the shape */
    size_t shapes;        /* with how many shapes this kernel stands here for this input */
    size_t shapes_run;    /* with how many of them it applied and was run */
    size_t shape_results; /* how many different results these shapes gave; a shape that varies from
                             run to run counts as one of its own */
    size_t shape_group;   /* which of them, from 0: shapes that gave the same bits share it */
    enum fpc_format accumulator;
    char *reason; /* why the kernel does not apply; then nothing below is set */
    uint64_t runs;
    bool simulated;
    enum fpc_level promise, observed;
    struct fpc_patterns results;
    size_t distinct_accumulators; /* before the last rounding */
    bool arrives;                 /* the order in which blocks arrive matters */
    uint64_t distinct_arrivals;   /* orders of arrival that occurred; 0 if they are not known */
    uint64_t height;              /* of the summation tree */
    char *bound_any_order, *bound_kernel; /* hex floats */
    struct fpc_variability variability;
    struct fpc_sensitivity order;
    bool judged; /* false without an exact sum: then there are no errors, and no verdict but a bug
                    that a control found */
    enum fpc_verdict verdict;
    char *evidence; /* one sentence for the verdict */
};

struct fpc_input_findings {
    char *path, *name; /* name: of a member, or NULL */
    enum fpc_format format;
    bool format_assumed, fortran_order, big_endian;
    enum fpc_format accumulator; /* what sums of it are kept in */
    size_t rank;
    uint64_t *dims;
    uint64_t count;
    char *sha256;     /* hexadecimal, or NULL */
    bool recorded;    /* the baseline that the run was held to knows it */
    char *why;        /* of a case, or NULL */
    bool exact_known; /* false if an interrupt came before the exact sum was there */
    enum fpc_exact_class exact_class;
    struct fpc_exact_counts counts; /* of the values, by class; and their exponents */
    char *exact_hex, *exact_decimal, *abs_sum; /* NULL if the class is not finite */
    char *exact_short; /* decimal, as many digits as tell two numbers of the format apart */
    bool exact_is_zero;
    uint64_t exact_rounded; /* bits of r(s) */
    bool exact_in_format;   /* s is a number of the format: r(s) = s */
    enum fpc_condition_class condition_class;
    struct fpc_figure condition;
    bool ill_conditioned; /* the condition exceeds 1/u: no digit of a result is due */
    const char *blind;    /* why no order of these values can matter, static, or NULL */
    size_t kernel_count;
    struct fpc_kernel_findings *kernels;
};

enum fpc_finding_kind {
    FPC_FOUND_PROMISE,
    FPC_FOUND_LIMIT,
    FPC_FOUND_REQUIRE,
    FPC_FOUND_FAIL_ON,
    FPC_FOUND_BUG,
    FPC_FOUND_BASELINE
};

struct fpc_finding {
    enum fpc_finding_kind kind;
    size_t input, kernel; /* indices into the findings: what it is about, or where it is shown */
    char *absent_input, *absent_kernel; /* what it is about if that was not run; else NULL */
    char *message;
};

struct fpc_findings {
    bool complete; /* false after an interrupt */
    char *skipped; /* why nothing was measured though nothing is wrong: a GPU was demanded and there
                      is none; then complete is false. Else NULL */
    bool gated;    /* something beyond the defaults was demanded */
    bool compared; /* with a baseline */
    int argc;
    char **argv;   /* borrowed */
    uint64_t seed; /* of everything random */
    const char *backend;
    char *device_name;
    char *device_key; /* as in struct fpc_device */
    uint32_t sms;
    unsigned cpu_threads;
    size_t input_count;
    struct fpc_input_findings *inputs;
    size_t finding_count;
    struct fpc_finding *findings;
    size_t notice_count;
    struct fpc_finding *notices; /* what should be known, and does not fail */
    int exit_status;
};

/* Names as they stand in reports; static. */
const char *fpc_verdict_name(enum fpc_verdict verdict);
const char *fpc_finding_kind_name(enum fpc_finding_kind kind);
const char *fpc_order_mode_name(enum fpc_order_mode mode);
const char *fpc_exact_class_name(enum fpc_exact_class class);
const char *fpc_condition_class_name(enum fpc_condition_class class);

/* Appends one and returns it, zeroed; valid until the next is added. */
struct fpc_input_findings *fpc_findings_add_input(struct fpc_findings *findings);
struct fpc_kernel_findings *fpc_findings_add_kernel(struct fpc_input_findings *input);

/* Appends a finding and takes over `message`. */
void fpc_findings_add(struct fpc_findings *findings, enum fpc_finding_kind kind, size_t input,
                      size_t kernel, char *message);

/* Appends a notice, or else a finding, and takes over its texts. */
void fpc_findings_append(struct fpc_findings *findings, bool notice,
                         const struct fpc_finding *finding);

/* The path of the input and the name of the kernel that a finding is about; no kernel (NULL) if it
 * is about a whole input. */
const char *fpc_finding_input(const struct fpc_findings *findings,
                              const struct fpc_finding *finding);
const char *fpc_finding_kernel(const struct fpc_findings *findings,
                               const struct fpc_finding *finding);

/* Frees everything that is owned. */
void fpc_findings_clear(struct fpc_findings *findings);

#endif
