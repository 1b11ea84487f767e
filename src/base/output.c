#include "base/output.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum fpc_status failed(struct fpc_error *error, const char *path, int reason)
{
    return fpc_error_set(error, FPC_FAILED, "cannot write %s: %s", path, strerror(reason));
}

/* The mode that open(2) would have given a new file. */
static mode_t new_file_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static enum fpc_status open_replacement(struct fpc_output *output, mode_t mode,
                                        struct fpc_error *error)
{
    output->temporary = fpc_text("%s.XXXXXX", output->path);
    int file = mkostemp(output->temporary, O_CLOEXEC);
    if (file < 0) {
        int reason = errno;
        free(output->temporary);
        output->temporary = NULL;
        return failed(error, output->path, reason);
    }
    fchmod(file, mode);
    output->stream = fdopen(file, "w");
    return FPC_OK;
}

static enum fpc_status open_path(struct fpc_output *output, struct fpc_error *error)
{
    struct stat facts;
    if (output->path[0] == '\0')
        return failed(error, "''", ENOENT);
    bool exists = stat(output->path, &facts) == 0;
    if (exists && S_ISDIR(facts.st_mode))
        return failed(error, output->path, EISDIR);
    if (!exists || S_ISREG(facts.st_mode))
        return open_replacement(output, exists ? facts.st_mode & 07777 : new_file_mode(), error);
    output->stream = fopen(output->path, "we");
    return output->stream ? FPC_OK : failed(error, output->path, errno);
}

enum fpc_status fpc_output_open(struct fpc_output *output, const char *path,
                                struct fpc_error *error)
{
    *output = (struct fpc_output){.path = fpc_strdup(path)};
    if (strcmp(path, "-") == 0) {
        output->stream = stdout;
        return FPC_OK;
    }
    enum fpc_status status = open_path(output, error);
    if (status != FPC_OK)
        fpc_output_clear(output);
    return status;
}

enum fpc_status fpc_output_commit(struct fpc_output *output, struct fpc_error *error)
{
    enum fpc_status status = FPC_OK;
    if (output->stream != stdout) {
        bool lost = ferror(output->stream) != 0;
        int closed = fclose(output->stream);
        if (lost || closed != 0)
            status = failed(error, output->path, closed != 0 ? errno : EIO);
        else if (output->temporary && rename(output->temporary, output->path) != 0)
            status = failed(error, output->path, errno);
        output->stream = NULL;
    }
    if (status == FPC_OK) {
        free(output->temporary);
        output->temporary = NULL;
    }
    fpc_output_clear(output);
    return status;
}

void fpc_output_clear(struct fpc_output *output)
{
    if (output->stream && output->stream != stdout)
        fclose(output->stream);
    if (output->temporary)
        unlink(output->temporary);
    free(output->temporary);
    free(output->path);
    *output = (struct fpc_output){0};
}
