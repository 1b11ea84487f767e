/* Values of each format as the exact sum takes them: in batches of 16-byte pieces, as doubles.
 *
 * Every value of every format is a double. The exponent field of a value bounds it: with field c,
 * |x| < 2^(c - bias + 1), for subnormals (c = 0) too. */
#ifndef FPC_KERNELS_EXACT_VALUES_CUH
#define FPC_KERNELS_EXACT_VALUES_CUH

#include "kernels/exact_words.cuh"

namespace fpc {

/* The pieces that a thread loads before it takes any of them. */
struct batch_of_pieces {
    uint4 piece[in_flight];
    unsigned valid; /* pieces with data: the first ones; the others are zeros */
};

/* What code that is written once needs of a format. `per_piece` values are in a piece; value(words,
 * j) is one of them, clear(words, j) makes it 0. raise(field_of_largest so far, words) and
 * lower(...) keep the largest and smallest magnitude in a packed form, which field_of() and
 * field_of_smallest() read. The first `levels` of the anchored levels are tried first, then `more`;
 * see exact_levels.cuh. */
template <typename Value> struct exact_format;

template <> struct exact_format<double> {
    static const unsigned per_piece = 2, levels = 2, more = 4;
    static const int bias = double_bias, last_field = 2047;
    static const bool on_grid = false;
    static __device__ double value(const uint4 &piece, unsigned j)
    {
        return j == 0 ? __hiloint2double(piece.y, piece.x) : __hiloint2double(piece.w, piece.z);
    }
    static __device__ void clear(uint4 &piece, unsigned j)
    {
        (j == 0 ? piece.x : piece.z) = 0;
        (j == 0 ? piece.y : piece.w) = 0;
    }
    static __device__ unsigned raise(unsigned largest, const uint4 &piece)
    {
        return max(largest, max(piece.y & 0x7fffffffu, piece.w & 0x7fffffffu));
    }
    static __device__ unsigned lower(unsigned smallest, const uint4 &piece)
    {
        return min(smallest, min(piece.y & 0x7fffffffu, piece.w & 0x7fffffffu));
    }
    static __device__ int field_of(unsigned largest)
    {
        return static_cast<int>(largest >> 20);
    }
    static __device__ int field_of_smallest(unsigned smallest)
    {
        return field_of(smallest);
    }
};

template <> struct exact_format<float> {
    static const unsigned per_piece = 4, levels = 1, more = 1;
    static const int bias = 127, last_field = 255;
    static const bool on_grid = false;
    static __device__ unsigned bits(const uint4 &piece, unsigned j)
    {
        return j == 0 ? piece.x : j == 1 ? piece.y : j == 2 ? piece.z : piece.w;
    }
    static __device__ double value(const uint4 &piece, unsigned j)
    {
        return static_cast<double>(__uint_as_float(bits(piece, j)));
    }
    static __device__ void clear(uint4 &piece, unsigned j)
    {
        (j == 0 ? piece.x : j == 1 ? piece.y : j == 2 ? piece.z : piece.w) = 0;
    }
    static __device__ unsigned raise(unsigned largest, const uint4 &piece)
    {
#pragma unroll
        for (unsigned j = 0; j < per_piece; j++)
            largest = max(largest, bits(piece, j) & 0x7fffffffu);
        return largest;
    }
    static __device__ unsigned lower(unsigned smallest, const uint4 &piece)
    {
#pragma unroll
        for (unsigned j = 0; j < per_piece; j++)
            smallest = min(smallest, bits(piece, j) & 0x7fffffffu);
        return smallest;
    }
    static __device__ int field_of(unsigned largest)
    {
        return static_cast<int>(largest >> 23);
    }
    static __device__ int field_of_smallest(unsigned smallest)
    {
        return field_of(smallest);
    }
};

/* Two values in each word of a piece. */
struct exact_halves {
    static const unsigned per_piece = 8, levels = 1, more = 1;
    static __device__ unsigned pair(const uint4 &piece, unsigned i)
    {
        return exact_format<float>::bits(piece, i);
    }
    static __device__ void clear(uint4 &piece, unsigned j)
    {
        (j < 2   ? piece.x
         : j < 4 ? piece.y
         : j < 6 ? piece.z
                 : piece.w) &= j % 2 ? 0xffffu : 0xffff0000u;
    }
    static __device__ unsigned raise(unsigned largest, const uint4 &piece)
    {
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            largest = __vmaxu2(largest, pair(piece, i) & 0x7fff7fffu);
        return largest;
    }
    static __device__ unsigned lower(unsigned smallest, const uint4 &piece)
    {
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            smallest = __vminu2(smallest, pair(piece, i) & 0x7fff7fffu);
        return smallest;
    }
};

template <> struct exact_format<__nv_bfloat16> : exact_halves {
    static const int bias = 127, last_field = 255;
    static const bool on_grid = false;
    static __device__ double value(const uint4 &piece, unsigned j)
    {
        unsigned both = pair(piece, j / 2);
        return static_cast<double>(__uint_as_float(j % 2 ? both & 0xffff0000u : both << 16));
    }
    static __device__ int field_of(unsigned largest)
    {
        return static_cast<int>(max(largest & 0xffffu, largest >> 16) >> 7);
    }
    static __device__ int field_of_smallest(unsigned smallest)
    {
        return static_cast<int>(min(smallest & 0xffffu, smallest >> 16) >> 7);
    }
};

template <> struct exact_format<__half> : exact_halves {
    static const int bias = 15, last_field = 31;
    static const bool on_grid = true;
    static __device__ double value(const uint4 &piece, unsigned j)
    {
        unsigned both = pair(piece, j / 2);
        __half_raw half;
        half.x = static_cast<unsigned short>(j % 2 ? both >> 16 : both & 0xffffu);
        return static_cast<double>(__half2float(__half(half)));
    }
    static __device__ int field_of(unsigned largest)
    {
        return static_cast<int>(max(largest & 0xffffu, largest >> 16) >> 10);
    }
    static __device__ int field_of_smallest(unsigned smallest)
    {
        return static_cast<int>(min(smallest & 0xffffu, smallest >> 16) >> 10);
    }
};

/* The largest of a number over the warp. */
__device__ inline unsigned warp_max(unsigned x)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(whole_warp, x);
#else
    for (unsigned offset = 16; offset > 0; offset /= 2)
        x = max(x, __shfl_xor_sync(whole_warp, x, offset));
    return x;
#endif
}

/* The sum over the warp, in every lane. */
__device__ inline long long warp_sum(long long x)
{
#pragma unroll
    for (unsigned offset = 16; offset > 0; offset /= 2)
        x += __shfl_xor_sync(whole_warp, x, offset);
    return x;
}

} // namespace fpc

#endif
