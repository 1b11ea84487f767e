/* Figures in a few digits. */
#ifndef FPC_REPORT_FIGURE_TEXT_H
#define FPC_REPORT_FIGURE_TEXT_H

#include "analysis/findings.h"

/* A known figure with `digits` significant digits in the style of %g, also one that no double
 * holds. The caller frees. */
char *fpc_figure_text(const struct fpc_figure *figure, int digits);

#endif
