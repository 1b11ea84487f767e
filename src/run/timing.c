#include "run/timing.h"

#include <string.h>

enum fpc_status fpc_timing_runs(struct fpc_device *device, const struct fpc_run_request *request,
                                double *seconds, struct fpc_error *error)
{
    memset(seconds, 0, request->runs * sizeof *seconds);
    return device->time(device, request, seconds, error);
}

enum fpc_status fpc_timing_read(struct fpc_device *device, const void *values, uint64_t bytes,
                                uint64_t rounds, double *seconds, struct fpc_error *error)
{
    memset(seconds, 0, rounds * sizeof *seconds);
    return device->read_limit(device, values, bytes, rounds, seconds, error);
}

enum fpc_status fpc_timing_empty(struct fpc_device *device, uint64_t rounds, double *seconds,
                                 struct fpc_error *error)
{
    memset(seconds, 0, rounds * sizeof *seconds);
    return device->empty(device, NULL, 0, rounds, seconds, error);
}
