/* What an update changes in a baseline, in words. */
#ifndef FPC_ANALYSIS_BASELINE_CHANGES_H
#define FPC_ANALYSIS_BASELINE_CHANGES_H

#include "analysis/baseline.h"

/* A line for each entry, or input, that is new, changed or removed, with before and after. Owned.
 */
struct fpc_baseline_changes {
    char **lines;
    size_t count;
    size_t added, changed, removed, unchanged; /* entries */
    bool version;                              /* recorded by another version of fpcheck */
};

/* From `before`, NULL if there is none, to `after`. The caller clears. */
struct fpc_baseline_changes fpc_baseline_changes_of(const struct fpc_baseline_section *before,
                                                    const struct fpc_baseline_section *after);
void fpc_baseline_changes_clear(struct fpc_baseline_changes *changes);

#endif
