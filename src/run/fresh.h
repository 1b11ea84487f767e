/* Was a file written anew by a run?
 *
 * Before the run the file, if it is there, is given a time of modification that lies far in the
 * past; a run that writes it changes that, however fast it is. Its content is left alone. */
#ifndef FPC_RUN_FRESH_H
#define FPC_RUN_FRESH_H

#include "base/status.h"

#include <stdbool.h>
#include <sys/stat.h>

struct fpc_fresh {
    const char *path;          /* borrowed */
    bool marked;               /* the file was there */
    struct timespec before[2]; /* its times of access and modification */
    struct timespec mark;
};

/* Marks the file. Errors: FPC_FAILED if it is no regular file, or its times cannot be set. */
enum fpc_status fpc_fresh_mark(struct fpc_fresh *fresh, const char *path, struct fpc_error *error);

/* After the run. Errors: FPC_FAILED if the file is not there, or was not written since it was
 * marked. */
enum fpc_status fpc_fresh_check(const struct fpc_fresh *fresh, struct fpc_error *error);

/* Gives the file its times back if it still bears the mark; in any case, in the end. */
void fpc_fresh_restore(const struct fpc_fresh *fresh);

#endif
