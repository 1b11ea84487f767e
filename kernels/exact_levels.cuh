/* Anchored levels: a thread adds a batch exactly in a few doubles, with no branch for each value.
 *
 * Let there be M values |x| < 2^B. A level is a running sum S that starts at its anchor 1.5 2^k,
 * with k <= 1022 such that M 2^B = 2^(k-1). Let g = 2^(k-52), the grid of doubles in [2^k,
 * 2^(k+1)]. To add x,
 *
 *   - T = fl(S + x),
 *   - q = fl(T - S),
 *   - r = fl(x - q), then S = T, and r goes on to the next level.
 *
 * In round to nearest, for each of the M values:
 *
 * (1) S and T are multiples of g in [2^k, 2^(k+1)]. Let |S - 1.5 2^k| <= j 2^B after j < M values,
 * as it is for j = 0. Then S + x lies in that interval, where rounding is to a nearest multiple of
 * g. S is such a multiple, so T - S is x rounded to the grid; 2^B is on it too, so |T - S| <= 2^B
 * as |x| is, and the sum stays within (j + 1) 2^B.
 *
 * (2) q = T - S exactly: a multiple of g, and at most 2^B < 2^53 g.
 *
 * (3) r = x - q exactly, and |r| <= g/2, since q is a multiple of g nearest to x. Also |r| <= |x|,
 * since 0 is such a multiple; and r is a multiple of the last place of x, as q is if q is not 0. So
 * it fits into the 53 bits of x.
 *
 * (4) q = x if and only if x is a multiple of g.
 *
 * The sum of what arrives is that of all q, S - 1.5 2^k in the end, and of what is handed on. There
 * |r| <= 2^(k-53), so the next level is the same again with k' = k - 52 + log2 M. The last level
 * hands nothing on: q = x is tested for each value there, and the batch is exact if all pass.
 * Doubles of one binade differ as their bit patterns do: bits(S) - bits(1.5 2^k) = (S - 1.5 2^k) /
 * g, at most 2^51 in magnitude, which integers add up without rounding.
 *
 * Only B has to be known, from the exponent fields of the batch. An anchor may be higher than
 * needed, so none is below the first normal binade, whose grid is 2^-1074: there q = x always.
 *
 * For sum |x| the magnitudes go through levels of their own, with the same anchors. What a level
 * hands on differs from what arrived by multiples of its grid, which are multiples of every later
 * grid: so the last level is exact for |x| if and only if it is for x.
 *
 * Witness, M = 16, B = 0: k = 5, g = 2^-47. x = 0x1.8000000000001p-1 gives q = 0x1.8p-1 and r =
 * 2^-53, which is on the grid 2^-95 of the second level, k' = -43. */
#ifndef FPC_KERNELS_EXACT_LEVELS_CUH
#define FPC_KERNELS_EXACT_LEVELS_CUH

#include "kernels/exact_values.cuh"

