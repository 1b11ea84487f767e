#include "input/safetensors_header.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_HEADER 100000000 /* that of the format's own reader */

/* What is being read; `name` is that of the tensor at hand. */
struct reading {
    const struct fpc_source *source;
    struct fpc_error *error;
    const char *name;
    uint64_t data_size;
};

/* An error about the tensor at hand. */
static enum fpc_status __attribute__((format(printf, 2, 3)))
fail(const struct reading *reading, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return fpc_error_set(reading->error, FPC_UNUSABLE, "%s: tensor '%.100s': %s",
                         reading->source->path, reading->name, message);
}

/* Bits of a value, or 0 for a dtype that is not known. */
static unsigned bits_of(const char *dtype)
{
    static const struct {
        const char *name;
        unsigned bits;
    } sizes[] = {{"F64", 64},    {"F32", 32}, {"F16", 16}, {"BF16", 16},   {"I64", 64},
                 {"U64", 64},    {"I32", 32}, {"U32", 32}, {"I16", 16},    {"U16", 16},
                 {"I8", 8},      {"U8", 8},   {"BOOL", 8}, {"F8_E4M3", 8}, {"F8_E5M2", 8},
                 {"F8_E8M0", 8}, {"C64", 64}, {"F4", 4},   {"F6_E2M3", 6}, {"F6_E3M2", 6}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (strcmp(dtype, sizes[i].name) == 0)
            return sizes[i].bits;
    return 0;
}

/* The length that the file says, which lies within the file. */
static enum fpc_status find_header(const struct reading *reading, size_t *length)
{
    const struct fpc_source *source = reading->source;
    uint64_t said = 0;
    if (source->size < 8)
        return fpc_error_set(reading->error, FPC_UNUSABLE,
                             "%s: the safetensors file ends before its header", source->path);
    for (size_t i = 8; i-- > 0;)
        said = said << 8 | source->data[i];
    if (said > source->size - 8)
        return fpc_error_set(reading->error, FPC_UNUSABLE,
                             "%s: the safetensors header is longer (%ju bytes) than the file",
                             source->path, (uintmax_t)said);
    if (said > MAX_HEADER)
        return fpc_error_set(reading->error, FPC_UNUSABLE,
                             "%s: the safetensors header is longer (%ju bytes) than 100 MB",
                             source->path, (uintmax_t)said);
    *length = (size_t)said;
    return FPC_OK;
}

static enum fpc_status load_json(const struct reading *reading, size_t length, json_t **out)
{
    const char *text = (const char *)reading->source->data + 8;
    json_error_t wrong = {.text = "it does not begin with '{'"};
    *out = NULL;
    if (length > 0 && text[0] == '{')
        *out = json_loadb(text, length, JSON_REJECT_DUPLICATES, &wrong);
    if (*out == NULL)
        return fpc_error_set(reading->error, FPC_UNUSABLE,
                             "%s: the safetensors header is no JSON object with each key once: "
                             "%s (byte %d of it)",
                             reading->source->path, wrong.text, wrong.position);
    return FPC_OK;
}

/* An integer >= 0. */
static bool is_size(const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

static enum fpc_status read_shape(const struct reading *reading, struct fpc_safetensor *tensor)
{
    size_t i;
    json_t *extent;
    bool overflow = false, empty = false;
    if (!json_is_array(tensor->shape))
        return fail(reading, "'shape' is no list of integers >= 0");
    if (json_array_size(tensor->shape) > FPC_SAFETENSORS_MAX_RANK)
        return fail(reading, "the shape has more than %d extents", FPC_SAFETENSORS_MAX_RANK);
    tensor->count = 1;
    json_array_foreach(tensor->shape, i, extent)
    {
        if (!is_size(extent))
            return fail(reading, "'shape' is no list of integers >= 0");
        const uint64_t value = (uint64_t)json_integer_value(extent);
        overflow |= __builtin_mul_overflow(tensor->count, value, &tensor->count);
        empty |= value == 0;
    }
    if (overflow && !empty)
        return fail(reading, "the shape is larger than any file");
    return FPC_OK;
}

static enum fpc_status read_offsets(const struct reading *reading, const json_t *offsets,
                                    struct fpc_safetensor *tensor)
{
    const json_t *begin = json_array_get(offsets, 0), *end = json_array_get(offsets, 1);
    if (json_array_size(offsets) != 2 || !is_size(begin) || !is_size(end))
        return fail(reading, "'data_offsets' is no pair of integers >= 0");
    tensor->begin = (uint64_t)json_integer_value(begin);
    tensor->end = (uint64_t)json_integer_value(end);
    if (tensor->begin > tensor->end)
        return fail(reading, "it begins at byte %ju, behind its end at byte %ju",
                    (uintmax_t)tensor->begin, (uintmax_t)tensor->end);
    if (tensor->end > reading->data_size)
        return fail(reading, "it ends at byte %ju, but only %ju bytes follow the header",
                    (uintmax_t)tensor->end, (uintmax_t)reading->data_size);
    return FPC_OK;
}

/* Shape, dtype and offsets must agree; of an unknown dtype that cannot be said. */
static enum fpc_status check_size(const struct reading *reading,
                                  const struct fpc_safetensor *tensor)
{
    const unsigned bits = bits_of(tensor->dtype);
    const uint64_t bytes = tensor->end - tensor->begin;
    uint64_t wanted = 0;
    if (bits == 0)
        return FPC_OK;
    /* bytes * 8 does not overflow, as the bytes are in memory */
    if (!__builtin_mul_overflow(tensor->count, (uint64_t)bits, &wanted) && wanted == bytes * 8)
        return FPC_OK;
    return fail(reading, "%ju values of %.40s do not take %ju bytes", (uintmax_t)tensor->count,
                tensor->dtype, (uintmax_t)bytes);
}

static enum fpc_status read_tensor(const struct reading *reading, json_t *value,
                                   struct fpc_safetensor *tensor)
{
    static const char *const known[] = {"dtype", "shape", "data_offsets"};
    if (!json_is_object(value))
        return fail(reading, "it is no JSON object");
    for (size_t i = 0; i < 3; i++)
        if (json_object_get(value, known[i]) == NULL)
            return fail(reading, "'%s' is missing", known[i]);
    if (json_object_size(value) > 3) /* another field may change what the bytes mean */
        return fail(reading, "a field other than dtype, shape and data_offsets");
    *tensor = (struct fpc_safetensor){.name = reading->name,
                                      .dtype = json_string_value(json_object_get(value, known[0])),
                                      .shape = json_object_get(value, known[1])};
    if (tensor->dtype == NULL)
        return fail(reading, "'dtype' is no string");
    enum fpc_status status = read_shape(reading, tensor);
    if (status == FPC_OK)
        status = read_offsets(reading, json_object_get(value, known[2]), tensor);
    return status == FPC_OK ? check_size(reading, tensor) : status;
}

static enum fpc_status check_metadata(const struct reading *reading, json_t *metadata)
{
    bool fine = json_is_object(metadata);
    const char *key;
    json_t *value;
    json_object_foreach(metadata, key, value)
    {
        fine = fine && json_is_string(value);
    }
    return fine ? FPC_OK
                : fpc_error_set(reading->error, FPC_UNUSABLE,
                                "%s: '__metadata__' is no map from strings to strings",
                                reading->source->path);
}

static int compare(const void *a, const void *b)
{
    const struct fpc_safetensor *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* The tensors, in order, must leave no byte out and share none. */
static enum fpc_status check_cover(struct reading *reading,
                                   const struct fpc_safetensors_header *header)
{
    uint64_t at = 0;
    for (size_t i = 0; i < header->count; i++) {
        const struct fpc_safetensor *tensor = &header->tensors[i];
        reading->name = tensor->name;
        if (tensor->begin < at)
            return fail(reading, "it overlaps '%.100s' at byte %ju", header->tensors[i - 1].name,
                        (uintmax_t)tensor->begin);
        if (tensor->begin > at)
            return fail(reading, "a hole of %ju bytes lies before it at byte %ju",
                        (uintmax_t)(tensor->begin - at), (uintmax_t)at);
        at = tensor->end;
    }
    if (at == reading->data_size)
        return FPC_OK;
    return fpc_error_set(reading->error, FPC_UNUSABLE, "%s: %ju bytes follow the last tensor",
                         reading->source->path, (uintmax_t)(reading->data_size - at));
}

static enum fpc_status read_tensors(struct reading *reading, struct fpc_safetensors_header *header)
{
    enum fpc_status status = FPC_OK;
    json_t *value;
    header->tensors = fpc_alloc(json_object_size(header->json), sizeof *header->tensors);
    json_object_foreach(header->json, reading->name, value)
    {
        if (strcmp(reading->name, "__metadata__") == 0)
            status = check_metadata(reading, value);
        else
            status = read_tensor(reading, value, &header->tensors[header->count++]);
        if (status != FPC_OK)
            return status;
    }
    if (header->count == 0)
        return fpc_error_set(reading->error, FPC_UNUSABLE, "%s: the file holds no tensors",
                             reading->source->path);
    qsort(header->tensors, header->count, sizeof *header->tensors, compare);
    return check_cover(reading, header);
}

enum fpc_status fpc_safetensors_header_read(struct fpc_safetensors_header *header,
                                            const struct fpc_source *source,
                                            struct fpc_error *error)
{
    struct reading reading = {.source = source, .error = error};
    struct fpc_safetensors_header draft = {0};
    size_t length = 0;
    enum fpc_status status = find_header(&reading, &length);
    if (status == FPC_OK)
        status = load_json(&reading, length, &draft.json);
    if (status == FPC_OK) {
        draft.data = source->data + 8 + length;
        reading.data_size = source->size - 8 - length;
        status = read_tensors(&reading, &draft);
    }
    if (status == FPC_OK)
        *header = draft;
    else
        fpc_safetensors_header_clear(&draft);
    return status;
}

void fpc_safetensors_header_clear(struct fpc_safetensors_header *header)
{
    free(header->tensors);
    json_decref(header->json);
    *header = (struct fpc_safetensors_header){0};
}
