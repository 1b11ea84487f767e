#include "report/repeats.h"

#include "analysis/variability.h"
#include "base/text.h"
#include "report/comparison.h"

#include <inttypes.h>
#include <stdlib.h>

static json_t *outcomes_json(const struct fpc_outcomes *outcomes)
{
    json_t *results = json_array();
    for (size_t i = 0; i < outcomes->count; i++) {
        json_t *result = json_object();
        fpc_json_set_integer(result, "count", outcomes->items[i].count);
        fpc_json_set_integer(result, "first_run", outcomes->items[i].first_run);
        json_array_append_new(results, result);
    }
    return results;
}

static void set_facts(json_t *object, const struct fpc_array_facts *facts)
{
    json_t *dims = json_array();
    for (size_t i = 0; i < facts->rank; i++)
        json_array_append_new(dims, json_integer((json_int_t)facts->dims[i]));
    json_object_set_new(object, "format", json_string(fpc_format_traits(facts->format)->name));
    json_object_set_new(object, "dims", dims);
    fpc_json_set_integer(object, "count", facts->count);
}

/* The run that differs first. */
static json_t *first_json(const struct fpc_repeat *repeat)
{
    const struct fpc_compared *compared = &repeat->first;
    json_t *object = json_object();
    fpc_json_set_integer(object, "run", repeat->first_run);
    json_object_set_new(object, "pairing", json_string(fpc_pairing_name(compared->pairing)));
    if (compared->pairing == FPC_PAIR_COMPARED)
        fpc_json_set_difference(object, compared->a.format, &compared->difference);
    return object;
}

static json_t *repeat_json(const struct fpc_repeat *repeat)
{
    const struct fpc_compared *compared = &repeat->first;
    json_t *object = json_object();
    json_object_set_new(object, "name", fpc_json_text(compared->name));
    set_facts(object, compared->a.there ? &compared->a : &compared->b);
    fpc_json_set_integer(object, "differing_runs", repeat->differing_runs);
    fpc_json_set_integer(object, "failing_runs", repeat->failing_runs);
    fpc_json_set_integer(object, "most_differing", repeat->most_differing);
    if (repeat->has_distance || repeat->differing_runs == 0)
        fpc_json_set_integer(object, "max_ulp", repeat->max_ulp);
    else
        json_object_set_new(object, "max_ulp", json_null());
    json_object_set_new(object, "max_ulp_run",
                        repeat->has_distance ? json_integer((json_int_t)repeat->max_ulp_run)
                                             : json_null());
    json_object_set_new(object, "max_ulp_index",
                        repeat->has_distance ? json_integer((json_int_t)repeat->max_ulp_at)
                                             : json_null());
    fpc_json_set_figure(object, "max_vermv", &repeat->max_vermv);
    json_object_set_new(object, "max_vc", json_real(repeat->max_vc));
    json_object_set_new(object, "first", repeat->differing_runs ? first_json(repeat) : json_null());
    return object;
}

static json_t *repeats_json(const struct fpc_repeats *repeats)
{
    json_t *tensors = json_array();
    for (size_t i = 0; i < repeats->count; i++)
        json_array_append_new(tensors, repeat_json(&repeats->items[i]));
    return tensors;
}

static json_t *expected_json(const struct fpc_repeats_report *report)
{
    if (report->expect == NULL)
        return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "path", fpc_json_text(report->expect));
    if (report->limited)
        fpc_json_set_integer(object, "limit_ulp", report->max_ulp);
    else
        json_object_set_new(object, "limit_ulp", json_null());
    json_object_set_new(object, "tensors", repeats_json(report->expected));
    return object;
}

static json_t *variables_json(const struct fpc_repeats_report *report)
{
    json_t *variables = json_array();
    for (size_t i = 0; i < report->sweep->count; i++) {
        const struct fpc_sweep_variable *variable = &report->sweep->variables[i];
        json_t *object = json_object(), *values = json_array();
        for (size_t k = 0; k < variable->count; k++)
            json_array_append_new(values, fpc_json_text(variable->values[k]));
        json_object_set_new(object, "name", fpc_json_text(variable->name));
        json_object_set_new(object, "values", values);
        json_object_set_new(object, "effect",
                            json_string(fpc_effect_name(fpc_sweep_effect(
                                report->sweep, i, report->outcomes, report->runs))));
        json_array_append_new(variables, object);
    }
    return variables;
}

/* Of each combination that was begun. */
static json_t *combinations_json(const struct fpc_repeats_report *report)
{
    json_t *combinations = json_array();
    for (uint64_t i = 0; i * report->runs < report->outcomes->runs; i++) {
        json_t *object = json_object();
        char *setting = fpc_sweep_text(report->sweep, i);
        json_object_set_new(object, "setting", fpc_json_text(setting));
        fpc_json_set_integer(object, "from_run", i * report->runs);
        fpc_json_set_integer(object, "distinct",
                             fpc_sweep_distinct(report->outcomes, i, report->runs));
        json_array_append_new(combinations, object);
        free(setting);
    }
    return combinations;
}

static void append_findings(json_t *findings, const struct fpc_repeats *repeats, const char *input,
                            const char *against)
{
    for (size_t i = 0; i < repeats->count; i++) {
        const struct fpc_repeat *repeat = &repeats->items[i];
        if (repeat->failing_runs == 0)
            continue;
        char *text = fpc_compared_text(&repeat->first);
        char *message =
            fpc_text("%" PRIu64 " of %" PRIu64 " runs differ from %s; run %" PRIu64 ": %s",
                     repeat->failing_runs, repeats->runs, against, repeat->first_run, text);
        json_array_append_new(findings,
                              fpc_json_difference_finding(input, repeat->first.name, message));
        free(message);
        free(text);
    }
}

static json_t *program_json(char *const *program)
{
    json_t *words = json_array();
    for (; *program; program++)
        json_array_append_new(words, fpc_json_text(*program));
    return words;
}

void fpc_report_repeats_json(FILE *stream, const struct fpc_repeats_report *report)
{
    json_t *root = fpc_json_begin(&report->frame), *findings = json_array();
    const uint64_t runs = report->outcomes->runs;
    const bool same = report->outcomes->count == 1 && runs >= 2 && report->sweep->count == 0;
    json_object_set_new(root, "program", program_json(report->program));
    fpc_json_set_integer(root, "runs", runs);
    fpc_json_set_integer(root, "distinct", report->outcomes->count);
    json_object_set_new(root, "results", outcomes_json(report->outcomes));
    json_object_set_new(root, "rate_below_95",
                        same ? json_real(fpc_variability_rate_below_95(runs)) : json_null());
    json_object_set_new(root, "tensors", repeats_json(report->between));
    json_object_set_new(root, "expected", expected_json(report));
    json_object_set_new(root, "environment", variables_json(report));
    json_object_set_new(root, "combinations", combinations_json(report));
    json_object_set_new(root, "warning", fpc_json_text(report->warning));
    append_findings(findings, report->between, report->program[0], "run 0");
    append_findings(findings, report->expected, report->program[0], "what is expected");
    fpc_json_end(root, findings, &report->frame, stream);
}
