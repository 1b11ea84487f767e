/* How the threads of a block combine, how blocks meet, and the kernels that are put together from
 * that: the other stages of order/order.h. */
#ifndef FPC_KERNELS_BLOCKS_CUH
#define FPC_KERNELS_BLOCKS_CUH

#include "kernels/lanes.cuh"

namespace fpc {

/* Fold 32 by halves: lane 0 ends with the sum. Lanes beyond the warp give the own value, which lane
 * 0 never takes. */
template <typename A> __device__ A fold_warp(A value)
{
    for (unsigned offset = 16; offset > 0; offset /= 2)
        value = add(value, __shfl_down_sync(0xffffffffu, value, offset));
    return value;
}

/* Both folds of a block; thread 0 ends with the sum. Every thread of the block takes part. */
template <typename A> __device__ A fold_block(A value)
{
    __shared__ A warp_sums[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    value = fold_warp(value);
    if (lane == 0)
        warp_sums[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < warps ? warp_sums[lane] : A(0);
        value = fold_warp(value);
    }
    __syncthreads();
    return value;
}

/* Fold `width` (a power of two, at most the threads of the block) by halves in shared memory; slot
 * t is thread t's value. Thread 0 ends with the sum. Needs blockDim.x slots of dynamic shared
 * memory. */
template <typename A> __device__ A fold_shared(A value, unsigned width)
{
    extern __shared__ word shared_words[];
    A *slots = reinterpret_cast<A *>(shared_words);
    slots[threadIdx.x] = value;
    __syncthreads();
    for (unsigned offset = width / 2; offset > 0; offset /= 2) {
        if (threadIdx.x < offset)
            slots[threadIdx.x] = add(slots[threadIdx.x], slots[threadIdx.x + offset]);
        __syncthreads();
    }
    return slots[0];
}

/* One addition to a running sum in memory; returns the value before. */
__device__ inline float add_atomically(float *sum, float value)
{
    return atomicAdd(sum, value);
}
__device__ inline double add_atomically(double *sum, double value)
{
    return atomicAdd(sum, value);
}
__device__ inline word add_atomically(word *sum, word value)
{
    word before = *sum, assumed;
    do {
        assumed = before;
        before = atomicCAS(sum, assumed, fpc_mix(assumed, value));
    } while (before != assumed);
    return before;
}

/* The same, and keeps what was there before, with which the order of arrival can be rebuilt.
 * `index` is the partial's. */
template <typename A> __device__ void arrive(A *sum, A value, A *old_values, uint64_t index)
{
    A before = add_atomically(sum, value);
    if (old_values)
        old_values[index] = before;
}

/* What thread 0 does with its block's sum: store it if there are partials, else add it. */
template <typename A> __device__ void leave(A value, A *result, A *old_values, A *partials)
{
    if (partials)
        partials[blockIdx.x] = value;
    else
        arrive(result, value, old_values, blockIdx.x);
}

/* The block part of the grid-stride kernels: a partial for each block. */
template <typename Source>
__global__ void store_partials(Source source, uint64_t n, uint32_t threads,
                               typename Source::accumulator *partials)
{
    typename Source::accumulator sum = fold_block(grid_stride(source, n, threads));
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

/* The second pass, of one block. It may be launched before the first has ended (programmatic dependent
 * launch) and waits here until all of that is done and visible. */
template <typename A>
__global__ void add_partials(const A *partials, uint32_t count, uint32_t threads, A *result)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    A sum = fold_block(grid_stride(partials_of<A>{partials}, count, threads));
    if (threadIdx.x == 0)
        *result = sum;
}

/* The block part, and block sums that meet as they arrive. */
template <typename Source>
__global__ void add_in_arrival(Source source, uint64_t n, uint32_t threads,
                               typename Source::accumulator *result,
                               typename Source::accumulator *old_values)
{
    typename Source::accumulator sum = fold_block(grid_stride(source, n, threads));
    if (threadIdx.x == 0)
        arrive(result, sum, old_values, blockIdx.x);
}

/* The block part, and the block that finishes last adds the partials, by the same stages. A block
 * that has stored its partial takes a ticket; who gets the last one knows that all partials are
 * there: each was written before its block's fence, and the fence before its ticket. */
template <typename Source>
__global__ void add_in_last_block(Source source, uint64_t n, uint32_t threads,
                                  typename Source::accumulator *partials, uint32_t *ticket,
                                  typename Source::accumulator *result)
{
    using A = typename Source::accumulator;
    __shared__ bool last;
    A sum = fold_block(grid_stride(source, n, threads));
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    A total = 0;
    if (threadIdx.x < threads)
        total = add_strided(arrived_partials_of<A>{partials}, gridDim.x, threadIdx.x, threads);
    total = fold_block(total);
    if (threadIdx.x == 0)
        *result = total;
}

/* A segment for each block, a tree in shared memory. */
template <unsigned coarsen, typename Source>
__global__ void add_segments_in_tree(Source source, uint64_t n, uint32_t threads, uint32_t width,
                                     typename Source::accumulator *result,
                                     typename Source::accumulator *old_values,
                                     typename Source::accumulator *partials)
{
    typename Source::accumulator sum = fold_shared(add_segment<coarsen>(source, n, threads), width);
    if (threadIdx.x == 0)
        leave(sum, result, old_values, partials);
}

} // namespace fpc

#endif
