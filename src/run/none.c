/* The CUDA device of a build without CUDA. */
#include "run/device.h"

enum fpc_status fpc_cuda_open(struct fpc_device *device, unsigned ordinal, unsigned threads,
                              struct fpc_error *error)
{
    (void)device;
    (void)threads;
    return fpc_error_set(error, FPC_NO_DEVICE,
                         "cannot use GPU %u: this fpcheck was built without CUDA; "
                         "--device host runs the kernels on CPU threads",
                         ordinal);
}

const char *fpc_cuda_build(void)
{
    return "without CUDA";
}
