/* The judge of single results: how wrong is y, and can rounding explain it?
 *
 * Knows the exact sum, the bounds of the kernel's own order and of any order, and which overflows
 * are possible. Everything is exact or rounded to the safe side: a verdict of `bug` is a proof. */
#ifndef FPC_ANALYSIS_JUDGE_H
#define FPC_ANALYSIS_JUDGE_H

#include "analysis/findings.h"
#include "exact/exact.h"

#include <mpfr.h>

struct fpc_judge {
    const struct fpc_exact_sum *exact; /* borrowed */
    enum fpc_format format;            /* of results */
    uint64_t height;                   /* of the kernel's summation tree */
    mpfr_t kernel_bound;               /* of the kernel's own order, without flushing */
    mpfr_t flushed_bound;              /* the same with flushing */
    mpfr_t any_order_bound;            /* of every order, with flushing */
    mpfr_t ulp, ratio_unit;            /* ulp(s) and u A */
    bool can_flush;
    bool rounds_once;                          /* the kernel's sum is exact before that */
    bool compensated;                          /* by subtraction: an infinity becomes NaN */
    bool sums_overflow_up, sums_overflow_down; /* a running sum can reach +Inf, -Inf */
    bool rounds_to_inf_up, rounds_to_inf_down; /* the rounding to a narrower result can */
};

/* `order` is bound, `flushing` as in the samples. `exact` is borrowed. The caller clears. */
void fpc_judge_init(struct fpc_judge *judge, const struct fpc_exact_sum *exact,
                    enum fpc_format accumulator, const struct fpc_order *order, uint64_t flushing);
void fpc_judge_clear(struct fpc_judge *judge);

/* Fills in errors, flags and verdict of one pattern, from its bits. */
void fpc_judge_pattern(const struct fpc_judge *judge, struct fpc_pattern *pattern);

/* The same for all, and the maxima. Returns the worst verdict. */
enum fpc_verdict fpc_judge_patterns(const struct fpc_judge *judge, struct fpc_patterns *patterns);

/* One sentence that gives the evidence for a pattern's verdict. The caller frees. */
char *fpc_judge_evidence(const struct fpc_judge *judge, const struct fpc_pattern *pattern);

#endif
