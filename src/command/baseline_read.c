/* Reading baselines: everything is checked before anything is used. */
#include "command/baseline_file.h"

#include "analysis/baseline_errors.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define FPC_BASELINE_MAX_RANK 64

/* What is being read, for messages. */
struct reading {
    const char *path, *device, *input, *kernel; /* NULL: not that deep */
    struct fpc_error *error;
};

static enum fpc_status __attribute__((format(printf, 2, 3)))
damaged(const struct reading *reading, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return fpc_error_set(reading->error, FPC_UNUSABLE, "%s: the baseline is damaged: %s%s%s%s%s%s",
                         reading->path, reading->device ? reading->device : "",
                         reading->input ? ", " : "", reading->input ? reading->input : "",
                         reading->kernel ? ", " : "", reading->kernel ? reading->kernel : "",
                         message);
}

/* A text, or null, which is NULL. */
static bool is_text_or_null(const json_t *value)
{
    return json_is_string(value) || json_is_null(value);
}

/* A number as errors and bounds have it, or null. */
static bool is_number_or_null(const json_t *value)
{
    return json_is_null(value) ||
           (json_is_string(value) && fpc_baseline_is_number(json_string_value(value)));
}

static bool read_u32(const json_t *value, uint32_t *out)
{
    json_int_t number = json_integer_value(value);
    *out = (uint32_t)number;
    return json_is_integer(value) && number >= 1 && number <= UINT32_MAX;
}

static bool read_shape(json_t *value, struct fpc_shape *out)
{
    json_t *blocks, *threads;
    if (json_is_null(value))
        return true;
    return json_unpack_ex(value, NULL, JSON_STRICT, "{s:o,s:o}", "blocks", &blocks, "threads",
                          &threads) == 0 &&
           read_u32(blocks, &out->blocks) && read_u32(threads, &out->threads);
}

/* All digits of a pattern of the format, as they are written. */
static bool read_bits(const json_t *value, enum fpc_format format, uint64_t *out)
{
    char written[24];
    if (!json_is_string(value))
        return false;
    *out = strtoull(json_string_value(value), NULL, 16);
    snprintf(written, sizeof written, "0x%0*" PRIx64, (int)fpc_format_traits(format)->size * 2,
             *out);
    return strcmp(written, json_string_value(value)) == 0;
}

/* A level; "undetermined" is one that can be observed. */
static bool read_level(const char *name, enum fpc_level *out)
{
    *out = FPC_LEVEL_UNDETERMINED;
    return strcmp(name, fpc_level_name(*out)) == 0 || fpc_level_parse(name, out);
}

static enum fpc_status read_levels(const struct reading *reading, const char *promise,
                                   const char *observed, struct fpc_baseline_entry *entry)
{
    if (!read_level(promise, &entry->promise) || entry->promise == FPC_LEVEL_UNDETERMINED)
        return damaged(reading, ": '%s' is no promise", promise);
    if (!read_level(observed, &entry->observed) || entry->observed > entry->promise)
        return damaged(reading, ": '%s' is no level up to the promise", observed);
    return FPC_OK;
}

static enum fpc_status read_figures(const struct reading *reading, enum fpc_format format,
                                    const json_t *bits, const json_t *verdict,
                                    struct fpc_baseline_entry *entry)
{
    entry->has_bits = !json_is_null(bits);
    if (entry->has_bits &&
        (entry->promise < FPC_LEVEL_RUN_TO_RUN || !read_bits(bits, format, &entry->bits)))
        return damaged(reading, ": 'bits' is no result of a kernel that promises some");
    if (!entry->has_bits && entry->promise >= FPC_LEVEL_RUN_TO_RUN &&
        entry->observed != FPC_LEVEL_NOT_GUARANTEED)
        return damaged(reading, ": 'bits' is null, and no promise of them was broken");
    if (!is_text_or_null(verdict))
        return damaged(reading, ": 'verdict' is no text");
    if (json_is_string(verdict)) {
        entry->verdict = fpc_baseline_verdict(json_string_value(verdict));
        if (entry->verdict == NULL)
            return damaged(reading, ": '%s' is no verdict", json_string_value(verdict));
    }
    return FPC_OK;
}

