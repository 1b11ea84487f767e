/* What a value is on the device, and how lanes add values: the first stage of every order.
 *
 * Each part implements one stage of order/order.h. Additions are __fadd_rn and __dadd_rn: nothing
 * can contract or regroup them. A launch has whole warps; threads beyond the shape's hold +0 (no
 * data). A running sum started at +0 and so is never -0: adding +0 to it changes nothing. */
#ifndef FPC_KERNELS_LANES_CUH
#define FPC_KERNELS_LANES_CUH

#include "kernels/launch.h"
#include "order/mix.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <string.h>

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

/* The same within a kernel: stored by other blocks of it. */
template <typename A> struct arrived_partials_of {
    typedef A accumulator;
    const volatile A *partials;
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

/* Loads in flight: 2 and 4 read slower (docs/bench.md). */
const unsigned in_flight = 8;

/* Gives `take` what the source has at l, l + lanes, ... in turn. A batch is loaded before any of it
 * is taken: loads take far longer than additions. At least the last of the last batch is beyond
 * `end`. */
template <typename Source, typename Take>
__device__ void for_strided(const Source &source, uint64_t end, uint64_t lane, uint64_t lanes,
                            Take take)
{
    decltype(source(0)) batch[in_flight];
    uint64_t first = lane;
    for (; first + (in_flight - 1) * lanes < end; first += in_flight * lanes) {
#pragma unroll
        for (unsigned k = 0; k < in_flight; k++)
            batch[k] = source(first + k * lanes);
#pragma unroll
        for (unsigned k = 0; k < in_flight; k++)
            take(batch[k]);
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight - 1; k++)
        if (first + k * lanes < end)
            batch[k] = source(first + k * lanes);
#pragma unroll
    for (unsigned k = 0; k < in_flight - 1; k++)
        if (first + k * lanes < end)
            take(batch[k]);
}

/* Lane l of `lanes` adds values l, l + lanes, ... in turn. */
template <typename Source>
__device__ typename Source::accumulator add_strided(const Source &source, uint64_t n, uint64_t lane,
                                                    uint64_t lanes)
{
    typedef typename Source::accumulator A;
    A sum = 0;
    for_strided(source, n, lane, lanes, [&](A value) { sum = add(sum, value); });
    return sum;
}

/* A source whose values are taken in pieces of 16 bytes; piece p has values p vector, ...
 * p vector + vector - 1, the last one perhaps fewer. */
template <typename Source> struct pieces_of;

template <typename Value> struct pieces_of<sum_of<Value>> {
    typedef typename sum_of<Value>::accumulator accumulator;
    static const unsigned vector = 16 / sizeof(Value);
    sum_of<Value> source;

    /* A whole piece. It is read once: the load asks the caches to drop it first. */
    __device__ uint4 operator()(uint64_t piece) const
    {
        return __ldcs(reinterpret_cast<const uint4 *>(source.values) + piece);
    }
};

template <> struct pieces_of<mix_of> {
    typedef word accumulator;
    unsigned vector;
    mix_of source;
};

/* Adds the values of a whole piece in turn. */
template <typename Value, typename A> __device__ A add_piece(A sum, const uint4 &piece)
{
    const unsigned vector = sizeof piece / sizeof(Value);
    Value values[vector];
    memcpy(values, &piece, sizeof piece);
#pragma unroll
    for (unsigned k = 0; k < vector; k++)
        sum = add(sum, static_cast<A>(values[k]));
    return sum;
}

/* Lane l of `lanes` adds pieces l, l + lanes, ... in turn, and the values of each in turn. A piece
 * that is cut is the last of all, and of the lane that has it. */
template <typename Value>
__device__ typename sum_of<Value>::accumulator add_pieces(const pieces_of<sum_of<Value>> &pieces,
                                                          uint64_t n, uint64_t lane, uint64_t lanes)
{
    const uint64_t whole = n / pieces.vector;
    typename sum_of<Value>::accumulator sum = 0;
    for_strided(pieces, whole, lane, lanes,
                [&](const uint4 &piece) { sum = add_piece<Value>(sum, piece); });
    if (n % pieces.vector != 0 && whole % lanes == lane)
#pragma unroll 1
        for (uint64_t i = whole * pieces.vector; i < n; i++)
            sum = add(sum, pieces.source(i));
    return sum;
}

__device__ inline word add_pieces(const pieces_of<mix_of> &pieces, uint64_t n, uint64_t lane,
                                  uint64_t lanes)
{
    word sum = 0;
    for (uint64_t begin = lane * pieces.vector; begin < n; begin += lanes * pieces.vector)
        for (uint64_t i = begin; i < begin + pieces.vector && i < n; i++)
            sum = add(sum, pieces.source(i));
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

template <typename Source>
__device__ typename Source::accumulator grid_stride(const pieces_of<Source> &pieces, uint64_t n,
                                                    uint32_t threads)
{
    if (threadIdx.x >= threads)
        return 0;
    return add_pieces(pieces, n, static_cast<uint64_t>(blockIdx.x) * threads + threadIdx.x,
                      static_cast<uint64_t>(gridDim.x) * threads);
}

/* The lane stage of a kernel with a segment for each block. All loads come first; what is beyond
 * the data is +0. */
template <unsigned coarsen, typename Source>
__device__ typename Source::accumulator add_segment(const Source &source, uint64_t n,
                                                    uint32_t threads)
{
    typedef typename Source::accumulator A;
    uint64_t first = static_cast<uint64_t>(blockIdx.x) * coarsen * threads + threadIdx.x;
    A values[coarsen], sum = 0;
#pragma unroll
    for (unsigned k = 0; k < coarsen; k++) {
        uint64_t i = first + static_cast<uint64_t>(k) * threads;
        values[k] = threadIdx.x < threads && i < n ? source(i) : A(0);
    }
#pragma unroll
    for (unsigned k = 0; k < coarsen; k++)
        sum = add(sum, values[k]);
    return sum;
}

/* The lane stage of a block with a slot for each value: slot i takes value i. Ends with a barrier.
 */
template <typename Source>
__device__ void fill_slots(const Source &source, uint64_t n, uint32_t width,
                           typename Source::accumulator *slots)
{
    typedef typename Source::accumulator A;
    for (uint32_t i = threadIdx.x; i < width; i += blockDim.x)
        slots[i] = i < n ? add(A(0), source(i)) : A(0);
    __syncthreads();
}

} // namespace fpc

#endif
