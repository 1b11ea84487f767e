/* How a warp takes batches: by the narrowest way that does. All its lanes go the same way.
 *
 *   - Narrow: the first anchored levels (exact_levels.cuh), two doubles for f64, else one. Good
 *     for some 40 and 20 binades below the largest value.
 *   - Deep: more levels; for f64 four, some 140 binades.
 *   - Wide: bins by exponent (exact_bins.cuh), whatever the values are.
 *
 * A way that does not do is noticed before it has changed anything. Then anchors for just this
 * batch are tried, which stay if they do, and then the next way. A warp that had to go deep or wide
 * stays there for some batches. */
#ifndef FPC_KERNELS_EXACT_WARP_CUH
#define FPC_KERNELS_EXACT_WARP_CUH

#include "kernels/exact_bins.cuh"

namespace fpc {

/* Batches for which a warp remembers at most that a narrower way did not do: once 1, and twice as
 * many and 1 each time that it fails again at the first try. */
const unsigned most_patience = 31;

/* What a warp's way through its batches needs. */
template <typename Value, bool with_facts> struct exact_warp {
    typedef wide_bins<Value, with_facts ? 2 : 1> bins_of;
    level_sums<Value> levels;
    typename bins_of::bin_type *bins, *abs_bins; /* of this warp */
    unsigned additions;   /* to a bin since the last drain, at most; 0: bins hold nothing */
    unsigned path, since; /* where to begin, and batches since a narrower one was tried */
    unsigned patience;    /* when it is tried again */
    unsigned deep, wide;  /* batches */
    word zeros, negative_zeros, subnormals; /* in this lane; of a sum without facts not used, ... */
    unsigned largest, above;                /* ... nor are these, see kernels/exact.h */
    block_words *block;
    block_facts *facts;
};

template <typename Value, bool with_facts>
__device__ void drain_bins(exact_warp<Value, with_facts> &warp)
{
    exact_warp<Value, with_facts>::bins_of::drain(warp.bins, warp.block->s);
    if (with_facts)
        exact_warp<Value, with_facts>::bins_of::drain(warp.abs_bins, warp.facts->abs_sum);
    warp.additions = 0;
}

/* Counts NaN and infinities, and leaves zeros in their places. */
template <typename Value>
__device__ __forceinline__ void drop_special(batch_of_pieces &batch, block_words *block)
{
    typedef exact_format<Value> format;
    unsigned largest = 0;
#pragma unroll
    for (unsigned k = 0; k < in_flight; k++)
        largest = format::raise(largest, batch.piece[k]);
    if (__all_sync(whole_warp, format::field_of(largest) != format::last_field))
        return;
#pragma unroll
    for (unsigned k = 0; k < in_flight; k++) {
#pragma unroll
        for (unsigned j = 0; j < format::per_piece; j++) {
            double x = format::value(batch.piece[k], j);
            bool finite = is_finite(x);
            if (__all_sync(whole_warp, finite))
                continue;
            count_special(block, x);
            if (!finite)
                format::clear(batch.piece[k], j);
        }
    }
}

template <typename Value, bool with_facts>
__device__ __forceinline__ void take_wide(exact_warp<Value, with_facts> &warp,
                                          batch_of_pieces &batch)
{
    typedef typename exact_warp<Value, with_facts>::bins_of bins;
    unsigned depth = 0;
    if (warp.wide++ == 0) {
        bins::reset(warp.bins);
        if (with_facts)
            bins::reset(warp.abs_bins);
    }
    if (warp.additions + bins::in_batch > bins::most_additions)
        drain_bins<Value, with_facts>(warp);
    warp.additions += bins::in_batch;
    drop_special<Value>(batch, warp.block);
#pragma unroll
    for (unsigned k = 0; k < in_flight; k++) {
#pragma unroll
        for (unsigned j = 0; j < exact_format<Value>::per_piece; j++) {
            double x = exact_format<Value>::value(batch.piece[k], j);
            bins::add(warp.bins, x);
            if (with_facts) {
                bins::add(warp.abs_bins, fabs(x));
                depth = max(depth, depth_of(x));
            }
        }
    }
    if (with_facts && depth != 0)
        atomicMax(&warp.facts->depth, static_cast<word>(depth));
}

/* The fields that new anchors are to be for: one more than this batch has, so that a larger value
 * in the next does not move them again. -1: no anchors do, as for NaN and infinities. */
template <typename Value> __device__ int fields_of_batch(unsigned largest)
{
    typedef exact_format<Value> format;
    int field = static_cast<int>(warp_max(static_cast<unsigned>(format::field_of(largest))));
    if (field == format::last_field || exact_anchors<Value>::top_for(field + 1) >= 2 * double_bias)
        return -1;
    return field + 1;
}

/* Tries the narrower ways. False if the batch has to go wide. */
template <typename Value, bool with_facts>
__device__ __forceinline__ bool take_by_levels(exact_warp<Value, with_facts> &warp,
                                               const batch_of_pieces &batch)
{
    typedef exact_format<Value> format;
    int most_field = warp.levels.most_field, top = warp.levels.top;
    bool own = format::on_grid;
    unsigned largest = 0;
#pragma unroll
    for (unsigned k = 0; !format::on_grid && k < in_flight; k++)
        largest = format::raise(largest, batch.piece[k]);
    for (;;) {
        bool deep = warp.path == FPC_EXACT_DEEP;
        if (top != 0 && !deep &&
            try_levels<Value, with_facts, format::levels>(batch, largest, top, most_field,
                                                          warp.levels, warp.block, warp.facts))
            return true;
        if (top != 0 && deep && format::more > format::levels &&
            try_levels<Value, with_facts, format::more>(batch, largest, top, most_field,
                                                        warp.levels, warp.block, warp.facts)) {
            warp.deep++;
            return true;
        }
        if (!own) {
            own = true;
            most_field = fields_of_batch<Value>(largest);
            if (most_field < 0)
                return false;
            int before = top;
            top = exact_anchors<Value>::top_for(most_field);
            if (top != before)
                continue;
        }
        if (deep || format::more == format::levels)
            return false;
        warp.path = FPC_EXACT_DEEP;
    }
}

template <typename Value, bool with_facts>
__device__ __forceinline__ void take_batch(exact_warp<Value, with_facts> &warp,
                                           batch_of_pieces &batch, unsigned least)
{
    if (warp.path > least && ++warp.since > warp.patience)
        warp.path = least;
    unsigned before = warp.path;
    if (before == FPC_EXACT_WIDE || !take_by_levels<Value, with_facts>(warp, batch)) {
        warp.path = FPC_EXACT_WIDE;
        take_wide<Value, with_facts>(warp, batch);
    }
    if (warp.path != before) {
        warp.since = 0;
        warp.patience = min(2 * warp.patience + 1, most_patience);
    } else if (before == least) {
        warp.patience = 0;
    }
}

} // namespace fpc

#endif
