#include "number/ulp.h"

long fpc_ulp_exponent(enum fpc_format format, mpfr_srcptr s)
{
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    if (mpfr_zero_p(s))
        return traits->emin;
    long exponent = (long)mpfr_get_exp(s) - traits->precision;
    return exponent < traits->emin ? traits->emin : exponent;
}

bool fpc_ulp_is_faithful(enum fpc_format format, uint64_t y, uint64_t r, mpfr_srcptr s)
{
    int64_t ordinal = fpc_bits_ordinal(format, y), nearest = fpc_bits_ordinal(format, r);
    int side = mpfr_cmp_d(s, fpc_bits_value(format, r));
    int64_t other = nearest + (side > 0) - (side < 0);
    return ordinal == nearest || ordinal == other;
}
