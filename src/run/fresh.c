#include "run/fresh.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* 1970-01-02: not 0, which some programs take for no time at all. */
#define MARK 86400

static bool bears_mark(const struct fpc_fresh *fresh)
{
    struct stat facts;
    return fresh->marked && stat(fresh->path, &facts) == 0 &&
           facts.st_mtim.tv_sec == fresh->mark.tv_sec &&
           facts.st_mtim.tv_nsec == fresh->mark.tv_nsec;
}

enum fpc_status fpc_fresh_mark(struct fpc_fresh *fresh, const char *path, struct fpc_error *error)
{
    struct stat facts;
    *fresh = (struct fpc_fresh){.path = path};
    if (stat(path, &facts) != 0)
        return FPC_OK;
    if (!S_ISREG(facts.st_mode))
        return fpc_error_set(error, FPC_FAILED,
                             "%s: is not a regular file, so it cannot be told "
                             "whether a run writes it",
                             path);
    fresh->before[0] = facts.st_atim;
    fresh->before[1] = facts.st_mtim;
    const struct timespec times[2] = {facts.st_atim, {MARK, 0}};
    if (utimensat(AT_FDCWD, path, times, 0) != 0 || stat(path, &facts) != 0)
        return fpc_error_set(error, FPC_FAILED,
                             "%s: its time cannot be set, so it cannot be told whether a run "
                             "writes it: %s",
                             path, strerror(errno));
    fresh->mark = facts.st_mtim;
    fresh->marked = true;
    return FPC_OK;
}

enum fpc_status fpc_fresh_check(const struct fpc_fresh *fresh, struct fpc_error *error)
{
    struct stat facts;
    if (stat(fresh->path, &facts) != 0)
        return fpc_error_set(error, FPC_FAILED, "%s was not written: %s", fresh->path,
                             strerror(errno));
    if (!bears_mark(fresh))
        return FPC_OK;
    return fpc_error_set(error, FPC_FAILED, "%s was not written anew: it is older than the run",
                         fresh->path);
}

void fpc_fresh_restore(const struct fpc_fresh *fresh)
{
    if (bears_mark(fresh))
        utimensat(AT_FDCWD, fresh->path, fresh->before, 0);
}
