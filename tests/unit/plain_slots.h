/* Slots that are numbers: the loops of literature.h as sums in an accumulator.
 *
 * Numbers are kept as doubles, which hold every accumulator exactly; nothing of src/ rounds them.
 */
#ifndef FPC_TESTS_UNIT_PLAIN_SLOTS_H
#define FPC_TESTS_UNIT_PLAIN_SLOTS_H

#include "tests/unit/plain_sum.h"

#define SLOT    double
#define NOTHING 0.0

/* What add() adds in. */
static enum fpc_format slots_in;

/* x to `precision` bits and a multiple of 2^lowest: nearest, ties to even; infinite from 2^emax. */
static inline double rounded(double x, int precision, int lowest, int emax)
{
    int exponent;
    if (x == 0 || !isfinite(x))
        return x;
    frexp(x, &exponent); /* |x| < 2^exponent */
    int last = exponent - precision < lowest ? lowest : exponent - precision;
    double nearest = ldexp(nearbyint(ldexp(x, -last)), last);
    return fabs(nearest) >= ldexp(1, emax) ? copysign(INFINITY, x) : nearest;
}

/* The sum of two 16-bit numbers is rounded once to double and once to them: as 53 > 2 x 11 + 2,
 * that is one rounding (Figueroa, When is double rounding innocuous?, SIGNUM 30(3), 1995). */
static inline double add(double a, double b)
{
    switch (slots_in) {
    case FPC_F64:
        return a + b;
    case FPC_F32:
        return (double)((float)a + (float)b);
    case FPC_F16:
        return rounded(a + b, 11, -24, 16);
    default:
        return rounded(a + b, 8, -133, 128);
    }
}

/* What each addition loses is taken off the next value; only the sum leaves the lane. */
static inline double kahan(const double *x, uint64_t n, uint64_t first, uint64_t step)
{
    double sum = 0, lost = 0;
    for (uint64_t i = first; i < n; i += step) {
        double y = add(x[i], -lost), t = add(sum, y);
        lost = add(add(t, -sum), -y);
        sum = t;
    }
    return sum;
}

/* The loads of 16 bytes: 2 4 8 8 values of f64 f32 f16 bf16. */
static const unsigned loads[FPC_FORMATS] = {2, 4, 8, 8};

#endif
