/* The parts that device code is put together from: what a value is, how lanes, warps and blocks
 * add.
 *
 * Each part implements one stage of order/order.h. Additions are __fadd_rn and __dadd_rn: nothing
 * can contract or regroup them. A launch has whole warps; threads beyond the shape's hold +0 (no
 * data). */
#ifndef FPC_KERNELS_DEVICE_CUH
#define FPC_KERNELS_DEVICE_CUH

#include "kernels/launch.h"
#include "order/mix.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace fpc {

typedef unsigned long long word;

/* Sources: what value number i is, in the accumulator. */

template <typename Value> struct sum_of {
    typedef float accumulator;
    const Value *values;
    __device__ float operator()(uint64_t i) const
    {
        return static_cast<float>(values[i]);
    }
};

template <> struct sum_of<double> {
    typedef double accumulator;
    const double *values;
    __device__ double operator()(uint64_t i) const
    {
        return values[i];
    }
};

struct mix_of {
    typedef word accumulator;
    __device__ word operator()(uint64_t i) const
    {
        return fpc_mix_leaf(i);
    }
};

/* Partials of an earlier stage as the values of the next. */
template <typename A> struct partials_of {
    typedef A accumulator;
    const A *partials;
    __device__ A operator()(uint64_t i) const
    {
        return partials[i];
    }
};

__device__ inline float add(float a, float b)
{
    return __fadd_rn(a, b);
}
__device__ inline double add(double a, double b)
{
    return __dadd_rn(a, b);
}
__device__ inline word add(word a, word b)
{
    return fpc_mix(a, b);
}

/* Lane l of `lanes` adds values l, l + lanes, ... in turn. */
template <typename Source>
__device__ typename Source::accumulator add_strided(const Source &source, uint64_t n, uint64_t lane,
                                                    uint64_t lanes)
{
    typename Source::accumulator sum = 0;
#pragma unroll 8
    for (uint64_t i = lane; i < n; i += lanes)
        sum = add(sum, source(i));
    return sum;
}

/* The lane stage of a grid-stride kernel for this thread. */
template <typename Source>
__device__ typename Source::accumulator grid_stride(const Source &source, uint64_t n,
                                                    uint32_t threads)
{
    if (threadIdx.x >= threads)
        return 0;
    return add_strided(source, n, static_cast<uint64_t>(blockIdx.x) * threads + threadIdx.x,
                       static_cast<uint64_t>(gridDim.x) * threads);
}

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
 * t is thread t's value. Thread 0 ends with the sum. Needs blockDim.x slots. */
template <typename A> __device__ A fold_shared(A value, A *slots, unsigned width)
{
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

/* The same, and keeps what was there before, with which the order of arrival can be rebuilt. */
template <typename A> __device__ void arrive(A *sum, A value, A *old_values)
{
    A before = add_atomically(sum, value);
    if (old_values)
        old_values[blockIdx.x] = before;
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

/* Threads of a launch: whole warps. */
inline uint32_t whole_warps(uint32_t threads)
{
    return (threads + 31) / 32 * 32;
}

/* Calls `launch` with the source that the request asks for; returns the launch's error. */
template <typename Launch> int dispatch(const fpc_launch_request *request, const Launch &launch)
{
    if (request->operation == FPC_LAUNCH_MIX) {
        launch(mix_of{});
    } else {
        switch (request->format) {
        case FPC_F64:
            launch(sum_of<double>{static_cast<const double *>(request->values)});
            break;
        case FPC_F32:
            launch(sum_of<float>{static_cast<const float *>(request->values)});
            break;
        case FPC_F16:
            launch(sum_of<__half>{static_cast<const __half *>(request->values)});
            break;
        case FPC_BF16:
            launch(sum_of<__nv_bfloat16>{static_cast<const __nv_bfloat16 *>(request->values)});
            break;
        }
    }
    return static_cast<int>(cudaGetLastError());
}

inline cudaStream_t stream_of(const fpc_launch_request *request)
{
    return static_cast<cudaStream_t>(request->stream);
}

} // namespace fpc

#endif
