/* A device runs kernels: the CPU's threads ("host"), or a GPU ("cuda").
 *
 * Opening finds the device and what the default launch shape is derived from; running repeats one
 * kernel on one input and gives samples. Both kinds stand behind this one contract. */
#ifndef FPC_RUN_DEVICE_H
#define FPC_RUN_DEVICE_H

#include "base/pool.h"
#include "base/status.h"
#include "exact/exact.h"
#include "kernels/kernel.h"
#include "number/format.h"
#include "order/walk.h"
#include "run/samples.h"

#include <stdbool.h>
#include <stdint.h>

/* In which order block partials meet, for kernels that depend on it. */
enum fpc_arrival {
    FPC_ARRIVAL_REAL,    /* as the blocks finish */
    FPC_ARRIVAL_INDEX,   /* simulated: 0, 1, 2, ... */
    FPC_ARRIVAL_REVERSE, /* simulated: ..., 2, 1, 0 */
    FPC_ARRIVAL_RANDOM   /* simulated: a seeded random permutation for each run */
};

/* What to run. Everything is borrowed. */
struct fpc_run_request {
    const struct fpc_kernel_entry *entry;
    struct fpc_walk walk; /* the kernel's bound order over the input */
    uint64_t runs;        /* at least 1 */
    enum fpc_arrival arrival;
    uint64_t seed;
    void (*progress)(void *context, uint64_t runs_done); /* NULL, or called after each run */
    void *progress_context;
};

struct fpc_device;
typedef enum fpc_status fpc_device_run_function(struct fpc_device *device,
                                                const struct fpc_run_request *request,
                                                struct fpc_samples *samples,
                                                struct fpc_error *error);

typedef enum fpc_status fpc_device_time_function(struct fpc_device *device,
                                                 const struct fpc_run_request *request,
                                                 double *seconds, struct fpc_error *error);
typedef enum fpc_status fpc_device_limit_function(struct fpc_device *device, const void *values,
                                                  uint64_t bytes, uint64_t rounds, double *seconds,
                                                  struct fpc_error *error);
typedef enum fpc_status fpc_device_load_function(struct fpc_device *device, const void *values,
                                                 uint64_t bytes, struct fpc_error *error);
typedef enum fpc_status fpc_device_exact_function(struct fpc_device *device, enum fpc_format format,
                                                  uint64_t count, struct fpc_exact_sum *sum,
                                                  struct fpc_error *error);

/* What a backend keeps between runs; private to it. */
struct fpc_cuda;

struct fpc_device {
    const char *backend;   /* "host" or "cuda"; static */
    char *name;            /* of the processor or GPU; owned */
    char *key;             /* what bits may depend on: "NVIDIA H200, sm_90, CUDA 13.0"; or "host",
                              as CPU threads give the same bits on every machine; owned */
    uint32_t sms;          /* multiprocessors; the host counts as 132 */
    struct fpc_pool *pool; /* CPU threads; owned */
    fpc_device_run_function *run;
    fpc_device_time_function *time;           /* see run/timing.h */
    fpc_device_limit_function *read_limit;    /* likewise */
    fpc_device_limit_function *empty;         /* likewise */
    fpc_device_load_function *load;           /* NULL if values are used where they are */
    fpc_device_exact_function *exact;         /* NULL if it adds nothing up exactly by itself */
    void (*close)(struct fpc_device *device); /* NULL if nothing is kept */
    struct fpc_cuda *cuda;                    /* owned; NULL on the host */
};

enum fpc_device_choice { FPC_DEVICE_AUTO, FPC_DEVICE_HOST, FPC_DEVICE_CUDA };

/* Opens a device; AUTO is a GPU where one can be used, else the host. `ordinal` is the GPU's index,
 * `threads` the number of CPU threads. Errors: FPC_NO_DEVICE if a GPU was demanded and there is
 * none, FPC_FAILED. The caller clears. */
enum fpc_status fpc_device_open(struct fpc_device *device, enum fpc_device_choice choice,
                                unsigned ordinal, unsigned threads, struct fpc_error *error);
void fpc_device_clear(struct fpc_device *device);

/* Makes the values of the input that is run next available to the device; before fpc_device_run().
 * Errors: FPC_FAILED, for an input that does not fit with both sizes. */
enum fpc_status fpc_device_load(struct fpc_device *device, const void *values, uint64_t bytes,
                                struct fpc_error *error);

/* The exact sum of the `count` values that were loaded last, added up by the device itself. Errors:
 * FPC_USAGE for a device that cannot, FPC_FAILED. The caller clears *sum. */
enum fpc_status fpc_device_exact(struct fpc_device *device, enum fpc_format format, uint64_t count,
                                 struct fpc_exact_sum *sum, struct fpc_error *error);

/* Fills *samples with the runs that were completed: all of them, or fewer after an interrupt.
 * Errors: FPC_FAILED; *samples is then empty. The caller clears *samples. */
enum fpc_status fpc_device_run(struct fpc_device *device, const struct fpc_run_request *request,
                               struct fpc_samples *samples, struct fpc_error *error);

/* "CUDA 13.0", or "without CUDA": what this build has. Static text. */
const char *fpc_cuda_build(void);

/* Opens the two kinds; fpc_device_open() chooses. */
enum fpc_status fpc_host_open(struct fpc_device *device, unsigned threads, struct fpc_error *error);
enum fpc_status fpc_cuda_open(struct fpc_device *device, unsigned ordinal, unsigned threads,
                              struct fpc_error *error);

/* The kernel's order bound for n values: with `blocks` if not 0, else enough blocks for the data
 * but at most `per_sm` for each multiprocessor, and with the device's CPU threads. */
struct fpc_order fpc_device_order(const struct fpc_device *device, const struct fpc_kernel *kernel,
                                  enum fpc_format format, uint64_t n, uint32_t blocks,
                                  uint32_t per_sm, uint32_t threads);

/* NULL, or why the kernel with this bound order does not apply here; static text. */
const char *fpc_device_refuses(const struct fpc_device *device,
                               const struct fpc_kernel_entry *entry, const struct fpc_order *order);

#endif
