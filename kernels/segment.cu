#include "kernels/device.cuh"

extern "C" int fpc_launch_segment(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) { fpc::launch_segments<2>(request, source); });
}
