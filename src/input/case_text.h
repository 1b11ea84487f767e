/* The text of a case file, line by line and word by word.
 *
 * Gives only lines that say something (no blank ones, no # comments) and refuses bytes that are no
 * text. Lines may end in "\n" or "\r\n"; the last one need not end. The text is borrowed; the line
 * at hand is a copy that the reader may cut up, valid until the next one. */
#ifndef FPC_INPUT_CASE_TEXT_H
#define FPC_INPUT_CASE_TEXT_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FPC_CASE_MAX_LINE 65536

struct fpc_case_text {
    const char *path; /* for errors; borrowed */
    const uint8_t *data;
    size_t size, at;
    size_t number; /* of the line at hand, from 1 */
    char *line;    /* the line at hand without the blanks around it; owned */
};

/* Before the first line. The caller clears. */
void fpc_case_text_init(struct fpc_case_text *text, const char *path, const uint8_t *data,
                        size_t size);
void fpc_case_text_clear(struct fpc_case_text *text);

/* The next line that says something; *more is false at the end. Errors: FPC_UNUSABLE for a control
 * character, bytes that are no UTF-8, or a line longer than FPC_CASE_MAX_LINE. */
enum fpc_status fpc_case_text_next(struct fpc_case_text *text, bool *more, struct fpc_error *error);

/* Cuts the first word off *rest and moves *rest to the next; NULL if there is none. */
char *fpc_case_text_word(char **rest);

/* Writes "PATH:LINE: " and the message, and returns FPC_UNUSABLE. */
enum fpc_status fpc_case_text_fail(const struct fpc_case_text *text, struct fpc_error *error,
                                   const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
