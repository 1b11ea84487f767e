#include "input/archive.h"

#include "base/interrupt.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FIRST_CHUNK 65536
#define LARGE_CHUNK (UINT64_C(1) << 24) /* between two looks for an interrupt */

/* What is being inflated. */
struct inflating {
    struct fpc_archive *archive;
    const char *name;
    zip_file_t *file;
    uint8_t *data;
    size_t size, capacity;
    struct fpc_error *error;
};

static enum fpc_status fail(const struct inflating *inflating, const char *what)
{
    return fpc_error_set(inflating->error, FPC_UNUSABLE, "%s: member '%.100s' %s",
                         inflating->archive->path, inflating->name, what);
}

enum fpc_status fpc_archive_open(struct fpc_archive *archive, const struct fpc_source *source,
                                 uint64_t limit, struct fpc_error *error)
{
    zip_error_t wrong;
    zip_error_init(&wrong);
    zip_source_t *bytes = zip_source_buffer_create(source->data, source->size, 0, &wrong);
    zip_t *zip = bytes ? zip_open_from_source(bytes, ZIP_RDONLY, &wrong) : NULL;
    enum fpc_status status = FPC_OK;
    if (zip != NULL) {
        *archive = (struct fpc_archive){source->path, zip, limit, limit};
    } else {
        zip_source_free(bytes);
        status = fpc_error_set(error, FPC_UNUSABLE,
                               "%s: no zip archive can be read here, or it is cut short: %s",
                               source->path, zip_error_strerror(&wrong));
    }
    zip_error_fini(&wrong);
    return status;
}

void fpc_archive_clear(struct fpc_archive *archive)
{
    if (archive->zip != NULL)
        zip_discard(archive->zip);
    *archive = (struct fpc_archive){0};
}

uint64_t fpc_archive_count(const struct fpc_archive *archive)
{
    const zip_int64_t count = zip_get_num_entries(archive->zip, 0);
    return count > 0 ? (uint64_t)count : 0;
}

const char *fpc_archive_name(const struct fpc_archive *archive, uint64_t index)
{
    return zip_get_name(archive->zip, index, 0);
}

bool fpc_archive_find(const struct fpc_archive *archive, const char *name, uint64_t *index)
{
    const zip_int64_t found = zip_name_locate(archive->zip, name, 0);
    if (found >= 0)
        *index = (uint64_t)found;
    return found >= 0;
}

/* The type of file stands in the upper half on Unix, where 0 is what leaves it open. */
bool fpc_archive_is_special(const struct fpc_archive *archive, uint64_t index)
{
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    const char *name = fpc_archive_name(archive, index);
    if (name == NULL || name[0] == '\0' || name[strlen(name) - 1] == '/')
        return true;
    if (zip_file_get_external_attributes(archive->zip, index, 0, &system, &attributes) != 0 ||
        system != ZIP_OPSYS_UNIX)
        return false;
    const mode_t type = (mode_t)(attributes >> 16) & S_IFMT;
    return type != 0 && type != S_IFREG;
}

/* Room for one byte more than may come, so that one too many is seen. */
static enum fpc_status grow(struct inflating *inflating)
{
    const uint64_t most = inflating->archive->left + 1;
    uint64_t wanted = inflating->capacity ? (uint64_t)inflating->capacity * 2 : FIRST_CHUNK;
    if (wanted > most)
        wanted = most;
    uint8_t *larger = wanted > inflating->capacity ? realloc(inflating->data, wanted) : NULL;
    if (larger == NULL)
        return fpc_error_set(inflating->error, FPC_FAILED,
                             "%s: no memory for %ju bytes of member '%.100s'",
                             inflating->archive->path, (uintmax_t)wanted, inflating->name);
    inflating->data = larger;
    inflating->capacity = (size_t)wanted;
    return FPC_OK;
}

static enum fpc_status inflate_all(struct inflating *inflating)
{
    for (;;) {
        enum fpc_status status = FPC_OK;
        if (inflating->size > inflating->archive->left)
            return fpc_error_set(inflating->error, FPC_UNUSABLE,
                                 "%s: the members inflate to more than %ju bytes (at '%.100s')",
                                 inflating->archive->path, (uintmax_t)inflating->archive->limit,
                                 inflating->name);
        if (inflating->size == inflating->capacity && (status = grow(inflating)) != FPC_OK)
            return status;
        if (fpc_interrupt_signal() != 0)
            return fpc_error_set(inflating->error, FPC_FAILED, "%s: interrupted",
                                 inflating->archive->path);
        const uint64_t room = inflating->capacity - inflating->size;
        const zip_int64_t got = zip_fread(inflating->file, inflating->data + inflating->size,
                                          room < LARGE_CHUNK ? room : LARGE_CHUNK);
        if (got < 0) /* a bad checksum is told here, at the end */
            return fail(inflating, zip_error_strerror(zip_file_get_error(inflating->file)));
        if (got == 0)
            return FPC_OK;
        inflating->size += (size_t)got;
    }
}

static enum fpc_status open_entry(struct inflating *inflating, uint64_t index)
{
    zip_stat_t facts;
    if (zip_stat_index(inflating->archive->zip, index, 0, &facts) != 0)
        return fail(inflating, zip_strerror(inflating->archive->zip));
    if ((facts.valid & ZIP_STAT_ENCRYPTION_METHOD) && facts.encryption_method != ZIP_EM_NONE)
        return fail(inflating, "is encrypted");
    inflating->file = zip_fopen_index(inflating->archive->zip, index, 0);
    return inflating->file ? FPC_OK : fail(inflating, zip_strerror(inflating->archive->zip));
}

enum fpc_status fpc_archive_read(struct fpc_archive *archive, uint64_t index, uint8_t **data,
                                 size_t *size, struct fpc_error *error)
{
    struct inflating inflating = {
        .archive = archive, .name = fpc_archive_name(archive, index), .error = error};
    enum fpc_status status = open_entry(&inflating, index);
    if (status == FPC_OK)
        status = inflate_all(&inflating);
    if (inflating.file != NULL)
        zip_fclose(inflating.file);
    if (status != FPC_OK) {
        free(inflating.data);
        return status;
    }
    /* the part that is not used goes back; if that fails the larger one does as well */
    uint8_t *exact = realloc(inflating.data, inflating.size ? inflating.size : 1);
    *data = exact ? exact : inflating.data;
    *size = inflating.size;
    archive->left -= inflating.size;
    return FPC_OK;
}
