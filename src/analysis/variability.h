/* Variability over runs, and what "no difference" is worth. */
#ifndef FPC_ANALYSIS_VARIABILITY_H
#define FPC_ANALYSIS_VARIABILITY_H

#include "analysis/findings.h"

/* Figures of `runs` runs whose distinct results are `patterns`. `reference` is S_d, in the result
 * format: the same block partials added in index order. */
struct fpc_variability fpc_variability_of(enum fpc_format format,
                                          const struct fpc_patterns *patterns, uint64_t runs,
                                          uint64_t reference);

/* If each run differed from the first with probability r, N runs would all agree with probability
 * (1-r)^(N-1). No difference in N >= 2 runs therefore bounds r below 1 - 0.05^(1/(N-1)) at 95 %. */
double fpc_variability_rate_below_95(uint64_t runs);

#endif
