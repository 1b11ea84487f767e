#include "analysis/judge.h"

#include "analysis/figure.h"
#include "number/round.h"
#include "number/ulp.h"
#include "order/bound.h"

/* Room for |y - s| of any two numbers of a format without rounding: s has at most about 2^11 + 64
 * bits, y lies within the same span. Bounds are rounded up to the same precision. */
#define FPC_ERROR_PRECISION 2400
#define FPC_BOUND_PRECISION 64

/* True if magnitude + bound reaches what rounds to infinity in the format: halfway between the
 * largest finite number and 2^emax (IEEE 754 section 4.3.1). */
static bool reaches_infinity(enum fpc_format format, mpfr_srcptr magnitude, mpfr_srcptr bound)
{
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    mpfr_t threshold, reach;
    mpfr_inits2(FPC_BOUND_PRECISION, threshold, reach, (mpfr_ptr)0);
    mpfr_set_ui_2exp(threshold, (2ul << traits->precision) - 1,
                     traits->emax - traits->precision - 1, MPFR_RNDN);
    mpfr_add(reach, magnitude, bound, MPFR_RNDU);
    bool reaches = mpfr_cmp(reach, threshold) >= 0;
    mpfr_clears(threshold, reach, (mpfr_ptr)0);
    return reaches;
}

/* No running sum exceeds the sum of all positive values by more than `bound`, the bound of any
 * order in the accumulator; what is rounded to a narrower result lies within it of s. */
static void find_overflows(struct fpc_judge *judge, enum fpc_format accumulator, mpfr_srcptr bound)
{
    const struct fpc_exact_sum *exact = judge->exact;
    mpfr_t negated;
    judge->sums_overflow_up = reaches_infinity(accumulator, exact->positive, bound);
    judge->sums_overflow_down = reaches_infinity(accumulator, exact->negative, bound);
    if (judge->format == accumulator)
        return;
    mpfr_init2(negated, mpfr_get_prec(exact->s));
    mpfr_neg(negated, exact->s, MPFR_RNDN);
    judge->rounds_to_inf_up = reaches_infinity(judge->format, exact->s, bound);
    judge->rounds_to_inf_down = reaches_infinity(judge->format, negated, bound);
    mpfr_clear(negated);
}

void fpc_judge_init(struct fpc_judge *judge, const struct fpc_exact_sum *exact,
                    enum fpc_format accumulator, const struct fpc_order *order, uint64_t flushing)
{
    struct fpc_bound_facts facts = {.accumulator = accumulator,
                                    .result = exact->format,
                                    .count = exact->counts.count,
                                    .s = exact->s,
                                    .abs_sum = exact->abs_sum};
    mpfr_t in_accumulator;
    *judge = (struct fpc_judge){.exact = exact,
                                .format = exact->format,
                                .height = fpc_order_height(order, exact->counts.count),
                                .can_flush = flushing > 0,
                                .rounds_once = fpc_order_is_exact(order),
                                .compensated = fpc_order_is_compensated(order)};
    mpfr_inits2(FPC_BOUND_PRECISION, judge->kernel_bound, judge->flushed_bound,
                judge->any_order_bound, judge->ulp, (mpfr_ptr)0);
    mpfr_init2(judge->ratio_unit, mpfr_get_prec(exact->abs_sum));
    fpc_bound_order(order, &facts, judge->kernel_bound);
    facts.flushing = flushing;
    fpc_bound_order(order, &facts, judge->flushed_bound);
    fpc_bound_any_order(&facts, judge->any_order_bound);
    mpfr_set_ui_2exp(judge->ulp, 1, fpc_ulp_exponent(exact->format, exact->s), MPFR_RNDN);
    mpfr_div_2si(judge->ratio_unit, exact->abs_sum, fpc_format_traits(accumulator)->precision,
                 MPFR_RNDN);
    facts.result = accumulator;
    mpfr_init2(in_accumulator, FPC_BOUND_PRECISION);
    fpc_bound_any_order(&facts, in_accumulator);
    find_overflows(judge, accumulator, in_accumulator);
    mpfr_clear(in_accumulator);
}

void fpc_judge_clear(struct fpc_judge *judge)
{
    mpfr_clears(judge->kernel_bound, judge->flushed_bound, judge->any_order_bound, judge->ulp,
                judge->ratio_unit, (mpfr_ptr)0);
}

/* error = |y - s|, exact. */
static void error_of(const struct fpc_judge *judge, uint64_t bits, mpfr_ptr error)
{
    mpfr_t y;
    mpfr_init2(y, 53);
    fpc_round_from_bits(y, judge->format, bits);
    mpfr_sub(error, y, judge->exact->s, MPFR_RNDN);
    mpfr_abs(error, error, MPFR_RNDN);
    mpfr_clear(y);
}

