/* What the command line of `fpcheck bench` says. */
#ifndef FPC_COMMAND_BENCH_OPTIONS_H
#define FPC_COMMAND_BENCH_OPTIONS_H

#include "command/run_options.h"

#include <stdint.h>

struct fpc_bench_options {
    struct fpc_run_options run; /* kernels, device, launch shapes, input */
    uint64_t rounds;
    uint64_t count;   /* of values made where no input is named; 0: by the device */
    const char *json; /* borrowed, or NULL */
};

/* As fpc_run_options_parse(). The caller clears. */
void fpc_bench_options_parse(struct fpc_bench_options *options, int argc, char **argv);
void fpc_bench_options_clear(struct fpc_bench_options *options);

#endif
