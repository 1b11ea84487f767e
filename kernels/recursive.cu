#include "kernels/device.cuh"

/* Every stride-th partial as the values of the next stage. */
template <typename A> struct every_of {
    typedef A accumulator;
    const A *partials;
    uint64_t stride;
    __device__ A operator()(uint64_t i) const
    {
        return partials[i * stride];
    }
};

/* The block part over every stride-th partial, in place: a block has at least as many threads as
 * values, so block b takes values b threads, ... b threads + threads - 1 and nobody else does, and
 * it leaves its sum in the first of them, after the barriers of the fold. What is left then lies
 * `threads` times as far apart. The last block left gives the result. */
template <typename A>
static __global__ void fold_in_place(A *partials, uint64_t count, uint64_t stride, uint32_t threads,
                                     A *result)
{
    A sum = fpc::fold_block(fpc::grid_stride(every_of<A>{partials, stride}, count, threads));
    if (threadIdx.x != 0)
        return;
    if (gridDim.x == 1)
        *result = sum;
    else
        partials[static_cast<uint64_t>(blockIdx.x) * threads * stride] = sum;
}

/* All stages behind the first. */
template <typename A> static void fold_partials(const struct fpc_launch_request *request)
{
    uint64_t stride = 1, count = request->blocks;
    do {
        uint64_t blocks = (count + request->threads - 1) / request->threads;
        fold_in_place<<<static_cast<uint32_t>(blocks), fpc::whole_warps(request->threads), 0,
                        fpc::stream_of(request)>>>(fpc::partials_in<A>(request), count, stride,
                                                   request->threads, fpc::result_in<A>(request));
        stride *= request->threads;
        count = blocks;
    } while (count > 1);
}

extern "C" int fpc_launch_recursive(const struct fpc_launch_request *request)
{
    if (request->threads < 2)
        return cudaErrorInvalidConfiguration;
    return fpc::dispatch(request, [&](auto source) {
        fpc::launch_block_part(request, source);
        if (!request->partials_only)
            fold_partials<typename decltype(source)::accumulator>(request);
    });
}