/* The input holds NaN or Inf. An infinity stays, unless sums of the other sign overflow first, or a
 * compensation subtracts it from itself. */
static enum fpc_verdict judge_non_finite(const struct fpc_judge *judge, uint64_t bits)
{
    enum fpc_class class = fpc_bits_class(judge->format, bits);
    enum fpc_exact_class due = judge->exact->class;
    bool negative = fpc_bits_negative(judge->format, bits);
    bool nan_possible = due == FPC_EXACT_NAN || judge->compensated ||
                        (due == FPC_EXACT_PLUS_INF && judge->sums_overflow_down) ||
                        (due == FPC_EXACT_MINUS_INF && judge->sums_overflow_up);
    bool possible = class == FPC_NAN ? nan_possible
                    : class == FPC_INFINITE
                        ? due == (negative ? FPC_EXACT_MINUS_INF : FPC_EXACT_PLUS_INF)
                        : false;
    return possible ? FPC_VERDICT_NON_FINITE : FPC_VERDICT_BUG;
}

/* NaN needs infinities of both signs among the running sums, or one that a compensation takes from
 * itself. */
static enum fpc_verdict judge_overflow(const struct fpc_judge *judge, uint64_t bits)
{
    bool up = judge->sums_overflow_up, down = judge->sums_overflow_down, possible;
    if (fpc_bits_class(judge->format, bits) == FPC_NAN)
        possible = judge->compensated ? up || down : up && down;
    else
        possible = fpc_bits_negative(judge->format, bits) ? down || judge->rounds_to_inf_down
                                                          : up || judge->rounds_to_inf_up;
    return possible ? FPC_VERDICT_OVERFLOW : FPC_VERDICT_BUG;
}

static enum fpc_verdict judge_error(const struct fpc_judge *judge, mpfr_srcptr error)
{
    if (mpfr_cmp(error, judge->kernel_bound) <= 0)
        return FPC_VERDICT_ROUNDING;
    if (judge->can_flush && mpfr_cmp(error, judge->flushed_bound) <= 0)
        return FPC_VERDICT_FLUSHED;
    if (mpfr_cmp(error, judge->any_order_bound) <= 0)
        return FPC_VERDICT_UNEXPLAINED;
    return FPC_VERDICT_BUG;
}

static void judge_finite(const struct fpc_judge *judge, struct fpc_pattern *pattern)
{
    const struct fpc_exact_sum *exact = judge->exact;
    mpfr_t error;
    mpfr_init2(error, FPC_ERROR_PRECISION);
    error_of(judge, pattern->bits, error);
    pattern->ulp_error = fpc_figure_quotient(error, judge->ulp);
    if (!mpfr_zero_p(judge->ratio_unit))
        pattern->error_ratio = fpc_figure_quotient(error, judge->ratio_unit);
    else if (mpfr_zero_p(error))
        pattern->error_ratio = fpc_figure_of(0);
    pattern->faithful =
        fpc_ulp_is_faithful(judge->format, pattern->bits, exact->rounded, exact->s);
    pattern->verdict = pattern->correctly_rounded ? FPC_VERDICT_EXACT : judge_error(judge, error);
    mpfr_clear(error);
}

void fpc_judge_pattern(const struct fpc_judge *judge, struct fpc_pattern *pattern)
{
    enum fpc_class class = fpc_bits_class(judge->format, pattern->bits);
    pattern->correctly_rounded = pattern->bits == judge->exact->rounded;
    pattern->faithful = pattern->correctly_rounded;
    if (judge->exact->class != FPC_EXACT_FINITE)
        pattern->verdict = judge_non_finite(judge, pattern->bits);
    else if (class != FPC_NAN && class != FPC_INFINITE)
        judge_finite(judge, pattern);
    else if (pattern->correctly_rounded)
        pattern->verdict = FPC_VERDICT_EXACT;
    else
        pattern->verdict = judge_overflow(judge, pattern->bits);
}

enum fpc_verdict fpc_judge_patterns(const struct fpc_judge *judge, struct fpc_patterns *patterns)
{
    enum fpc_verdict worst = FPC_VERDICT_EXACT;
    patterns->max_ulp_error = patterns->max_error_ratio = fpc_figure_of(0);
    for (size_t i = 0; i < patterns->count; i++) {
        struct fpc_pattern *pattern = &patterns->items[i];
        fpc_judge_pattern(judge, pattern);
        fpc_figure_raise(&patterns->max_ulp_error, &pattern->ulp_error);
        fpc_figure_raise(&patterns->max_error_ratio, &pattern->error_ratio);
        if (pattern->verdict > worst)
            worst = pattern->verdict;
    }
    return worst;
}
