/* Times on CPU threads. */
#include "base/interrupt.h"
#include "run/stream.h"
#include "run/timing.h"

/* Bytes that one thread reads at a time. */
#define FPC_READ_PIECE ((uint64_t)1 << 20)

enum fpc_status fpc_host_time(struct fpc_device *device, const struct fpc_run_request *request,
                              double *seconds, struct fpc_error *error)
{
    struct fpc_run_request one = *request;
    struct fpc_samples samples;
    one.runs = 1;
    one.progress = NULL;
    for (uint64_t i = 0; i <= request->runs && fpc_interrupt_signal() == 0; i++) {
        double begin = fpc_stream_now();
        enum fpc_status status = fpc_device_run(device, &one, &samples, error);
        double end = fpc_stream_now();
        if (status != FPC_OK)
            return status;
        fpc_samples_clear(&samples);
        if (i > 0)
            seconds[i - 1] = end - begin;
    }
    return FPC_OK;
}

struct reading {
    const char *values;
    uint64_t bytes;
    unsigned streams;
};

static _Atomic unsigned long sink; /* keeps the reading from being left out */

static void read_piece(void *context, unsigned worker, uint64_t task)
{
    const struct reading *reading = context;
    uint64_t first = task * FPC_READ_PIECE, left = reading->bytes - first;
    uint64_t size = left < FPC_READ_PIECE ? left : FPC_READ_PIECE;
    (void)worker;
    sink = fpc_stream_read(reading->values + first, size, reading->streams);
}

static double time_reading(struct fpc_device *device, struct reading *reading)
{
    uint64_t pieces = (reading->bytes + FPC_READ_PIECE - 1) / FPC_READ_PIECE;
    double begin = fpc_stream_now();
    if (fpc_pool_threads(device->pool) == 1)
        sink = fpc_stream_read(reading->values, reading->bytes, reading->streams);
    else
        fpc_pool_run(device->pool, read_piece, reading, pieces);
    return fpc_stream_now() - begin;
}

/* The best of one, two and four streams in each round. */
enum fpc_status fpc_host_read_limit(struct fpc_device *device, const void *values, uint64_t bytes,
                                    uint64_t rounds, double *seconds, struct fpc_error *error)
{
    struct reading reading = {values, bytes, 1};
    (void)error;
    for (uint64_t i = 0; i <= rounds && fpc_interrupt_signal() == 0; i++) {
        double best = 0;
        for (reading.streams = 1; reading.streams <= 4; reading.streams *= 2) {
            double elapsed = time_reading(device, &reading);
            best = best == 0 || elapsed < best ? elapsed : best;
        }
        if (i > 0)
            seconds[i - 1] = best;
    }
    return FPC_OK;
}

static void do_nothing(void *context, unsigned worker, uint64_t task)
{
    (void)context;
    (void)worker;
    (void)task;
}

enum fpc_status fpc_host_empty(struct fpc_device *device, const void *values, uint64_t bytes,
                               uint64_t rounds, double *seconds, struct fpc_error *error)
{
    (void)values;
    (void)bytes;
    (void)error;
    for (uint64_t i = 0; i <= rounds; i++) {
        double begin = fpc_stream_now();
        fpc_pool_run(device->pool, do_nothing, NULL, fpc_pool_threads(device->pool));
        if (i > 0)
            seconds[i - 1] = fpc_stream_now() - begin;
    }
    return FPC_OK;
}