namespace fpc {

/* Batches between two times that a warp adds its integers up: 64 2^51 of 32 lanes is below 2^63. */
const unsigned most_batches = 64;

template <typename Value> struct exact_anchors {
    typedef exact_format<Value> format;
    static const int log_batch = format::per_piece == 2 ? 4 : format::per_piece == 4 ? 5 : 6;
    static_assert(in_flight * format::per_piece == 1u << log_batch, "M is a power of two");

    /* The biased exponent of the first anchor for values with exponent fields up to `field`. */
    static __device__ int top_for(int field)
    {
        return field - format::bias + 2 + log_batch + double_bias;
    }
    /* That of level l. */
    static __device__ int at_level(int top, int l)
    {
        return max(top - l * (double_fraction - log_batch), 1);
    }
    static __device__ double anchor(int top, int l)
    {
        return __hiloint2double(at_level(top, l) << 20 | 0x80000, 0);
    }
    /* The exponent of its grid. */
    static __device__ int grid(int top, int l)
    {
        return at_level(top, l) + double_unit - 1;
    }
};

/* Doubles of one binade and their anchor: how many steps of the grid lie between them. */
__device__ inline long long steps_between(double sum, double anchor)
{
    return __double_as_longlong(sum) - __double_as_longlong(anchor);
}

/* What one thread's levels hold. Of a sum without facts, abs_sum and seen are not used. */
template <typename Value> struct level_sums {
    static const unsigned levels = exact_format<Value>::more;
    int top;          /* the same in all lanes, as `batches`; 0: no anchors yet */
    int most_field;   /* the anchors are for fields up to this one */
    unsigned batches; /* since they were added up */
    long long s[levels], abs_sum[levels];
    word seen[levels]; /* the bits that any running sum had set */
};

/* The warp's integers go into the block's words. */
template <typename Value, bool with_facts>
__device__ void flush_levels(level_sums<Value> &sums, block_words *block, block_facts *facts)
{
    typedef exact_anchors<Value> anchors;
    const unsigned levels = level_sums<Value>::levels, lane = threadIdx.x % 32;
    long long s = 0, abs_sum = 0;
    unsigned depth = 0;
#pragma unroll
    for (unsigned l = 0; l < levels; l++) {
        long long total = warp_sum(sums.s[l]);
        s = lane == l ? total : s;
        sums.s[l] = 0;
        if (with_facts) {
            total = warp_sum(sums.abs_sum[l]);
            abs_sum = lane == l ? total : abs_sum;
            word seen = sums.seen[l] & ((1ull << 51) - 1);
            if (seen != 0)
                depth =
                    max(depth, static_cast<unsigned>(FPC_EXACT_DEPTH + 1 -
                                                     anchors::grid(sums.top, l) - __ffsll(seen)));
            sums.abs_sum[l] = 0;
            sums.seen[l] = 0;
        }
    }
    if (lane < levels && s != 0)
        add_to_words(block->s, s, anchors::grid(sums.top, static_cast<int>(lane)));
    if (with_facts && lane < levels && abs_sum != 0)
        add_to_words(facts->abs_sum, abs_sum, anchors::grid(sums.top, static_cast<int>(lane)));
    if (with_facts && depth != 0)
        atomicMax(&facts->depth, static_cast<word>(depth));
    sums.batches = 0;
}

/* x through `levels` running sums; true if nothing is left. */
template <unsigned levels> __device__ bool add_to_levels(double (&sum)[levels], double x)
{
#pragma unroll
    for (unsigned l = 1; l < levels; l++) {
        double before = sum[l - 1];
        sum[l - 1] = __dadd_rn(before, x);
        x = __dadd_rn(x, -__dadd_rn(sum[l - 1], -before));
    }
    double before = sum[levels - 1];
    sum[levels - 1] = __dadd_rn(before, x);
    return __dadd_rn(sum[levels - 1], -before) == x;
}

/* A batch through the first `levels` levels from the anchor `top` on, which is for fields up to
 * `most_field`. True, in all lanes, if it was exact in all; else nothing has changed. The integers
 * of other anchors are flushed first. */
template <typename Value, bool with_facts, unsigned levels>
__device__ __forceinline__ bool try_levels(const batch_of_pieces &batch, unsigned largest, int top,
                                           int most_field, level_sums<Value> &sums,
                                           block_words *block, block_facts *facts)
{
    typedef exact_format<Value> format;
    typedef exact_anchors<Value> anchors;
    double s[levels], abs_sum[levels];
    word seen[levels] = {0};
    bool exact = format::on_grid || format::field_of(largest) <= most_field;
#pragma unroll
    for (unsigned l = 0; l < levels; l++)
        s[l] = abs_sum[l] = anchors::anchor(top, static_cast<int>(l));
#pragma unroll
    for (unsigned k = 0; k < in_flight; k++) {
#pragma unroll
        for (unsigned j = 0; j < format::per_piece; j++) {
            double x = format::value(batch.piece[k], j);
            bool on_grid = add_to_levels<levels>(s, x);
            exact = exact && (format::on_grid || on_grid);
            if (with_facts)
                add_to_levels<levels>(abs_sum, fabs(x));
#pragma unroll
            for (unsigned l = 0; with_facts && l < levels; l++)
                seen[l] |= static_cast<word>(__double_as_longlong(s[l]));
        }
    }
    if (format::on_grid)
        exact = __double2hiint(s[0]) >> 20 == anchors::at_level(top, 0);
    if (!__all_sync(whole_warp, exact))
        return false;
    if (top != sums.top || sums.batches == most_batches) {
        if (sums.batches != 0)
            flush_levels<Value, with_facts>(sums, block, facts);
        sums.top = top;
        sums.most_field = most_field;
    }
#pragma unroll
    for (unsigned l = 0; l < levels; l++) {
        double anchor = anchors::anchor(top, static_cast<int>(l));
        sums.s[l] += steps_between(s[l], anchor);
        if (with_facts) {
            sums.abs_sum[l] += steps_between(abs_sum[l], anchor);
            sums.seen[l] |= seen[l];
        }
    }
    sums.batches++;
    return true;
}

} // namespace fpc

#endif
