#include "kernels/device.cuh"

extern "C" int fpc_launch_last_block(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) { fpc::launch_in_last_block(request, source); });
}
