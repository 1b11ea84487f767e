#include "input/input.h"

#include "base/memory.h"
#include "base/text.h"
#include "input/embedded.h"
#include "input/reader.h"

#include <stdlib.h>
#include <string.h>

#define CASE_PREFIX "case:"

/* Recognised in this order; raw takes what is left. */
static const struct fpc_reader *const readers[] = {&fpc_reader_npy, &fpc_reader_case,
                                                   &fpc_reader_raw};
#define READERS (sizeof readers / sizeof readers[0])

static const struct fpc_reader *reader_of_kind(enum fpc_input_kind kind)
{
    for (size_t i = 0; i < READERS; i++)
        if (readers[i]->kind == kind)
            return readers[i];
    return NULL;
}

static const struct fpc_reader *guess(const struct fpc_input *draft)
{
    for (size_t i = 0; i < READERS; i++)
        if (readers[i]->recognises && readers[i]->recognises(draft->bytes.data, draft->bytes.size))
            return readers[i];
    for (size_t i = 0; i < READERS; i++)
        if (readers[i]->suffix && fpc_text_ends_with(draft->path, readers[i]->suffix))
            return readers[i];
    return &fpc_reader_raw;
}

enum fpc_status fpc_reader_check_dtype(const char *path, enum fpc_format said,
                                       const struct fpc_input_options *options,
                                       struct fpc_error *error)
{
    if (!options->format_given || options->format == said)
        return FPC_OK;
    return fpc_error_set(error, FPC_USAGE, "%s: --dtype %s contradicts the file, which says %s",
                         path, fpc_format_traits(options->format)->name,
                         fpc_format_traits(said)->name);
}

void fpc_reader_set_list(struct fpc_input *draft, size_t count)
{
    draft->rank = 1;
    draft->dims = fpc_alloc(1, sizeof *draft->dims);
    draft->dims[0] = count;
    draft->count = count;
}

/* `stored` need not be aligned. */
static void turn(void *out, const uint8_t *stored, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++, stored += size) {
        if (size == 8) {
            uint64_t bits;
            memcpy(&bits, stored, size);
            ((uint64_t *)out)[i] = __builtin_bswap64(bits);
        } else if (size == 4) {
            uint32_t bits;
            memcpy(&bits, stored, size);
            ((uint32_t *)out)[i] = __builtin_bswap32(bits);
        } else {
            uint16_t bits;
            memcpy(&bits, stored, size);
            ((uint16_t *)out)[i] = __builtin_bswap16(bits);
        }
    }
}

/* Makes the stored values usable: as they lie if they can be, else copied once. */
static enum fpc_status adopt(struct fpc_input *draft, struct fpc_error *error)
{
    const size_t size = fpc_format_traits(draft->format)->size;
    const bool native = draft->big_endian == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    if (draft->copy != NULL) {
        draft->big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
        draft->stored = draft->copy;
        draft->stored_size = draft->count * size;
        draft->values = draft->copy;
        return FPC_OK;
    }
    if (native && (uintptr_t)draft->stored % size == 0) {
        draft->values = draft->stored;
        return FPC_OK;
    }
    char *what = fpc_text("the values of %s", draft->path);
    enum fpc_status status = fpc_alloc_large(draft->count, size, what, &draft->copy, error);
    free(what);
    if (status != FPC_OK)
        return status;
    if (native)
        memcpy(draft->copy, draft->stored, draft->stored_size);
    else
        turn(draft->copy, draft->stored, draft->count, size);
    draft->values = draft->copy;
    return FPC_OK;
}

/* The text is copied so that it is owned, as a file's bytes are. */
static enum fpc_status open_embedded(struct fpc_bytes *bytes, const char *path,
                                     const struct fpc_input_options *options,
                                     struct fpc_error *error)
{
    if (options->kind != FPC_INPUT_GUESS && options->kind != FPC_INPUT_CASE)
        return fpc_error_set(error, FPC_USAGE,
                             "%s: is a compiled-in case, which --input-format %s contradicts "
                             "(a file of that name is ./%s)",
                             path, reader_of_kind(options->kind)->name, path);
    const struct fpc_embedded_case *found = fpc_embedded_case_find(path + strlen(CASE_PREFIX));
    if (found == NULL)
        return fpc_error_set(error, FPC_UNUSABLE,
                             "%s: there is no such case; 'fpcheck list cases' shows them", path);
    *bytes = (struct fpc_bytes){(uint8_t *)fpc_strdup(found->text), strlen(found->text), 0};
    return FPC_OK;
}

static enum fpc_status read_draft(struct fpc_input *draft, const struct fpc_input_options *options,
                                  struct fpc_error *error)
{
    const bool embedded = strncmp(draft->path, CASE_PREFIX, strlen(CASE_PREFIX)) == 0;
    enum fpc_status status = embedded ? open_embedded(&draft->bytes, draft->path, options, error)
                                      : fpc_bytes_open(&draft->bytes, draft->path, error);
    if (status != FPC_OK)
        return status;
    const struct fpc_reader *reader = embedded ? &fpc_reader_case
                                      : options->kind == FPC_INPUT_GUESS
                                          ? guess(draft)
                                          : reader_of_kind(options->kind);
    if (reader->says_byte_order && options->byte_order != FPC_ORDER_UNSAID)
        return fpc_error_set(error, FPC_USAGE,
                             "%s: --byte-order is for raw values; %s input says its own",
                             draft->path, reader->name);
    status = reader->read(draft, options, error);
    return status == FPC_OK ? adopt(draft, error) : status;
}

enum fpc_status fpc_input_open(struct fpc_input *input, const char *path,
                               const struct fpc_input_options *options, struct fpc_error *error)
{
    struct fpc_input draft = {.path = fpc_strdup(path)};
    enum fpc_status status = read_draft(&draft, options, error);
    if (status == FPC_OK)
        *input = draft;
    else
        fpc_input_clear(&draft);
    return status;
}

void fpc_input_clear(struct fpc_input *input)
{
    free(input->copy);
    fpc_bytes_clear(&input->bytes);
    free(input->claim.exact);
    free(input->claim.source);
    free(input->claim.why);
    free(input->dims);
    free(input->name);
    free(input->path);
    *input = (struct fpc_input){0};
}

bool fpc_input_kind_parse(const char *name, enum fpc_input_kind *out)
{
    for (size_t i = 0; i < READERS; i++) {
        if (strcmp(readers[i]->name, name) == 0) {
            *out = readers[i]->kind;
            return true;
        }
    }
    return false;
}
