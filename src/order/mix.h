/* An operation that shows the order: a mix of two 64-bit words that is neither commutative nor
 * associative, with 0 as the word of "no data". Valid C and C++, for host and device.
 *
 * Walking an order with it in place of addition gives a word that two different orders share only
 * by chance (2^-64); that proves an order apart from all rounding. */
#ifndef FPC_ORDER_MIX_H
#define FPC_ORDER_MIX_H

#include <stdint.h>

#ifdef __CUDACC__
#define FPC_MIX_INLINE static __host__ __device__ inline
#else
#define FPC_MIX_INLINE static inline
#endif

/* The finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a bijection. */
FPC_MIX_INLINE uint64_t fpc_mix_scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The word of input number `index`: never 0. */
FPC_MIX_INLINE uint64_t fpc_mix_leaf(uint64_t index)
{
    return fpc_mix_scramble(index + 1) | 1;
}

/* a then b. No data on one side leaves the other, as +0 does in a sum; data never mixes to 0. */
FPC_MIX_INLINE uint64_t fpc_mix(uint64_t a, uint64_t b)
{
    if (a == 0 || b == 0)
        return a | b;
    return fpc_mix_scramble(3 * a + ((b << 23) | (b >> 41)) + 0x9e3779b97f4a7c15u) | 1;
}

#endif
