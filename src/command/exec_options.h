/* What the command line of `fpcheck exec` says. */
#ifndef FPC_COMMAND_EXEC_OPTIONS_H
#define FPC_COMMAND_EXEC_OPTIONS_H

#include "analysis/sweep.h"
#include "command/run_options.h"
#include "input/numbers.h"

struct fpc_exec_options {
    struct fpc_run_options run; /* of which: what collected files and the expected one are */
    uint64_t runs;              /* of each combination of the sweep */
    char **command;             /* ends with NULL; borrowed from argv */
    struct fpc_sweep sweep;
    struct fpc_numbers_rule numbers; /* of standard output */
    bool from_stdout;                /* it is looked at */
    regex_t regex;                   /* if numbers.regex points here */
    const char **collect;            /* the array is owned, paths are borrowed */
    size_t collect_count;
    const char *expect;         /* borrowed, or NULL */
    bool has_max_ulp, nan_bits; /* max_ulp: from what is expected */
    uint64_t max_ulp;
    double timeout;      /* seconds; 0: none */
    uint64_t max_output; /* MiB */
    const char *json;    /* borrowed, or NULL */
    bool quiet;
};

/* As fpc_run_options_parse(). The caller clears. */
void fpc_exec_options_parse(struct fpc_exec_options *options, int argc, char **argv);
void fpc_exec_options_clear(struct fpc_exec_options *options);

#endif
