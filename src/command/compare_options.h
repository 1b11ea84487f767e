/* What the command line of `fpcheck compare` says. */
#ifndef FPC_COMMAND_COMPARE_OPTIONS_H
#define FPC_COMMAND_COMPARE_OPTIONS_H

#include "analysis/difference.h"
#include "command/run_options.h"

struct fpc_compare_options {
    struct fpc_run_options run; /* of which: what the inputs are, and the two paths */
    struct fpc_difference_rule rule;
    const char *json; /* borrowed, or NULL */
    bool quiet;
};

/* As fpc_run_options_parse(). The caller clears. */
void fpc_compare_options_parse(struct fpc_compare_options *options, int argc, char **argv);
void fpc_compare_options_clear(struct fpc_compare_options *options);

#endif
