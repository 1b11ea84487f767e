#include "command/measure.h"

#include "analysis/analyse.h"
#include "analysis/baseline_gate.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "command/progress.h"
#include "exact/exact.h"
#include "input/digest.h"
#include "number/round.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Everything that is needed while measuring. */
struct measurement {
    const struct fpc_run_options *options;
    const struct fpc_baseline *baseline; /* or NULL */
    const struct fpc_inputs *inputs;
    struct fpc_device *device;
    struct fpc_findings *findings;
    struct fpc_exact_sum *sums; /* of the inputs summed so far */
    size_t summed;
    size_t loaded; /* the input that is on the device, from 1; 0: none */
    struct fpc_progress progress;
};

static void describe_input(const struct fpc_input *input, struct fpc_input_findings *out)
{
    out->path = fpc_strdup(input->path);
    out->name = fpc_strdup(input->name);
    out->why = fpc_strdup(input->claim.why);
    out->format = input->format;
    out->format_assumed = input->format_assumed;
    out->fortran_order = input->fortran_order;
    out->big_endian = input->big_endian;
    out->rank = input->rank;
    out->dims = fpc_alloc(input->rank, sizeof *out->dims);
    if (input->rank > 0)
        memcpy(out->dims, input->dims, input->rank * sizeof *out->dims);
    out->count = input->count;
}

/* A case says what its sum is; that this is so is checked each time. */
static enum fpc_status check_claim(const struct fpc_input *input, const struct fpc_exact_sum *sum,
                                   struct fpc_error *error)
{
    if (input->claim.exact == NULL)
        return FPC_OK;
    mpfr_t claimed;
    mpfr_init2(claimed, mpfr_get_prec(sum->s));
    bool same = mpfr_strtofr(claimed, input->claim.exact, NULL, 0, MPFR_RNDN) == 0;
    if (mpfr_nan_p(claimed))
        same = same && sum->class == FPC_EXACT_NAN;
    else if (mpfr_inf_p(claimed))
        same = same &&
               sum->class == (mpfr_sgn(claimed) > 0 ? FPC_EXACT_PLUS_INF : FPC_EXACT_MINUS_INF);
    else
        same = same && sum->class == FPC_EXACT_FINITE && mpfr_equal_p(claimed, sum->s);
    mpfr_clear(claimed);
    if (same)
        return FPC_OK;
    char *actual = sum->class == FPC_EXACT_FINITE ? fpc_round_hex(sum->s)
                                                  : fpc_strdup(fpc_exact_class_name(sum->class));
    enum fpc_status status =
        fpc_error_set(error, FPC_UNUSABLE, "%s: the case says its exact sum is %s, but it is %s",
                      input->path, input->claim.exact, actual);
    free(actual);
    return status;
}

static enum fpc_format accumulator_of(const struct fpc_run_options *options, enum fpc_format format)
{
    return options->accumulate_native ? format : fpc_format_traits(format)->accumulator;
}

/* The values of an input, to the device if they are not there. */
static enum fpc_status load(struct measurement *measurement, size_t index, struct fpc_error *error)
{
    const struct fpc_input *input = &measurement->inputs->items[index];
    if (measurement->loaded == index + 1)
        return FPC_OK;
    enum fpc_status status =
        fpc_device_load(measurement->device, input->values,
                        input->count * fpc_format_traits(input->format)->size, error);
    if (status == FPC_OK)
        measurement->loaded = index + 1;
    return status;
}

/* Who computes the exact sum. A kernel that promises it is not judged by its own code, unless told
 * so. */
static enum fpc_exact_by reference_for(const struct measurement *measurement, uint64_t count)
{
    const struct fpc_run_options *options = measurement->options;
    bool itself = false;
    if (options->exact_by != FPC_EXACT_BY_DEFAULT)
        return options->exact_by;
    for (size_t i = 0; i < options->kernel_count; i++)
        itself = itself || options->kernels[i]->kernel->promise == FPC_LEVEL_CORRECTLY_ROUNDED;
    if (count <= FPC_EXACT_BY_BOTH_UP_TO)
        return FPC_EXACT_BY_BOTH;
    return measurement->device->exact && !itself ? FPC_EXACT_BY_GPU : FPC_EXACT_BY_CPU;
}