static enum fpc_status read_entry(struct reading *reading, json_t *value, enum fpc_format format,
                                  struct fpc_baseline_entry *entry)
{
    json_t *shape, *bits, *ulp_error, *error_ratio, *bound, *verdict;
    const char *promise, *observed;
    json_error_t wrong;
    if (json_unpack_ex(value, &wrong, JSON_STRICT, "{s:s,s:o,s:s,s:s,s:o,s:o,s:o,s:o,s:o}", "name",
                       &reading->kernel, "shape", &shape, "promise", &promise, "observed",
                       &observed, "bits", &bits, "ulp_error", &ulp_error, "error_ratio",
                       &error_ratio, "bound", &bound, "verdict", &verdict) != 0)
        return damaged(reading, ": of a kernel: %s", wrong.text);
    entry->kernel = fpc_strdup(reading->kernel);
    if (!read_shape(shape, &entry->shape))
        return damaged(reading, ": 'shape' is no launch shape");
    if (!is_number_or_null(ulp_error) || !is_number_or_null(error_ratio) ||
        !is_number_or_null(bound))
        return damaged(reading, ": an error or bound is no number >= 0");
    enum fpc_status status = read_levels(reading, promise, observed, entry);
    if (status == FPC_OK)
        status = read_figures(reading, format, bits, verdict, entry);
    entry->ulp_error = fpc_strdup(json_string_value(ulp_error));
    entry->error_ratio = fpc_strdup(json_string_value(error_ratio));
    entry->bound = fpc_strdup(json_string_value(bound));
    return status;
}

static enum fpc_status read_dims(const struct reading *reading, const json_t *dims,
                                 struct fpc_baseline_input *input)
{
    size_t i;
    json_t *extent;
    if (!json_is_array(dims) || json_array_size(dims) > FPC_BASELINE_MAX_RANK)
        return damaged(reading, ": 'dims' is no shape");
    input->dims = fpc_alloc(json_array_size(dims), sizeof *input->dims);
    json_array_foreach(dims, i, extent)
    {
        if (!json_is_integer(extent) || json_integer_value(extent) < 0)
            return damaged(reading, ": 'dims' is no shape");
        input->dims[input->rank++] = (uint64_t)json_integer_value(extent);
    }
    return FPC_OK;
}

static bool is_digest(const char *text)
{
    return strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64;
}

static enum fpc_status read_kernels(struct reading *reading, const json_t *kernels,
                                    struct fpc_baseline_input *input)
{
    size_t i;
    json_t *kernel;
    enum fpc_status status = FPC_OK;
    if (!json_is_array(kernels))
        return damaged(reading, ": 'kernels' is no list");
    input->entries = fpc_alloc(json_array_size(kernels), sizeof *input->entries);
    json_array_foreach(kernels, i, kernel)
    {
        reading->kernel = NULL;
        status = read_entry(reading, kernel, input->format, &input->entries[input->entry_count++]);
        if (status != FPC_OK)
            return status;
    }
    reading->kernel = NULL;
    return FPC_OK;
}

static enum fpc_status read_input(struct reading *reading, json_t *value,
                                  struct fpc_baseline_input *input)
{
    json_t *name, *dims, *kernels;
    const char *digest, *format, *accumulator, *byte_order;
    json_error_t wrong;
    reading->input = NULL;
    if (json_unpack_ex(value, &wrong, JSON_STRICT, "{s:s,s:o,s:s,s:s,s:s,s:s,s:o,s:o}", "path",
                       &reading->input, "name", &name, "sha256", &digest, "format", &format,
                       "accumulator", &accumulator, "byte_order", &byte_order, "dims", &dims,
                       "kernels", &kernels) != 0)
        return damaged(reading, ": of an input: %s", wrong.text);
    input->path = fpc_strdup(reading->input);
    if (!is_text_or_null(name))
        return damaged(reading, ": 'name' is no text");
    if (!is_digest(digest))
        return damaged(reading, ": 'sha256' is none");
    if (!fpc_format_parse(format, &input->format) ||
        !fpc_format_parse(accumulator, &input->accumulator))
        return damaged(reading, ": '%s' or '%s' is no number format", format, accumulator);
    input->big_endian = strcmp(byte_order, "big") == 0;
    if (!input->big_endian && strcmp(byte_order, "little") != 0)
        return damaged(reading, ": '%s' is no byte order", byte_order);
    input->name = fpc_strdup(json_string_value(name));
    input->sha256 = fpc_strdup(digest);
    enum fpc_status status = read_dims(reading, dims, input);
    return status == FPC_OK ? read_kernels(reading, kernels, input) : status;
}

