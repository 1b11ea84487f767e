/* An input: n values of one format, wherever they come from.
 *
 * Opening checks everything that can be wrong before a value is used. No value is ever converted:
 * bytes are taken as they are (mapped files are not copied), or turned to native order once. */
#ifndef FPC_INPUT_INPUT_H
#define FPC_INPUT_INPUT_H

#include "base/bytes.h"
#include "base/status.h"
#include "number/format.h"

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fpc_input_kind { FPC_INPUT_GUESS, FPC_INPUT_RAW, FPC_INPUT_NPY, FPC_INPUT_CASE };
enum fpc_byte_order { FPC_ORDER_UNSAID, FPC_ORDER_LITTLE, FPC_ORDER_BIG };

/* What the command line says of inputs. */
struct fpc_input_options {
    enum fpc_input_kind kind; /* GUESS: magic, then suffix, then raw */
    bool format_given;
    enum fpc_format format;         /* --dtype, if given */
    enum fpc_byte_order byte_order; /* of raw values; little-endian if unsaid */
};

/* What a .case file claims of itself; NULL where it says nothing. Owned by the input. */
struct fpc_input_claim {
    char *why;
    char *source;
    char *exact; /* the word as written, a checked hexadecimal float, "inf", "-inf" or "nan" */
};

struct fpc_input {
    char *path; /* as given on the command line; owned */
    char *name; /* of a member within the file, or NULL; owned */
    enum fpc_format format;
    bool format_assumed; /* raw data of which nobody said the format */
    bool fortran_order;  /* the values are summed in memory order, which is not C order */
    size_t rank;
    uint64_t *dims; /* rank extents; their product is count; owned */
    size_t count;   /* > 0 */
    const void
        *values; /* count native-endian elements, aligned; borrowed from bytes or from copy */
    const uint8_t *stored; /* the value bytes as stored (of a case: as made), for the digest */
    size_t stored_size;
    bool big_endian; /* how `stored` is to be read */
    bool is_case;
    struct fpc_input_claim claim;
    struct fpc_bytes bytes; /* the file; owned */
    void *copy;             /* values that had to be made or turned; owned, or NULL */
};

/* Opens a path, "-" for standard input, or "case:NAME" for a compiled-in case.
 * Guessing goes by the first bytes (npy by its magic; a case if its first word outside of blank
 * lines and # comments is `format`), then by suffix (.npy, .case), else the values are raw.
 * Errors: FPC_UNUSABLE for a file that is wrong, FPC_USAGE for options that contradict it (--dtype,
 * --byte-order, --input-format with case:NAME), FPC_FAILED for memory or an interrupt; all but the
 * one for memory, which names it, begin with the path.
 * *input is untouched then. The caller clears. */
enum fpc_status fpc_input_open(struct fpc_input *input, const char *path,
                               const struct fpc_input_options *options, struct fpc_error *error);

/* Frees what the input owns; a zeroed struct is left alone. */
void fpc_input_clear(struct fpc_input *input);

/* Reads the name of a kind ("raw", "npy", "case"); *out is set only on success. */
bool fpc_input_kind_parse(const char *name, enum fpc_input_kind *out);

#endif
