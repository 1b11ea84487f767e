#include "kernels/device.cuh"

template <typename Source>
static __global__ void atomic_kernel(Source source, uint64_t n, uint32_t threads,
                                     typename Source::accumulator *result,
                                     typename Source::accumulator *old_values)
{
    typename Source::accumulator sum = fpc::fold_block(fpc::grid_stride(source, n, threads));
    if (threadIdx.x == 0)
        fpc::arrive(result, sum, old_values);
}

extern "C" int fpc_launch_atomic(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) {
        using A = typename decltype(source)::accumulator;
        uint32_t launched = fpc::whole_warps(request->threads);
        cudaStream_t stream = fpc::stream_of(request);
        if (request->partials_only)
            fpc::store_partials<<<request->blocks, launched, 0, stream>>>(
                source, request->count, request->threads, static_cast<A *>(request->partials));
        else
            atomic_kernel<<<request->blocks, launched, 0, stream>>>(
                source, request->count, request->threads, static_cast<A *>(request->result),
                static_cast<A *>(request->old_values));
    });
}
