/* Levels in vectors of four, exactness by residuals: there is no addition without flags. */
#include "exact/levels.h"
#include "exact/path.h"

#include "number/narrow.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <math.h>
#include <string.h>

#define TARGET               __attribute__((target("avx2")))
#define WIDTH                4
#define FPC_PATH(verb)       verb##_avx2
#define FLAGGED              0
#define ADD_QUIETLY(s, x)    ((s) + (x))
#define SMALLER(T, a, b)     smaller_##T(a, b)
#define LARGER(T, a, b)      larger_##T(a, b)
#define smaller_vector(a, b) ((vector)_mm256_min_pd((__m256d)(a), (__m256d)(b)))
#define larger_vector(a, b)  ((vector)_mm256_max_pd((__m256d)(a), (__m256d)(b)))
#define smaller_halves(a, b) ((halves)_mm256_min_ps((__m256)(a), (__m256)(b)))
#define larger_halves(a, b)  ((halves)_mm256_max_ps((__m256)(a), (__m256)(b)))
#define WIDEN(h)             ((vector)_mm256_cvtps_pd((__m128)(h)))
#define WIDEN_F16(from, to)  fpc_narrow_vector_from_f16(from, to)
#define LESS(a, b)           ((a) - (b))
#define PLUS(a, b)           ((a) + (b))
#define ANY_BELOW(T, a, b)   any_##T(a, b)
#define any_vector(a, b)                                                                           \
    (_mm256_movemask_pd(_mm256_cmp_pd((__m256d)(a), (__m256d)(b), _CMP_LT_OQ)) != 0)
#define any_halves(a, b)                                                                           \
    (_mm256_movemask_ps(_mm256_cmp_ps((__m256)(a), (__m256)(b), _CMP_LT_OQ)) != 0)

#include "exact/levels.inc"

#include "exact/examine.inc"

static bool available(void)
{
    return __builtin_cpu_supports("avx2");
}

const struct fpc_exact_path fpc_exact_avx2 = {
    "avx2",     available,           add_avx2, count_avx2, measure_avx2,
    widen_avx2, (size_t)STEP *WIDTH, LONGEST};

#else

static bool available(void)
{
    return false;
}

const struct fpc_exact_path fpc_exact_avx2 = {"avx2", available, NULL, NULL, NULL, NULL, 0, 0};

#endif
