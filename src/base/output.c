#include "base/output.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINKS 40 /* one after the other, as Linux has it */

/* The temporary files that are there now; a signal handler reads them. */
static char **unfinished;
static size_t unfinished_count;

static void remember(char *temporary)
{
    unfinished = fpc_realloc(unfinished, unfinished_count + 1, sizeof *unfinished);
    unfinished[unfinished_count++] = temporary;
}

static void forget(const char *temporary)
{
    size_t i = 0;
    while (i < unfinished_count && unfinished[i] != temporary)
        i++;
    if (i < unfinished_count)
        unfinished[i] = unfinished[--unfinished_count];
    if (unfinished_count == 0) {
        free(unfinished);
        unfinished = NULL;
    }
}

/* Of a write, so nobody is in the middle of the list. */
static void on_broken_pipe(int signal_number)
{
    for (size_t i = 0; i < unfinished_count; i++)
        unlink(unfinished[i]);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* A write beyond the limit then fails, as if the disk were full. */
static void on_large_file(int signal_number)
{
    (void)signal_number;
}

void fpc_output_guard(void)
{
    struct sigaction before, broken = {.sa_handler = on_broken_pipe};
    struct sigaction large = {.sa_handler = on_large_file};
    if (sigaction(SIGPIPE, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGPIPE, &broken, NULL);
    sigaction(SIGXFSZ, &large, NULL);
}

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

/* The folder that a path lies in; the caller frees. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return fpc_strdup(".");
    return fpc_text("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

static bool same_place(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Where a path leads; a link to what is not there yet leads there, too. The caller frees. */
static char *destination_of(const char *path)
{
    char target[PATH_MAX], *at = fpc_strdup(path);
    ssize_t length = 0;
    for (int i = 0; i < MOST_LINKS && (length = readlink(at, target, sizeof target)) > 0; i++) {
        char *folder = target[0] == '/' ? fpc_strdup("") : folder_of(at);
        char *next = fpc_text("%s%s%.*s", folder, *folder ? "/" : "", (int)length, target);
        free(folder);
        free(at);
        at = next;
    }
    return at;
}

/* Paths of files that are not there yet: the same name in the same folder. */
static bool names_are_same(const char *a, const char *b)
{
    const char *name_a = strrchr(a, '/'), *name_b = strrchr(b, '/');
    char *folder_a = folder_of(a), *folder_b = folder_of(b);
    struct stat x, y;
    bool same = strcmp(name_a ? name_a + 1 : a, name_b ? name_b + 1 : b) == 0 &&
                stat(folder_a, &x) == 0 && stat(folder_b, &y) == 0 && same_place(&x, &y);
    free(folder_b);
    free(folder_a);
    return same;
}

static bool would_be_same(const char *a, const char *b)
{
    char *x = destination_of(a), *y = destination_of(b);
    bool same = names_are_same(a, b) || names_are_same(x, y);
    free(y);
    free(x);
    return same;
}

bool fpc_output_is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0 || would_be_same(a, b))
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && same_place(&x, &y);
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
    remember(output->temporary);
    fchmod(file, mode);
    output->stream = fdopen(file, "w");
    return output->stream ? FPC_OK : failed(error, output->path, errno);
}

/* A link stays, and what it leads to is replaced or made. */
static void follow_link(struct fpc_output *output)
{
    char *target = destination_of(output->path);
    free(output->path);
    output->path = target;
}

/* The open descriptor that a name such as /dev/stdout stands for, or -1. */
static int named_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    uint64_t number;
    if (strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        size_t length = strlen(folders[i]);
        if (strncmp(path, folders[i], length) == 0 && fpc_text_to_u64(path + length, &number) &&
            number <= INT_MAX)
            return (int)number;
    }
    return -1;
}

/* Shares the offset with the descriptor, so that neither overwrites what the other wrote. */
static enum fpc_status open_descriptor(struct fpc_output *output, int descriptor,
                                       struct fpc_error *error)
{
    int file = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    output->stream = file >= 0 ? fdopen(file, "w") : NULL;
    return output->stream ? FPC_OK : failed(error, output->path, errno);
}

static enum fpc_status open_path(struct fpc_output *output, struct fpc_error *error)
{
    struct stat facts;
    if (output->path[0] == '\0')
        return failed(error, "''", ENOENT);
    bool exists = stat(output->path, &facts) == 0;
    const int errno_of_stat = errno;
    if (exists && S_ISDIR(facts.st_mode))
        return failed(error, output->path, EISDIR);
    int descriptor = named_descriptor(output->path);
    if (descriptor >= 0)
        return open_descriptor(output, descriptor, error);
    if (!exists && errno_of_stat != ENOENT)
        return failed(error, output->path, errno_of_stat);
    if (!exists || S_ISREG(facts.st_mode))
        follow_link(output);
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

enum fpc_status fpc_output_flush(struct fpc_output *output, struct fpc_error *error)
{
    if (output->stream == stdout)
        return FPC_OK;
    bool lost = ferror(output->stream) != 0;
    if (fflush(output->stream) != 0)
        return failed(error, output->path, errno);
    return lost ? failed(error, output->path, EIO) : FPC_OK;
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
        forget(output->temporary);
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
    forget(output->temporary);
    free(output->temporary);
    free(output->path);
    *output = (struct fpc_output){0};
}
