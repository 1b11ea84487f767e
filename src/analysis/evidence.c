/* The sentence behind each verdict. */
#include "analysis/figure.h"
#include "analysis/judge.h"
#include "base/memory.h"
#include "base/text.h"
#include "number/round.h"

#include <inttypes.h>
#include <stdlib.h>

/* x rounded up to a few bits: enough for a sentence, never less than x. */
static char *short_hex(mpfr_srcptr x)
{
    mpfr_t rounded;
    mpfr_init2(rounded, 24);
    mpfr_set(rounded, x, MPFR_RNDU);
    char *text = fpc_round_hex(rounded);
    mpfr_clear(rounded);
    return text;
}

static char *finite_evidence(const struct fpc_judge *judge, const struct fpc_pattern *pattern)
{
    static const char *const reasons[] = {
        [FPC_VERDICT_ROUNDING] = "within",
        [FPC_VERDICT_FLUSHED] = "beyond this order's bound, but within it once subnormals are "
                                "flushed to zero:",
        [FPC_VERDICT_UNEXPLAINED] = "beyond",
        [FPC_VERDICT_BUG] = "beyond every order's bound, and beyond",
    };
    mpfr_t y, error;
    mpfr_init2(y, 53);
    mpfr_init2(error, 2400);
    fpc_round_from_bits(y, judge->format, pattern->bits);
    mpfr_sub(error, y, judge->exact->s, MPFR_RNDN);
    mpfr_abs(error, error, MPFR_RNDN);
    char *result = fpc_round_hex(y), *distance = short_hex(error);
    char *bound = short_hex(judge->kernel_bound), *any = short_hex(judge->any_order_bound);
    char *order = judge->rounds_once   ? fpc_strdup("one rounding of the exact sum")
                  : judge->compensated ? fpc_strdup("a compensated sum")
                                       : fpc_text("a tree of height %" PRIu64, judge->height);
    char *text =
        fpc_text("run %" PRIu64 " gave %s, off by %s: %s the bound %s of %s (any order of "
                 "additions: %s)",
                 pattern->first, result, distance, reasons[pattern->verdict], bound, order, any);
    free(order);
    free(any);
    free(bound);
    free(distance);
    free(result);
    mpfr_clear(error);
    mpfr_clear(y);
    return text;
}

static const char *class_name(enum fpc_format format, uint64_t bits)
{
    enum fpc_class class = fpc_bits_class(format, bits);
    if (class == FPC_NAN)
        return "NaN";
    if (class != FPC_INFINITE)
        return "a finite number";
    return fpc_bits_negative(format, bits) ? "-Inf" : "+Inf";
}

static const char *class_reason(const struct fpc_judge *judge, const struct fpc_pattern *pattern)
{
    if (pattern->verdict == FPC_VERDICT_BUG)
        return "no order of IEEE additions gives that";
    if (judge->compensated && !pattern->correctly_rounded)
        return "the compensation takes an infinity from itself";
    return "IEEE addition gives that";
}

static char *class_evidence(const struct fpc_judge *judge, const struct fpc_pattern *pattern)
{
    const struct fpc_exact_sum *exact = judge->exact;
    const char *name = class_name(judge->format, pattern->bits);
    bool finite = fpc_bits_class(judge->format, exact->rounded) != FPC_INFINITE;
    if (pattern->verdict == FPC_VERDICT_OVERFLOW)
        return fpc_text("run %" PRIu64 " gave %s although the exact sum %s: an intermediate sum "
                        "overflowed",
                        pattern->first, name,
                        finite ? "is finite" : "rounds to an infinity of one sign");
    return fpc_text("run %" PRIu64 " gave %s; the input holds %" PRIu64 " NaN, %" PRIu64
                    " +Inf and %" PRIu64 " -Inf, and %s",
                    pattern->first, name, exact->counts.nans, exact->counts.positive_infinities,
                    exact->counts.negative_infinities, class_reason(judge, pattern));
}

char *fpc_judge_evidence(const struct fpc_judge *judge, const struct fpc_pattern *pattern)
{
    enum fpc_class class = fpc_bits_class(judge->format, pattern->bits);
    if (pattern->verdict == FPC_VERDICT_EXACT)
        return fpc_text("every result is the exact sum, rounded once");
    if (judge->exact->class != FPC_EXACT_FINITE || class == FPC_NAN || class == FPC_INFINITE)
        return class_evidence(judge, pattern);
    return finite_evidence(judge, pattern);
}
