/* Reports of a comparison of two files. */
#ifndef FPC_REPORT_COMPARISON_H
#define FPC_REPORT_COMPARISON_H

#include "analysis/comparison.h"
#include "report/json_values.h"

#include <jansson.h>
#include <stdio.h>

struct fpc_comparison_report {
    struct fpc_json_frame frame;
    const char *a, *b; /* paths as given; borrowed */
    struct fpc_difference_rule rule;
    const struct fpc_comparison *comparison; /* borrowed */
};

/* The answer in one line, then the arrays that differ. quiet: that line only. */
void fpc_report_comparison_text(FILE *stream, const struct fpc_comparison_report *report,
                                bool quiet);

/* Everything, as JSON. */
void fpc_report_comparison_json(FILE *stream, const struct fpc_comparison_report *report);

/* Adds what a difference says to an object. */
void fpc_json_set_difference(json_t *object, enum fpc_format format,
                             const struct fpc_difference *difference);

/* "1: 5, 2 to 3: 4": the buckets that are not empty, or NULL if all are. The caller frees. */
char *fpc_report_histogram(const struct fpc_difference *difference);

#endif
