#include "base/text.h"

#include "base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *fpc_text(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    size_t size = (size_t)(length < 0 ? 0 : length) + 1;
    char *text = fpc_alloc(size, 1);
    va_start(arguments, format);
    vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return text;
}

bool fpc_text_to_u64(const char *text, uint64_t *out)
{
    uint64_t value = 0;
    if (*text == '\0')
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        if (__builtin_mul_overflow(value, (uint64_t)10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(*text - '0'), &value))
            return false;
    }
    *out = value;
    return true;
}

bool fpc_text_to_limit(const char *text, double *out)
{
    char *end;
    if (!((*text >= '0' && *text <= '9') || *text == '.'))
        return false;
    double value = strtod(text, &end);
    if (*end != '\0' || !isfinite(value))
        return false;
    *out = value;
    return true;
}

bool fpc_text_next_piece(const char **list, char *piece, size_t size)
{
    if (*list == NULL)
        return false;
    size_t length = strcspn(*list, ",");
    snprintf(piece, size, "%.*s", (int)length, *list);
    *list = (*list)[length] == ',' ? *list + length + 1 : NULL;
    return true;
}

void fpc_text_make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

char *fpc_text_for_shell(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "%+,-./:=@_";
    if (*word && word[strspn(word, plain)] == '\0')
        return fpc_strdup(word);
    char *quoted = fpc_alloc(4 * strlen(word) + 3, 1), *end = quoted;
    *end++ = '\'';
    for (; *word; word++) {
        if (*word == '\'')
            end = stpcpy(end, "'\\''");
        else
            *end++ = *word;
    }
    *end = '\'';
    return quoted;
}

bool fpc_text_ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), tail = strlen(suffix);
    return length >= tail && strcmp(text + length - tail, suffix) == 0;
}
