/* Figures: quotients of exact numbers, as reports and limits need them. */
#ifndef FPC_ANALYSIS_FIGURE_H
#define FPC_ANALYSIS_FIGURE_H

#include "analysis/findings.h"

#include <mpfr.h>

/* a / b for finite a >= 0 and b > 0. */
struct fpc_figure fpc_figure_quotient(mpfr_srcptr a, mpfr_srcptr b);

/* A figure that is exactly, or as nearly as anyone needs, this finite double >= 0. */
struct fpc_figure fpc_figure_of(double value);

/* Raises *maximum to `figure`; once one of the figures is unknown, so is their maximum. Start with
 * fpc_figure_of(0). */
void fpc_figure_raise(struct fpc_figure *maximum, const struct fpc_figure *figure);

#endif
