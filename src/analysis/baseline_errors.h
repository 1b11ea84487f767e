/* Errors and bounds as a baseline needs them: exact, from their texts. */
#ifndef FPC_ANALYSIS_BASELINE_ERRORS_H
#define FPC_ANALYSIS_BASELINE_ERRORS_H

#include "analysis/baseline.h"

/* True if the whole text is a finite number >= 0, hexadecimal or decimal, as errors and bounds are
 * recorded: in small letters. */
bool fpc_baseline_is_number(const char *text);

/* The sign of b - a, compared exactly. */
int fpc_baseline_compare_bounds(const char *a, const char *b);

/* The first result of the kernel whose distance from the input's exact sum exceeds the bound, or
 * NULL; results that are not finite have none. Those judged `flushed` may be left out. */
const struct fpc_pattern *fpc_baseline_beyond(const struct fpc_input_findings *input,
                                              const struct fpc_kernel_findings *kernel,
                                              const char *bound, bool without_flushed);

/* |y - s| of a finite result in decimal, for people. The caller frees. */
char *fpc_baseline_error(const struct fpc_input_findings *input, uint64_t bits);

/* A recorded figure in a few decimal digits; NULL gives NULL. The caller frees. */
char *fpc_baseline_figure_short(const char *text);

#endif
