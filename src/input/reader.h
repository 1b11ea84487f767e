/* One way in: how a kind of file is recognised and read.
 *
 * A reader gets a draft of which only path, bytes and name are set, and says what the bytes hold.
 * What it leaves in the draft is freed by the caller, on errors too. To add a format is to add its
 * file, its reader here, and its line in the table of input.c. */
#ifndef FPC_INPUT_READER_H
#define FPC_INPUT_READER_H

#include "input/input.h"

struct fpc_reader {
    enum fpc_input_kind kind;
    const char *name;     /* what --input-format calls it */
    const char *suffix;   /* of file names that are taken for this kind, or NULL */
    bool says_byte_order; /* the file says it itself: --byte-order is an error */
    bool (*recognises)(const uint8_t *data, size_t size); /* by the first bytes, or NULL */

    /* Sets format, rank, dims, count and, for values that lie in the bytes, stored, stored_size and
     * big_endian; or, for values that it makes, copy. Checks all that can be wrong.
     * Errors: as fpc_input_open(). */
    enum fpc_status (*read)(struct fpc_input *draft, const struct fpc_input_options *options,
                            struct fpc_error *error);
};

extern const struct fpc_reader fpc_reader_raw;
extern const struct fpc_reader fpc_reader_npy;
extern const struct fpc_reader fpc_reader_case;

/* FPC_USAGE if --dtype is given and is not the format that the file says. */
enum fpc_status fpc_reader_check_dtype(const char *path, enum fpc_format said,
                                       const struct fpc_input_options *options,
                                       struct fpc_error *error);

/* Makes the draft a list of count values (rank 1). */
void fpc_reader_set_list(struct fpc_input *draft, size_t count);

#endif
