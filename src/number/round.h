/* Between MPFR numbers, bit patterns and text. All roundings are correct and happen once.
 *
 * Nothing here changes MPFR's exponent range for the caller. */
#ifndef FPC_NUMBER_ROUND_H
#define FPC_NUMBER_ROUND_H

#include "number/format.h"

#include <mpfr.h>
#include <stdbool.h>

/* For an operation that was proved exact: ends the tool with one line on stderr and status 4 if
 * `ternary`, what MPFR returned for it, is not 0. In every build; `what` names the operation. */
void fpc_round_require_exact(int ternary, const char *what);

/* x rounded to the format, nearest, ties to even: subnormals, overflow to infinity, signed zeros,
 * and NaN (the format's default) included. Whatever precision x has, there is one rounding. */
uint64_t fpc_round_to_format(enum fpc_format format, mpfr_srcptr x);

/* Sets x to the value of bits; exact. x must have at least the format's precision.
 * -0 and infinities are kept, a NaN is a NaN. */
void fpc_round_from_bits(mpfr_ptr x, enum fpc_format format, uint64_t bits);

/* The quotient a / b as the nearest double (ties to even, subnormals included), and rounded up
 * (towards +infinity). b must not be zero. Rounding up is what a comparison with a limit needs:
 * for a double X, a / b > X if and only if *up > X. */
void fpc_round_quotient(mpfr_srcptr a, mpfr_srcptr b, double *nearest, double *up);

/* Reads a whole word as a number of the format: decimal (rounded once to the nearest), hexadecimal
 * ("0x1.8p-3"; must be exact in the format), "inf", "infinity", "nan" in any case, an optional
 * sign. Returns NULL and sets *bits, or returns what is wrong as static text ("is not a number",
 * "is not exact in this format", "is too large for this format"). */
const char *fpc_round_parse(enum fpc_format format, const char *word, uint64_t *bits);

/* The same, but hexadecimal numbers too are rounded once to the nearest. */
const char *fpc_round_parse_nearest(enum fpc_format format, const char *word, uint64_t *bits);

/* x as C's %a would print it had a double room for it: "0x1.8p+1", "-0x1p-1074", "0x0p+0", "inf",
 * "nan". Exact: as many digits as x has. The caller frees. */
char *fpc_round_hex(mpfr_srcptr x);

/* x in decimal with at most `digits` significant digits, correctly rounded, trailing zeros dropped,
 * in the style of %g ("-0.0222344795", "1e+300"). The caller frees. */
char *fpc_round_decimal(mpfr_srcptr x, int digits);

#endif
