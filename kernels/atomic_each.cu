#include "kernels/device.cuh"

/* The threads of the grid take the values as a grid-stride loop does. A value starts at +0, so -0
 * is added as +0. */
template <typename Source>
static __global__ void add_each(Source source, uint64_t n, typename Source::accumulator *result,
                                typename Source::accumulator *old_values)
{
    using A = typename Source::accumulator;
    uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < n; i += static_cast<uint64_t>(gridDim.x) * blockDim.x)
        fpc::arrive(result, fpc::add(A(0), source(i)), old_values, i);
}

template <typename Source>
static __global__ void store_each(Source source, uint64_t n, typename Source::accumulator *partials)
{
    using A = typename Source::accumulator;
    uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < n; i += static_cast<uint64_t>(gridDim.x) * blockDim.x)
        partials[i] = fpc::add(A(0), source(i));
}

/* Marks are added by compare and swap, of which one at a time succeeds: a warp is enough. */
extern "C" int fpc_launch_atomic_each(const struct fpc_launch_request *request)
{
    bool one_warp = request->operation == FPC_LAUNCH_MIX && !request->partials_only;
    uint64_t enough = request->count / 256 + 1, most = one_warp ? 1 : 16384;
    uint32_t blocks = static_cast<uint32_t>(enough < most ? enough : most);
    uint32_t threads = one_warp ? 32 : 256;
    return fpc::dispatch(request, [&](auto source) {
        using A = typename decltype(source)::accumulator;
        cudaStream_t stream = fpc::stream_of(request);
        if (request->partials_only)
            store_each<<<blocks, threads, 0, stream>>>(source, request->count,
                                                       fpc::partials_in<A>(request));
        else
            add_each<<<blocks, threads, 0, stream>>>(
                source, request->count, fpc::result_in<A>(request), fpc::old_values_in<A>(request));
    });
}
