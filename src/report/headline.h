/* The answer in one line. */
#ifndef FPC_REPORT_HEADLINE_H
#define FPC_REPORT_HEADLINE_H

#include "analysis/findings.h"

#include <stdio.h>

/* What happened with each kernel on one input, and whether a promise was broken; no newline. */
void fpc_headline_print(FILE *stream, const struct fpc_findings *findings, size_t input);

/* True if all runs of the kernel agreed and there were enough to compare. */
bool fpc_headline_agrees(const struct fpc_kernel_findings *kernel);

#endif
