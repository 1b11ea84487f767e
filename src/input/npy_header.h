/* The header of an .npy file: a Python dict literal with three keys.
 *
 * Takes what NumPy writes and no more of Python: the keys descr, fortran_order and shape, each
 * once and in any order, either kind of quotes, blanks between tokens. What the words in descr mean
 * is left to the caller. Nothing is allocated and nothing beyond `size` bytes is read. */
#ifndef FPC_INPUT_NPY_HEADER_H
#define FPC_INPUT_NPY_HEADER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FPC_NPY_MAX_RANK 64

struct fpc_npy_header {
    char descr[64]; /* as written between the quotes */
    bool fortran_order;
    size_t rank; /* 0 for a single value */
    uint64_t dims[FPC_NPY_MAX_RANK];
};

/* Reads text[0..size). Errors: FPC_UNUSABLE, beginning with `path` and naming the byte at which the
 * header is wrong, or the dtype if it is a structured one; *header is undefined then. */
enum fpc_status fpc_npy_header_parse(struct fpc_npy_header *header, const char *path,
                                     const uint8_t *text, size_t size, struct fpc_error *error);

#endif
