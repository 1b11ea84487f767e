/* Reports: one struct of findings, printed in one of several formats.
 *
 * Each format is a file that ends in its descriptor, and one line in report.c. A report prints and
 * decides nothing; the same findings give the same bytes. */
#ifndef FPC_REPORT_REPORT_H
#define FPC_REPORT_REPORT_H

#include "analysis/findings.h"

#include <stdbool.h>
#include <stdio.h>

/* How the table for people is printed. */
struct fpc_report_style {
    bool color;
    bool quiet;   /* the first line only */
    bool verbose; /* evidence, bounds and arrival orders as well */
};

/* The table for people. */
void fpc_report_text(FILE *stream, const struct fpc_findings *findings,
                     const struct fpc_report_style *style);

/* A format for programs, written to a file that the command line names. */
struct fpc_report_format {
    const char *name; /* of the option: "json" for --json */
    const char *help; /* its line in --help */
    void (*write)(FILE *stream, const struct fpc_findings *findings);
};

/* Every format; ends with a NULL entry. Options are made from it. */
extern const struct fpc_report_format *const fpc_report_formats[];

extern const struct fpc_report_format fpc_report_json;
extern const struct fpc_report_format fpc_report_csv;
extern const struct fpc_report_format fpc_report_junit;
extern const struct fpc_report_format fpc_report_tap;
extern const struct fpc_report_format fpc_report_github;
extern const struct fpc_report_format fpc_report_markdown;

#endif
