/* Figures as people read them: what tables for terminals and for web pages hold alike. */
#ifndef FPC_REPORT_CELLS_H
#define FPC_REPORT_CELLS_H

#include "analysis/findings.h"

/* Each is ASCII without control characters; the caller frees. */

/* "9 ulp", "0", or "NaN or not". */
char *fpc_cell_distance(const struct fpc_distance *distance);

/* The largest ULP error in three digits, or the reason why the figure would mean nothing; empty
 * without an exact sum. */
char *fpc_cell_error(const struct fpc_input_findings *input,
                     const struct fpc_kernel_findings *kernel);

/* What other block orders gave: "57 results, 22 ulp", "1 result", "blind to order", or empty. */
char *fpc_cell_orders(const struct fpc_sensitivity *order);

/* The verdict, or "not judged". */
char *fpc_cell_verdict(const struct fpc_kernel_findings *kernel);

#endif
