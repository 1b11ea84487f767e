/* Writing baselines; baseline_read.c reads them. */
#include "command/baseline_file.h"

#include "base/text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

/* NULL is null, and so is what is not UTF-8. */
static json_t *text(const char *bytes)
{
    json_t *string = bytes ? json_string(bytes) : NULL;
    return string ? string : json_null();
}

static json_t *bits_json(enum fpc_format format, const struct fpc_baseline_entry *entry)
{
    char buffer[24];
    if (!entry->has_bits)
        return json_null();
    snprintf(buffer, sizeof buffer, "0x%0*" PRIx64, (int)fpc_format_traits(format)->size * 2,
             entry->bits);
    return json_string(buffer);
}

static json_t *shape_json(struct fpc_shape shape)
{
    if (shape.blocks == 0)
        return json_null();
    return json_pack("{s:I,s:I}", "blocks", (json_int_t)shape.blocks, "threads",
                     (json_int_t)shape.threads);
}

static json_t *entry_json(enum fpc_format format, const struct fpc_baseline_entry *entry)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", text(entry->kernel));
    json_object_set_new(object, "shape", shape_json(entry->shape));
    json_object_set_new(object, "promise", text(fpc_level_name(entry->promise)));
    json_object_set_new(object, "observed", text(fpc_level_name(entry->observed)));
    json_object_set_new(object, "bits", bits_json(format, entry));
    json_object_set_new(object, "ulp_error", text(entry->ulp_error));
    json_object_set_new(object, "error_ratio", text(entry->error_ratio));
    json_object_set_new(object, "bound", text(entry->bound));
    json_object_set_new(object, "verdict", text(entry->verdict));
    return object;
}

static json_t *input_json(const struct fpc_baseline_input *input)
{
    json_t *object = json_object(), *dims = json_array(), *kernels = json_array();
    for (size_t i = 0; i < input->rank; i++)
        json_array_append_new(dims, json_integer((json_int_t)input->dims[i]));
    for (size_t i = 0; i < input->entry_count; i++)
        json_array_append_new(kernels, entry_json(input->format, &input->entries[i]));
    json_object_set_new(object, "path", text(input->path));
    json_object_set_new(object, "name", text(input->name));
    json_object_set_new(object, "sha256", text(input->sha256));
    json_object_set_new(object, "format", text(fpc_format_traits(input->format)->name));
    json_object_set_new(object, "accumulator", text(fpc_format_traits(input->accumulator)->name));
    json_object_set_new(object, "byte_order", text(input->big_endian ? "big" : "little"));
    json_object_set_new(object, "dims", dims);
    json_object_set_new(object, "kernels", kernels);
    return object;
}

static json_t *section_json(const struct fpc_baseline_section *section)
{
    json_t *object = json_object(), *inputs = json_array();
    for (size_t i = 0; i < section->input_count; i++)
        json_array_append_new(inputs, input_json(&section->inputs[i]));
    json_object_set_new(object, "fpcheck", text(section->version));
    json_object_set_new(object, "inputs", inputs);
    return object;
}

static bool is_utf8(const char *bytes)
{
    json_t *string = json_string(bytes);
    json_decref(string);
    return string != NULL;
}

static enum fpc_status check_names(const struct fpc_baseline *baseline, struct fpc_error *error)
{
    for (size_t s = 0; s < baseline->section_count; s++) {
        const struct fpc_baseline_section *section = &baseline->sections[s];
        for (size_t i = 0; i < section->input_count; i++) {
            const struct fpc_baseline_input *input = &section->inputs[i];
            if (!is_utf8(input->path) || (input->name && !is_utf8(input->name)))
                return fpc_error_set(error, FPC_UNUSABLE,
                                     "%s: its name is not UTF-8, so no baseline can hold it",
                                     input->path);
        }
    }
    return FPC_OK;
}

enum fpc_status fpc_baseline_write(FILE *stream, const struct fpc_baseline *baseline,
                                   struct fpc_error *error)
{
    enum fpc_status status = check_names(baseline, error);
    if (status != FPC_OK)
        return status;
    json_t *root = json_object(), *devices = json_object();
    for (size_t i = 0; i < baseline->section_count; i++)
        json_object_set_new(devices, baseline->sections[i].device,
                            section_json(&baseline->sections[i]));
    json_object_set_new(root, "baseline_version", json_integer(FPC_BASELINE_VERSION));
    json_object_set_new(root, "devices", devices);
    json_dumpf(root, stream, JSON_INDENT(2) | JSON_SORT_KEYS);
    fputc('\n', stream);
    json_decref(root);
    return FPC_OK;
}
