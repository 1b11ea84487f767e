/* The header of a safetensors file: which tensors there are and where they lie.
 *
 * The layout is that of the safetensors format: the header's length (8 bytes, little-endian), the
 * header in JSON, the tensors' bytes. They must cover what follows the header exactly, each byte
 * once. What the dtypes mean is known only as far as their sizes go. */
#ifndef FPC_INPUT_SAFETENSORS_HEADER_H
#define FPC_INPUT_SAFETENSORS_HEADER_H

#include "base/status.h"
#include "input/reader.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#define FPC_SAFETENSORS_MAX_RANK 64

struct fpc_safetensor {
    const char *name, *dtype; /* borrowed from the header's json */
    json_t *shape;            /* an array of integers >= 0; borrowed */
    uint64_t count;           /* values: the product of the shape, 1 if that is empty */
    uint64_t begin, end;      /* within the bytes behind the header */
};

struct fpc_safetensors_header {
    json_t *json;                   /* owned */
    struct fpc_safetensor *tensors; /* in the order of the file; owned */
    size_t count;                   /* > 0 */
    const uint8_t *data;            /* the bytes behind the header; borrowed from the source */
};

/* Reads and checks all of it. Errors: FPC_UNUSABLE; *header is untouched then. The caller clears.
 */
enum fpc_status fpc_safetensors_header_read(struct fpc_safetensors_header *header,
                                            const struct fpc_source *source,
                                            struct fpc_error *error);
void fpc_safetensors_header_clear(struct fpc_safetensors_header *header);

#endif
