/* Text helpers: formatting into fresh memory, and strict reading of numbers from options and files.
 *
 * The readers take the whole text or nothing: no leading blanks, no sign unless said, no rest. */
#ifndef FPC_BASE_TEXT_H
#define FPC_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* printf into fresh memory; never NULL. The caller frees. */
char *fpc_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reads a decimal integer of digits alone that fits. *out is set only on success. */
bool fpc_text_to_u64(const char *text, uint64_t *out);

/* Reads a finite decimal or hexadecimal floating-point number >= 0, as strtod does, independent of
 * the locale. *out is set only on success. */
bool fpc_text_to_limit(const char *text, double *out);

/* Cuts the next piece off a comma-separated list: copies it to `piece` (size bytes, cut if longer)
 * and moves *list behind the comma. False when the list is used up. "a,,b" has an empty piece. */
bool fpc_text_next_piece(const char **list, char *piece, size_t size);

/* Replaces control characters by '?' in place, so that a name from elsewhere stays on its line and
 * does not steer a terminal. */
void fpc_text_make_printable(char *text);

/* A word as a POSIX shell reads it back, quoted if it must be. The caller frees. */
char *fpc_text_for_shell(const char *word);

/* True if `text` ends with `suffix`. */
bool fpc_text_ends_with(const char *text, const char *suffix);

#endif
