/* The bytes of a file or of standard input, for reading.
 *
 * A regular file is mapped and never copied; a pipe, a device or standard input is read to its end.
 * The bytes are borrowed by readers and stay valid and unchanged until fpc_bytes_clear(). */
#ifndef FPC_BASE_BYTES_H
#define FPC_BASE_BYTES_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

struct fpc_bytes {
    const uint8_t *data; /* aligned for every element type at offset 0 */
    size_t size;         /* bytes, > 0 */
    size_t mapped;       /* bytes to unmap, 0 if data was allocated */
};

/* Opens `path`; "-" is standard input. Errors: FPC_UNUSABLE for a file that is missing, a folder,
 * unreadable or empty; FPC_FAILED when memory runs out. On error *bytes is untouched. */
enum fpc_status fpc_bytes_open(struct fpc_bytes *bytes, const char *path, struct fpc_error *error);

/* Unmaps or frees; a zeroed struct is left alone. */
void fpc_bytes_clear(struct fpc_bytes *bytes);

#endif
