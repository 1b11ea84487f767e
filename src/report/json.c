/* The JSON report, by jansson. Keys are stable; format_version counts their changes. */
#include "report/json_values.h"
#include "report/report.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void set_distance(json_t *object, const char *key, const struct fpc_distance *distance)
{
    if (distance->known)
        fpc_json_set_integer(object, key, distance->ulps);
    else
        json_object_set_new(object, key, json_null());
}

static json_t *device_json(const struct fpc_findings *findings)
{
    json_t *device = json_object();
    json_object_set_new(device, "backend", json_string(findings->backend));
    json_object_set_new(device, "name", fpc_json_text(findings->device_name));
    json_object_set_new(device, "sms", json_integer(findings->sms));
    json_object_set_new(device, "cpu_threads", json_integer(findings->cpu_threads));
    return device;
}

static void set_exponent(json_t *object, const char *key, enum fpc_format format, unsigned field)
{
    json_object_set_new(object, key,
                        field > 0 ? json_integer(fpc_exact_field_exponent(format, field))
                                  : json_null());
}

static void set_counts(json_t *exact, enum fpc_format format, const struct fpc_exact_counts *counts)
{
    fpc_json_set_integer(exact, "zeros", counts->zeros);
    fpc_json_set_integer(exact, "negative_zeros", counts->negative_zeros);
    fpc_json_set_integer(exact, "subnormals", counts->subnormals);
    fpc_json_set_integer(exact, "nans", counts->nans);
    fpc_json_set_integer(exact, "positive_infinities", counts->positive_infinities);
    fpc_json_set_integer(exact, "negative_infinities", counts->negative_infinities);
    set_exponent(exact, "smallest_exponent", format, counts->smallest_field);
    set_exponent(exact, "largest_exponent", format, counts->largest_field);
}

static json_t *exact_json(const struct fpc_input_findings *input)
{
    json_t *exact = json_object();
    json_object_set_new(exact, "class", json_string(fpc_exact_class_name(input->exact_class)));
    json_object_set_new(exact, "hex", fpc_json_text(input->exact_hex));
    json_object_set_new(exact, "decimal", fpc_json_text(input->exact_decimal));
    json_object_set_new(exact, "rounded", fpc_json_value(input->format, input->exact_rounded));
    json_object_set_new(exact, "rounded_bits", fpc_json_bits(input->format, input->exact_rounded));
    json_object_set_new(exact, "abs_sum", fpc_json_text(input->abs_sum));
    fpc_json_set_figure(exact, "condition", &input->condition);
    json_object_set_new(exact, "condition_class",
                        input->exact_class == FPC_EXACT_FINITE
                            ? json_string(fpc_condition_class_name(input->condition_class))
                            : json_null());
    set_counts(exact, input->format, &input->counts);
    return exact;
}

static json_t *verdict(bool judged, enum fpc_verdict verdict)
{
    return judged ? json_string(fpc_verdict_name(verdict)) : json_null();
}

static json_t *pattern_json(enum fpc_format format, const struct fpc_pattern *pattern, bool judged)
{
    json_t *result = json_object();
    json_object_set_new(result, "bits", fpc_json_bits(format, pattern->bits));
    json_object_set_new(result, "value", fpc_json_value(format, pattern->bits));
    fpc_json_set_integer(result, "count", pattern->count);
    fpc_json_set_integer(result, "first_run", pattern->first);
    fpc_json_set_figure(result, "ulp_error", &pattern->ulp_error);
    fpc_json_set_figure(result, "error_ratio", &pattern->error_ratio);
    json_object_set_new(result, "correctly_rounded",
                        judged ? json_boolean(pattern->correctly_rounded) : json_null());
    json_object_set_new(result, "faithful", judged ? json_boolean(pattern->faithful) : json_null());
    json_object_set_new(result, "verdict", verdict(judged, pattern->verdict));
    return result;
}

