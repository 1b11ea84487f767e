#include "kernels/device.cuh"

/* A block that has stored its partial takes a ticket; who gets the last one knows that all partials
 * are there: each was written before its block's fence, and the fence before its ticket. */
template <typename Source>
static __global__ void last_block_kernel(Source source, uint64_t n, uint32_t threads,
                                         typename Source::accumulator *partials, uint32_t *ticket,
                                         typename Source::accumulator *result)
{
    using A = typename Source::accumulator;
    __shared__ bool last;
    A sum = fpc::fold_block(fpc::grid_stride(source, n, threads));
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    const volatile A *stored = partials;
    A total = 0;
    for (uint64_t i = threadIdx.x; threadIdx.x < threads && i < gridDim.x; i += threads)
        total = fpc::add(total, stored[i]);
    total = fpc::fold_block(total);
    if (threadIdx.x == 0)
        *result = total;
}

extern "C" int fpc_launch_last_block(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) {
        using A = typename decltype(source)::accumulator;
        if (request->partials_only) {
            fpc::store_partials<<<request->blocks, fpc::whole_warps(request->threads), 0,
                                  fpc::stream_of(request)>>>(
                source, request->count, request->threads, static_cast<A *>(request->partials));
            return;
        }
        last_block_kernel<<<request->blocks, fpc::whole_warps(request->threads), 0,
                            fpc::stream_of(request)>>>(
            source, request->count, request->threads, static_cast<A *>(request->partials),
            request->ticket, static_cast<A *>(request->result));
    });
}
