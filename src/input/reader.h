/* One way in: how a kind of file is recognised and read.
 *
 * A reader says what the bytes of a source hold. It fills a draft of which path and name are set,
 * or, if the file has members, adds one for each. What it leaves there is freed by the caller, on
 * errors too. To add a format is to add its file, its reader here, and its line in the table of
 * input.c. */
#ifndef FPC_INPUT_READER_H
#define FPC_INPUT_READER_H

#include "input/input.h"

/* Bytes to read, borrowed. */
struct fpc_source {
    const char *path; /* what messages begin with: of a member "FILE:MEMBER" */
    const uint8_t *data;
    size_t size; /* > 0 for files; a member may be empty */
};

struct fpc_reader {
    enum fpc_input_kind kind;
    const char *name;     /* what --input-format calls it */
    const char *suffix;   /* of file names that are taken for this kind, or NULL */
    bool says_byte_order; /* the file says it itself: --byte-order is an error */
    bool (*recognises)(const uint8_t *data, size_t size); /* by the first bytes, or NULL */

    /* One of the two, the other is NULL. Of each input: sets format, rank, dims, count and, for
     * values that lie in the bytes or in `inflated`, stored, stored_size and big_endian; or, for
     * values that it makes, copy. Checks all that can be wrong. Errors: as fpc_inputs_add(). */
    enum fpc_status (*read)(struct fpc_input *draft, const struct fpc_source *source,
                            const struct fpc_input_options *options, struct fpc_error *error);
    enum fpc_status (*read_members)(struct fpc_inputs *found, const struct fpc_source *source,
                                    const struct fpc_input_options *options,
                                    struct fpc_error *error);
};

extern const struct fpc_reader fpc_reader_raw;
extern const struct fpc_reader fpc_reader_npy;
extern const struct fpc_reader fpc_reader_npz;
extern const struct fpc_reader fpc_reader_safetensors;
extern const struct fpc_reader fpc_reader_text;
extern const struct fpc_reader fpc_reader_case;

/* FPC_USAGE if --dtype is given and is not the format that the file says. */
enum fpc_status fpc_reader_check_dtype(const char *path, enum fpc_format said,
                                       const struct fpc_input_options *options,
                                       struct fpc_error *error);

/* Makes the draft a list of count values (rank 1). */
void fpc_reader_set_list(struct fpc_input *draft, size_t count);

/* Adds an empty draft, valid until the next one is added; name may be NULL. */
struct fpc_input *fpc_reader_add(struct fpc_inputs *found, const char *path, const char *name);

/* Takes away the one that was added last, with what it owns. */
void fpc_reader_drop_last(struct fpc_inputs *found);

/* Adds a note, which becomes the list's. */
void fpc_reader_note(struct fpc_inputs *found, char *note);

/* FPC_UNUSABLE, with the line of Python that converts, if this is a file of another program that is
 * told by its content or its suffix but not read here. */
enum fpc_status fpc_reader_refuse_foreign(const struct fpc_source *source, struct fpc_error *error);

#endif
