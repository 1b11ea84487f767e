/* What the files of the CUDA device share. */
#ifndef FPC_RUN_CUDA_H
#define FPC_RUN_CUDA_H

#include "kernels/launch.h"
#include "run/device.h"

#include <cuda_runtime_api.h>

/* Runs that are launched as one CUDA graph. */
#define FPC_CUDA_BATCH 128

/* What a kernel's runs need on the GPU; zeroed members are not there. */
struct fpc_cuda_run {
    const struct fpc_run_request *request;
    struct fpc_launch_request launch;
    size_t size;           /* bytes of an accumulator */
    size_t result_size;    /* bytes of a result: the same, or what the kernel says */
    char *results;         /* of all runs */
    char *slots;           /* FPC_CUDA_BATCH results, into which a batch of runs goes */
    cudaGraphExec_t batch; /* a whole batch, once one was needed */
    cudaStream_t stream;
};

/* What the device keeps between runs. */
struct fpc_cuda {
    void *values;  /* of the input that was loaded last; on the GPU */
    size_t memory; /* of the GPU */
};

/* FPC_FAILED, with the call's name, what CUDA says, and what to do. */
enum fpc_status fpc_cuda_failed(struct fpc_error *error, const char *call, cudaError_t reason);

/* Device memory; the error has both sizes. */
enum fpc_status fpc_cuda_allocate(void **out, size_t size, const char *what,
                                  struct fpc_error *error);

/* struct fpc_device's load: the values of an input, to the GPU. */
fpc_device_load_function fpc_cuda_load;

/* struct fpc_device's exact. */
fpc_device_exact_function fpc_cuda_exact;

/* Everything that request->runs runs need, preset. The caller clears. */
enum fpc_status fpc_cuda_prepare_run(struct fpc_cuda_run *run, struct fpc_device *device,
                                     const struct fpc_run_request *request,
                                     const struct fpc_samples *samples, struct fpc_error *error);
void fpc_cuda_clear_run(struct fpc_cuda_run *run);

#endif
