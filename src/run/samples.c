#include "run/samples.h"

#include "base/memory.h"

#include <stdlib.h>

enum fpc_status fpc_samples_init(struct fpc_samples *samples, enum fpc_format format,
                                 enum fpc_format accumulator, uint64_t runs, uint32_t blocks,
                                 bool has_arrival, struct fpc_error *error)
{
    void *accumulators = NULL, *results = NULL, *arrivals = NULL, *partials = NULL;
    enum fpc_status status;
    *samples = (struct fpc_samples){
        .format = format, .accumulator = accumulator, .blocks = blocks, .has_arrival = has_arrival};
    status = fpc_alloc_large(runs, sizeof(uint64_t), "the accumulators of all runs", &accumulators,
                             error);
    if (status == FPC_OK)
        status =
            fpc_alloc_large(runs, sizeof(uint64_t), "the results of all runs", &results, error);
    if (status == FPC_OK && has_arrival)
        status = fpc_alloc_large(runs, sizeof(uint64_t), "the arrival orders of all runs",
                                 &arrivals, error);
    if (status == FPC_OK)
        status = fpc_alloc_large(blocks, fpc_format_traits(accumulator)->size, "the block partials",
                                 &partials, error);
    samples->accumulators = accumulators;
    samples->results = results;
    samples->arrivals = arrivals;
    samples->partials = partials;
    if (status != FPC_OK)
        fpc_samples_clear(samples);
    return status;
}

void fpc_samples_clear(struct fpc_samples *samples)
{
    free(samples->partials);
    free(samples->arrivals);
    free(samples->results);
    free(samples->accumulators);
    *samples = (struct fpc_samples){0};
}

void fpc_samples_control_failed(struct fpc_samples *samples)
{
    if (samples->control_failed++ == 0)
        samples->control_run = samples->runs;
}
