/* Sums as the literature writes them down, as plainly as possible: a second opinion on walks.
 *
 * Of src/ only random numbers and the names, loads and stores of the formats are used. Numbers are
 * kept as doubles, which hold every accumulator exactly; plain_add() is the only addition. */
#ifndef FPC_TESTS_UNIT_PLAIN_SUM_H
#define FPC_TESTS_UNIT_PLAIN_SUM_H

#include "base/random.h"
#include "number/format.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PLAIN_LANES 64 /* the widest warp */

/* k 2^e from the fields of a 16-bit number: `fraction` bits of fraction, subnormals at 2^lowest. */
static inline double plain_narrow(unsigned bits, int fraction, int lowest)
{
    int field = (int)((bits & 0x7fff) >> fraction), last = 0x7fff >> fraction;
    double k = bits & ((1u << fraction) - 1), value;
    if (field == last)
        value = k == 0 ? INFINITY : NAN;
    else if (field == 0)
        value = ldexp(k, lowest);
    else
        value = ldexp(k + (1 << fraction), lowest + field - 1);
    return bits & 0x8000 ? -value : value;
}

static inline double plain_value(enum fpc_format format, const void *values, size_t index)
{
    if (format == FPC_F64)
        return ((const double *)values)[index];
    if (format == FPC_F32)
        return (double)((const float *)values)[index];
    unsigned bits = ((const uint16_t *)values)[index];
    return format == FPC_F16 ? plain_narrow(bits, 10, -24) : plain_narrow(bits, 7, -133);
}

/* The bits of an accumulator: `wide` is f64, else f32. */
static inline uint64_t plain_bits(bool wide, double value)
{
    float narrow = (float)value;
    uint32_t word;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    memcpy(&word, &narrow, sizeof word);
    return wide ? bits : word;
}

static inline double plain_add(bool wide, double a, double b)
{
    return wide ? a + b : (double)((float)a + (float)b);
}

/* Level 2: offsets width/2 ... 1, each lane adds the value of lane + offset as it was before the
 * step; a lane whose partner is beyond the warp gets its own value back. Lane 0 is taken. */
static inline double plain_warp(bool wide, double *lanes, unsigned width)
{
    for (unsigned offset = width / 2; offset > 0; offset /= 2) {
        double before[PLAIN_LANES];
        memcpy(before, lanes, width * sizeof *before);
        for (unsigned lane = 0; lane < width; lane++) {
            unsigned partner = lane + offset < width ? lane + offset : lane;
            lanes[lane] = plain_add(wide, before[lane], before[partner]);
        }
    }
    return lanes[0];
}

/* Levels 2 and 3: lane 0 of each warp stores; the first warp loads, lanes beyond get +0. */
static inline double plain_block(bool wide, const double *lanes, unsigned threads, unsigned width)
{
    double sums[PLAIN_LANES] = {0};
    for (unsigned warp = 0; warp * width < threads; warp++) {
        double own[PLAIN_LANES] = {0};
        for (unsigned i = 0; i < width && warp * width + i < threads; i++)
            own[i] = lanes[warp * width + i];
        sums[warp] = plain_warp(wide, own, width);
    }
    return plain_warp(wide, sums, width);
}

/* Levels 1 to 3 for every block of a launch. */
static inline void plain_launch(bool wide, const double *x, uint64_t n, uint64_t blocks,
                                unsigned threads, unsigned width, double *partials)
{
    for (uint64_t b = 0; b < blocks; b++) {
        double lanes[1024];
        for (unsigned t = 0; t < threads; t++) {
            double v = 0;
            for (uint64_t i = b * threads + t; i < n; i += threads * blocks)
                v = plain_add(wide, v, x[i]);
            lanes[t] = v;
        }
        partials[b] = plain_block(wide, lanes, threads, width);
    }
}

/* One running sum; `sequence` may be NULL for index order. */
static inline double plain_sequence(bool wide, const double *x, const uint32_t *sequence, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = plain_add(wide, sum, x[sequence ? sequence[i] : i]);
    return sum;
}

/* A finite number of the format with random sign and fraction, and for most formats an exponent
 * between -12 and 12. */
static inline uint64_t plain_random_number(enum fpc_format format, uint64_t random)
{
    uint64_t spread = random >> 56;
    switch (format) {
    case FPC_F64:
        return (random & 0x800fffffffffffff) | (1011 + spread % 25) << 52;
    case FPC_F32:
        return (random & 0x807fffff) | (115 + spread % 25) << 23;
    case FPC_F16:
        return (random & 0x83ff) | (spread % 25) << 10;
    default:
        return (random & 0x807f) | (115 + spread % 25) << 7;
    }
}

/* Fills n native elements so that a wrong order shows: random exponents, and half of the values
 * cancel an earlier one; some are +0 or -0. */
static inline void plain_fill(enum fpc_format format, void *values, size_t n, uint64_t seed)
{
    uint64_t sign = format == FPC_F64 ? 1ull << 63 : format == FPC_F32 ? 1ull << 31 : 1ull << 15;
    for (size_t i = 0; i < n; i++) {
        uint64_t random = fpc_random_at(seed, i), bits = plain_random_number(format, random);
        if (i > 0 && (random >> 32 & 1) == 0)
            bits = fpc_bits_load(format, values, (size_t)(random >> 8) % i) ^ sign;
        if ((random >> 40 & 15) == 0)
            bits &= sign;
        fpc_bits_store(format, values, i, bits);
    }
}

#endif
