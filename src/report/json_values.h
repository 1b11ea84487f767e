/* What JSON reports have in common: their first and last keys, and values that JSON has no type
 * for. Objects are jansson's; who sets one into another gives it away. */
#ifndef FPC_REPORT_JSON_VALUES_H
#define FPC_REPORT_JSON_VALUES_H

#include "analysis/findings.h"

#include <jansson.h>
#include <stdio.h>

#define FPC_JSON_VERSION "1.0" /* format_version: counts changes of keys */

/* What every report of a command says of itself. */
struct fpc_json_frame {
    const char *command;
    bool complete;
    int argc;
    char **argv; /* as given; borrowed */
    int exit_status;
};

/* An object with format_version, fpcheck, command, complete and argv. */
json_t *fpc_json_begin(const struct fpc_json_frame *frame);

/* Adds findings, which it takes over, and exit_status; writes the object and frees it. */
void fpc_json_end(json_t *root, json_t *findings, const struct fpc_json_frame *frame, FILE *stream);

/* A finding of kind "difference" in an input; NULLs are null. */
json_t *fpc_json_difference_finding(const char *input, const char *tensor, const char *message);

/* A string of any bytes: what is not UTF-8 is shown as U+FFFD. NULL is null. */
json_t *fpc_json_text(const char *bytes);

/* Bits as "0x3f800000", a value as "0x1p+0". */
json_t *fpc_json_bits(enum fpc_format format, uint64_t bits);
json_t *fpc_json_value(enum fpc_format format, uint64_t bits);

/* Sets key to the integer, or to null and KEY_text to its digits if it needs more than 63 bits. */
void fpc_json_set_integer(json_t *object, const char *key, uint64_t integer);

/* Sets key to the figure; null if it is unknown; null and KEY_text if no double holds it. */
void fpc_json_set_figure(json_t *object, const char *key, const struct fpc_figure *figure);

#endif
