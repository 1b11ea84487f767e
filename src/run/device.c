#include "run/device.h"

#include <stdlib.h>

enum fpc_status fpc_device_open(struct fpc_device *device, enum fpc_device_choice choice,
                                unsigned ordinal, unsigned threads, struct fpc_error *error)
{
    if (choice != FPC_DEVICE_HOST) {
        enum fpc_status status = fpc_cuda_open(device, ordinal, threads, error);
        if (status != FPC_NO_DEVICE || choice == FPC_DEVICE_CUDA)
            return status;
    }
    return fpc_host_open(device, threads, error);
}

void fpc_device_clear(struct fpc_device *device)
{
    fpc_pool_close(device->pool);
    free(device->name);
    *device = (struct fpc_device){0};
}

enum fpc_status fpc_device_run(struct fpc_device *device, const struct fpc_run_request *request,
                               struct fpc_samples *samples, struct fpc_error *error)
{
    const struct fpc_walk *walk = &request->walk;
    enum fpc_status status = fpc_samples_init(samples, walk->format, walk->accumulator,
                                              request->runs, fpc_order_shape(&walk->order).blocks,
                                              fpc_order_has_arrival(&walk->order), error);
    if (status != FPC_OK)
        return status;
    status = device->run(device, request, samples, error);
    if (status != FPC_OK)
        fpc_samples_clear(samples);
    return status;
}

struct fpc_order fpc_device_order(const struct fpc_device *device, const struct fpc_kernel *kernel,
                                  uint64_t n, uint32_t blocks, uint32_t per_sm, uint32_t threads)
{
    struct fpc_shape shape = {blocks, threads};
    if (blocks == 0) {
        uint64_t enough = n / threads + (n % threads != 0), most = (uint64_t)per_sm * device->sms;
        shape.blocks = (uint32_t)(enough < most ? enough : most);
    }
    return fpc_order_bind(&kernel->order, shape, fpc_pool_threads(device->pool));
}
