#include "base/interrupt.h"
#include "input/adopt.h"
#include "input/reader.h"
#include "number/round.h"

#include <string.h>

/* The exact decimal of an f64 may have 1,077 digits; a word may say more, but not endlessly. */
#define MAX_WORD 4096

/* Walks over the words; `line` is that of the word at hand, from 1. */
struct cursor {
    const uint8_t *data;
    size_t size, at, line;
};

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Moves to the end of the next word and answers where it begins; *length is 0 if there is none. */
static const uint8_t *next_word(struct cursor *cursor, size_t *length)
{
    const uint8_t *data = cursor->data;
    bool comment = false;
    while (cursor->at < cursor->size &&
           (comment || is_blank(data[cursor->at]) || data[cursor->at] == '#')) {
        const uint8_t byte = data[cursor->at++];
        comment = byte != '\n' && (comment || byte == '#');
        cursor->line += byte == '\n';
    }
    const size_t start = cursor->at;
    while (cursor->at < cursor->size && !is_blank(data[cursor->at]) && data[cursor->at] != '#')
        cursor->at++;
    *length = cursor->at - start;
    return data + start;
}

/* A byte order mark, which some editors put in front, is no part of the text. */
static struct cursor first(const struct fpc_source *source)
{
    const bool marked = source->size >= 3 && memcmp(source->data, "\xef\xbb\xbf", 3) == 0;
    return (struct cursor){source->data, source->size, marked ? 3 : 0, 1};
}

static size_t count_words(const struct fpc_source *source)
{
    struct cursor cursor = first(source);
    size_t count = 0, length;
    while (next_word(&cursor, &length), length > 0)
        count++;
    return count;
}

/* Shows the beginning of a word; bytes that need not be text are shown as '?'. */
static enum fpc_status refuse_word(const char *path, size_t line, const uint8_t *word,
                                   size_t length, const char *wrong, struct fpc_error *error)
{
    char shown[41];
    const size_t cut = length < sizeof shown ? length : sizeof shown - 1;
    for (size_t i = 0; i < cut; i++)
        shown[i] = word[i] > ' ' && word[i] < 0x7f ? (char)word[i] : '?';
    shown[cut] = '\0';
    return fpc_error_set(error, FPC_UNUSABLE, "%s:%zu: '%s%s' %s", path, line, shown,
                         cut < length ? "..." : "", wrong);
}

static enum fpc_status read_words(struct fpc_input *draft, const struct fpc_source *source,
                                  size_t count, struct fpc_error *error)
{
    struct cursor cursor = first(source);
    for (size_t i = 0; i < count; i++) {
        char copy[MAX_WORD + 1];
        size_t length;
        uint64_t bits = 0;
        if (i % 65536 == 0 && fpc_interrupt_signal() != 0)
            return fpc_error_set(error, FPC_FAILED, "%s: interrupted", source->path);
        const uint8_t *word = next_word(&cursor, &length);
        const char *wrong = "is not a number";
        if (length > MAX_WORD) {
            wrong = "is longer than 4096 characters";
        } else if (memchr(word, '\0', length) == NULL) {
            memcpy(copy, word, length);
            copy[length] = '\0';
            wrong = fpc_round_parse_nearest(draft->format, copy, &bits);
        }
        if (wrong != NULL)
            return refuse_word(source->path, cursor.line, word, length, wrong, error);
        fpc_bits_store(draft->format, draft->copy, i, bits);
    }
    return FPC_OK;
}

static enum fpc_status read_text(struct fpc_input *draft, const struct fpc_source *source,
                                 const struct fpc_input_options *options, struct fpc_error *error)
{
    const size_t count = count_words(source);
    if (count == 0)
        return fpc_error_set(error, FPC_UNUSABLE, "%s: the text holds no values", source->path);
    draft->format = options->format_given ? options->format : FPC_F64;
    enum fpc_status status = fpc_input_make_copy(draft, count, error);
    if (status == FPC_OK)
        status = read_words(draft, source, count, error);
    if (status == FPC_OK)
        fpc_reader_set_list(draft, count);
    return status;
}

const struct fpc_reader fpc_reader_text = {
    .kind = FPC_INPUT_TEXT,
    .name = "text",
    .suffix = ".txt",
    .says_byte_order = true,
    .read = read_text,
};
