#include "input/case_text.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t";

void fpc_case_text_init(struct fpc_case_text *text, const char *path, const uint8_t *data,
                        size_t size)
{
    *text = (struct fpc_case_text){.path = path, .data = data, .size = size};
    text->line = fpc_alloc(FPC_CASE_MAX_LINE + 1, 1);
}

void fpc_case_text_clear(struct fpc_case_text *text)
{
    free(text->line);
    *text = (struct fpc_case_text){0};
}

enum fpc_status fpc_case_text_fail(const struct fpc_case_text *text, struct fpc_error *error,
                                   const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return fpc_error_set(error, FPC_UNUSABLE, "%s:%zu: %s", text->path, text->number, message);
}

/* Bytes of the character that begins at c[0], or 0 if it is no text: a control character other than
 * tab, or not UTF-8 in its shortest form (Unicode 15, table 3-7). */
static size_t character_length(const uint8_t *c, size_t left)
{
    if (c[0] < 0x80)
        return (c[0] >= 0x20 && c[0] != 0x7f) || c[0] == '\t';
    const size_t length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    if (c[0] < 0xc2 || c[0] > 0xf4 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    const bool wrong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) ||
                       (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f);
    return wrong ? 0 : length;
}

static enum fpc_status check_characters(const struct fpc_case_text *text, const uint8_t *line,
                                        size_t length, struct fpc_error *error)
{
    for (size_t i = 0, step; i < length; i += step) {
        step = character_length(line + i, length - i);
        if (step == 0)
            return fpc_case_text_fail(text, error, "byte 0x%02x in column %zu is no text", line[i],
                                      i + 1);
    }
    return FPC_OK;
}

/* Takes the next line, whatever it holds. */
static enum fpc_status take_line(struct fpc_case_text *text, struct fpc_error *error)
{
    const uint8_t *line = text->data + text->at;
    const size_t left = text->size - text->at;
    const uint8_t *end = memchr(line, '\n', left);
    size_t length = end ? (size_t)(end - line) : left;
    text->at += end ? length + 1 : length;
    text->number++;
    if (end && length > 0 && line[length - 1] == '\r')
        length--;
    if (length > FPC_CASE_MAX_LINE)
        return fpc_case_text_fail(text, error, "the line is longer than %d bytes",
                                  FPC_CASE_MAX_LINE);
    enum fpc_status status = check_characters(text, line, length, error);
    if (status != FPC_OK)
        return status;
    while (length > 0 && strchr(blanks, line[length - 1]))
        length--;
    while (length > 0 && strchr(blanks, line[0])) {
        line++;
        length--;
    }
    memcpy(text->line, line, length);
    text->line[length] = '\0';
    return FPC_OK;
}

enum fpc_status fpc_case_text_next(struct fpc_case_text *text, bool *more, struct fpc_error *error)
{
    while (text->at < text->size) {
        enum fpc_status status = take_line(text, error);
        if (status != FPC_OK)
            return status;
        if (text->line[0] != '\0' && text->line[0] != '#') {
            *more = true;
            return FPC_OK;
        }
    }
    *more = false;
    return FPC_OK;
}

char *fpc_case_text_word(char **rest)
{
    char *word = *rest + strspn(*rest, blanks);
    if (*word == '\0')
        return NULL;
    char *end = word + strcspn(word, blanks);
    *rest = end + strspn(end, blanks);
    *end = '\0';
    return word;
}
