#include "kernels/device.cuh"

template <typename Source>
static __global__ void fold_tree(Source source, uint64_t n, uint32_t threads, uint32_t width,
                                 typename Source::accumulator *sum)
{
    using A = typename Source::accumulator;
    A total = fpc::fold_shared(fpc::grid_stride(source, n, threads), width);
    if (threadIdx.x == 0)
        *sum = total;
}

extern "C" int fpc_launch_shared(const struct fpc_launch_request *request)
{
    uint32_t width = fpc::tree_width(request->threads), launched = fpc::whole_warps(width);
    return fpc::dispatch(request, [&](auto source) {
        using A = typename decltype(source)::accumulator;
        A *sum = request->partials_only ? fpc::partials_in<A>(request) : fpc::result_in<A>(request);
        fold_tree<<<1, launched, launched * sizeof(A), fpc::stream_of(request)>>>(
            source, request->count, request->threads, width, sum);
    });
}
