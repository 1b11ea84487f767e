/* Reports of a benchmark. */
#ifndef FPC_REPORT_BENCH_H
#define FPC_REPORT_BENCH_H

#include "analysis/bench.h"

#include <stdio.h>

/* The table for people. */
void fpc_report_bench_text(FILE *stream, const struct fpc_bench *bench);

/* The same as JSON. Times are in seconds, rates in bytes a second. */
void fpc_report_bench_json(FILE *stream, const struct fpc_bench *bench);

#endif
