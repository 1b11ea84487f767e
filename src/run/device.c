#include "run/device.h"

#include <stdlib.h>
#include <string.h>

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
    if (device->close)
        device->close(device);
    fpc_pool_close(device->pool);
    free(device->name);
    free(device->key);
    *device = (struct fpc_device){0};
}

enum fpc_status fpc_device_load(struct fpc_device *device, const void *values, uint64_t bytes,
                                struct fpc_error *error)
{
    return device->load ? device->load(device, values, bytes, error) : FPC_OK;
}

enum fpc_status fpc_device_exact(struct fpc_device *device, enum fpc_format format, uint64_t count,
                                 struct fpc_exact_sum *sum, struct fpc_error *error)
{
    if (device->exact == NULL)
        return fpc_error_set(error, FPC_USAGE, "--exact-by gpu needs a GPU");
    return device->exact(device, format, count, sum, error);
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
                                  enum fpc_format format, uint64_t n, uint32_t blocks,
                                  uint32_t per_sm, uint32_t threads)
{
    struct fpc_binding binding = {.shape = {blocks, threads},
                                  .jobs = fpc_pool_threads(device->pool),
                                  .count = n,
                                  .vector = 16 / fpc_format_traits(format)->size};
    if (blocks == 0) {
        uint64_t enough = n / threads + (n % threads != 0), most = (uint64_t)per_sm * device->sms;
        binding.shape.blocks = (uint32_t)(enough < most ? enough : most);
    }
    return fpc_order_bind(&kernel->order, &binding);
}

const char *fpc_device_refuses(const struct fpc_device *device,
                               const struct fpc_kernel_entry *entry, const struct fpc_order *order)
{
    if (strcmp(device->backend, "cuda") == 0 && entry->launch == NULL)
        return "it has no GPU code; --device host runs it";
    if (strcmp(device->backend, "cuda") == 0 && fpc_order_is_unknown(order))
        return NULL;
    return fpc_order_check(order);
}
