#include "report/visible.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Characters that are UTF-8 and yet not to be shown as they are. */
static const struct {
    uint32_t first, last;
} hidden[] = {
    {0x0, 0x1f},                        /* controls, line ends and tabs among them */
    {0x7f, 0x9f},                       /* DEL and the controls of ISO 8859 */
    {0x200e, 0x200f}, {0x2028, 0x202e}, /* direction marks, line ends, direction overrides */
    {0x2066, 0x2069},                   /* direction isolates */
    {0xfeff, 0xfeff},                   /* the byte order mark, which has no width */
    {0xfff9, 0xfffb}, {0xfffe, 0xffff}, /* annotation marks; no characters of XML */
};

static bool is_hidden(uint32_t character)
{
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (character >= hidden[i].first && character <= hidden[i].last)
            return true;
    return false;
}

/* Decodes one character as RFC 3629 has it: shortest form, no surrogates, at most U+10FFFF. Returns
 * its length in bytes, or 0. Ends at a NUL, which continues nothing. */
static size_t decode(const unsigned char *bytes, uint32_t *out)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = bytes[0] < 0x80   ? 1
                    : bytes[0] < 0xc0 ? 0
                    : bytes[0] < 0xe0 ? 2
                    : bytes[0] < 0xf0 ? 3
                    : bytes[0] < 0xf8 ? 4
                                      : 0;
    uint32_t character = length > 1 ? bytes[0] & (0x7fu >> length) : bytes[0];
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        character = character << 6 | (bytes[i] & 0x3f);
    }
    if (length == 0 || character < least[length] || character > 0x10ffff ||
        (character >= 0xd800 && character <= 0xdfff))
        return 0;
    *out = character;
    return length;
}

/* The length of the character at `text` if it is shown as it is, else 0. */
static size_t shown(const char *text)
{
    uint32_t character;
    size_t length = decode((const unsigned char *)text, &character);
    return length > 0 && is_hidden(character) ? 0 : length;
}

char *fpc_visible(const char *text)
{
    char *copy = fpc_alloc(text ? strlen(text) + 1 : 1, 4), *end = copy;
    while (text && *text) {
        size_t length = shown(text);
        if (length > 0) {
            end = mempcpy(end, text, length);
            text += length;
        } else {
            end += sprintf(end, "\\x%02x", (unsigned char)*text++);
        }
    }
    return copy;
}

/* In single quotes, of which one inside ends them, stands escaped, and begins them again. */
static char *single_quoted(const char *text)
{
    char *word = fpc_alloc(strlen(text) + 1, 4), *end = stpcpy(word, "'");
    for (; *text; text++) {
        if (*text == '\'')
            end = stpcpy(end, "'\\''");
        else
            *end++ = *text;
    }
    stpcpy(end, "'");
    return word;
}

static char *ansi_quoted(const char *text)
{
    char *word = fpc_alloc(strlen(text) + 1, 4), *end = stpcpy(word, "$'");
    while (*text) {
        size_t length = shown(text);
        if (length == 0) {
            /* Octal has at most three digits, so a digit behind it is no part of it. */
            end += sprintf(end, "\\%03o", (unsigned char)*text++);
            continue;
        }
        if (*text == '\'' || *text == '\\')
            *end++ = '\\';
        end = mempcpy(end, text, length);
        text += length;
    }
    stpcpy(end, "'");
    return word;
}

char *fpc_visible_word(const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";
    char *seen = fpc_visible(text);
    bool same = strcmp(seen, text) == 0;
    free(seen);
    if (!same)
        return ansi_quoted(text);
    return *text && text[strspn(text, plain)] == '\0' ? fpc_strdup(text) : single_quoted(text);
}
