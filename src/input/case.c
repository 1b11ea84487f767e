#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "input/adopt.h"
#include "input/case_head.h"
#include "input/case_text.h"
#include "input/generator.h"
#include "input/reader.h"
#include "number/round.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_MAX_VALUES (UINT64_C(1) << 32)

/* What is known of the case so far. The data is read twice: to count and check it, and once there
 * is room, to store it. */
struct reading {
    struct fpc_case_text text;
    struct fpc_input *draft;
    struct fpc_error *error;
    uint64_t max_values;
    void *values; /* where to store, or NULL while counting; borrowed */
    uint64_t count;
    const struct fpc_generator *generator; /* of all the data, or NULL */
    void *state;                           /* the generator's; owned */
};

#define FAIL(reading, ...) fpc_case_text_fail(&(reading)->text, (reading)->error, __VA_ARGS__)

/* `count` values from `start` on: the generator's, or all of these bits. */
static enum fpc_status put(struct reading *reading, uint64_t start, uint64_t count, uint64_t bits)
{
    const enum fpc_format format = reading->draft->format;
    const struct fpc_generator *generator = reading->generator;
    if (start >= reading->max_values || count > reading->max_values - start)
        return reading->max_values == DEFAULT_MAX_VALUES
                   ? FAIL(reading, "more than 2^32 values")
                   : FAIL(reading, "more than %ju values", (uintmax_t)reading->max_values);
    reading->count = start + count;
    if (reading->values == NULL || (generator == NULL && bits == 0)) /* zeros are there already */
        return FPC_OK;
    for (uint64_t i = 0; i < count; i++) {
        if (i % (1 << 20) == 0 && fpc_interrupt_signal() != 0)
            return fpc_error_set(reading->error, FPC_FAILED, "%s: interrupted",
                                 reading->draft->path);
        if (generator != NULL)
            bits = generator->at(reading->state, format, i);
        fpc_bits_store(format, reading->values, start + i, bits);
    }
    return FPC_OK;
}

static enum fpc_status read_value(struct reading *reading, const char *word, uint64_t *bits)
{
    if (word == NULL)
        return FAIL(reading, "a value is missing");
    const char *wrong = fpc_round_parse(reading->draft->format, word, bits);
    return wrong ? FAIL(reading, "'%.40s' %s", word, wrong) : FPC_OK;
}

/* @INDEX VALUE */
static enum fpc_status read_placed(struct reading *reading, const char *index, char *rest)
{
    uint64_t start, bits;
    if (!fpc_text_to_u64(index, &start))
        return FAIL(reading, "'@%.40s' is no index", index);
    enum fpc_status status = read_value(reading, fpc_case_text_word(&rest), &bits);
    if (status != FPC_OK)
        return status;
    if (*rest != '\0')
        return FAIL(reading, "'%.40s' follows the value", rest);
    if (start < reading->count)
        return FAIL(reading, "@%ju is taken: the next index is %ju", (uintmax_t)start,
                    (uintmax_t)reading->count);
    return put(reading, start, 1, bits);
}

/* VALUE or VALUE x COUNT */
static enum fpc_status read_repeated(struct reading *reading, const char *value, char *rest)
{
    uint64_t bits, count = 1;
    enum fpc_status status = read_value(reading, value, &bits);
    if (status != FPC_OK)
        return status;
    const char *times = fpc_case_text_word(&rest), *word = fpc_case_text_word(&rest);
    if (times != NULL && (strcmp(times, "x") != 0 || word == NULL || *rest != '\0'))
        return FAIL(reading, "a value may be followed only by 'x COUNT'");
    if (times != NULL && (!fpc_text_to_u64(word, &count) || count == 0))
        return FAIL(reading, "the count '%.40s' is no integer from 1 on", word);
    return put(reading, reading->count, count, bits);
}

