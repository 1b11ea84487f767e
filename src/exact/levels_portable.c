/* Levels in pairs, for any processor. */
#include "exact/levels.h"
#include "exact/path.h"
#include "number/narrow.h"

#include <math.h>
#include <string.h>

#define TARGET
#define WIDTH             2
#define FPC_PATH(verb)    verb##_portable
#define FLAGGED           0
#define ADD_QUIETLY(s, x) ((s) + (x))
#define WIDEN(h)          __builtin_convertvector(h, vector)

#define WIDEN_F16(from, to) fpc_narrow_vector_from_f16(from, to)
#define LESS(a, b)          ((a) - (b))
#define PLUS(a, b)          ((a) + (b))

/* By masks: comparisons with NaN are false. */
#define words_of_vector          words
#define words_of_halves          half_words
#define CHOOSE(T, W, mask, a, b) ((T)(((mask) & (W)(a)) | (~(mask) & (W)(b))))
#define SMALLER(T, a, b)         CHOOSE(T, words_of_##T, (a) < (b), a, b)
#define LARGER(T, a, b)          CHOOSE(T, words_of_##T, (a) > (b), a, b)

#define ANY_BELOW(T, a, b) any_##T((a) < (b))
#define any_vector(mask)   (((mask)[0] | (mask)[1]) != 0)
#define any_halves(mask)   (((mask)[0] | (mask)[1] | (mask)[2] | (mask)[3]) != 0)

#include "exact/levels.inc"

#include "exact/examine.inc"

static bool available(void)
{
    return true;
}

const struct fpc_exact_path fpc_exact_portable = {
    "portable",       available,      add_portable,        count_portable,
    measure_portable, widen_portable, (size_t)STEP *WIDTH, LONGEST};
