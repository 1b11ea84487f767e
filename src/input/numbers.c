#include "input/numbers.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "input/adopt.h"
#include "input/reader.h"
#include "number/round.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORD      4096
#define DIGITS_LOOKED 10000
#define TOO_LARGE     "is too large for this format"

/* What is being read, and the values so far. */
struct taking {
    const char *path;
    const struct fpc_numbers_rule *rule;
    struct fpc_digits *digits;
    void *values; /* owned */
    size_t count, capacity;
    uint64_t looked_at; /* words and matches, numbers or not */
    struct fpc_error *error;
};

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static enum fpc_status check_interrupt(const struct taking *taking)
{
    return fpc_interrupt_signal() != 0
               ? fpc_error_set(taking->error, FPC_FAILED, "%s: interrupted", taking->path)
               : FPC_OK;
}

static enum fpc_status append(struct taking *taking, uint64_t bits)
{
    const enum fpc_format format = taking->rule->format;
    if (taking->count == taking->capacity) {
        const size_t wanted = taking->capacity ? taking->capacity * 2 : 64;
        void *larger = reallocarray(taking->values, wanted, fpc_format_traits(format)->size);
        if (larger == NULL)
            return fpc_error_set(taking->error, FPC_FAILED, "%s: no memory for %zu numbers",
                                 taking->path, wanted);
        taking->values = larger;
        taking->capacity = wanted;
    }
    fpc_bits_store(format, taking->values, taking->count++, bits);
    return FPC_OK;
}

/* Takes a word if it is a number; if it must be one, anything else is an error. */
static enum fpc_status take(struct taking *taking, const uint8_t *word, size_t length, bool must)
{
    char copy[MAX_WORD + 1];
    const char *wrong = "is not a number";
    uint64_t bits = 0;
    if (taking->looked_at++ % 65536 == 0 && check_interrupt(taking) != FPC_OK)
        return FPC_FAILED;
    if (length <= MAX_WORD && length > 0 && memchr(word, '\0', length) == NULL) {
        memcpy(copy, word, length);
        copy[length] = '\0';
        wrong = fpc_round_parse_nearest(taking->rule->format, copy, &bits);
    }
    if (wrong != NULL && !must && strcmp(wrong, TOO_LARGE) != 0)
        return FPC_OK;
    if (wrong != NULL)
        return fpc_error_set(taking->error, FPC_UNUSABLE, "%s: '%.*s' %s", taking->path,
                             (int)(length < 40 ? length : 40), (const char *)word, wrong);
    if (taking->digits && taking->count < DIGITS_LOOKED)
        fpc_digits_note(taking->digits, taking->rule->format, copy);
    return append(taking, bits);
}

/* Moves *at to the end of the next word and answers where it begins; *length is 0 at the end. */
static const uint8_t *next_word(const uint8_t **at, const uint8_t *end, size_t *length)
{
    while (*at < end && is_blank(**at))
        ++*at;
    const uint8_t *word = *at;
    while (*at < end && !is_blank(**at))
        ++*at;
    *length = (size_t)(*at - word);
    return word;
}

static enum fpc_status take_words(struct taking *taking, const uint8_t *line, const uint8_t *end)
{
    const uint64_t column = taking->rule->column;
    enum fpc_status status = FPC_OK;
    size_t length;
    const uint8_t *word = next_word(&line, end, &length);
    for (uint64_t i = 1; length > 0 && status == FPC_OK; i++) {
        if (column == 0 || i == column)
            status = take(taking, word, length, false);
        word = next_word(&line, end, &length);
    }
    return status;
}

static enum fpc_status take_matches(struct taking *taking, const uint8_t *line, const uint8_t *end)
{
    const char *text = (const char *)line;
    enum fpc_status status = FPC_OK;
    regoff_t from = 0;
    if (end - line >= INT_MAX) /* regoff_t is int */
        return fpc_error_set(taking->error, FPC_UNUSABLE,
                             "%s: a line of %td bytes is too long for --regex", taking->path,
                             end - line);
    const regoff_t size = (regoff_t)(end - line);
    while (status == FPC_OK && from <= size) {
        regmatch_t match[2] = {{from, size}, {-1, -1}};
        if (regexec(taking->rule->regex, text, 2, match,
                    REG_STARTEND | (from > 0 ? REG_NOTBOL : 0)) != 0)
            break;
        const regmatch_t *wanted = taking->rule->regex->re_nsub > 0 ? &match[1] : &match[0];
        if (wanted->rm_so >= 0) /* the group may have had no part in the match */
            status =
                take(taking, line + wanted->rm_so, (size_t)(wanted->rm_eo - wanted->rm_so), true);
        from = match[0].rm_eo > from ? match[0].rm_eo : from + 1;
    }
    return status;
}

static enum fpc_status take_lines(struct taking *taking, const uint8_t *text, size_t size)
{
    const uint8_t *end = text + size;
    enum fpc_status status = FPC_OK;
    while (status == FPC_OK && text < end) {
        const uint8_t *newline = memchr(text, '\n', (size_t)(end - text));
        const uint8_t *line_end = newline ? newline : end;
        status = check_interrupt(taking);
        if (status != FPC_OK)
            break;
        status = taking->rule->regex ? take_matches(taking, text, line_end)
                                     : take_words(taking, text, line_end);
        text = newline ? newline + 1 : end;
    }
    return status;
}

/* The list becomes an input, which takes over the values. */
static enum fpc_status adopt(struct fpc_inputs *inputs, struct taking *taking)
{
    struct fpc_input *draft = fpc_reader_add(inputs, taking->path, NULL);
    draft->format = taking->rule->format;
    fpc_reader_set_list(draft, taking->count);
    draft->copy = taking->values;
    taking->values = NULL;
    enum fpc_status status = fpc_input_adopt(draft, taking->error);
    if (status != FPC_OK)
        fpc_reader_drop_last(inputs);
    return status;
}

enum fpc_status fpc_numbers_add(struct fpc_inputs *inputs, const char *path, const uint8_t *text,
                                size_t size, const struct fpc_numbers_rule *rule,
                                struct fpc_digits *digits, struct fpc_error *error)
{
    struct taking taking = {.path = path, .rule = rule, .digits = digits, .error = error};
    enum fpc_status status = take_lines(&taking, text, size);
    if (status == FPC_OK && taking.count == 0)
        status = fpc_error_set(error, FPC_UNUSABLE, "%s: there is no number%s", path,
                               rule->regex    ? " that --regex takes"
                               : rule->column ? " in this column"
                                              : "");
    if (status == FPC_OK)
        status = adopt(inputs, &taking);
    free(taking.values);
    return status;
}
