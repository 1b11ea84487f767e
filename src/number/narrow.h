/* The 16-bit formats in float arithmetic, one value or a vector at a time.
 *
 * Every f16 and bf16 is a float exactly. Rounding a float back gives what the operation itself
 * would have given in 16 bits: the sum of two p-bit numbers, rounded first to q >= 2p + 2 bits and
 * then to p, is correctly rounded (Figueroa, When is double rounding innocuous?, SIGNUM 30(3),
 * 1995); q = 24 and p = 11 or 8 here. Sums below the smallest normal f16 are exact in float, and so
 * are bf16's. */
#ifndef FPC_NUMBER_NARROW_H
#define FPC_NUMBER_NARROW_H

#include <stdint.h>
#include <string.h>

#define FPC_INLINE static inline __attribute__((always_inline))

typedef float fpc_float_vector __attribute__((vector_size(64)));
typedef uint32_t fpc_word_vector __attribute__((vector_size(64)));
typedef uint16_t fpc_half_vector __attribute__((vector_size(32)));

FPC_INLINE float fpc_narrow_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

FPC_INLINE uint32_t fpc_narrow_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* f16 to f32, exact (IEEE 754 section 3.4). Exponent and fraction move into place, and a
 * multiplication by 2^(127-15) mends the bias; it makes subnormal halves normal, exactly, because
 * every f16 is a normal f32. Only infinities and NaN (exponent field 31) need their field filled.
 * Witness: 0x0001 -> 0x00002000 = 0x1p-136 -> 0x1p-24. */
FPC_INLINE float fpc_narrow_from_f16(uint16_t half)
{
    float scaled = fpc_narrow_float((uint32_t)(half & 0x7fff) << 13) * 0x1p112f;
    uint32_t full = (half & 0x7c00) == 0x7c00 ? 0x7f800000 : 0;
    return fpc_narrow_float(fpc_narrow_bits(scaled) | full | (uint32_t)(half & 0x8000) << 16);
}

FPC_INLINE void fpc_narrow_vector_from_f16(const uint16_t *halves, fpc_float_vector *out)
{
    fpc_half_vector packed;
    memcpy(&packed, halves, sizeof packed);
    fpc_word_vector half = __builtin_convertvector(packed, fpc_word_vector);
    fpc_float_vector scaled = (fpc_float_vector)((half & 0x7fff) << 13) * 0x1p112f;
    fpc_word_vector full = (fpc_word_vector)((half & 0x7c00) == 0x7c00) & 0x7f800000;
    *out = (fpc_float_vector)((fpc_word_vector)scaled | full | (half & 0x8000) << 16);
}

/* bf16 to f32, exact: the upper half of the same bits. */
FPC_INLINE float fpc_narrow_from_bf16(uint16_t brain)
{
    return fpc_narrow_float((uint32_t)brain << 16);
}

FPC_INLINE void fpc_narrow_vector_from_bf16(const uint16_t *brains, fpc_float_vector *out)
{
    fpc_half_vector packed;
    memcpy(&packed, brains, sizeof packed);
    *out = (fpc_float_vector)(__builtin_convertvector(packed, fpc_word_vector) << 16);
}

/* The bits of a float that holds a value of the format; exact. A NaN keeps its upper bits. The f16
 * below 2^-14 are multiples of 2^-24: their number is the fraction. */
FPC_INLINE uint16_t fpc_narrow_to_f16(float value)
{
    uint32_t bits = fpc_narrow_bits(value), sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;
    if (size >= 0x7f800000)
        return (uint16_t)(sign | 0x7c00 | (size >> 13 & 0x3ff));
    if (size < 0x38800000)
        return (uint16_t)(sign | (uint32_t)(fpc_narrow_float(size) * 0x1p24f));
    return (uint16_t)(sign | (size - 0x38000000) >> 13);
}

FPC_INLINE uint16_t fpc_narrow_to_bf16(float value)
{
    return (uint16_t)(fpc_narrow_bits(value) >> 16);
}

/* A float rounded to f16, nearest, ties to even, kept as a float.
 * Normal: half of the last kept place, less one unless the kept part is odd, carries exactly when
 * it must; what is dropped are 13 bits. Subnormal (below 2^-14): adding and taking away 3 x 2^-2
 * leaves a multiple of 2^-24, since the sum lies in [2^-1, 1), where floats have just that gap.
 * Beyond 65504 the carry gives 65536, which is infinity. Witnesses: 0x1.002p+0 is a tie -> 0x1p+0;
 * 0x1.006p+0 -> 0x1.008p+0; 0x1.ffep+15 -> inf. */
FPC_INLINE float fpc_narrow_round_f16(float x)
{
    uint32_t bits = fpc_narrow_bits(x), sign = bits & 0x80000000, size = bits & 0x7fffffff;
    uint32_t normal = (size + 0xfff + (size >> 13 & 1)) & 0xffffe000;
    uint32_t tiny = fpc_narrow_bits(fpc_narrow_float(size) + 0.75f - 0.75f);
    uint32_t rounded = size < 0x38800000 ? tiny : normal;
    rounded = rounded >= 0x47800000 ? 0x7f800000 : rounded;
    rounded = size > 0x7f800000 ? size | 0x00400000 : rounded;
    return fpc_narrow_float(rounded | sign);
}

FPC_INLINE void fpc_narrow_vector_round_f16(fpc_float_vector *x)
{
    fpc_word_vector bits = (fpc_word_vector)*x, sign = bits & 0x80000000, size = bits & 0x7fffffff;
    fpc_word_vector normal = (size + 0xfff + (size >> 13 & 1)) & 0xffffe000;
    fpc_word_vector tiny = (fpc_word_vector)((fpc_float_vector)size + 0.75f - 0.75f);
    fpc_word_vector is_tiny = (fpc_word_vector)(size < 0x38800000);
    fpc_word_vector rounded = (tiny & is_tiny) | (normal & ~is_tiny);
    fpc_word_vector is_large = (fpc_word_vector)(rounded >= 0x47800000);
    rounded = (is_large & 0x7f800000) | (rounded & ~is_large);
    fpc_word_vector is_nan = (fpc_word_vector)(size > 0x7f800000);
    rounded = (is_nan & (size | 0x00400000)) | (rounded & ~is_nan);
    *x = (fpc_float_vector)(rounded | sign);
}

/* A float rounded to bf16, nearest, ties to even, kept as a float. The exponent range is the same,
 * so subnormals and the carry to infinity need nothing more.
 * Witnesses: 0x1.01p+0 is a tie -> 0x1p+0; 0x1.03p+0 -> 0x1.04p+0. */
FPC_INLINE float fpc_narrow_round_bf16(float x)
{
    uint32_t bits = fpc_narrow_bits(x), size = bits & 0x7fffffff;
    uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
    return fpc_narrow_float(size > 0x7f800000 ? bits | 0x00400000 : rounded);
}

FPC_INLINE void fpc_narrow_vector_round_bf16(fpc_float_vector *x)
{
    fpc_word_vector bits = (fpc_word_vector)*x, size = bits & 0x7fffffff;
    fpc_word_vector rounded = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
    fpc_word_vector is_nan = (fpc_word_vector)(size > 0x7f800000);
    *x = (fpc_float_vector)((is_nan & (bits | 0x00400000)) | (rounded & ~is_nan));
}

#endif
