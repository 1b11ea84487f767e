#include "input/npy_header.h"

#include <string.h>

/* Each reader below returns false once it has written the error; `at` is the next byte. */
struct cursor {
    const uint8_t *text;
    size_t size, at;
    const char *path;
    struct fpc_error *error;
};

static bool fail(const struct cursor *cursor, const char *what)
{
    fpc_error_set(cursor->error, FPC_UNUSABLE, "%s: npy header: %s at byte %zu", cursor->path, what,
                  cursor->at);
    return false;
}

static int peek(const struct cursor *cursor)
{
    return cursor->at < cursor->size ? cursor->text[cursor->at] : -1;
}

static void skip_blanks(struct cursor *cursor)
{
    while (peek(cursor) == ' ' || peek(cursor) == '\t' || peek(cursor) == '\n' ||
           peek(cursor) == '\r')
        cursor->at++;
}

/* Skips blanks and takes `wanted` if it comes next; no error. */
static bool take(struct cursor *cursor, char wanted)
{
    skip_blanks(cursor);
    if (peek(cursor) != wanted)
        return false;
    cursor->at++;
    return true;
}

static bool expect(struct cursor *cursor, char wanted)
{
    if (take(cursor, wanted))
        return true;
    fpc_error_set(cursor->error, FPC_UNUSABLE, "%s: npy header: '%c' is missing at byte %zu",
                  cursor->path, wanted, cursor->at);
    return false;
}

static bool read_string(struct cursor *cursor, char *out, size_t size)
{
    size_t length = 0;
    skip_blanks(cursor);
    const int quote = peek(cursor);
    if (quote != '\'' && quote != '"')
        return fail(cursor, "a quoted string is missing");
    for (cursor->at++; peek(cursor) != quote; cursor->at++) {
        if (peek(cursor) < ' ' || peek(cursor) == '\\')
            return fail(cursor, "a string is not closed, or holds what dtypes and keys do not");
        if (length + 1 == size)
            return fail(cursor, "a string is too long");
        out[length++] = (char)peek(cursor);
    }
    cursor->at++;
    out[length] = '\0';
    return true;
}

static bool read_bool(struct cursor *cursor, bool *out)
{
    static const char *const words[] = {"False", "True"};
    skip_blanks(cursor);
    for (size_t i = 0; i < 2; i++) {
        const size_t length = strlen(words[i]);
        if (cursor->size - cursor->at >= length &&
            memcmp(cursor->text + cursor->at, words[i], length) == 0) {
            cursor->at += length;
            *out = i == 1;
            return true;
        }
    }
    return fail(cursor, "fortran_order is neither True nor False");
}

static bool read_extent(struct cursor *cursor, uint64_t *out)
{
    uint64_t extent = 0;
    skip_blanks(cursor);
    const size_t start = cursor->at;
    for (; peek(cursor) >= '0' && peek(cursor) <= '9'; cursor->at++)
        if (__builtin_mul_overflow(extent, (uint64_t)10, &extent) ||
            __builtin_add_overflow(extent, (uint64_t)(peek(cursor) - '0'), &extent))
            return fail(cursor, "an extent of the shape is too large");
    if (cursor->at == start || (cursor->at > start + 1 && cursor->text[start] == '0'))
        return fail(cursor, "the shape is no tuple of integers >= 0");
    if (peek(cursor) == 'L') /* what Python 2 wrote */
        cursor->at++;
    *out = extent;
    return true;
}

/* "()", "(n,)", "(n, m)": one extent needs its comma, as (n) is no tuple in Python. */
static bool read_shape(struct cursor *cursor, struct fpc_npy_header *header)
{
    bool comma = true;
    header->rank = 0;
    if (!take(cursor, '('))
        return fail(cursor, "the shape is no tuple of integers >= 0");
    while (!take(cursor, ')')) {
        if (!comma)
            return fail(cursor, "',' is missing");
        if (header->rank == FPC_NPY_MAX_RANK)
            return fail(cursor, "the shape has more than 64 extents");
        if (!read_extent(cursor, &header->dims[header->rank++]))
            return false;
        comma = take(cursor, ',');
    }
    return header->rank != 1 || comma || fail(cursor, "the shape is no tuple of integers >= 0");
}

/* A list of fields, or anything else that is no string, is shown as it stands. */
static bool read_descr(struct cursor *cursor, struct fpc_npy_header *header)
{
    skip_blanks(cursor);
    if (peek(cursor) != '[' && peek(cursor) != '(' && peek(cursor) != '{')
        return read_string(cursor, header->descr, sizeof header->descr);
    const size_t rest = cursor->size - cursor->at;
    fpc_error_set(cursor->error, FPC_UNUSABLE, "%s: structured dtype %.*s... is not supported",
                  cursor->path, (int)(rest < 40 ? rest : 40),
                  (const char *)cursor->text + cursor->at);
    return false;
}

enum key { NO_KEY = 0, DESCR = 1, FORTRAN_ORDER = 2, SHAPE = 4, ALL_KEYS = 7 };

static enum key key_named(const char *name)
{
    return strcmp(name, "descr") == 0           ? DESCR
           : strcmp(name, "fortran_order") == 0 ? FORTRAN_ORDER
           : strcmp(name, "shape") == 0         ? SHAPE
                                                : NO_KEY;
}

static bool read_item(struct cursor *cursor, struct fpc_npy_header *header, unsigned *seen)
{
    char name[16];
    if (!read_string(cursor, name, sizeof name))
        return false;
    const enum key key = key_named(name);
    if (key == NO_KEY)
        return fail(cursor, "a key other than descr, fortran_order and shape");
    if (*seen & key)
        return fail(cursor, "a key for the second time");
    *seen |= key;
    if (!expect(cursor, ':'))
        return false;
    return key == DESCR           ? read_descr(cursor, header)
           : key == FORTRAN_ORDER ? read_bool(cursor, &header->fortran_order)
                                  : read_shape(cursor, header);
}

static bool read_dict(struct cursor *cursor, struct fpc_npy_header *header)
{
    unsigned seen = 0;
    bool comma = true;
    if (!expect(cursor, '{'))
        return false;
    while (!take(cursor, '}')) {
        if (!comma)
            return fail(cursor, "',' or '}' is missing");
        if (!read_item(cursor, header, &seen))
            return false;
        comma = take(cursor, ',');
    }
    if (seen != ALL_KEYS)
        return fail(cursor, "one of descr, fortran_order and shape is missing");
    skip_blanks(cursor);
    return cursor->at == cursor->size || fail(cursor, "something follows the dict");
}

enum fpc_status fpc_npy_header_parse(struct fpc_npy_header *header, const char *path,
                                     const uint8_t *text, size_t size, struct fpc_error *error)
{
    struct cursor cursor = {text, size, 0, path, error};
    return read_dict(&cursor, header) ? FPC_OK : FPC_UNUSABLE;
}
