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

/* From the exponent field of an f64 to that of the format, at least 1. */
static unsigned field_in(enum fpc_format format, int field)
{
    int least = fpc_exact_field_exponent(format, 1) - fpc_exact_field_exponent(FPC_F64, 1);
    return field > least ? (unsigned)(field - least) : 1;
}

void fpc_exact_reference_counts(const struct fpc_exact_reference *reference, enum fpc_format format,
                                uint64_t count, struct fpc_exact_counts *counts)
{
    *counts = (struct fpc_exact_counts){
        .count = count,
        .zeros = reference->zeros,
        .negative_zeros = reference->negative_zeros,
        .subnormals = reference->subnormals,
        .nans = reference->result.nans,
        .positive_infinities = reference->result.positive_infinities,
        .negative_infinities = reference->result.negative_infinities,
    };
    if (reference->largest == 0)
        return;
    fpc_exact_counts_field(counts, field_in(format, (int)reference->largest));
    fpc_exact_counts_field(counts, field_in(format, FPC_EXACT_FIELDS - (int)reference->above));
}
