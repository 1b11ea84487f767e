/* The head of a case file: what stands before the values.
 *
 * The directives format, why, source and exact, each at most once and in any order, then `data`. */
#ifndef FPC_INPUT_CASE_HEAD_H
#define FPC_INPUT_CASE_HEAD_H

#include "base/status.h"
#include "input/case_text.h"
#include "input/input.h"

/* Reads up to and with the line `data`; sets draft->format and draft->claim, what it leaves there
 * is freed by the caller, on errors too. Errors: FPC_UNUSABLE, as fpc_case_text_fail() says. */
enum fpc_status fpc_case_head_read(struct fpc_input *draft, struct fpc_case_text *text,
                                   struct fpc_error *error);

#endif
