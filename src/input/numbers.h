/* Numbers in the text that a program prints for people.
 *
 * Unlike a file of text, where every word must be a number, such text has words around them; a rule
 * says which are taken. Each is rounded once to the format. */
#ifndef FPC_INPUT_NUMBERS_H
#define FPC_INPUT_NUMBERS_H

#include "input/input.h"
#include "number/digits.h"

#include <regex.h>

/* Which numbers; zeroed: every word that is one, as f64. */
struct fpc_numbers_rule {
    uint64_t column;      /* from 1: of each line that word, if it is a number; 0: any */
    const regex_t *regex; /* extended, or NULL: of each match within a line the first group, or all
                             of it if there is none; borrowed */
    enum fpc_format format;
};

/* Words are separated by blanks and may have 4096 characters; "nan", "inf" and hexadecimal numbers
 * are numbers. Adds what the text holds as one list named `path`. Notes in *digits how they are
 * written, of the first 10,000, unless it is NULL.
 * Errors: FPC_UNUSABLE, beginning with the path, if there is no number, one is too large for the
 * format, the regular expression takes something that is none, or a line is too long for it;
 * FPC_FAILED for memory and after a signal. */
enum fpc_status fpc_numbers_add(struct fpc_inputs *inputs, const char *path, const uint8_t *text,
                                size_t size, const struct fpc_numbers_rule *rule,
                                struct fpc_digits *digits, struct fpc_error *error);

#endif
