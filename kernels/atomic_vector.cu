#include "kernels/device.cuh"

extern "C" int fpc_launch_atomic_vector(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) {
        fpc::launch_in_arrival(request, fpc::in_pieces(request, source));
    });
}
