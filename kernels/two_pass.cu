#include "kernels/device.cuh"

/* The second pass is the block part again, of one block over the partials. */
extern "C" int fpc_launch_two_pass(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) {
        using A = typename decltype(source)::accumulator;
        A *partials = static_cast<A *>(request->partials);
        uint32_t launched = fpc::whole_warps(request->threads);
        fpc::store_partials<<<request->blocks, launched, 0, fpc::stream_of(request)>>>(
            source, request->count, request->threads, partials);
        if (request->partials_only)
            return;
        fpc::store_partials<<<1, launched, 0, fpc::stream_of(request)>>>(
            fpc::partials_of<A>{partials}, request->blocks, request->threads,
            static_cast<A *>(request->result));
    });
}
