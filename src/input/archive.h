/* The members of a zip archive in memory, inflated one at a time.
 *
 * What the archive's directory claims of sizes is not believed: bytes are counted as they come, and
 * all that is inflated from one archive stays within a limit. */
#ifndef FPC_INPUT_ARCHIVE_H
#define FPC_INPUT_ARCHIVE_H

#include "base/status.h"
#include "input/reader.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zip.h>

struct fpc_archive {
    const char *path; /* for errors; borrowed */
    zip_t *zip;       /* owned; reads from the source's bytes */
    uint64_t left;    /* bytes that may still be inflated */
    uint64_t limit;
};

/* Opens the archive that a source holds, which must outlive it. Errors: FPC_UNUSABLE if it is none,
 * or cut short. The caller clears. */
enum fpc_status fpc_archive_open(struct fpc_archive *archive, const struct fpc_source *source,
                                 uint64_t limit, struct fpc_error *error);
void fpc_archive_clear(struct fpc_archive *archive);

/* The number of entries, and the name of one, or NULL if it has none; borrowed from the archive. */
uint64_t fpc_archive_count(const struct fpc_archive *archive);
const char *fpc_archive_name(const struct fpc_archive *archive, uint64_t index);

/* The first entry of that name; false if there is none. */
bool fpc_archive_find(const struct fpc_archive *archive, const char *name, uint64_t *index);

/* True for a folder, a link or a device: what holds no bytes of its own. */
bool fpc_archive_is_special(const struct fpc_archive *archive, uint64_t index);

/* Inflates an entry into *data, which the caller frees. Its checksum is checked. Errors:
 * FPC_UNUSABLE for one that is encrypted, damaged or over the limit, FPC_FAILED for memory or an
 * interrupt; *data and *size are untouched then. */
enum fpc_status fpc_archive_read(struct fpc_archive *archive, uint64_t index, uint8_t **data,
                                 size_t *size, struct fpc_error *error);

#endif