static json_t *variability_json(const struct fpc_variability *variability)
{
    json_t *object = json_object();
    fpc_json_set_figure(object, "vs", &variability->vs);
    json_object_set_new(object, "modal_share", json_real(variability->modal_share));
    json_object_set_new(object, "entropy_bits", json_real(variability->entropy_bits));
    fpc_json_set_figure(object, "rate_below_95", &variability->rate_below_95);
    return object;
}

static json_t *order_json(enum fpc_format format, const struct fpc_sensitivity *order)
{
    json_t *object = json_object(), *results = json_array();
    json_object_set_new(object, "mode", json_string(fpc_order_mode_name(order->mode)));
    fpc_json_set_integer(object, "tried", order->tried);
    fpc_json_set_integer(object, "distinct", order->results.count);
    set_distance(object, "spread_ulp", &order->results.spread);
    json_object_set_new(object, "blind", json_boolean(order->blind != NULL));
    json_object_set_new(object, "blind_reason", fpc_json_text(order->blind));
    for (size_t i = 0; i < order->results.count; i++) {
        const struct fpc_pattern *pattern = &order->results.items[i];
        json_t *result = json_object();
        json_object_set_new(result, "bits", fpc_json_bits(format, pattern->bits));
        json_object_set_new(result, "value", fpc_json_value(format, pattern->bits));
        fpc_json_set_integer(result, "count", pattern->count);
        fpc_json_set_figure(result, "ulp_error", &pattern->ulp_error);
        json_array_append_new(results, result);
    }
    json_object_set_new(object, "results", results);
    return object;
}

static void set_measured(json_t *object, enum fpc_format format,
                         const struct fpc_kernel_findings *kernel)
{
    json_t *results = json_array();
    for (size_t i = 0; i < kernel->results.count; i++)
        json_array_append_new(results,
                              pattern_json(format, &kernel->results.items[i], kernel->judged));
    json_object_set_new(object, "accumulator",
                        json_string(fpc_format_traits(kernel->accumulator)->name));
    fpc_json_set_integer(object, "shapes_tried", kernel->shapes_run);
    fpc_json_set_integer(object, "shape_results", kernel->shape_results);
    fpc_json_set_integer(object, "shape_group", kernel->shape_group);
    fpc_json_set_integer(object, "runs", kernel->runs);
    json_object_set_new(object, "simulated", json_boolean(kernel->simulated));
    json_object_set_new(object, "promise", json_string(fpc_level_name(kernel->promise)));
    json_object_set_new(object, "observed", json_string(fpc_level_name(kernel->observed)));
    fpc_json_set_integer(object, "distinct", kernel->results.count);
    fpc_json_set_integer(object, "distinct_accumulators", kernel->distinct_accumulators);
    fpc_json_set_integer(object, "distinct_arrivals", kernel->distinct_arrivals);
    json_object_set_new(object, "results", results);
    set_distance(object, "spread_ulp", &kernel->results.spread);
    fpc_json_set_figure(object, "max_ulp_error", &kernel->results.max_ulp_error);
    fpc_json_set_figure(object, "max_error_ratio", &kernel->results.max_error_ratio);
    fpc_json_set_integer(object, "height", kernel->height);
    json_object_set_new(object, "bound_any_order", fpc_json_text(kernel->bound_any_order));
    json_object_set_new(object, "bound_kernel", fpc_json_text(kernel->bound_kernel));
    json_object_set_new(object, "variability", variability_json(&kernel->variability));
    json_object_set_new(object, "order", order_json(format, &kernel->order));
    json_object_set_new(
        object, "verdict",
        verdict(kernel->judged || kernel->verdict == FPC_VERDICT_BUG, kernel->verdict));
    json_object_set_new(object, "evidence", fpc_json_text(kernel->evidence));
}

