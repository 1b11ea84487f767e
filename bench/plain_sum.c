#include "bench/plain_sum.h"

#include "number/narrow.h"

/* Eight vectors hide the latency of an addition. */
#define SUMS 8

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

#define FPC_PLAIN_LOOP(NAME, STORED, REAL, LOAD)                                                   \
    FPC_INLINE double NAME(const STORED *values, size_t count)                                     \
    {                                                                                              \
        enum { WIDTH = sizeof(REAL##_vector) / sizeof(REAL) };                                     \
        REAL##_vector sums[SUMS] = {{0}}, value;                                                   \
        double total = 0;                                                                          \
        for (size_t i = 0; i + SUMS * WIDTH <= count; i += SUMS * WIDTH) {                         \
            for (unsigned k = 0; k < SUMS; k++) {                                                  \
                LOAD(values + i + k * WIDTH, &value);                                              \
                sums[k] += value;                                                                  \
            }                                                                                      \
        }                                                                                          \
        for (unsigned k = 1; k < SUMS; k++)                                                        \
            sums[0] += sums[k];                                                                    \
        for (unsigned k = 0; k < WIDTH; k++)                                                       \
            total += (double)sums[0][k];                                                           \
        return total;                                                                              \
    }

FPC_PLAIN_LOOP(sum_f64, double, double, load_f64)
FPC_PLAIN_LOOP(sum_f32, float, float, load_f32)
FPC_PLAIN_LOOP(sum_f16, uint16_t, float, fpc_narrow_vector_from_f16)
FPC_PLAIN_LOOP(sum_bf16, uint16_t, float, fpc_narrow_vector_from_bf16)

#define FPC_PLAIN_TARGET(SUFFIX, ATTRIBUTE)                                                        \
    ATTRIBUTE static double sum_##SUFFIX(enum fpc_format format, const void *values, size_t count) \
    {                                                                                              \
        return format == FPC_F64   ? sum_f64(values, count)                                        \
               : format == FPC_F32 ? sum_f32(values, count)                                        \
               : format == FPC_F16 ? sum_f16(values, count)                                        \
                                   : sum_bf16(values, count);                                      \
    }

FPC_PLAIN_TARGET(portable, )
#if defined(__x86_64__)
FPC_PLAIN_TARGET(avx2, __attribute__((target("avx2"))))
FPC_PLAIN_TARGET(avx512, __attribute__((target("avx512f"))))
#endif

double fpc_plain_sum(enum fpc_format format, const void *values, size_t count)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return sum_avx512(format, values, count);
    if (__builtin_cpu_supports("avx2"))
        return sum_avx2(format, values, count);
#endif
    return sum_portable(format, values, count);
}
