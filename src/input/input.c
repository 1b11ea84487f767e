#include "input/input.h"

#include "base/memory.h"
#include "base/text.h"
#include "input/adopt.h"
#include "input/embedded.h"
#include "input/reader.h"

#include <stdlib.h>
#include <string.h>

#define CASE_PREFIX "case:"

/* Recognised in this order; raw takes what is left. */
static const struct fpc_reader *const readers[] = {&fpc_reader_npy,         &fpc_reader_npz,
                                                   &fpc_reader_safetensors, &fpc_reader_case,
                                                   &fpc_reader_text,        &fpc_reader_raw};
#define READERS (sizeof readers / sizeof readers[0])

static const struct fpc_reader *reader_of_kind(enum fpc_input_kind kind)
{
    for (size_t i = 0; i < READERS; i++)
        if (readers[i]->kind == kind)
            return readers[i];
    return NULL;
}

static bool is_embedded(const char *path)
{
    return strncmp(path, CASE_PREFIX, strlen(CASE_PREFIX)) == 0;
}

/* Foreign files come between magic and suffix: one of their kinds is a zip archive as well. */
static enum fpc_status guess(const struct fpc_reader **reader, const struct fpc_source *source,
                             struct fpc_error *error)
{
    *reader = &fpc_reader_raw;
    for (size_t i = 0; i < READERS; i++) {
        if (readers[i]->recognises && readers[i]->recognises(source->data, source->size)) {
            *reader = readers[i];
            return FPC_OK;
        }
    }
    for (size_t i = 0; i < READERS; i++)
        if (readers[i]->suffix && fpc_text_ends_with(source->path, readers[i]->suffix))
            *reader = readers[i];
    return fpc_reader_refuse_foreign(source, error);
}