static json_t *kernel_json(enum fpc_format format, const struct fpc_kernel_findings *kernel)
{
    json_t *object = json_object(), *shape = json_object();
    json_object_set_new(object, "name", fpc_json_text(kernel->name));
    json_object_set_new(shape, "blocks", json_integer(kernel->shape.blocks));
    json_object_set_new(shape, "threads", json_integer(kernel->shape.threads));
    json_object_set_new(object, "shape", shape);
    if (kernel->reason)
        json_object_set_new(object, "reason", fpc_json_text(kernel->reason));
    else
        set_measured(object, format, kernel);
    return object;
}

static json_t *input_json(const struct fpc_input_findings *input)
{
    json_t *object = json_object(), *dims = json_array(), *kernels = json_array();
    for (size_t i = 0; i < input->rank; i++)
        json_array_append_new(dims, json_integer((json_int_t)input->dims[i]));
    for (size_t i = 0; i < input->kernel_count; i++)
        json_array_append_new(kernels, kernel_json(input->format, &input->kernels[i]));
    json_object_set_new(object, "path", fpc_json_text(input->path));
    json_object_set_new(object, "name", fpc_json_text(input->name));
    json_object_set_new(object, "format", json_string(fpc_format_traits(input->format)->name));
    json_object_set_new(object, "format_assumed", json_boolean(input->format_assumed));
    json_object_set_new(object, "fortran_order", json_boolean(input->fortran_order));
    json_object_set_new(object, "dims", dims);
    fpc_json_set_integer(object, "count", input->count);
    json_object_set_new(object, "sha256", fpc_json_text(input->sha256));
    json_object_set_new(object, "blind",
                        input->exact_known ? json_boolean(input->blind != NULL) : json_null());
    json_object_set_new(object, "blind_reason", fpc_json_text(input->blind));
    json_object_set_new(object, "exact", input->exact_known ? exact_json(input) : json_null());
    json_object_set_new(object, "kernels", kernels);
    return object;
}

static json_t *finding_json(const struct fpc_findings *findings, const struct fpc_finding *finding)
{
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(fpc_finding_kind_name(finding->kind)));
    json_object_set_new(object, "input", fpc_json_text(fpc_finding_input(findings, finding)));
    json_object_set_new(object, "kernel", fpc_json_text(fpc_finding_kernel(findings, finding)));
    json_object_set_new(object, "message", fpc_json_text(finding->message));
    return object;
}

static void write_json(FILE *stream, const struct fpc_findings *findings)
{
    json_t *root = json_object(), *argv = json_array(), *inputs = json_array();
    json_t *found = json_array(), *notices = json_array();
    for (int i = 0; i < findings->argc; i++)
        json_array_append_new(argv, fpc_json_text(findings->argv[i]));
    for (size_t i = 0; i < findings->input_count; i++)
        json_array_append_new(inputs, input_json(&findings->inputs[i]));
    for (size_t i = 0; i < findings->finding_count; i++)
        json_array_append_new(found, finding_json(findings, &findings->findings[i]));
    for (size_t i = 0; i < findings->notice_count; i++)
        json_array_append_new(notices, finding_json(findings, &findings->notices[i]));
    json_object_set_new(root, "format_version", json_string(FPC_JSON_VERSION));
    json_object_set_new(root, "fpcheck", json_string(PACKAGE_VERSION));
    json_object_set_new(root, "complete", json_boolean(findings->complete));
    if (findings->skipped)
        json_object_set_new(root, "reason", fpc_json_text(findings->skipped));
    json_object_set_new(root, "argv", argv);
    fpc_json_set_integer(root, "seed", findings->seed);
    json_object_set_new(root, "device", device_json(findings));
    json_object_set_new(root, "inputs", inputs);
    json_object_set_new(root, "findings", found);
    json_object_set_new(root, "notices", notices);
    json_object_set_new(root, "exit_status", json_integer(findings->exit_status));
    json_dumpf(root, stream, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    fputc('\n', stream);
    json_decref(root);
}

const struct fpc_report_format fpc_report_json = {
    "json", "Write everything as JSON to FILE; - is standard output", write_json};
