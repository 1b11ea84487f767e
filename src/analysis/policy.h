/* The gate: which findings fail, and the exit status that follows. */
#ifndef FPC_ANALYSIS_POLICY_H
#define FPC_ANALYSIS_POLICY_H

#include "analysis/findings.h"

#include <stdbool.h>

/* What --fail-on can name, as bits. */
enum fpc_fail_on {
    FPC_FAIL_PROMISE = 1 << 0,
    FPC_FAIL_BUG = 1 << 1,
    FPC_FAIL_UNEXPLAINED = 1 << 2,
    FPC_FAIL_FLUSHED = 1 << 3,
    FPC_FAIL_OVERFLOW = 1 << 4,
    FPC_FAIL_NON_FINITE = 1 << 5,
    FPC_FAIL_VARIES = 1 << 6,
    FPC_FAIL_BLIND = 1 << 7
};
#define FPC_FAIL_DEFAULT (FPC_FAIL_PROMISE | FPC_FAIL_BUG)

/* Those that need the exact sum; without it a bug is what a control found. */
#define FPC_FAIL_VERDICTS                                                                          \
    (FPC_FAIL_UNEXPLAINED | FPC_FAIL_FLUSHED | FPC_FAIL_OVERFLOW | FPC_FAIL_NON_FINITE)

struct fpc_policy {
    unsigned fail_on;       /* of FPC_FAIL_... */
    enum fpc_level require; /* FPC_LEVEL_UNDETERMINED: nothing */
    bool has_max_ulp, has_max_ratio, has_max_spread;
    double max_ulp, max_ratio, max_spread;
};

/* Reads a comma-separated list; *out is set only on success. On failure `piece` (of `size` bytes)
 * holds the word that is not known. */
bool fpc_policy_parse_fail_on(const char *list, unsigned *out, char *piece, size_t size);

/* True if the policy demands more than the default does. */
bool fpc_policy_demands(const struct fpc_policy *policy);

/* Adds what fails to findings->findings. */
void fpc_policy_apply(const struct fpc_policy *policy, struct fpc_findings *findings);

#endif
