#include "input/npy.h"

#include "base/memory.h"
#include "base/text.h"
#include "input/npy_header.h"

#include <stdlib.h>
#include <string.h>

/* The layout is that of NumPy's enhancement proposal 1 and numpy.lib.format: magic, major and minor
 * version, the header's length (2 bytes in version 1, else 4, little-endian), header, values. */
static const uint8_t magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
#define MAX_HEADER 65536

struct element {
    enum fpc_format format;
    bool big_endian;
};

static bool recognises_npy(const uint8_t *data, size_t size)
{
    return size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0;
}

static uint32_t load_little(const uint8_t *data, size_t size)
{
    uint32_t value = 0;
    while (size-- > 0)
        value = value << 8 | data[size];
    return value;
}

/* Where the header begins and how long it is; it lies within the file. */
static enum fpc_status find_header(const struct fpc_source *source, size_t *start, size_t *length,
                                   struct fpc_error *error)
{
    const uint8_t *data = source->data;
    const size_t size = source->size;
    if (!recognises_npy(data, size))
        return fpc_error_set(error, FPC_UNUSABLE, "%s: no npy file: its magic is wrong",
                             source->path);
    const unsigned major = size > 6 ? data[6] : 0, minor = size > 7 ? data[7] : 0;
    if (size > 7 && (major < 1 || major > 3 || minor != 0))
        return fpc_error_set(error, FPC_UNUSABLE,
                             "%s: npy version %u.%u is not known (1.0, 2.0 and 3.0 are)",
                             source->path, major, minor);
    const size_t first = major == 1 ? 10 : 12;
    if (size < first)
        return fpc_error_set(error, FPC_UNUSABLE, "%s: the npy file ends before its header",
                             source->path);
    const size_t said = load_little(data + 8, first - 8);
    if (said > size - first)
        return fpc_error_set(error, FPC_UNUSABLE,
                             "%s: the npy header is longer (%zu bytes) than the file", source->path,
                             said);
    if (said > MAX_HEADER)
        return fpc_error_set(error, FPC_UNUSABLE,
                             "%s: the npy header is longer (%zu bytes) than 64 KiB", source->path,
                             said);
    *start = first;
    *length = said;
    return FPC_OK;
}

static enum fpc_status refuse_dtype(const char *path, const char *descr, const char **left_out,
                                    struct fpc_error *error)
{
    /* the letter in front is NumPy's */
    static const char *const kinds[] = {"Oobject",  "iinteger",   "uinteger",    "ccomplex",
                                        "bboolean", "?boolean",   "Sstring",     "Ustring",
                                        "astring",  "Mdate-time", "mtime delta", "Vopaque"};
    const char *kind = "unknown";
    const char letter = descr[strspn(descr, "<>|=")];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (letter == kinds[i][0])
            kind = kinds[i] + 1;
    if (letter == 'f')
        kind = "float of another size or byte order";
    *left_out = kind;
    return fpc_error_set(error, FPC_UNUSABLE,
                         "%s: dtype '%s' (%s) is not supported; <f8, <f4, <f2, the same with >, "
                         "and V2 with --dtype bf16 are",
                         path, descr, kind);
}

/* NumPy has no bf16: it is stored as two opaque bytes, and only --dtype can say what they are. */
static enum fpc_status read_opaque(struct element *element, const char *path, const char *descr,
                                   const struct fpc_input_options *options, struct fpc_error *error)
{
    if (!options->format_given)
        return fpc_error_set(error, FPC_UNUSABLE,
                             "%s: dtype '%s' does not say what its two bytes are; "
                             "give --dtype bf16 if they are bfloat16",
                             path, descr);
    if (options->format != FPC_BF16)
        return fpc_error_set(error, FPC_USAGE,
                             "%s: --dtype %s contradicts the file: dtype '%s' can only be bf16",
                             path, fpc_format_traits(options->format)->name, descr);
    *element = (struct element){FPC_BF16, false};
    return FPC_OK;
}

