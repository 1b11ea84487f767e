/* A baseline for people. */
#ifndef FPC_REPORT_BASELINE_H
#define FPC_REPORT_BASELINE_H

#include "analysis/baseline.h"

#include <stdio.h>

void fpc_report_baseline(FILE *stream, const struct fpc_baseline *baseline);

#endif
