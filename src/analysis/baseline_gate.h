/* Holding findings to a baseline.
 *
 * Only what is rigorous is compared, so that what did not change never fails:
 * - bits of a kernel that promises shape-invariant or more: with every record of the same values,
 *   whatever its shape and device; of one that promises run-to-run: where shape and device match;
 * - the observed level as far as the promise goes; the promise itself; the bound;
 * - of verdicts whether `unexplained` or `bug` came up, which chance cannot do;
 * - every error with the recorded bound of the same shape.
 * The input is held to the section of its device, or, if that has no such input, to those of other
 * devices; then of shapes only what both have is compared. */
#ifndef FPC_ANALYSIS_BASELINE_GATE_H
#define FPC_ANALYSIS_BASELINE_GATE_H

#include "analysis/baseline.h"

/* Before kernels run: findings->inputs have digests. FPC_UNUSABLE if none of them is in the
 * baseline, or one is with other values, another format or another accumulator. */
enum fpc_status fpc_baseline_check_inputs(const struct fpc_baseline *baseline,
                                          const struct fpc_findings *findings,
                                          struct fpc_error *error);

/* Holds complete findings to the baseline: adds findings of kind FPC_FOUND_BASELINE and notices;
 * if `strict` findings in their place. FPC_UNUSABLE if neither bits nor errors nor verdicts could
 * be compared for any kernel, and nothing was found. */
enum fpc_status fpc_baseline_compare(const struct fpc_baseline *baseline, bool strict,
                                     struct fpc_findings *findings, struct fpc_error *error);

#endif
