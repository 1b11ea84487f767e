#include "input/case_head.h"

#include "base/memory.h"

#include <string.h>

struct head {
    struct fpc_case_text *text;
    struct fpc_input *draft;
    struct fpc_error *error;
    bool format_said;
};

#define FAIL(head, ...) fpc_case_text_fail((head)->text, (head)->error, __VA_ARGS__)

static enum fpc_status read_format(struct head *head, char *rest)
{
    const char *word = fpc_case_text_word(&rest);
    if (head->format_said)
        return FAIL(head, "'format' for the second time");
    if (word == NULL || *rest != '\0' || !fpc_format_parse(word, &head->draft->format))
        return FAIL(head, "'format' needs one of f64, f32, f16, bf16");
    head->format_said = true;
    return FPC_OK;
}

static enum fpc_status keep_text(struct head *head, const char *directive, const char *text,
                                 char **out)
{
    if (*out != NULL)
        return FAIL(head, "'%s' for the second time", directive);
    if (*text == '\0')
        return FAIL(head, "'%s' says nothing", directive);
    *out = fpc_strdup(text);
    return FPC_OK;
}

/* [-]0xH[.H][pN], N of at most six digits: beyond every sum of 2^32 values of any format. */
static bool is_hexadecimal_float(const char *word)
{
    static const char hex[] = "0123456789abcdefABCDEF", decimal[] = "0123456789";
    word += *word == '-' || *word == '+';
    if (word[0] != '0' || (word[1] != 'x' && word[1] != 'X'))
        return false;
    word += 2;
    size_t digits = strspn(word, hex);
    word += digits;
    if (*word == '.') {
        const size_t fraction = strspn(word + 1, hex);
        digits += fraction;
        word += 1 + fraction;
    }
    if (digits == 0 || *word == '\0')
        return digits > 0;
    if (*word != 'p' && *word != 'P')
        return false;
    word++;
    word += *word == '-' || *word == '+';
    digits = strspn(word, decimal);
    return digits >= 1 && digits <= 6 && word[digits] == '\0';
}

static enum fpc_status read_exact(struct head *head, const char *word)
{
    if (*word != '\0' && !is_hexadecimal_float(word) && strcmp(word, "inf") != 0 &&
        strcmp(word, "-inf") != 0 && strcmp(word, "nan") != 0)
        return FAIL(head, "'%.40s' is no hexadecimal float, inf, -inf or nan", word);
    return keep_text(head, "exact", word, &head->draft->claim.exact);
}

static enum fpc_status end_head(const struct head *head, const char *rest)
{
    const struct fpc_input_claim *claim = &head->draft->claim;
    if (*rest != '\0')
        return FAIL(head, "'data' stands alone; values begin on the next line");
    if (!head->format_said)
        return FAIL(head, "'data' before 'format'");
    if (claim->exact != NULL && claim->source == NULL)
        return FAIL(head, "'exact' needs a 'source' that says where the value comes from");
    return FPC_OK;
}

static enum fpc_status read_directives(struct head *head)
{
    struct fpc_input_claim *claim = &head->draft->claim;
    for (;;) {
        bool more;
        enum fpc_status status = fpc_case_text_next(head->text, &more, head->error);
        if (status != FPC_OK)
            return status;
        if (!more)
            return FAIL(head, "the file ends without 'data'");
        char *rest = head->text->line;
        const char *directive = fpc_case_text_word(&rest);
        if (strcmp(directive, "data") == 0)
            return end_head(head, rest);
        if (strcmp(directive, "format") == 0)
            status = read_format(head, rest);
        else if (strcmp(directive, "exact") == 0)
            status = read_exact(head, rest);
        else if (strcmp(directive, "why") == 0)
            status = keep_text(head, directive, rest, &claim->why);
        else if (strcmp(directive, "source") == 0)
            status = keep_text(head, directive, rest, &claim->source);
        else
            status = FAIL(head, "'%.40s' is none of format, why, exact, source, data", directive);
        if (status != FPC_OK)
            return status;
    }
}

enum fpc_status fpc_case_head_read(struct fpc_input *draft, struct fpc_case_text *text,
                                   struct fpc_error *error)
{
    struct head head = {.text = text, .draft = draft, .error = error};
    return read_directives(&head);
}
