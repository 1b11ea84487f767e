#include "kernels/device.cuh"

extern "C" int fpc_launch_two_pass_vector(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) {
        fpc::launch_in_two_passes(request, fpc::in_pieces(request, source));
    });
}
