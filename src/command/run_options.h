/* What the command line of `fpcheck run` says. */
#ifndef FPC_COMMAND_RUN_OPTIONS_H
#define FPC_COMMAND_RUN_OPTIONS_H

#include "analysis/policy.h"
#include "command/exact_by.h"
#include "input/input.h"
#include "kernels/kernel.h"
#include "report/report.h"
#include "run/device.h"

#include <stddef.h>
#include <stdint.h>

/* An output file that an option names. */
struct fpc_run_output {
    const struct fpc_report_format *format;
    const char *path; /* borrowed from argv */
};

/* How many blocks a launch has. */
struct fpc_blocks_choice {
    uint32_t blocks; /* 0: enough for the data, but at most per_sm for each multiprocessor */
    uint32_t per_sm;
};

enum fpc_when { FPC_WHEN_AUTO, FPC_WHEN_ALWAYS, FPC_WHEN_NEVER };

struct fpc_run_options {
    uint64_t runs, orders, seed;
    const struct fpc_kernel_entry **kernels; /* owned */
    size_t kernel_count;
    struct fpc_input_options input;
    enum fpc_device_choice device;
    unsigned gpu;
    struct fpc_blocks_choice *blocks; /* owned */
    size_t blocks_count;
    uint32_t *threads; /* a block; owned */
    size_t threads_count;
    bool accumulate_native; /* 16-bit values in their own format */
    unsigned jobs;
    enum fpc_arrival arrival;
    enum fpc_exact_by exact_by;
    struct fpc_policy policy;
    const char *baseline;           /* file, or NULL; borrowed from argv */
    bool strict;                    /* what a baseline does not hold fails */
    struct fpc_run_output *outputs; /* owned */
    size_t output_count;
    enum fpc_when color, progress;
    bool quiet, verbose;
    const char **inputs; /* the array is owned, paths are borrowed from argv */
    size_t input_count;
};

/* The defaults, without kernels. The caller clears. */
void fpc_run_options_init(struct fpc_run_options *options);

/* Adds an input; borrows the path. */
void fpc_run_options_add_input(struct fpc_run_options *options, const char *path);

/* Reads argv; prints --help or --version and exits, or says what is wrong and exits with FPC_USAGE.
 * The caller clears. */
void fpc_run_options_parse(struct fpc_run_options *options, int argc, char **argv);

/* Likewise for `fpcheck baseline update FILE INPUT...`: FILE is options->baseline, --force *force.
 */
void fpc_run_options_parse_update(struct fpc_run_options *options, bool *force, int argc,
                                  char **argv);
void fpc_run_options_clear(struct fpc_run_options *options);

#endif
