/* The unit in the last place of a real number, in a format.
 *
 * ulp(s) is the gap between neighbours of the format in the binade 2^(e-1) <= |s| < 2^e of s: at
 * and above a power of two the wider gap, at and below the smallest normal number the gap of the
 * subnormals, for s = 0 too. Beyond the largest finite number the binades are continued. */
#ifndef FPC_NUMBER_ULP_H
#define FPC_NUMBER_ULP_H

#include "number/format.h"

#include <mpfr.h>
#include <stdbool.h>

/* The exponent k of ulp(s) = 2^k. s is finite. */
long fpc_ulp_exponent(enum fpc_format format, mpfr_srcptr s);

/* True if y is faithful to s: one of the two neighbours of s in the format, or s itself if the
 * format holds it (Higham, Accuracy and Stability, section 27.8). y is finite bits; r is s rounded
 * to nearest, and may be an infinity: then the largest finite number is a neighbour. */
bool fpc_ulp_is_faithful(enum fpc_format format, uint64_t y, uint64_t r, mpfr_srcptr s);

#endif