static enum fpc_status sum_exactly(struct measurement *measurement, size_t index,
                                   enum fpc_exact_by how, struct fpc_error *error)
{
    enum fpc_status status = FPC_OK;
    if (how == FPC_EXACT_BY_GPU)
        status = load(measurement, index, error);
    if (status == FPC_OK)
        status = fpc_exact_by_sum(how, &measurement->inputs->items[index], measurement->device,
                                  &measurement->sums[index], error);
    measurement->summed += status == FPC_OK;
    return status;
}

/* The exact sum of one input, and its digest beside it if a file is to hold it. */
static enum fpc_status measure_exact(struct measurement *measurement, size_t index,
                                     struct fpc_error *error)
{
    const struct fpc_input *input = &measurement->inputs->items[index];
    struct fpc_input_findings *out = fpc_findings_add_input(measurement->findings);
    struct fpc_exact_sum *sum = &measurement->sums[index];
    struct fpc_digest digest;
    bool digested =
        measurement->options->output_count > 0 || measurement->options->baseline != NULL;
    describe_input(input, out);
    out->accumulator = accumulator_of(measurement->options, input->format);
    if (digested) {
        enum fpc_status status = fpc_digest_start(&digest, input, error);
        if (status != FPC_OK)
            return status;
    }
    enum fpc_exact_by how = reference_for(measurement, input->count);
    enum fpc_status status = FPC_OK;
    if (how != FPC_EXACT_BY_NONE)
        status = sum_exactly(measurement, index, how, error);
    if (digested)
        out->sha256 = fpc_digest_finish(&digest);
    if (status != FPC_OK || fpc_interrupt_signal() != 0 || how == FPC_EXACT_BY_NONE)
        return status;
    fpc_analyse_exact(sum, accumulator_of(measurement->options, input->format), out);
    return check_claim(input, sum, error);
}

/* A kernel that does not apply is in the findings all the same, with the reason. */
static void note_refusal(struct measurement *measurement, size_t index,
                         const struct fpc_kernel *kernel, const struct fpc_order *order,
                         const char *reason)
{
    struct fpc_kernel_findings *findings =
        fpc_findings_add_kernel(&measurement->findings->inputs[index]);
    findings->name = kernel->name;
    findings->promise = kernel->promise;
    findings->shape = fpc_order_shape(order);
    findings->uses_jobs = fpc_order_uses_jobs(&kernel->order);
    findings->reason = fpc_strdup(reason);
}

/* One kernel with one launch shape on one input. */
static enum fpc_status measure_order(struct measurement *measurement, size_t index,
                                     const struct fpc_kernel_entry *entry,
                                     const struct fpc_order *order, struct fpc_error *error)
{
    const struct fpc_run_options *options = measurement->options;
    const struct fpc_input *input = &measurement->inputs->items[index];
    struct fpc_progress *progress = &measurement->progress;
    struct fpc_samples samples;
    struct fpc_run_request request = {
        .entry = entry,
        .walk = {.order = *order,
                 .format = input->format,
                 .accumulator = accumulator_of(options, input->format),
                 .values = input->values,
                 .count = input->count},
        .runs = options->runs,
        .arrival = options->arrival,
        .seed = options->seed,
        .progress = fpc_progress_update,
        .progress_context = progress};
    const char *reason = fpc_device_refuses(measurement->device, entry, order);
    if (reason) {
        note_refusal(measurement, index, entry->kernel, order, reason);
        return FPC_OK;
    }
    progress->kernel = entry->kernel->name;
    progress->runs = options->runs;
    enum fpc_status status = fpc_device_run(measurement->device, &request, &samples, error);
    fpc_progress_end(progress);
    if (status != FPC_OK)
        return status;
    if (samples.runs > 0) {
        struct fpc_analysis analysis = {
            .kernel = entry->kernel,
            .walk = &request.walk,
            .exact = options->exact_by == FPC_EXACT_BY_NONE ? NULL : &measurement->sums[index],
            .samples = &samples,
            .orders = options->orders,
            .seed = options->seed};
        fpc_analyse_kernel(&analysis,
                           fpc_findings_add_kernel(&measurement->findings->inputs[index]));
    }
    fpc_samples_clear(&samples);
    return FPC_OK;
}

