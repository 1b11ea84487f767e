/* Levels in vectors of four, exactness by residuals: there is no addition without flags. */
#include "exact/levels.h"

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

#include "exact/levels.inc"

static bool available(void)
{
    return __builtin_cpu_supports("avx2");
}

const struct fpc_exact_path fpc_exact_avx2 = {"avx2",       available,         add_avx2,
                                              examine_avx2, (size_t)2 * WIDTH, LONGEST};

#else

static bool available(void)
{
    return false;
}

const struct fpc_exact_path fpc_exact_avx2 = {"avx2", available, NULL, NULL, 0, 0};

#endif
