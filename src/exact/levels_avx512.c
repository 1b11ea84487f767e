/* Levels in vectors of eight, exactness by the inexact flag. */
#include "exact/levels.h"
#include "exact/path.h"

#include "number/narrow.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <math.h>
#include <string.h>

#define TARGET         __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma")))
#define WIDTH          8
#define FPC_PATH(verb) verb##_avx512
#define FLAGGED        1

/* Embedded rounding to nearest suppresses every exception: no flag is raised. */
#define ADD_QUIETLY(s, x)                                                                          \
    ((vector)_mm512_add_round_pd((__m512d)(s), (__m512d)(x),                                       \
                                 _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC))

/* The state at start: exceptions masked, to nearest, subnormals kept, no flag. */
#define PLAIN_MXCSR 0x1f80u

static inline unsigned flags_begin(void)
{
    unsigned before = _mm_getcsr();
    _mm_setcsr(PLAIN_MXCSR);
    return before;
}

static inline bool flags_raised(unsigned before)
{
    bool inexact = (_mm_getcsr() & _MM_EXCEPT_INEXACT) != 0;
    _mm_setcsr(before);
    return inexact;
}

#define FLAGS_BEGIN()       flags_begin()
#define FLAGS_RAISED(begun) flags_raised(begun)

#define SMALLER(T, a, b)     smaller_##T(a, b)
#define LARGER(T, a, b)      larger_##T(a, b)
#define smaller_vector(a, b) ((vector)_mm512_min_pd((__m512d)(a), (__m512d)(b)))
#define larger_vector(a, b)  ((vector)_mm512_max_pd((__m512d)(a), (__m512d)(b)))
#define smaller_halves(a, b) ((halves)_mm512_min_ps((__m512)(a), (__m512)(b)))
#define larger_halves(a, b)  ((halves)_mm512_max_ps((__m512)(a), (__m512)(b)))

#define WIDEN(h) ((vector)_mm512_cvtps_pd((__m256)(h)))

#define WIDEN_F16(from, to)                                                                        \
    (*(to) = (fpc_float_vector)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(from))))

/* a - 1 b and a + 1 b, by the units that multiply: those that add have enough to do. */
#define LESS(a, b) ((vector)_mm512_fnmadd_pd((__m512d)(b), _mm512_set1_pd(1), (__m512d)(a)))
#define PLUS(a, b) ((vector)_mm512_fmadd_pd((__m512d)(b), _mm512_set1_pd(1), (__m512d)(a)))

#define ANY_BELOW(T, a, b) any_##T(a, b)
#define any_vector(a, b)   (_mm512_cmp_pd_mask((__m512d)(a), (__m512d)(b), _CMP_LT_OQ) != 0)
#define any_halves(a, b)   (_mm512_cmp_ps_mask((__m512)(a), (__m512)(b), _CMP_LT_OQ) != 0)

#include "exact/levels.inc"

#include "exact/examine.inc"

static bool available(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}

const struct fpc_exact_path fpc_exact_avx512 = {
    "avx512",       available,    add_avx512,          count_avx512,
    measure_avx512, widen_avx512, (size_t)STEP *WIDTH, LONGEST};

#else

static bool available(void)
{
    return false;
}

const struct fpc_exact_path fpc_exact_avx512 = {"avx512", available, NULL, NULL, NULL, NULL, 0, 0};

#endif
