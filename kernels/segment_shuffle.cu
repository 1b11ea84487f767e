#include "kernels/device.cuh"

template <typename Source>
static __global__ void
add_segments(Source source, uint64_t n, uint32_t threads, typename Source::accumulator *result,
             typename Source::accumulator *old_values, typename Source::accumulator *partials)
{
    typename Source::accumulator sum = fpc::fold_block(fpc::add_segment<8>(source, n, threads));
    if (threadIdx.x == 0)
        fpc::leave(sum, result, old_values, partials);
}

extern "C" int fpc_launch_segment_shuffle(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) {
        using A = typename decltype(source)::accumulator;
        add_segments<<<request->blocks, fpc::whole_warps(request->threads), 0,
                       fpc::stream_of(request)>>>(
            source, request->count, request->threads, fpc::result_in<A>(request),
            fpc::old_values_in<A>(request),
            request->partials_only ? fpc::partials_in<A>(request) : nullptr);
    });
}
