#include "report/comparison.h"

#include <stdlib.h>

static json_t *pair_json(enum fpc_format format, const struct fpc_difference_pair *pair)
{
    json_t *object = json_object();
    fpc_json_set_integer(object, "index", pair->at);
    json_object_set_new(object, "a", fpc_json_value(format, pair->a));
    json_object_set_new(object, "a_bits", fpc_json_bits(format, pair->a));
    json_object_set_new(object, "b", fpc_json_value(format, pair->b));
    json_object_set_new(object, "b_bits", fpc_json_bits(format, pair->b));
    return object;
}

static json_t *histogram_json(const struct fpc_difference *difference)
{
    json_t *histogram = json_array();
    for (unsigned i = 0; i < FPC_DIFFERENCE_BUCKETS; i++) {
        if (difference->buckets[i] == 0)
            continue;
        json_t *bucket = json_object();
        fpc_json_set_integer(bucket, "from_ulp", fpc_difference_bucket_low(i));
        fpc_json_set_integer(bucket, "to_ulp", fpc_difference_bucket_high(i));
        fpc_json_set_integer(bucket, "count", difference->buckets[i]);
        json_array_append_new(histogram, bucket);
    }
    return histogram;
}

void fpc_json_set_difference(json_t *object, enum fpc_format format,
                             const struct fpc_difference *difference)
{
    const struct fpc_figure vermv = fpc_difference_vermv(difference);
    fpc_json_set_integer(object, "differing", difference->differing);
    fpc_json_set_integer(object, "beyond_limit", difference->beyond);
    json_object_set_new(object, "first",
                        difference->differing ? pair_json(format, &difference->first)
                                              : json_null());
    if (difference->distances > 0)
        fpc_json_set_integer(object, "max_ulp", difference->max_ulp);
    else
        json_object_set_new(object, "max_ulp",
                            difference->differing ? json_null() : json_integer(0));
    json_object_set_new(object, "max_ulp_index",
                        difference->distances ? json_integer((json_int_t)difference->max_at)
                                              : json_null());
    json_object_set_new(object, "histogram", histogram_json(difference));
    fpc_json_set_integer(object, "zero_signs", difference->zero_signs);
    fpc_json_set_integer(object, "nan_against_number", difference->nan_numbers);
    fpc_json_set_integer(object, "nan_bits", difference->nan_payloads);
    fpc_json_set_integer(object, "infinity_against_other", difference->infinities);
    fpc_json_set_figure(object, "vermv", &vermv);
    fpc_json_set_integer(object, "vermv_left_out", difference->relative_without);
    json_object_set_new(object, "vc", json_real(fpc_difference_vc(difference)));
}

static json_t *facts_json(const struct fpc_array_facts *facts)
{
    if (!facts->there)
        return json_null();
    json_t *object = json_object(), *dims = json_array();
    for (size_t i = 0; i < facts->rank; i++)
        json_array_append_new(dims, json_integer((json_int_t)facts->dims[i]));
    json_object_set_new(object, "format", json_string(fpc_format_traits(facts->format)->name));
    json_object_set_new(object, "dims", dims);
    fpc_json_set_integer(object, "count", facts->count);
    json_object_set_new(object, "fortran_order", json_boolean(facts->fortran_order));
    return object;
}

static json_t *compared_json(const struct fpc_compared *compared)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", fpc_json_text(compared->name));
    json_object_set_new(object, "pairing", json_string(fpc_pairing_name(compared->pairing)));
    json_object_set_new(object, "different", json_boolean(fpc_compared_differs(compared)));
    json_object_set_new(object, "a", facts_json(&compared->a));
    json_object_set_new(object, "b", facts_json(&compared->b));
    if (compared->pairing == FPC_PAIR_COMPARED)
        fpc_json_set_difference(object, compared->a.format, &compared->difference);
    return object;
}

static json_t *findings_json(const struct fpc_comparison_report *report)
{
    json_t *findings = json_array();
    for (size_t i = 0; i < report->comparison->count; i++) {
        const struct fpc_compared *compared = &report->comparison->items[i];
        if (!fpc_compared_differs(compared))
            continue;
        char *message = fpc_compared_text(compared);
        json_array_append_new(findings,
                              fpc_json_difference_finding(report->b, compared->name, message));
        free(message);
    }
    return findings;
}

void fpc_report_comparison_json(FILE *stream, const struct fpc_comparison_report *report)
{
    json_t *root = fpc_json_begin(&report->frame), *tensors = json_array();
    for (size_t i = 0; i < report->comparison->count; i++)
        json_array_append_new(tensors, compared_json(&report->comparison->items[i]));
    json_object_set_new(root, "a", fpc_json_text(report->a));
    json_object_set_new(root, "b", fpc_json_text(report->b));
    if (report->rule.limited)
        fpc_json_set_integer(root, "limit_ulp", report->rule.max_ulp);
    else
        json_object_set_new(root, "limit_ulp", json_null());
    json_object_set_new(root, "tensors", tensors);
    fpc_json_end(root, findings_json(report), &report->frame, stream);
}
