/* What stands below the table: what "no difference" is worth, what the input cannot show, evidence,
 * findings, and the next step. */
#ifndef FPC_REPORT_NOTES_H
#define FPC_REPORT_NOTES_H

#include "analysis/findings.h"

#include <stdbool.h>
#include <stdio.h>

/* The notes on one input; `verbose` adds evidence, variability and every launch shape's own. */
void fpc_notes_print(FILE *stream, const struct fpc_findings *findings, size_t input, bool verbose);

#endif
