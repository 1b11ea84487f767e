/* From stored bytes to values that can be used: native byte order, aligned.
 *
 * Values are used where they lie if they can be, else copied once. */
#ifndef FPC_INPUT_ADOPT_H
#define FPC_INPUT_ADOPT_H

#include "input/input.h"

/* Sets draft->values (and copy, if that is needed) from what a reader left: format, count and
 * either stored, stored_size and big_endian, or copy, of which it sets those three.
 * Errors: FPC_FAILED for memory. */
enum fpc_status fpc_input_adopt(struct fpc_input *draft, struct fpc_error *error);

/* Zeroed memory for the draft's count values, as draft->copy. Errors: FPC_FAILED for memory. */
enum fpc_status fpc_input_make_copy(struct fpc_input *draft, uint64_t count,
                                    struct fpc_error *error);

#endif
