#include "analysis/variability.h"

#include "analysis/figure.h"
#include "number/round.h"

#include <math.h>

double fpc_variability_rate_below_95(uint64_t runs)
{
    return -expm1(log(0.05) / (double)(runs - 1));
}

static bool is_finite(enum fpc_format format, uint64_t bits)
{
    enum fpc_class class = fpc_bits_class(format, bits);
    return class != FPC_NAN && class != FPC_INFINITE;
}

/* |1 - |y / S_d|| = ||S_d| - |y|| / |S_d| */
static struct fpc_figure relative_to(enum fpc_format format, uint64_t bits, uint64_t reference)
{
    struct fpc_figure figure = {.known = false};
    mpfr_t y, d;
    if (bits == reference)
        return fpc_figure_of(0);
    if (!is_finite(format, bits) || !is_finite(format, reference) ||
        fpc_bits_class(format, reference) == FPC_ZERO)
        return figure;
    mpfr_inits2(2200, y, d, (mpfr_ptr)0);
    fpc_round_from_bits(y, format, bits);
    fpc_round_from_bits(d, format, reference);
    mpfr_abs(y, y, MPFR_RNDN);
    mpfr_abs(d, d, MPFR_RNDN);
    mpfr_sub(y, d, y, MPFR_RNDN);
    mpfr_abs(y, y, MPFR_RNDN);
    figure = fpc_figure_quotient(y, d);
    mpfr_clears(y, d, (mpfr_ptr)0);
    return figure;
}

struct fpc_variability fpc_variability_of(enum fpc_format format,
                                          const struct fpc_patterns *patterns, uint64_t runs,
                                          uint64_t reference)
{
    struct fpc_variability variability = {.vs = fpc_figure_of(0)};
    if (fpc_bits_class(format, reference) == FPC_NAN)
        reference = fpc_bits_nan(format);
    for (size_t i = 0; i < patterns->count; i++) {
        const struct fpc_pattern *pattern = &patterns->items[i];
        struct fpc_figure vs = relative_to(format, pattern->bits, reference);
        double share = (double)pattern->count / (double)runs;
        fpc_figure_raise(&variability.vs, &vs);
        variability.modal_share = fmax(variability.modal_share, share);
        if (share < 1)
            variability.entropy_bits -= share * log2(share);
    }
    if (patterns->count == 1 && runs >= 2)
        variability.rate_below_95 = fpc_figure_of(fpc_variability_rate_below_95(runs));
    return variability;
}
