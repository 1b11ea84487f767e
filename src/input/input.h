/* Inputs: n values of one format each, wherever they come from.
 *
 * A path may hold several. Adding one checks everything that can be wrong before a value is used.
 * No value is ever converted: bytes are taken as they are (mapped files are not copied), inflated,
 * or turned to native order once. Numbers written as text are rounded once. */
#ifndef FPC_INPUT_INPUT_H
#define FPC_INPUT_INPUT_H

#include "base/bytes.h"
#include "base/status.h"
#include "number/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fpc_input_kind {
    FPC_INPUT_GUESS,
    FPC_INPUT_RAW,
    FPC_INPUT_NPY,
    FPC_INPUT_NPZ,
    FPC_INPUT_SAFETENSORS,
    FPC_INPUT_TEXT,
    FPC_INPUT_CASE
};
enum fpc_byte_order { FPC_ORDER_UNSAID, FPC_ORDER_LITTLE, FPC_ORDER_BIG };

/* What the command line says of inputs; zeroed: nothing. */
struct fpc_input_options {
    enum fpc_input_kind kind; /* GUESS: magic, then suffix, then raw */
    bool format_given;
    enum fpc_format format;         /* --dtype, if given */
    enum fpc_byte_order byte_order; /* of raw values; little-endian if unsaid */
    const char *tensor;             /* the one member that is wanted, or NULL for all; borrowed */
    uint64_t max_values;            /* of a case, which may say many in few bytes; 0: 2^32 */
    uint64_t max_inflated;          /* bytes, of all members of an npz together; 0: 2^34 */
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
    uint64_t *dims;     /* rank extents; their product is count; owned */
    size_t count;       /* > 0 */
    const void *values; /* count native-endian elements, aligned; borrowed from one of the below */
    const uint8_t *stored; /* the value bytes as stored (if made: as made), for the digest */
    size_t stored_size;
    bool big_endian; /* how `stored` is to be read */
    bool is_case;
    struct fpc_input_claim claim;
    void *inflated; /* the member that `stored` lies in, or NULL: it lies in the file; owned */
    void *copy;     /* values that had to be made or turned, or NULL; owned */
};

/* A zeroed list is empty. The caller clears. */
struct fpc_inputs {
    struct fpc_input *items;
    size_t count;
    struct fpc_bytes *sources; /* files that items borrow from; owned */
    size_t source_count;
    char **notes; /* what a user should know but did not ask: one line each, with the path; owned */
    size_t note_count;
};

/* Adds every input that a path holds, or the one that options->tensor names: all or, on errors,
 * none. The path may be "-" for standard input, or "case:NAME" for a compiled-in case.
 * Guessing goes by the first bytes (npy by its magic; npz if it is a zip archive that begins with
 * an .npy member; a case if its first word outside of blank lines and # comments is `format`), then
 * by suffix (.npy, .npz, .safetensors, .txt, .case), else the values are raw. PyTorch and HDF5
 * files are told alike, and refused with what converts them.
 * Errors: FPC_UNUSABLE for a file that is wrong, FPC_USAGE for options that contradict it (--dtype,
 * --byte-order, --tensor, --input-format with case:NAME), FPC_FAILED for memory or an interrupt;
 * all but the one for memory, which names it, begin with the path. */
enum fpc_status fpc_inputs_add(struct fpc_inputs *inputs, const char *path,
                               const struct fpc_input_options *options, struct fpc_error *error);

/* The same for bytes at hand, which become the list's in any case, on errors too. */
enum fpc_status fpc_inputs_add_bytes(struct fpc_inputs *inputs, const char *path,
                                     struct fpc_bytes bytes,
                                     const struct fpc_input_options *options,
                                     struct fpc_error *error);

/* Frees what the list owns and leaves it empty. */
void fpc_inputs_clear(struct fpc_inputs *inputs);

/* Reads the name of a kind ("raw", "npy", "npz", "safetensors", "text", "case"); *out is set only
 * on success. */
bool fpc_input_kind_parse(const char *name, enum fpc_input_kind *out);

#endif
