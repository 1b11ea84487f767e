#include "kernels/device.cuh"

extern "C" int fpc_launch_two_pass_warp(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) {
        fpc::launch_block_part(request, source);
        if (!request->partials_only)
            fpc::launch_second_pass<typename decltype(source)::accumulator>(request, 32);
    });
}
