#include "number/format.h"

#include <math.h>
#include <string.h>

static const struct fpc_format_traits traits[FPC_FORMATS] = {
    [FPC_F64] = {"f64", 8, 53, 1024, -1074, 17, FPC_F64},
    [FPC_F32] = {"f32", 4, 24, 128, -149, 9, FPC_F32},
    [FPC_F16] = {"f16", 2, 11, 16, -24, 5, FPC_F32},
    [FPC_BF16] = {"bf16", 2, 8, 128, -133, 4, FPC_F32},
};

/* Every format is laid out alike: a sign bit, an exponent field, and precision - 1 bits of
 * fraction. So the patterns below the sign bit are ordered as the magnitudes are, infinity follows
 * the largest finite value, and NaNs follow infinity. */
static uint64_t sign_bit(enum fpc_format format)
{
    return (uint64_t)1 << (8 * traits[format].size - 1);
}

static uint64_t infinity(enum fpc_format format)
{
    return sign_bit(format) - ((uint64_t)1 << (traits[format].precision - 1));
}

static uint64_t magnitude(enum fpc_format format, uint64_t bits)
{
    return bits & (sign_bit(format) - 1);
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double float_of(uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    return (double)value;
}

/* A finite f16 as k 2^e. The integer k < 2^11 and the power are doubles exactly, and so is their
 * product, whose exponent is far inside the range of double: no subnormal arises on the way.
 * Witness: 0x3c01 has exponent field 15, k = 0x401, e = 15 - 25: 0x401 * 0x1p-10 = 0x1.004p+0. */
static double half_of(uint64_t bits)
{
    uint64_t field = bits >> 10 & 31, fraction = bits & 1023;
    uint64_t k = field == 0 ? fraction : fraction | 1024;
    uint64_t e = (field == 0 ? 1 : field) + 1023 - 25; /* biased as a double's exponent */
    double value = (double)k * double_of(e << 52);
    return bits & 0x8000 ? -value : value;
}

/* The bits of a double's magnitude, no NaN, rounded to a format of 16 bits by integers alone.
 *
 * The double is significand * 2^(exponent - 52) with 2^52 <= significand < 2^53; zero and the
 * double's own subnormals are below half of every smallest value here and give 0. Infinity has the
 * exponent 1024 and overflows like 2^1024.
 * The result is a multiple of 2^quantum, where quantum = exponent - (p - 1) while the value is
 * normal in the format and emin below that. So shift = quantum - (exponent - 52) bits are dropped,
 * 52 - (p - 1) > 0 of them at least. From 54 bits on less than half a unit is left, so 54 stands
 * for every larger shift. Adding the kept bits to the exponent field lets the hidden bit and a
 * carry out of the rounding count the field up, from the subnormals to the normals and from the
 * largest finite value to infinity.
 * Witnesses, f16: 0x1.ffdffffffffffp+15 -> 0x7bff; 0x1.ffep+15, the tie, -> 0x7c00 (even);
 * 0x1p-25, a tie with 0, -> 0; 0x1.0000000000001p-25 -> 1. */
static uint64_t narrow(enum fpc_format format, uint64_t bits)
{
    int precision = traits[format].precision, emin = traits[format].emin;
    int field = (int)(bits >> 52);
    if (field == 0)
        return 0;
    uint64_t significand = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    int exponent = field - 1023;
    int quantum = exponent - (precision - 1) > emin ? exponent - (precision - 1) : emin;
    int shift = quantum - (exponent - 52) < 54 ? quantum - (exponent - 52) : 54;
    uint64_t kept = significand >> shift;
    uint64_t dropped = significand & (((uint64_t)1 << shift) - 1),
             half = (uint64_t)1 << (shift - 1);
    if (dropped > half || (dropped == half && (kept & 1)))
        kept++;
    uint64_t result = ((uint64_t)(quantum - emin) << (precision - 1)) + kept;
    return result < infinity(format) ? result : infinity(format);
}

const struct fpc_format_traits *fpc_format_traits(enum fpc_format format)
{
    return &traits[format];
}

bool fpc_format_parse(const char *name, enum fpc_format *out)
{
    for (int i = 0; i < FPC_FORMATS; i++)
        if (strcmp(name, traits[i].name) == 0) {
            *out = (enum fpc_format)i;
            return true;
        }
    return false;
}

/* memcpy, because the array may have been declared as one of doubles or floats. */
uint64_t fpc_bits_load(enum fpc_format format, const void *values, size_t index)
{
    uint64_t wide;
    uint32_t word;
    uint16_t half;
    switch (traits[format].size) {
    case 8:
        memcpy(&wide, (const unsigned char *)values + 8 * index, 8);
        return wide;
    case 4:
        memcpy(&word, (const unsigned char *)values + 4 * index, 4);
        return word;
    default:
        memcpy(&half, (const unsigned char *)values + 2 * index, 2);
        return half;
    }
}

void fpc_bits_store(enum fpc_format format, void *values, size_t index, uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    uint16_t half = (uint16_t)bits;
    switch (traits[format].size) {
    case 8:
        memcpy((unsigned char *)values + 8 * index, &bits, 8);
        break;
    case 4:
        memcpy((unsigned char *)values + 4 * index, &word, 4);
        break;
    default:
        memcpy((unsigned char *)values + 2 * index, &half, 2);
    }
}

double fpc_bits_value(enum fpc_format format, uint64_t bits)
{
    bool negative = fpc_bits_negative(format, bits);
    if (magnitude(format, bits) >= infinity(format)) {
        double special = magnitude(format, bits) == infinity(format) ? INFINITY : NAN;
        return copysign(special, negative ? -1.0 : 1.0);
    }
    switch (format) {
    case FPC_F64:
        return double_of(bits);
    case FPC_F32:
        return float_of(bits);
    case FPC_F16:
        return half_of(bits);
    default:
        return float_of(bits << 16); /* bf16 is the upper half of an f32 */
    }
}

uint64_t fpc_bits_round(enum fpc_format format, double value)
{
    uint64_t bits = fpc_bits_load(FPC_F64, &value, 0);
    uint64_t sign = fpc_bits_negative(FPC_F64, bits) ? sign_bit(format) : 0;
    if (isnan(value))
        return sign | fpc_bits_nan(format);
    if (format == FPC_F64)
        return bits;
    if (format == FPC_F32) {
        float rounded = (float)value;
        return fpc_bits_load(FPC_F32, &rounded, 0);
    }
    return sign | narrow(format, magnitude(FPC_F64, bits));
}

uint64_t fpc_bits_convert(enum fpc_format from, uint64_t bits, enum fpc_format to)
{
    return from == to ? bits : fpc_bits_round(to, fpc_bits_value(from, bits));
}

enum fpc_class fpc_bits_class(enum fpc_format format, uint64_t bits)
{
    uint64_t size = magnitude(format, bits);
    if (size >= infinity(format))
        return size == infinity(format) ? FPC_INFINITE : FPC_NAN;
    if (size == 0)
        return FPC_ZERO;
    return size >> (traits[format].precision - 1) == 0 ? FPC_SUBNORMAL : FPC_NORMAL;
}

bool fpc_bits_negative(enum fpc_format format, uint64_t bits)
{
    return (bits & sign_bit(format)) != 0;
}

uint64_t fpc_bits_nan(enum fpc_format format)
{
    return infinity(format) | (uint64_t)1 << (traits[format].precision - 2);
}

int64_t fpc_bits_ordinal(enum fpc_format format, uint64_t bits)
{
    int64_t size = (int64_t)magnitude(format, bits);
    return fpc_bits_negative(format, bits) ? -size : size;
}

/* The difference of two ordinals does not fit int64_t, but it is right modulo 2^64. */
uint64_t fpc_bits_distance(enum fpc_format format, uint64_t a, uint64_t b)
{
    int64_t left = fpc_bits_ordinal(format, a), right = fpc_bits_ordinal(format, b);
    return left > right ? (uint64_t)left - (uint64_t)right : (uint64_t)right - (uint64_t)left;
}
