/* Environment variables that are given every combination of values, and what they changed.
 *
 * Combinations are numbered from 0, the last variable changing fastest; each has the same number of
 * runs, one combination after the other. */
#ifndef FPC_ANALYSIS_SWEEP_H
#define FPC_ANALYSIS_SWEEP_H

#include "analysis/repeats.h"

struct fpc_sweep_variable {
    char *name;    /* owned */
    char **values; /* owned, each of them too */
    size_t count;  /* >= 1 */
};

/* A zeroed struct has no variables, and so one combination. The caller clears. */
struct fpc_sweep {
    struct fpc_sweep_variable *variables; /* owned */
    size_t count;
};

/* Reads "NAME=VALUE,VALUE..." and adds it; a value may be empty. NULL on success, or what is wrong
 * as static text. */
const char *fpc_sweep_add(struct fpc_sweep *sweep, const char *text);
void fpc_sweep_clear(struct fpc_sweep *sweep);

/* The number of combinations, or UINT64_MAX if that is too large to count. */
uint64_t fpc_sweep_combinations(const struct fpc_sweep *sweep);

/* Which value, as an index, a variable has in a combination. */
size_t fpc_sweep_value(const struct fpc_sweep *sweep, size_t variable, uint64_t combination);

/* "A=1 B=2", what a combination sets; "" without variables. The caller frees. */
char *fpc_sweep_text(const struct fpc_sweep *sweep, uint64_t combination);

enum fpc_effect {
    FPC_EFFECT_NONE,    /* runs that differ in this variable alone gave the same */
    FPC_EFFECT_CHANGED, /* they did not, though runs that differ in nothing do */
    FPC_EFFECT_UNKNOWN  /* runs of one combination differ, or not all were run: it cannot be told */
};

/* What a variable changed; `runs` is the number of runs of each combination. */
enum fpc_effect fpc_sweep_effect(const struct fpc_sweep *sweep, size_t variable,
                                 const struct fpc_outcomes *outcomes, uint64_t runs);

/* How many different outcomes a combination has. */
size_t fpc_sweep_distinct(const struct fpc_outcomes *outcomes, uint64_t combination, uint64_t runs);

/* "none", "changed", "unknown"; static. */
const char *fpc_effect_name(enum fpc_effect effect);

#endif