static bool is_among(const struct fpc_order *orders, size_t count, const struct fpc_order *order)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(&orders[i], order, sizeof *order) == 0)
            return true;
    return false;
}

/* The kernel's order for every launch shape that was asked for, each once: a kernel that ignores
 * the shape has one. Returns how many; the caller frees *out. */
static size_t orders_of(const struct measurement *measurement, const struct fpc_kernel *kernel,
                        const struct fpc_input *input, struct fpc_order **out)
{
    const struct fpc_run_options *options = measurement->options;
    struct fpc_order *orders =
        fpc_alloc(options->blocks_count * options->threads_count, sizeof *orders);
    size_t count = 0;
    for (size_t b = 0; b < options->blocks_count; b++) {
        for (size_t t = 0; t < options->threads_count; t++) {
            orders[count] = fpc_device_order(measurement->device, kernel, input->format,
                                             input->count, options->blocks[b].blocks,
                                             options->blocks[b].per_sm, options->threads[t]);
            count += !is_among(orders, count, &orders[count]);
        }
    }
    *out = orders;
    return count;
}

static enum fpc_status measure_kernel(struct measurement *measurement, size_t index,
                                      const struct fpc_kernel_entry *entry, struct fpc_error *error)
{
    struct fpc_input_findings *findings = &measurement->findings->inputs[index];
    struct fpc_order *orders;
    size_t first = findings->kernel_count;
    size_t count =
        orders_of(measurement, entry->kernel, &measurement->inputs->items[index], &orders);
    enum fpc_status status = FPC_OK;
    for (size_t i = 0; i < count && status == FPC_OK && fpc_interrupt_signal() == 0; i++)
        status = measure_order(measurement, index, entry, &orders[i], error);
    fpc_analyse_shapes(findings, first);
    free(orders);
    return status;
}

static enum fpc_status measure_all(struct measurement *measurement, struct fpc_error *error)
{
    const struct fpc_run_options *options = measurement->options;
    enum fpc_status status = FPC_OK;
    for (size_t i = 0; status == FPC_OK && i < measurement->inputs->count; i++)
        if (i == 0 || fpc_interrupt_signal() == 0)
            status = measure_exact(measurement, i, error);
    if (status == FPC_OK && measurement->baseline && fpc_interrupt_signal() == 0)
        status = fpc_baseline_check_inputs(measurement->baseline, measurement->findings, error);
    for (size_t i = 0; i < measurement->inputs->count; i++) {
        if (status == FPC_OK && fpc_interrupt_signal() == 0)
            status = load(measurement, i, error);
        for (size_t k = 0; k < options->kernel_count; k++)
            if (status == FPC_OK && fpc_interrupt_signal() == 0)
                status = measure_kernel(measurement, i, options->kernels[k], error);
    }
    return status;
}

static bool shows_progress(const struct fpc_run_options *options)
{
    if (options->progress == FPC_WHEN_AUTO)
        return !options->quiet && isatty(STDERR_FILENO);
    return options->progress == FPC_WHEN_ALWAYS;
}

enum fpc_status fpc_measure(const struct fpc_run_options *options,
                            const struct fpc_baseline *baseline, const struct fpc_inputs *inputs,
                            struct fpc_device *device, struct fpc_findings *findings,
                            struct fpc_error *error)
{
    struct measurement measurement = {.options = options,
                                      .baseline = baseline,
                                      .inputs = inputs,
                                      .device = device,
                                      .findings = findings,
                                      .sums = fpc_alloc(inputs->count, sizeof *measurement.sums),
                                      .progress = {.shown = shows_progress(options)}};
    enum fpc_status status = measure_all(&measurement, error);
    findings->complete = fpc_interrupt_signal() == 0;
    for (size_t i = 0; i < measurement.summed; i++)
        fpc_exact_sum_clear(&measurement.sums[i]);
    free(measurement.sums);
    return status;
}