static enum fpc_status read_section(struct reading *reading, json_t *value,
                                    struct fpc_baseline_section *section)
{
    json_t *inputs, *input;
    const char *version;
    json_error_t wrong;
    size_t i;
    enum fpc_status status;
    if (json_unpack_ex(value, &wrong, JSON_STRICT, "{s:s,s:o}", "fpcheck", &version, "inputs",
                       &inputs) != 0)
        return damaged(reading, ": %s", wrong.text);
    section->device = fpc_strdup(reading->device);
    section->version = fpc_strdup(version);
    if (!json_is_array(inputs))
        return damaged(reading, ": 'inputs' is no list");
    section->inputs = fpc_alloc(json_array_size(inputs), sizeof *section->inputs);
    json_array_foreach(inputs, i, input)
    {
        status = read_input(reading, input, &section->inputs[section->input_count++]);
        if (status != FPC_OK)
            return status;
    }
    reading->input = NULL;
    return FPC_OK;
}

static enum fpc_status read_root(struct reading *reading, json_t *root,
                                 struct fpc_baseline *baseline)
{
    const json_t *version = json_object_get(root, "baseline_version");
    json_t *number, *devices, *section;
    json_error_t wrong;
    enum fpc_status status;
    if (!json_is_integer(version))
        return fpc_error_set(reading->error, FPC_UNUSABLE,
                             "%s is no baseline: it does not say its baseline_version",
                             reading->path);
    if (json_integer_value(version) > FPC_BASELINE_VERSION)
        return fpc_error_set(reading->error, FPC_UNUSABLE,
                             "%s: the baseline is of a newer fpcheck (baseline_version %" PRId64
                             ", this one reads %d)",
                             reading->path, (int64_t)json_integer_value(version),
                             FPC_BASELINE_VERSION);
    if (json_unpack_ex(root, &wrong, JSON_STRICT, "{s:o,s:o}", "baseline_version", &number,
                       "devices", &devices) != 0)
        return damaged(reading, "%s", wrong.text);
    if (json_integer_value(number) != FPC_BASELINE_VERSION || !json_is_object(devices))
        return damaged(reading, "there is no such baseline_version, or 'devices' is no object");
    baseline->sections = fpc_alloc(json_object_size(devices), sizeof *baseline->sections);
    json_object_foreach(devices, reading->device, section)
    {
        status = read_section(reading, section, &baseline->sections[baseline->section_count++]);
        if (status != FPC_OK)
            return status;
    }
    return FPC_OK;
}

enum fpc_status fpc_baseline_read(struct fpc_baseline *baseline, const char *path,
                                  struct fpc_error *error)
{
    struct reading reading = {.path = path, .error = error};
    struct fpc_baseline draft = {0};
    struct fpc_bytes bytes;
    json_error_t wrong;
    enum fpc_status status = fpc_bytes_open(&bytes, path, error);
    if (status != FPC_OK)
        return status;
    json_t *root = json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, &wrong);
    fpc_bytes_clear(&bytes);
    if (root == NULL)
        return fpc_error_set(error, FPC_UNUSABLE, "%s: the baseline is no JSON: %s (line %d)", path,
                             wrong.text, wrong.line);
    draft.path = fpc_strdup(path);
    status = read_root(&reading, root, &draft);
    json_decref(root);
    if (status == FPC_OK)
        status = fpc_baseline_sort(&draft, error);
    if (status != FPC_OK)
        fpc_baseline_clear(&draft);
    else
        *baseline = draft;
    return status;
}
