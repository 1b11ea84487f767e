/* Tables of single results and what the judge must say of them. */
#ifndef FPC_TESTS_UNIT_JUDGED_H
#define FPC_TESTS_UNIT_JUDGED_H

#include "analysis/judge.h"
#include "exact/exact.h"
#include "number/format.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define UNKNOWN (-1.0) /* of a figure */

struct judged {
    const char *what;
    enum fpc_format format;
    double values[4];
    size_t count;
    uint64_t height, flushing;
    double y; /* the result */
    enum fpc_verdict verdict;
    const char *flags;             /* c: correctly rounded, f: faithful */
    double ulp_error, error_ratio; /* the nearest doubles, or UNKNOWN */
};

/* The exact sum of values of the format; the caller clears. */
static inline void exact_of(enum fpc_format format, const double *values, size_t count,
                            struct fpc_exact_sum *sum)
{
    struct fpc_exact exact;
    fpc_exact_init(&exact, format);
    for (size_t i = 0; i < count; i++) {
        uint64_t element;
        fpc_bits_store(format, &element, 0, fpc_bits_round(format, values[i]));
        fpc_exact_add(&exact, &element, 1);
    }
    fpc_exact_finish(&exact, sum);
    fpc_exact_clear(&exact);
}

/* An order of this height for n values: from left to right, or one value in each of 1024 lanes. */
static inline struct fpc_order order_of(uint64_t height, uint64_t n)
{
    struct fpc_order serial = {{{.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = 1}}};
    struct fpc_order tree = {{{.kind = FPC_STAGE_GRID_STRIDE, .blocks = 1, .threads = 1024},
                              {.kind = FPC_STAGE_FOLD_HALVES, .width = 32},
                              {.kind = FPC_STAGE_FOLD_HALVES, .width = 32}}};
    struct fpc_order order = height == n - 1 ? serial : tree;
    assert_int_equal(fpc_order_height(&order, n), height);
    return order;
}

/* In the accumulator that the format has. */
static inline struct fpc_pattern judge_one(const struct fpc_exact_sum *sum, uint64_t height,
                                           uint64_t flushing, double y)
{
    struct fpc_judge judge;
    struct fpc_pattern pattern = {.bits = fpc_bits_round(sum->format, y), .count = 1};
    enum fpc_format accumulator = sum->format == FPC_F64 ? FPC_F64 : FPC_F32;
    struct fpc_order order = order_of(height, sum->counts.count);
    fpc_judge_init(&judge, sum, accumulator, &order, flushing);
    fpc_judge_pattern(&judge, &pattern);
    fpc_judge_clear(&judge);
    return pattern;
}

static inline bool figure_is(const struct fpc_figure *figure, double want)
{
    if (want == UNKNOWN)
        return !figure->known;
    return figure->known && !figure->too_large && figure->nearest == want;
}

static inline void check_judged(const struct judged *row)
{
    struct fpc_exact_sum sum;
    exact_of(row->format, row->values, row->count, &sum);
    struct fpc_pattern pattern = judge_one(&sum, row->height, row->flushing, row->y);
    fpc_exact_sum_clear(&sum);
    bool flags = pattern.correctly_rounded == (strchr(row->flags, 'c') != NULL) &&
                 pattern.faithful == (strchr(row->flags, 'f') != NULL);
    if (pattern.verdict != row->verdict)
        fail_msg("%s: verdict %s, not %s", row->what, fpc_verdict_name(pattern.verdict),
                 fpc_verdict_name(row->verdict));
    if (!flags)
        fail_msg("%s: correctly rounded %d, faithful %d", row->what, pattern.correctly_rounded,
                 pattern.faithful);
    if (!figure_is(&pattern.ulp_error, row->ulp_error))
        fail_msg("%s: ulp error %a, not %a", row->what, pattern.ulp_error.nearest, row->ulp_error);
    if (!figure_is(&pattern.error_ratio, row->error_ratio))
        fail_msg("%s: error ratio %a, not %a", row->what, pattern.error_ratio.nearest,
                 row->error_ratio);
}

#endif
