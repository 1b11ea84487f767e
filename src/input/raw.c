#include "base/text.h"
#include "input/reader.h"

/* "bf16.bin" ends in "f16.bin" too, so it comes first. */
static const struct {
    const char *suffix;
    enum fpc_format format;
} suffixes[] = {
    {"bf16.bin", FPC_BF16}, {"f16.bin", FPC_F16}, {"f32.bin", FPC_F32}, {"f64.bin", FPC_F64}};

static void choose_format(struct fpc_input *draft, const struct fpc_source *source,
                          const struct fpc_input_options *options)
{
    if (options->format_given) {
        draft->format = options->format;
        return;
    }
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (fpc_text_ends_with(source->path, suffixes[i].suffix)) {
            draft->format = suffixes[i].format;
            return;
        }
    }
    draft->format = FPC_F32;
    draft->format_assumed = true;
}

static enum fpc_status read_raw(struct fpc_input *draft, const struct fpc_source *source,
                                const struct fpc_input_options *options, struct fpc_error *error)
{
    choose_format(draft, source, options);
    const struct fpc_format_traits *traits = fpc_format_traits(draft->format);
    if (source->size % traits->size != 0)
        return fpc_error_set(error, FPC_UNUSABLE,
                             "%s: %zu bytes are no whole number of %s values (%zu bytes each)%s",
                             source->path, source->size, traits->name, traits->size,
                             draft->format_assumed ? "; say --dtype if they are not f32" : "");
    fpc_reader_set_list(draft, source->size / traits->size);
    draft->stored = source->data;
    draft->stored_size = source->size;
    draft->big_endian = options->byte_order == FPC_ORDER_BIG;
    return FPC_OK;
}

const struct fpc_reader fpc_reader_raw = {
    .kind = FPC_INPUT_RAW,
    .name = "raw",
    .read = read_raw,
};