/* '=' and no order at all are the machine's own; '|' says that there is none, so only V2 has it. */
static enum fpc_status read_dtype(struct element *element, const char *path, const char *descr,
                                  const struct fpc_input_options *options, const char **left_out,
                                  struct fpc_error *error)
{
    static const char *const types[] = {[FPC_F64] = "f8", [FPC_F32] = "f4", [FPC_F16] = "f2"};
    const char *type = descr;
    char order = '=';
    if (*type != '\0' && strchr("<>|=", *type))
        order = *type++;
    if (order != '>' && strcmp(type, "V2") == 0)
        return read_opaque(element, path, descr, options, error);
    for (size_t i = 0; order != '|' && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(type, types[i]) != 0)
            continue;
        element->format = (enum fpc_format)i;
        element->big_endian =
            order == '>' || (order == '=' && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
        return fpc_reader_check_dtype(path, element->format, options, error);
    }
    return refuse_dtype(path, descr, left_out, error);
}

static char *shape_text(const struct fpc_npy_header *header)
{
    char *text = fpc_strdup("(");
    for (size_t i = 0; i < header->rank; i++) {
        char *longer = fpc_text("%s%s%ju", text, i ? ", " : "", (uintmax_t)header->dims[i]);
        free(text);
        text = longer;
    }
    char *closed = fpc_text(header->rank == 1 ? "%s,)" : "%s)", text);
    free(text);
    return closed;
}

/* The number of values, which must take up exactly `size` bytes. */
static enum fpc_status count_values(size_t *count, const struct fpc_npy_header *header,
                                    size_t element, size_t size, const char *path,
                                    const char **left_out, struct fpc_error *error)
{
    size_t values = 1, bytes;
    bool overflow = false, empty = false;
    for (size_t i = 0; i < header->rank; i++) {
        overflow |= __builtin_mul_overflow(values, header->dims[i], &values);
        empty |= header->dims[i] == 0;
    }
    overflow |= __builtin_mul_overflow(values, element, &bytes);
    if (!empty && !overflow && bytes == size) {
        *count = values;
        return FPC_OK;
    }
    if (empty && size == 0)
        *left_out = "no values";
    char *shape = shape_text(header);
    enum fpc_status status = FPC_UNUSABLE;
    if (empty)
        fpc_error_set(error, status, "%s: shape %s holds no values", path, shape);
    else if (overflow)
        fpc_error_set(error, status, "%s: shape %s is larger than any file", path, shape);
    else
        fpc_error_set(error, status, "%s: shape %s needs %zu bytes, but %zu follow the header",
                      path, shape, bytes, size);
    free(shape);
    return status;
}

enum fpc_status fpc_npy_read(struct fpc_input *draft, const struct fpc_source *source,
                             const struct fpc_input_options *options, const char **left_out,
                             struct fpc_error *error)
{
    *left_out = NULL;
    struct fpc_npy_header header = {0};
    struct element element = {FPC_F64, false};
    size_t start = 0, length = 0, count;
    enum fpc_status status = find_header(source, &start, &length, error);
    if (status == FPC_OK)
        status = fpc_npy_header_parse(&header, source->path, source->data + start, length, error);
    if (status == FPC_OK)
        status = read_dtype(&element, source->path, header.descr, options, left_out, error);
    if (status != FPC_OK)
        return status;
    const size_t size = source->size - start - length;
    status = count_values(&count, &header, fpc_format_traits(element.format)->size, size,
                          source->path, left_out, error);
    if (status != FPC_OK)
        return status;
    draft->format = element.format;
    draft->big_endian = element.big_endian;
    draft->fortran_order = header.fortran_order && header.rank > 1;
    draft->rank = header.rank;
    draft->dims = fpc_alloc(header.rank, sizeof *draft->dims);
    memcpy(draft->dims, header.dims, header.rank * sizeof *draft->dims);
    draft->count = count;
    draft->stored = source->data + start + length;
    draft->stored_size = size;
    return FPC_OK;
}

static enum fpc_status read_npy(struct fpc_input *draft, const struct fpc_source *source,
                                const struct fpc_input_options *options, struct fpc_error *error)
{
    const char *left_out;
    return fpc_npy_read(draft, source, options, &left_out, error);
}

const struct fpc_reader fpc_reader_npy = {
    .kind = FPC_INPUT_NPY,
    .name = "npy",
    .suffix = ".npy",
    .says_byte_order = true,
    .recognises = recognises_npy,
    .read = read_npy,
};
