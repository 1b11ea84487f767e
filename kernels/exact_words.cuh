/* Exact sums as integer words on the device: the block's words in shared memory, which take any
 * finite number, and what is said of each value beside its place in the sum.
 *
 * The words are those of exact/words.h. They are added to by integer atomics, which commute: the
 * order of arrival decides nothing. Carries are left to the host. No word leaves (-2^62, 2^62): a
 * batch has at least 4 KiB, so there are fewer than 2^26 of them in 2^38 bytes, each of which adds
 * to a word, when new anchors flush the old, at most eight numbers below 2^32; there are at most
 * 2^22 warps (exact_most_blocks), which do so once more at their end; and bins of f64 are drained
 * at most once for 32 batches and at the end, by two numbers below 2^36 each. */
#ifndef FPC_KERNELS_EXACT_WORDS_CUH
#define FPC_KERNELS_EXACT_WORDS_CUH

#include "kernels/exact.h"
#include "kernels/lanes.cuh"

namespace fpc {

const unsigned whole_warp = 0xffffffffu;

/* The fields of a double: sign 1, exponent 11, fraction 52. */
const int double_bias = 1023, double_fraction = 52;
const int double_unit = 1 - double_bias - double_fraction; /* exponent of the smallest subnormal */

/* What the values of a block add up to; in shared memory, zeroed, and laid out as what it is added
 * to in kernels/exact.h. Of a sum without facts the second is not there. */
struct block_words {
    word s[FPC_WORDS];
    word nans, positive_infinities, negative_infinities, deep, wide;
};
struct block_facts {
    word abs_sum[FPC_WORDS];
    word zeros, negative_zeros, subnormals;
    word depth, largest, above; /* of these not the sum, but the largest goes to the result */
};
const unsigned fact_maxima = 3;

static_assert(sizeof(block_words) == sizeof(fpc_exact_result), "the same members");
static_assert(sizeof(block_words) + sizeof(block_facts) == sizeof(fpc_exact_reference),
              "the same members");

/* words += m 2^exponent; as fpc_words_add() in src/exact/words.c, where the reason stands. Not
 * inlined: it is rare, and loops inside (no GPU has this atomic for shared memory in one
 * instruction). */
static __device__ __noinline__ void add_to_words(word *words, long long m, int exponent)
{
    unsigned position = static_cast<unsigned>(exponent - FPC_WORDS_EMIN);
    word *first = words + position / 32;
    word magnitude = m < 0 ? -static_cast<word>(m) : static_cast<word>(m);
    word low = magnitude << position % 32, high = magnitude >> 32 >> (32 - position % 32);
    word parts[3] = {low & 0xffffffffu, low >> 32, high};
    for (unsigned i = 0; i < 3; i++)
        if (parts[i] != 0)
            atomicAdd(first + i, m < 0 ? -parts[i] : parts[i]);
}

/* x = m 2^exponent, finite. */
__device__ inline long long take_apart(double x, int *exponent)
{
    long long bits = __double_as_longlong(x);
    long long fraction = bits & ((1ll << double_fraction) - 1);
    int field = static_cast<int>(bits >> double_fraction) & 2047;
    *exponent = (field == 0 ? 1 : field) + double_unit - 1;
    long long m = field == 0 ? fraction : fraction | 1ll << double_fraction;
    return bits < 0 ? -m : m;
}

/* NaN and infinities are counted, and no part of the sum. */
__device__ inline bool is_finite(double x)
{
    return (__double2hiint(x) & 0x7ff00000) != 0x7ff00000;
}
static __device__ __noinline__ void count_special(block_words *block, double x)
{
    unsigned nans = __ballot_sync(whole_warp, isnan(x));
    unsigned positive = __ballot_sync(whole_warp, isinf(x) && x > 0);
    unsigned negative = __ballot_sync(whole_warp, isinf(x) && x < 0);
    if (threadIdx.x % 32 != 0)
        return;
    atomicAdd(&block->nans, static_cast<word>(__popc(nans)));
    atomicAdd(&block->positive_infinities, static_cast<word>(__popc(positive)));
    atomicAdd(&block->negative_infinities, static_cast<word>(__popc(negative)));
}

/* x, or 0 for what is counted instead. The whole warp calls it. */
__device__ inline double only_finite(block_words *block, double x)
{
    bool finite = is_finite(x);
    if (!__all_sync(whole_warp, finite))
        count_special(block, x);
    return finite ? x : 0;
}

/* How far below 2^FPC_EXACT_DEPTH the lowest bit of a finite number lies; 0 for zero. */
__device__ inline unsigned depth_of(double x)
{
    int exponent;
    long long m = take_apart(x, &exponent);
    return m == 0 ? 0 : static_cast<unsigned>(FPC_EXACT_DEPTH - exponent - (__ffsll(m) - 1));
}

} // namespace fpc

#endif
