/* The cases that are compiled in, so that case:NAME works before and after installing.
 * The table is generated from cases/local.mk. */
#ifndef FPC_INPUT_EMBEDDED_H
#define FPC_INPUT_EMBEDDED_H

struct fpc_embedded_case {
    const char *name; /* without ".case" */
    const char *text; /* the whole file */
};

/* In the order of cases/local.mk; ends with a NULL name. */
extern const struct fpc_embedded_case fpc_embedded_cases[];

/* The case of that name, or NULL. */
const struct fpc_embedded_case *fpc_embedded_case_find(const char *name);

#endif
