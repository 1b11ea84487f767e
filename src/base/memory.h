/* Memory.
 *
 * Small things: running out is fatal here, in one place (exit status 4), and callers need no check.
 * Large arrays, whose size follows the input or an option: running out is an error with the size.
 */
#ifndef FPC_BASE_MEMORY_H
#define FPC_BASE_MEMORY_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

/* Zeroed memory for count elements of size bytes each; never NULL. The caller frees. */
void *fpc_alloc(size_t count, size_t size);

/* Grows or shrinks `memory` to count elements; never NULL unless count is 0. */
void *fpc_realloc(void *memory, size_t count, size_t size);

/* A copy of `text`; NULL gives NULL. The caller frees. */
char *fpc_strdup(const char *text);

/* Zeroed memory for a large array. `what` names it in the error ("run results").
 * Errors: FPC_FAILED with the size, *out untouched. The caller frees. */
enum fpc_status fpc_alloc_large(uint64_t count, size_t size, const char *what, void **out,
                                struct fpc_error *error);

#endif
