#include "kernels/device.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

/* The library's reduce in each tile of 32 and again over the tiles, in the library's order; thread
 * 0 ends with the sum. Every thread of the block takes part. */
template <typename A> static __device__ A reduce_block(A value)
{
    __shared__ A tile_sums[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    value = cg::reduce(tile, value, cg::plus<A>());
    if (tile.thread_rank() == 0)
        tile_sums[tile.meta_group_rank()] = value;
    block.sync();
    if (tile.meta_group_rank() == 0) {
        value = tile.thread_rank() < tile.meta_group_size() ? tile_sums[tile.thread_rank()] : A(0);
        value = cg::reduce(tile, value, cg::plus<A>());
    }
    return value;
}

template <typename Source>
static __global__ void reduce_blocks(Source source, uint64_t n, uint32_t threads,
                                     typename Source::accumulator *sums)
{
    typename Source::accumulator sum = reduce_block(fpc::grid_stride(source, n, threads));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

extern "C" int fpc_launch_cooperative(const struct fpc_launch_request *request)
{
    if (request->operation == FPC_LAUNCH_MIX)
        return cudaErrorNotSupported;
    return fpc::dispatch_sum(request, [&](auto source) {
        using A = typename decltype(source)::accumulator;
        A *partials = fpc::partials_in<A>(request);
        uint32_t launched = fpc::whole_warps(request->threads);
        reduce_blocks<<<request->blocks, launched, 0, fpc::stream_of(request)>>>(
            source, request->count, request->threads, partials);
        if (!request->partials_only)
            reduce_blocks<<<1, launched, 0, fpc::stream_of(request)>>>(
                fpc::partials_of<A>{partials}, request->blocks, request->threads,
                fpc::result_in<A>(request));
    });
}
