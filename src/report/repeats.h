/* Reports of a program that was run many times. */
#ifndef FPC_REPORT_REPEATS_H
#define FPC_REPORT_REPEATS_H

#include "analysis/repeats.h"
#include "analysis/sweep.h"
#include "report/json_values.h"

#include <stdio.h>

/* Everything is borrowed. */
struct fpc_repeats_report {
    struct fpc_json_frame frame;
    char *const *program;   /* the command line that was run; ends with NULL */
    uint64_t runs;          /* asked for, of each combination */
    size_t tensors, values; /* of run 0 */
    const struct fpc_sweep *sweep;
    const struct fpc_outcomes *outcomes;
    const struct fpc_repeats *between;  /* against run 0 */
    const char *expect;                 /* the file of what is expected, or NULL */
    const struct fpc_repeats *expected; /* against that file */
    bool limited;                       /* values must be within max_ulp of it */
    uint64_t max_ulp;
    const char *warning; /* or NULL */
};

/* The answer in one line, then what differs. quiet: that line only. */
void fpc_report_repeats_text(FILE *stream, const struct fpc_repeats_report *report, bool quiet);

/* Everything, as JSON. */
void fpc_report_repeats_json(FILE *stream, const struct fpc_repeats_report *report);

/* How many findings there are: arrays that differ between runs, and arrays that are not as
 * expected. */
size_t fpc_report_repeats_findings(const struct fpc_repeats_report *report);

#endif
