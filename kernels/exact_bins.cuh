/* Bins by exponent: a warp adds values of any exponent exactly, in shared memory of its own, with
 * nothing to be tested.
 *
 * f32, and f16 and bf16 as f32: a bin is for 16 neighbouring exponent fields and holds one anchored
 * level (exact_levels.cuh) whose anchor is for these fields. Its values are |x| < 2^B and multiples
 * of 2^(B-39), 16 fields and 23 bits of fraction. For N = 2^12 additions k = B + 13, whose grid is
 * 2^(B-39): nothing is ever left. Subnormals are of field 0 and multiples of 2^-149, as those of
 * field 1 are.
 *
 * f64: a bin is 32 bits of the sum, a signed word of 64 bits and weight 2^(32 i - 1074). A value is
 * m 2^(p - 1074), |m| < 2^53, p at most 2045. With p = 32 i + j, j < 32,
 *     m 2^j = U 2^32 + L,   0 <= L < 2^32,   U = floor(m 2^(j-32)),   |U| <= 2^52,
 * so word i takes L and word i + 1 takes U. N = 2^10 additions leave a word below 2^10 (2^52 +
 * 2^32) < 2^63 in magnitude. */
#ifndef FPC_KERNELS_EXACT_BINS_CUH
#define FPC_KERNELS_EXACT_BINS_CUH

#include "kernels/exact_levels.cuh"

namespace fpc {

/* Bins of a warp for one of `sums` sums. */
template <typename Value, unsigned sums> struct wide_bins {
    typedef double bin_type;
    static const unsigned size = 16 * 32;
    /* bins[bin][lane]: each lane has a column of its own. */
    static const unsigned most_additions = 1u << 12;
    static const unsigned in_batch = in_flight * exact_format<Value>::per_piece; /* to one bin */

    static __device__ int biased(unsigned bin) /* k = B + 13, B = 16 bin + 16 - 127 */
    {
        return static_cast<int>(16 * bin + 16 - 127 + 13 + double_bias);
    }
    static __device__ double anchor(unsigned bin)
    {
        return __hiloint2double(biased(bin) << 20 | 0x80000, 0);
    }
    static __device__ void reset(bin_type *bins)
    {
        for (unsigned bin = 0; bin < 16; bin++)
            bins[bin * 32 + threadIdx.x % 32] = anchor(bin);
    }
    static __device__ void add(bin_type *bins, double x)
    {
        unsigned bin = __float_as_uint(static_cast<float>(x)) >> 27 & 15u;
        double *sum = bins + bin * 32 + threadIdx.x % 32;
        *sum = __dadd_rn(*sum, x);
    }
    /* Lanes l and l + 16 have bin l; they begin at columns apart, in banks apart. */
    static __device__ void drain(bin_type *bins, word *words)
    {
        const unsigned lane = threadIdx.x % 32, bin = lane % 16;
        long long s = 0;
        __syncwarp();
        for (unsigned i = 0; i < 16; i++) {
            double *sum = bins + bin * 32 + (lane / 16 * 16 + (bin + i) % 16);
            s += steps_between(*sum, anchor(bin));
            *sum = anchor(bin);
        }
        s += __shfl_xor_sync(whole_warp, s, 16);
        if (lane < 16 && s != 0)
            add_to_words(words, s, biased(bin) + double_unit - 1);
        __syncwarp();
    }
};

template <unsigned sums> struct wide_bins<double, sums> {
    /* bins[bin][column]: lanes that share a column take turns. */
    typedef long long bin_type;
    static const unsigned columns = 16 / sums, bins_of_sum = 65;
    static const unsigned size = bins_of_sum * columns, most_additions = 1u << 10;
    static const unsigned in_batch = in_flight * exact_format<double>::per_piece * 32 / columns;

    static __device__ void reset(bin_type *bins)
    {
        for (unsigned i = threadIdx.x % 32; i < size; i += 32)
            bins[i] = 0;
        __syncwarp();
    }
    static __device__ void add(bin_type *bins, double x)
    {
        const unsigned lane = threadIdx.x % 32;
        int exponent;
        long long m = take_apart(x, &exponent);
        unsigned position = static_cast<unsigned>(exponent - FPC_WORDS_EMIN), j = position % 32;
        bin_type *bin = bins + position / 32 * columns + lane % columns;
        unsigned low = static_cast<unsigned>(m) << j;
        long long high = m >> (32 - j);
#pragma unroll
        for (unsigned turn = 0; turn < 32 / columns; turn++) {
            if (lane / columns == turn) {
                bin[0] += low;
                bin[columns] += high;
            }
            __syncwarp();
        }
    }
    /* Lane l has bins l, l + 32 and l + 64; it begins at a column of its own. What a bin holds goes
     * to two words in halves, of which 16 add up without a carry to take. */
    static __device__ void drain(bin_type *bins, word *words)
    {
        const unsigned lane = threadIdx.x % 32;
        for (unsigned bin = lane; bin < bins_of_sum; bin += 32) {
            long long low = 0, high = 0;
            for (unsigned i = 0; i < columns; i++) {
                bin_type *sum = bins + bin * columns + (lane + i) % columns;
                low += static_cast<unsigned>(*sum);
                high += *sum >> 32;
                *sum = 0;
            }
            if (low != 0)
                atomicAdd(words + bin, static_cast<word>(low));
            if (high != 0)
                atomicAdd(words + bin + 1, static_cast<word>(high));
        }
        __syncwarp();
    }
};

} // namespace fpc

#endif
