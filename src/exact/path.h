/* Which way the exact sum takes: the best for this processor, or what FPC_EXACT_PATH names. */
#ifndef FPC_EXACT_PATH_H
#define FPC_EXACT_PATH_H

#include "base/status.h"
#include "exact/block.h"
#include "exact/levels.h"

#include <stdbool.h>
#include <stddef.h>

/* How values are taken and looked at on one kind of processor. */
struct fpc_exact_path {
    const char *name;
    bool (*available)(void); /* on this processor */
    fpc_levels_add *add;
    fpc_block_count *count;
    fpc_block_measure *measure;
    fpc_block_widen *widen;
    size_t step,
        block; /* values of a stream: a block is at most `block`, and a multiple of `step` */
};

extern const struct fpc_exact_path fpc_exact_avx512, fpc_exact_avx2, fpc_exact_portable;

/* Every path, the best first; ends with a NULL entry. */
extern const struct fpc_exact_path *const fpc_exact_paths[];

struct fpc_exact_choice {
    const struct fpc_exact_path *path;
    bool wide; /* bins alone */
};

/* Reads the environment: a path's name, or with "-wide" behind it. The same words come out of each;
 * it serves tests and measurements. Errors: FPC_USAGE for a name that is not known, or that this
 * processor lacks. */
enum fpc_status fpc_exact_choose(struct fpc_exact_choice *choice, struct fpc_error *error);

#endif