static enum fpc_status choose_reader(const struct fpc_reader **reader,
                                     const struct fpc_source *source,
                                     const struct fpc_input_options *options,
                                     struct fpc_error *error)
{
    enum fpc_status status = FPC_OK;
    if (is_embedded(source->path))
        *reader = &fpc_reader_case;
    else if (options->kind != FPC_INPUT_GUESS)
        *reader = reader_of_kind(options->kind);
    else
        status = guess(reader, source, error);
    if (status != FPC_OK)
        return status;
    if ((*reader)->says_byte_order && options->byte_order != FPC_ORDER_UNSAID)
        return fpc_error_set(error, FPC_USAGE,
                             "%s: --byte-order is for raw values; %s input says its own",
                             source->path, (*reader)->name);
    if ((*reader)->read != NULL && options->tensor != NULL)
        return fpc_error_set(error, FPC_USAGE,
                             "%s: --tensor is for files that hold several; %s input is one",
                             source->path, (*reader)->name);
    return FPC_OK;
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

/* Makes room for `more` behind `count` entries of a growing array. The capacity is the power of two
 * at or above the count, so that it need not be kept. */
static void *reserve(void *array, size_t count, size_t more, size_t size)
{
    size_t capacity = 1, wanted = 1;
    while (capacity < count)
        capacity *= 2;
    while (wanted < count + more)
        wanted *= 2;
    return array && wanted == capacity ? array : fpc_realloc(array, wanted, size);
}

struct fpc_input *fpc_reader_add(struct fpc_inputs *found, const char *path, const char *name)
{
    found->items = reserve(found->items, found->count, 1, sizeof *found->items);
    struct fpc_input *draft = &found->items[found->count++];
    *draft = (struct fpc_input){.path = fpc_strdup(path), .name = fpc_strdup(name)};
    return draft;
}

static void clear_input(struct fpc_input *input)
{
    free(input->copy);
    free(input->inflated);
    free(input->claim.exact);
    free(input->claim.source);
    free(input->claim.why);
    free(input->dims);
    free(input->name);
    free(input->path);
}

void fpc_reader_drop_last(struct fpc_inputs *found)
{
    clear_input(&found->items[--found->count]);
}

void fpc_reader_note(struct fpc_inputs *found, char *note)
{
    fpc_text_make_printable(note);
    found->notes = reserve(found->notes, found->note_count, 1, sizeof *found->notes);
    found->notes[found->note_count++] = note;
}

static enum fpc_status read_source(struct fpc_inputs *found, const struct fpc_source *source,
                                   const struct fpc_input_options *options, struct fpc_error *error)
{
    const struct fpc_reader *reader = NULL;
    enum fpc_status status = choose_reader(&reader, source, options, error);
    if (status != FPC_OK)
        return status;
    if (reader->read_members)
        status = reader->read_members(found, source, options, error);
    else
        status = reader->read(fpc_reader_add(found, source->path, NULL), source, options, error);
    for (size_t i = 0; status == FPC_OK && i < found->count; i++)
        status = fpc_input_adopt(&found->items[i], error);
    if (status == FPC_OK && found->items[0].format_assumed)
        fpc_reader_note(found,
                        fpc_text("%s: read as raw %s-endian f32; --dtype says otherwise",
                                 source->path, found->items[0].big_endian ? "big" : "little"));
    return status;
}

/* A file is kept only if its values are used where they lie. */
static bool is_borrowed(const struct fpc_bytes *bytes, const struct fpc_inputs *by)
{
    for (size_t i = 0; i < by->count; i++) {
        const uintptr_t stored = (uintptr_t)by->items[i].stored, start = (uintptr_t)bytes->data;
        if (stored >= start && stored - start < bytes->size)
            return true;
    }
    return false;
}

/* Moves everything from `found`, which is left empty. */
static void merge(struct fpc_inputs *inputs, struct fpc_inputs *found, struct fpc_bytes *bytes)
{
    if (is_borrowed(bytes, found)) {
        inputs->sources =
            reserve(inputs->sources, inputs->source_count, 1, sizeof *inputs->sources);
        inputs->sources[inputs->source_count++] = *bytes;
        *bytes = (struct fpc_bytes){0};
    }
    inputs->items = reserve(inputs->items, inputs->count, found->count, sizeof *inputs->items);
    for (size_t i = 0; i < found->count; i++)
        inputs->items[inputs->count++] = found->items[i];
    for (size_t i = 0; i < found->note_count; i++)
        fpc_reader_note(inputs, found->notes[i]);
    free(found->items);
    free(found->notes);
    *found = (struct fpc_inputs){0};
}

enum fpc_status fpc_inputs_add_bytes(struct fpc_inputs *inputs, const char *path,
                                     struct fpc_bytes bytes,
                                     const struct fpc_input_options *options,
                                     struct fpc_error *error)
{
    struct fpc_inputs found = {0};
    const struct fpc_source source = {path, bytes.data, bytes.size};
    enum fpc_status status = read_source(&found, &source, options, error);
    if (status == FPC_OK)
        merge(inputs, &found, &bytes);
    fpc_inputs_clear(&found);
    fpc_bytes_clear(&bytes);
    return status;
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

enum fpc_status fpc_inputs_add(struct fpc_inputs *inputs, const char *path,
                               const struct fpc_input_options *options, struct fpc_error *error)
{
    struct fpc_bytes bytes = {0};
    enum fpc_status status = is_embedded(path) ? open_embedded(&bytes, path, options, error)
                                               : fpc_bytes_open(&bytes, path, error);
    return status == FPC_OK ? fpc_inputs_add_bytes(inputs, path, bytes, options, error) : status;
}

void fpc_inputs_clear(struct fpc_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++)
        clear_input(&inputs->items[i]);
    for (size_t i = 0; i < inputs->source_count; i++)
        fpc_bytes_clear(&inputs->sources[i]);
    for (size_t i = 0; i < inputs->note_count; i++)
        free(inputs->notes[i]);
    free(inputs->items);
    free(inputs->sources);
    free(inputs->notes);
    *inputs = (struct fpc_inputs){0};
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
