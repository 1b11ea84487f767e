/* The exact sum, rounded once: no order of additions, and nothing that an order could change. */
#include "kernels/exact.h"

#include "exact/sum.h"
#include "kernels/kernel.h"

static uint64_t rounded(enum fpc_format format, const void *result)
{
    const struct fpc_exact_result *from = result;
    struct fpc_words s = from->s;
    struct fpc_exact_counts counts = {.nans = from->nans,
                                      .positive_infinities = from->positive_infinities,
                                      .negative_infinities = from->negative_infinities};
    fpc_words_carry(&s);
    return fpc_exact_words_rounded(format, &s, &counts);
}

const struct fpc_kernel fpc_kernel_exact = {
    .name = "exact",
    .summary = "the exact sum, rounded once",
    .promise = FPC_LEVEL_CORRECTLY_ROUNDED,
    .order = {{{.kind = FPC_STAGE_EXACT, .blocks = FPC_FROM_SHAPE, .threads = FPC_FROM_SHAPE}}},
    .result_size = sizeof(struct fpc_exact_result),
    .result_bits = rounded,
};