/* generate NAME COUNT ARG... */
static enum fpc_status read_generate(struct reading *reading, char *rest)
{
    if (reading->count != 0)
        return FAIL(reading, "'generate' must be the only line of the data");
    const char *name = fpc_case_text_word(&rest), *number = fpc_case_text_word(&rest);
    const struct fpc_generator *generator = name ? fpc_generator_find(name) : NULL;
    uint64_t count;
    if (generator == NULL)
        return FAIL(reading, "there is no generator '%.40s'", name ? name : "");
    if (number == NULL || !fpc_text_to_u64(number, &count) || count == 0)
        return FAIL(reading, "the count '%.40s' is no integer from 1 on", number ? number : "");
    char **words = fpc_alloc(strlen(rest) / 2 + 1, sizeof *words);
    size_t word_count = 0;
    for (char *word; (word = fpc_case_text_word(&rest)) != NULL;)
        words[word_count++] = word;
    char *wrong = generator->prepare(reading->draft->format, words, word_count, &reading->state);
    enum fpc_status status = FPC_OK;
    if (wrong != NULL)
        status = FAIL(reading, "%s", wrong);
    else
        reading->generator = generator;
    free(wrong);
    free(words);
    return status == FPC_OK ? put(reading, 0, count, 0) : status;
}

/* From the line after `data` to the end. */
static enum fpc_status read_data(struct reading *reading)
{
    reading->count = 0;
    for (;;) {
        bool more;
        enum fpc_status status = fpc_case_text_next(&reading->text, &more, reading->error);
        if (status != FPC_OK || !more)
            return status;
        char *rest = reading->text.line;
        const char *word = fpc_case_text_word(&rest);
        if (reading->generator != NULL)
            status = FAIL(reading, "'generate' must be the only line of the data");
        else if (strcmp(word, "generate") == 0)
            status = read_generate(reading, rest);
        else if (word[0] == '@')
            status = read_placed(reading, word + 1, rest);
        else
            status = read_repeated(reading, word, rest);
        if (status != FPC_OK)
            return status;
    }
}

static enum fpc_status store_data(struct reading *reading, size_t data_at)
{
    struct fpc_input *draft = reading->draft;
    enum fpc_status status = fpc_input_make_copy(draft, reading->count, reading->error);
    if (status != FPC_OK)
        return status;
    reading->values = draft->copy;
    if (reading->generator != NULL)
        return put(reading, 0, reading->count, 0);
    reading->text.at = data_at;
    return read_data(reading);
}

static enum fpc_status read_all(struct reading *reading, const struct fpc_input_options *options)
{
    enum fpc_status status = fpc_case_head_read(reading->draft, &reading->text, reading->error);
    if (status == FPC_OK)
        status = fpc_reader_check_dtype(reading->draft->path, reading->draft->format, options,
                                        reading->error);
    if (status != FPC_OK)
        return status;
    const size_t data_at = reading->text.at;
    status = read_data(reading);
    if (status != FPC_OK)
        return status;
    if (reading->count == 0)
        return FAIL(reading, "no values follow 'data'");
    status = store_data(reading, data_at);
    if (status == FPC_OK)
        fpc_reader_set_list(reading->draft, reading->count);
    return status;
}

static enum fpc_status read_case(struct fpc_input *draft, const struct fpc_source *source,
                                 const struct fpc_input_options *options, struct fpc_error *error)
{
    struct reading reading = {.draft = draft, .error = error};
    reading.max_values = options->max_values ? options->max_values : DEFAULT_MAX_VALUES;
    draft->is_case = true;
    fpc_case_text_init(&reading.text, source->path, source->data, source->size);
    enum fpc_status status = read_all(&reading, options);
    free(reading.state);
    fpc_case_text_clear(&reading.text);
    return status;
}

/* True if the first word outside of blank lines and comments is `format`. Only the beginning is
 * looked at, as this is asked of large raw files too. */
static bool recognises_case(const uint8_t *data, size_t size)
{
    static const char word[] = "format";
    const size_t length = sizeof word - 1;
    size_t i = 0, end = size < 65536 ? size : 65536;
    while (i < end && strchr(" \t\r\n#", data[i]) && data[i] != '\0') {
        if (data[i] == '#')
            while (i < end && data[i] != '\n')
                i++;
        else
            i++;
    }
    return end - i > length && memcmp(data + i, word, length) == 0 &&
           (data[i + length] == ' ' || data[i + length] == '\t');
}

const struct fpc_reader fpc_reader_case = {
    .kind = FPC_INPUT_CASE,
    .name = "case",
    .suffix = ".case",
    .says_byte_order = true,
    .recognises = recognises_case,
    .read = read_case,
};
