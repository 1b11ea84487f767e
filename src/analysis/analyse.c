#include "analysis/analyse.h"

#include "analysis/figure.h"
#include "analysis/judge.h"
#include "analysis/patterns.h"
#include "analysis/sensitivity.h"
#include "analysis/variability.h"
#include "base/text.h"
#include "number/round.h"

#include <inttypes.h>

/* Decimal digits of the exact sum in reports: more than any format needs. */
#define FPC_EXACT_DIGITS 17

/* One shape and one order of the input were tried, so between run-to-run and correctly-rounded
 * nothing can be seen. */
static enum fpc_level observed_level(uint64_t runs, size_t distinct)
{
    if (runs < 2)
        return FPC_LEVEL_UNDETERMINED;
    return distinct == 1 ? FPC_LEVEL_RUN_TO_RUN : FPC_LEVEL_NOT_GUARANTEED;
}

static uint64_t index_order_result(const struct fpc_analysis *analysis)
{
    const struct fpc_samples *samples = analysis->samples;
    if (!samples->has_arrival)
        return samples->results[0];
    uint64_t bits = fpc_walk_grid(analysis->walk, samples->partials, NULL);
    return fpc_bits_convert(samples->accumulator, bits, samples->format);
}

static const struct fpc_pattern *first_with(const struct fpc_patterns *patterns,
                                            enum fpc_verdict verdict)
{
    size_t i = 0;
    while (patterns->items[i].verdict != verdict)
        i++;
    return &patterns->items[i];
}

/* A control that failed is a bug, whatever the results are. */
static void note_control(const struct fpc_samples *samples, struct fpc_kernel_findings *out)
{
    if (samples->control_failed == 0)
        return;
    out->verdict = FPC_VERDICT_BUG;
    out->evidence = fpc_text("in %" PRIu64 " of %" PRIu64 " runs, first in run %" PRIu64
                             ", the result does not follow from the run's own block partials "
                             "and order of arrival",
                             samples->control_failed, samples->runs, samples->control_run);
}

/* Two values commute; NaN and infinities decide the class of every sum (but for overflows). */
static const char *blind_reason(const struct fpc_exact_sum *exact, enum fpc_format accumulator)
{
    if (exact->counts.count - exact->counts.zeros <= 2)
        return "at most two values are not zero";
    if (exact->class != FPC_EXACT_FINITE)
        return "NaN or an infinity decides every sum";
    if (fpc_exact_sums_never_round(exact, accumulator))
        return "every sum of these values is exact";
    return NULL;
}

/* Every result is r(s), and rounding on the way could have shown. One result that is r(s) may be
 * luck, so this is looked for only in kernels that promise it. */
static bool shows_correct_rounding(const struct fpc_analysis *analysis,
                                   const struct fpc_kernel_findings *out)
{
    bool shown = out->promise == FPC_LEVEL_CORRECTLY_ROUNDED &&
                 out->observed == FPC_LEVEL_RUN_TO_RUN &&
                 blind_reason(analysis->exact, analysis->samples->accumulator) == NULL;
    for (size_t i = 0; i < out->results.count; i++)
        shown = shown && out->results.items[i].correctly_rounded;
    return shown;
}

static void judge_runs(const struct fpc_analysis *analysis, const struct fpc_judge *judge,
                       struct fpc_kernel_findings *out)
{
    out->judged = true;
    out->verdict = fpc_judge_patterns(judge, &out->results);
    note_control(analysis->samples, out);
    if (shows_correct_rounding(analysis, out))
        out->observed = FPC_LEVEL_CORRECTLY_ROUNDED;
    if (out->evidence == NULL)
        out->evidence = fpc_judge_evidence(judge, first_with(&out->results, out->verdict));
    if (analysis->exact->class == FPC_EXACT_FINITE) {
        out->bound_kernel =
            fpc_round_hex(judge->can_flush ? judge->flushed_bound : judge->kernel_bound);
        out->bound_any_order = fpc_round_hex(judge->any_order_bound);
    }
}

void fpc_analyse_kernel(const struct fpc_analysis *analysis, struct fpc_kernel_findings *out)
{
    const struct fpc_samples *samples = analysis->samples;
    struct fpc_judge judge;
    out->name = analysis->kernel->name;
    out->promise = analysis->kernel->promise;
    out->shape = fpc_order_shape(&analysis->walk->order);
    out->uses_shape =
        analysis->kernel->library_uses_shape || fpc_order_uses_shape(&analysis->kernel->order);
    out->uses_jobs = fpc_order_uses_jobs(&analysis->kernel->order);
    out->accumulator = samples->accumulator;
    out->runs = samples->runs;
    out->simulated = samples->simulated;
    out->height = fpc_order_height(&analysis->walk->order, analysis->walk->count);
    out->results = fpc_patterns_of(samples->format, samples->results, samples->runs);
    out->observed = observed_level(samples->runs, out->results.count);
    out->distinct_accumulators = fpc_patterns_distinct(samples->accumulators, samples->runs);
    out->arrives = samples->has_arrival;
    if (samples->arrivals)
        out->distinct_arrivals = fpc_patterns_distinct(samples->arrivals, samples->runs);
    out->variability = fpc_variability_of(samples->format, &out->results, samples->runs,
                                          index_order_result(analysis));
    out->order = fpc_sensitivity_of(samples, analysis->orders, analysis->seed);
    if (analysis->exact == NULL) {
        note_control(samples, out);
        return;
    }
    fpc_judge_init(&judge, analysis->exact, samples->accumulator, &analysis->walk->order,
                   samples->flushing);
    judge_runs(analysis, &judge, out);
    fpc_judge_patterns(&judge, &out->order.results);
    fpc_judge_clear(&judge);
}

static void describe_finite(const struct fpc_exact_sum *exact, enum fpc_format accumulator,
                            struct fpc_input_findings *out)
{
    int p = fpc_format_traits(accumulator)->precision;
    out->exact_hex = fpc_round_hex(exact->s);
    out->exact_decimal = fpc_round_decimal(exact->s, FPC_EXACT_DIGITS);
    out->exact_short = fpc_round_decimal(exact->s, fpc_format_traits(exact->format)->digits);
    out->abs_sum = fpc_round_hex(exact->abs_sum);
    out->exact_in_format = fpc_bits_class(exact->format, exact->rounded) != FPC_INFINITE &&
                           mpfr_cmp_d(exact->s, fpc_bits_value(exact->format, exact->rounded)) == 0;
    out->exact_is_zero = mpfr_zero_p(exact->s);
    out->condition_class = exact->condition_class;
    if (exact->condition_class == FPC_CONDITION_FINITE) {
        mpfr_t size;
        mpfr_init2(size, mpfr_get_prec(exact->s));
        mpfr_abs(size, exact->s, MPFR_RNDN);
        out->condition = fpc_figure_quotient(exact->abs_sum, size);
        mpfr_mul_2si(size, size, p, MPFR_RNDN);
        out->ill_conditioned = mpfr_cmp(exact->abs_sum, size) > 0;
        mpfr_clear(size);
    }
}

void fpc_analyse_exact(const struct fpc_exact_sum *exact, enum fpc_format accumulator,
                       struct fpc_input_findings *out)
{
    out->exact_known = true;
    out->exact_class = exact->class;
    out->exact_rounded = exact->rounded;
    out->counts = exact->counts;
    out->blind = blind_reason(exact, accumulator);
    if (exact->class == FPC_EXACT_FINITE)
        describe_finite(exact, accumulator, out);
}
