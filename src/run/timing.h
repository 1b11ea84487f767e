/* How long kernels take, and what nothing at all and reading alone take on the same device.
 *
 * Times are of single runs in seconds, after one run that is not counted: on a GPU between events
 * in the stream, on the host by a clock around the run. Who compares them takes medians and ratios
 * of one call, since machines are shared. */
#ifndef FPC_RUN_TIMING_H
#define FPC_RUN_TIMING_H

#include "run/device.h"

/* The most rounds of one call. */
#define FPC_TIMING_ROUNDS 1000

/* Times request->runs runs into seconds[0..runs). On a GPU the values must be loaded. Errors:
 * FPC_FAILED. After an interrupt the rest of seconds[] is 0. */
enum fpc_status fpc_timing_runs(struct fpc_device *device, const struct fpc_run_request *request,
                                double *seconds, struct fpc_error *error);

/* Times `rounds` times reading the values (`bytes` bytes, loaded) in the fastest way known here. */
enum fpc_status fpc_timing_read(struct fpc_device *device, const void *values, uint64_t bytes,
                                uint64_t rounds, double *seconds, struct fpc_error *error);

/* Times `rounds` launches of nothing: a kernel that is empty, or the pool without work. */
enum fpc_status fpc_timing_empty(struct fpc_device *device, uint64_t rounds, double *seconds,
                                 struct fpc_error *error);

/* What host.c and cuda.c put into struct fpc_device. */
fpc_device_time_function fpc_host_time, fpc_cuda_time;
fpc_device_limit_function fpc_host_read_limit, fpc_host_empty, fpc_cuda_read_limit, fpc_cuda_empty;

#endif
