/* A list of names for one message, cut where it would get long.
 *
 * Only the beginning is kept: adding to a long list costs nothing. */
#ifndef FPC_INPUT_NAMES_H
#define FPC_INPUT_NAMES_H

#include <stddef.h>

/* A zeroed struct is empty. */
struct fpc_names {
    char *text; /* the first ones; owned, or NULL */
    size_t count;
};

/* Adds a name and, in brackets, what is to be said of it, unless that is NULL. */
void fpc_names_add(struct fpc_names *names, const char *name, const char *remark);

/* "a, b (remark), c and 12 more", or "none". The caller frees. */
char *fpc_names_text(const struct fpc_names *names);

/* Frees what the list owns and leaves it empty. */
void fpc_names_clear(struct fpc_names *names);

#endif
