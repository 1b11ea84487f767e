#include "order/lanes.h"

#include "base/ieee.h"

#include <string.h>

/* Vectors of 64 bytes: one register with AVX-512, two with AVX2, four with SSE2. The compiler
 * lowers them; FPC_LANES_EACH_TARGET below compiles each loop for each of these machines. */
typedef float float_vector __attribute__((vector_size(64)));
typedef double double_vector __attribute__((vector_size(64)));
typedef uint32_t word_vector __attribute__((vector_size(64)));
typedef uint16_t half_vector __attribute__((vector_size(32)));

#define FPC_INLINE static inline __attribute__((always_inline))
#define FLOATS     (sizeof(float_vector) / sizeof(float))
#define DOUBLES    (sizeof(double_vector) / sizeof(double))

/* f16 to f32, exact (IEEE 754 section 3.4). Exponent and fraction move into place, and a
 * multiplication by 2^(127-15) mends the bias; it makes subnormal halves normal, exactly, because
 * every f16 is a normal f32. Only infinities and NaN (exponent field 31) need their field filled.
 * Witness: 0x0001 -> 0x00002000 = 0x1p-136 -> 0x1p-24. */
FPC_INLINE float half_value(uint16_t half)
{
    uint32_t shifted = (uint32_t)(half & 0x7fff) << 13, bits;
    float scaled;
    memcpy(&scaled, &shifted, sizeof scaled);
    scaled *= 0x1p112f;
    memcpy(&bits, &scaled, sizeof bits);
    if ((half & 0x7c00) == 0x7c00)
        bits |= 0x7f800000;
    bits |= (uint32_t)(half & 0x8000) << 16;
    memcpy(&scaled, &bits, sizeof scaled);
    return scaled;
}

FPC_INLINE void half_vector_values(const uint16_t *halves, float_vector *out)
{
    half_vector packed;
    memcpy(&packed, halves, sizeof packed);
    word_vector half = __builtin_convertvector(packed, word_vector);
    float_vector scaled = (float_vector)((half & 0x7fff) << 13) * 0x1p112f;
    word_vector full = (word_vector)((half & 0x7c00) == 0x7c00) & 0x7f800000;
    *out = (float_vector)((word_vector)scaled | full | (half & 0x8000) << 16);
}

/* bf16 to f32, exact: the upper half of the same bits. */
FPC_INLINE float brain_value(uint16_t brain)
{
    uint32_t bits = (uint32_t)brain << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

FPC_INLINE void brain_vector_values(const uint16_t *brains, float_vector *out)
{
    half_vector packed;
    memcpy(&packed, brains, sizeof packed);
    *out = (float_vector)(__builtin_convertvector(packed, word_vector) << 16);
}

FPC_INLINE float float_value(float value)
{
    return value;
}

FPC_INLINE void float_vector_values(const float *values, float_vector *out)
{
    memcpy(out, values, sizeof *out);
}

FPC_INLINE double double_value(double value)
{
    return value;
}

FPC_INLINE void double_vector_values(const double *values, double_vector *out)
{
    memcpy(out, values, sizeof *out);
}

/* One loop over the lanes, and one along a lane, for a stored type and its accumulator. */
#define FPC_LANES_LOOPS(NAME, STORED, REAL)                                                        \
    FPC_INLINE void NAME##_loop(REAL *lanes, const STORED *values, size_t count)                   \
    {                                                                                              \
        size_t width = sizeof(REAL##_vector) / sizeof(REAL), i = 0;                                \
        for (; i + width <= count; i += width) {                                                   \
            REAL##_vector lane, value;                                                             \
            memcpy(&lane, lanes + i, sizeof lane);                                                 \
            NAME##_vector_values(values + i, &value);                                              \
            lane += value;                                                                         \
            memcpy(lanes + i, &lane, sizeof lane);                                                 \
        }                                                                                          \
        for (; i < count; i++)                                                                     \
            lanes[i] += NAME##_value(values[i]);                                                   \
    }                                                                                              \
    static void NAME##_strided(REAL *lane, const STORED *values, uint64_t first, uint64_t stride,  \
                               uint64_t end)                                                       \
    {                                                                                              \
        REAL sum = *lane;                                                                          \
        for (uint64_t i = first; i < end; i += stride)                                             \
            sum += NAME##_value(values[i]);                                                        \
        *lane = sum;                                                                               \
    }

FPC_LANES_LOOPS(double, double, double)
FPC_LANES_LOOPS(float, float, float)
FPC_LANES_LOOPS(half, uint16_t, float)
FPC_LANES_LOOPS(brain, uint16_t, float)

#define FPC_LANES_TARGET(SUFFIX, ATTRIBUTE)                                                        \
    ATTRIBUTE static void add_##SUFFIX(enum fpc_format format, void *lanes, const void *values,    \
                                       uint64_t first, size_t count)                               \
    {                                                                                              \
        switch (format) {                                                                          \
        case FPC_F64:                                                                              \
            double_loop(lanes, (const double *)values + first, count);                             \
            break;                                                                                 \
        case FPC_F32:                                                                              \
            float_loop(lanes, (const float *)values + first, count);                               \
            break;                                                                                 \
        case FPC_F16:                                                                              \
            half_loop(lanes, (const uint16_t *)values + first, count);                             \
            break;                                                                                 \
        case FPC_BF16:                                                                             \
            brain_loop(lanes, (const uint16_t *)values + first, count);                            \
            break;                                                                                 \
        }                                                                                          \
    }

FPC_LANES_TARGET(portable, )

#if defined(__x86_64__)
FPC_LANES_TARGET(avx2, __attribute__((target("avx2"))))
FPC_LANES_TARGET(avx512, __attribute__((target("avx512f"))))

void fpc_lanes_add(enum fpc_format format, void *lanes, const void *values, uint64_t first,
                   size_t count)
{
    if (__builtin_cpu_supports("avx512f"))
        add_avx512(format, lanes, values, first, count);
    else if (__builtin_cpu_supports("avx2"))
        add_avx2(format, lanes, values, first, count);
    else
        add_portable(format, lanes, values, first, count);
}
#else
void fpc_lanes_add(enum fpc_format format, void *lanes, const void *values, uint64_t first,
                   size_t count)
{
    add_portable(format, lanes, values, first, count);
}
#endif

void fpc_lanes_add_strided(enum fpc_format format, void *lane, const void *values, uint64_t first,
                           uint64_t stride, uint64_t end)
{
    switch (format) {
    case FPC_F64:
        double_strided(lane, values, first, stride, end);
        break;
    case FPC_F32:
        float_strided(lane, values, first, stride, end);
        break;
    case FPC_F16:
        half_strided(lane, values, first, stride, end);
        break;
    case FPC_BF16:
        brain_strided(lane, values, first, stride, end);
        break;
    }
}
