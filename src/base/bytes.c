#include "base/bytes.h"

#include "base/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static enum fpc_status unusable(struct fpc_error *error, const char *path, int reason)
{
    return fpc_error_set(error, FPC_UNUSABLE, "%s: %s", path, strerror(reason));
}

static enum fpc_status map_file(struct fpc_bytes *bytes, int file, size_t size, const char *path,
                                struct fpc_error *error)
{
    void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (data == MAP_FAILED)
        return unusable(error, path, errno);
    *bytes = (struct fpc_bytes){data, size, size};
    return FPC_OK;
}

/* Doubles the buffer; on failure the caller still owns the old one. */
static enum fpc_status grow(uint8_t **data, size_t *capacity, const char *path,
                            struct fpc_error *error)
{
    size_t wanted = *capacity ? *capacity * 2 : 65536;
    uint8_t *larger = realloc(*data, wanted);
    if (larger == NULL)
        return fpc_error_set(error, FPC_FAILED, "%s: no memory for %zu bytes", path, wanted);
    *data = larger;
    *capacity = wanted;
    return FPC_OK;
}

static enum fpc_status read_to_end(struct fpc_bytes *bytes, int file, const char *path,
                                   struct fpc_error *error)
{
    uint8_t *data = NULL;
    size_t size = 0, capacity = 0;
    enum fpc_status status = FPC_OK;
    for (;;) {
        if (size == capacity && (status = grow(&data, &capacity, path, error)) != FPC_OK)
            break;
        ssize_t got = read(file, data + size, capacity - size);
        if (got > 0) {
            size += (size_t)got;
        } else if (got == 0) {
            break;
        } else if (errno != EINTR || fpc_interrupt_signal() != 0) {
            status = unusable(error, path, errno);
            break;
        }
    }
    if (status == FPC_OK && size == 0)
        status = fpc_error_set(error, FPC_UNUSABLE, "%s: the file is empty", path);
    if (status != FPC_OK) {
        free(data);
        return status;
    }
    *bytes = (struct fpc_bytes){data, size, 0};
    return FPC_OK;
}

static enum fpc_status open_descriptor(struct fpc_bytes *bytes, int file, const char *path,
                                       struct fpc_error *error)
{
    struct stat facts;
    if (fstat(file, &facts) != 0)
        return unusable(error, path, errno);
    if (S_ISDIR(facts.st_mode))
        return unusable(error, path, EISDIR);
    if (!S_ISREG(facts.st_mode) || strcmp(path, "-") == 0)
        return read_to_end(bytes, file, path, error);
    if (facts.st_size == 0)
        return fpc_error_set(error, FPC_UNUSABLE, "%s: the file is empty", path);
    return map_file(bytes, file, (size_t)facts.st_size, path, error);
}

enum fpc_status fpc_bytes_open(struct fpc_bytes *bytes, const char *path, struct fpc_error *error)
{
    if (strcmp(path, "-") == 0)
        return open_descriptor(bytes, STDIN_FILENO, path, error);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return unusable(error, path, errno);
    enum fpc_status status = open_descriptor(bytes, file, path, error);
    close(file);
    return status;
}

void fpc_bytes_clear(struct fpc_bytes *bytes)
{
    if (bytes->mapped)
        munmap((void *)bytes->data, bytes->mapped);
    else
        free((void *)bytes->data);
    *bytes = (struct fpc_bytes){0};
}
