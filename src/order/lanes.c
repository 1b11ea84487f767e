/* Many lanes take one value each. */
#include "order/lanes.h"

#include "base/ieee.h"
#include "number/narrow.h"

#include <string.h>

/* Vectors of 64 bytes: one register with AVX-512, two with AVX2, four with SSE2. The compiler
 * lowers them; FPC_LANES_TARGET below compiles each loop for each of these machines. */
typedef double double_vector __attribute__((vector_size(64)));
typedef fpc_float_vector float_vector;

FPC_INLINE void load_f64(const double *values, double_vector *out)
{
    memcpy(out, values, sizeof *out);
}

FPC_INLINE void load_f32(const float *values, float_vector *out)
{
    memcpy(out, values, sizeof *out);
}

FPC_INLINE void keep(void *vector)
{
    (void)vector;
}

#define SAME(x) (x)

/* The loop for stored type, lane type, how to load a vector and a value, and how to round them. */
#define FPC_LANES_LOOP(NAME, STORED, REAL, LOAD_VECTOR, LOAD, ROUND_VECTOR, ROUND)                 \
    FPC_INLINE void NAME(REAL *lanes, const STORED *values, size_t count)                          \
    {                                                                                              \
        size_t width = sizeof(REAL##_vector) / sizeof(REAL), i = 0;                                \
        for (; i + width <= count; i += width) {                                                   \
            REAL##_vector lane, value;                                                             \
            memcpy(&lane, lanes + i, sizeof lane);                                                 \
            LOAD_VECTOR(values + i, &value);                                                       \
            lane += value;                                                                         \
            ROUND_VECTOR(&lane);                                                                   \
            memcpy(lanes + i, &lane, sizeof lane);                                                 \
        }                                                                                          \
        for (; i < count; i++)                                                                     \
            lanes[i] = ROUND(lanes[i] + LOAD(values[i]));                                          \
    }

FPC_LANES_LOOP(add_f64, double, double, load_f64, SAME, keep, SAME)
FPC_LANES_LOOP(add_f32, float, float, load_f32, SAME, keep, SAME)
FPC_LANES_LOOP(add_f16_in_f32, uint16_t, float, fpc_narrow_vector_from_f16, fpc_narrow_from_f16,
               keep, SAME)
FPC_LANES_LOOP(add_bf16_in_f32, uint16_t, float, fpc_narrow_vector_from_bf16, fpc_narrow_from_bf16,
               keep, SAME)
FPC_LANES_LOOP(add_f16, uint16_t, float, fpc_narrow_vector_from_f16, fpc_narrow_from_f16,
               fpc_narrow_vector_round_f16, fpc_narrow_round_f16)
FPC_LANES_LOOP(add_bf16, uint16_t, float, fpc_narrow_vector_from_bf16, fpc_narrow_from_bf16,
               fpc_narrow_vector_round_bf16, fpc_narrow_round_bf16)

#define FPC_LANES_TARGET(SUFFIX, ATTRIBUTE)                                                        \
    ATTRIBUTE static void add_##SUFFIX(const struct fpc_lane_values *values, void *lanes,          \
                                       uint64_t first, size_t count)                               \
    {                                                                                              \
        const void *from = values->values;                                                         \
        bool narrow = values->accumulator == values->format;                                       \
        if (values->format == FPC_F64)                                                             \
            add_f64(lanes, (const double *)from + first, count);                                   \
        else if (values->format == FPC_F32)                                                        \
            add_f32(lanes, (const float *)from + first, count);                                    \
        else if (values->format == FPC_F16 && narrow)                                              \
            add_f16(lanes, (const uint16_t *)from + first, count);                                 \
        else if (values->format == FPC_F16)                                                        \
            add_f16_in_f32(lanes, (const uint16_t *)from + first, count);                          \
        else if (narrow)                                                                           \
            add_bf16(lanes, (const uint16_t *)from + first, count);                                \
        else                                                                                       \
            add_bf16_in_f32(lanes, (const uint16_t *)from + first, count);                         \
    }

FPC_LANES_TARGET(portable, )

#if defined(__x86_64__)
FPC_LANES_TARGET(avx2, __attribute__((target("avx2"))))
FPC_LANES_TARGET(avx512, __attribute__((target("avx512f"))))

void fpc_lanes_add(const struct fpc_lane_values *values, void *lanes, uint64_t first, size_t count)
{
    if (__builtin_cpu_supports("avx512f"))
        add_avx512(values, lanes, first, count);
    else if (__builtin_cpu_supports("avx2"))
        add_avx2(values, lanes, first, count);
    else
        add_portable(values, lanes, first, count);
}
#else
void fpc_lanes_add(const struct fpc_lane_values *values, void *lanes, uint64_t first, size_t count)
{
    add_portable(values, lanes, first, count);
}
#endif
