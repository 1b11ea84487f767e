#include "base/memory.h"
#include "base/text.h"
#include "input/names.h"
#include "input/safetensors_header.h"

#include <stdlib.h>
#include <string.h>

/* Why a tensor cannot be summed, or NULL if it can; *format is set then. */
static const char *left_out(const struct fpc_safetensor *tensor, enum fpc_format *format)
{
    static const char *const dtypes[FPC_FORMATS] = {
        [FPC_F64] = "F64", [FPC_F32] = "F32", [FPC_F16] = "F16", [FPC_BF16] = "BF16"};
    if (tensor->count == 0)
        return "no values";
    for (size_t i = 0; i < FPC_FORMATS; i++) {
        if (strcmp(tensor->dtype, dtypes[i]) == 0) {
            *format = (enum fpc_format)i;
            return NULL;
        }
    }
    return tensor->dtype;
}

static enum fpc_status add_tensor(struct fpc_inputs *found, const struct fpc_source *source,
                                  const struct fpc_safetensors_header *header,
                                  const struct fpc_safetensor *tensor, enum fpc_format format,
                                  const struct fpc_input_options *options, struct fpc_error *error)
{
    char *label = fpc_text("%s:%s", source->path, tensor->name);
    enum fpc_status status = fpc_reader_check_dtype(label, format, options, error);
    free(label);
    if (status != FPC_OK)
        return status;
    struct fpc_input *draft = fpc_reader_add(found, source->path, tensor->name);
    draft->format = format;
    draft->rank = json_array_size(tensor->shape);
    draft->dims = fpc_alloc(draft->rank, sizeof *draft->dims);
    for (size_t i = 0; i < draft->rank; i++)
        draft->dims[i] = (uint64_t)json_integer_value(json_array_get(tensor->shape, i));
    draft->count = tensor->count;
    draft->stored = header->data + tensor->begin;
    draft->stored_size = tensor->end - tensor->begin;
    return FPC_OK;
}

static enum fpc_status add_named(struct fpc_inputs *found, const struct fpc_source *source,
                                 const struct fpc_safetensors_header *header,
                                 const struct fpc_input_options *options, struct fpc_error *error)
{
    struct fpc_names names = {0};
    enum fpc_format format = FPC_F64;
    for (size_t i = 0; i < header->count; i++) {
        const struct fpc_safetensor *tensor = &header->tensors[i];
        fpc_names_add(&names, tensor->name, NULL);
        if (strcmp(tensor->name, options->tensor) != 0)
            continue;
        fpc_names_clear(&names);
        const char *why = left_out(tensor, &format);
        if (why == NULL)
            return add_tensor(found, source, header, tensor, format, options, error);
        return fpc_error_set(
            error, FPC_UNUSABLE,
            "%s: tensor '%.100s' is not summed: %.40s (F64, F32, F16 and BF16 are)", source->path,
            tensor->name, why);
    }
    char *all = fpc_names_text(&names);
    fpc_names_clear(&names);
    fpc_error_set(error, FPC_UNUSABLE, "%s: there is no tensor '%.100s'; there are %s",
                  source->path, options->tensor, all);
    free(all);
    return FPC_UNUSABLE;
}

/* Tensors that are no floating-point numbers lie beside others in most files: they are left out and
 * named, unless there is nothing else. */
static enum fpc_status add_all(struct fpc_inputs *found, const struct fpc_source *source,
                               const struct fpc_safetensors_header *header,
                               const struct fpc_input_options *options, struct fpc_error *error)
{
    struct fpc_names names = {0};
    enum fpc_status status = FPC_OK;
    for (size_t i = 0; status == FPC_OK && i < header->count; i++) {
        enum fpc_format format = FPC_F64;
        const char *why = left_out(&header->tensors[i], &format);
        if (why != NULL)
            fpc_names_add(&names, header->tensors[i].name, why);
        else
            status = add_tensor(found, source, header, &header->tensors[i], format, options, error);
    }
    char *text = fpc_names_text(&names);
    if (status == FPC_OK && found->count == 0)
        status = fpc_error_set(error, FPC_UNUSABLE,
                               "%s: no tensor can be summed (F64, F32, F16 and BF16 can): %s",
                               source->path, text);
    else if (names.count > 0)
        fpc_reader_note(found, fpc_text("%s: not summed: %s", source->path, text));
    free(text);
    fpc_names_clear(&names);
    return status;
}

static enum fpc_status read_safetensors(struct fpc_inputs *found, const struct fpc_source *source,
                                        const struct fpc_input_options *options,
                                        struct fpc_error *error)
{
    struct fpc_safetensors_header header;
    enum fpc_status status = fpc_safetensors_header_read(&header, source, error);
    if (status != FPC_OK)
        return status;
    status = options->tensor ? add_named(found, source, &header, options, error)
                             : add_all(found, source, &header, options, error);
    fpc_safetensors_header_clear(&header);
    return status;
}

const struct fpc_reader fpc_reader_safetensors = {
    .kind = FPC_INPUT_SAFETENSORS,
    .name = "safetensors",
    .suffix = ".safetensors",
    .says_byte_order = true,
    .read_members = read_safetensors,
};
