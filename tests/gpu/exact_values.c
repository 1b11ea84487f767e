#include "tests/gpu/exact_values.h"

#include "base/random.h"

#include <math.h>
#include <stdbool.h>

const char *const values_names[VALUES_KINDS] = {
    "uniform", "normal",     "illcond",   "wide",  "bits",      "pairs",
    "ties",    "broken-tie", "subnormal", "zeros", "sparse",    "overflow",
    "regimes", "outliers",   "edges",     "top",   "infinities"};

static double unit(uint64_t number)
{
    return (double)(number >> 11) * 0x1p-52 - 1;
}

/* A number of the format that is not 0, with exponent e, full precision. */
static double number(const struct fpc_format_traits *traits, uint64_t random, int e)
{
    uint64_t digits = random >> (64 - traits->precision) | 1ull << (traits->precision - 1);
    double magnitude = ldexp((double)digits, e - traits->precision + 1);
    return random & 1 ? -magnitude : magnitude;
}

static double normal(uint64_t seed, uint64_t i)
{
    double sum = 0;
    for (uint64_t k = 0; k < 12; k++)
        sum += unit(fpc_random_at(seed, 12 * i + k));
    return sum / 2;
}

/* The i-th and the next nearly cancel; exponents over 100 binades, fewer where there are fewer. */
static double ill_conditioned(const struct fpc_format_traits *traits, uint64_t seed, uint64_t i)
{
    int lowest = traits->emin + traits->precision - 1, span = traits->emax - 8 - lowest;
    int from = span < 100 ? lowest : -50;
    uint64_t random = fpc_random_at(seed, i / 2);
    int e = from + (int)(random % (uint64_t)(span < 100 ? span : 100));
    double x = number(traits, fpc_random_at(seed + 1, i / 2), e);
    return i % 2 ? -x * (1 - ldexp(1, 1 - traits->precision)) : x;
}

static double in_runs(const struct fpc_format_traits *traits, uint64_t i)
{
    double half = ldexp(1, traits->emax - 1);
    double largest = half * (2 - ldexp(1, 1 - traits->precision));
    double value = i % 3 ? half : largest;
    return i / 700 % 2 ? -value : value;
}

static double in_regimes(const struct fpc_format_traits *traits, uint64_t seed, uint64_t i)
{
    uint64_t regime = fpc_random_at(seed + 2, i / 1500);
    int lowest = traits->emin + traits->precision - 1, highest = traits->emax - 1;
    int e = lowest + (int)(regime % (uint64_t)(highest - lowest + 1));
    int spread = (int)(fpc_random_at(seed + 3, i) % (1 + regime / 4096 % 24));
    return number(traits, fpc_random_at(seed, i), e - spread < lowest ? lowest : e - spread);
}

static uint64_t any_bits(enum fpc_format format, uint64_t random, bool finite)
{
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    uint64_t bits = random >> (64 - 8 * traits->size);
    uint64_t one = (uint64_t)1 << (traits->precision - 1);
    enum fpc_class class = fpc_bits_class(format, bits);
    return finite && (class == FPC_NAN || class == FPC_INFINITE) ? bits ^ one : bits;
}

static double value_at(const struct fpc_format_traits *traits, enum values_kind kind, uint64_t seed,
                       uint64_t i)
{
    uint64_t random = fpc_random_at(seed, i);
    int p = traits->precision;
    switch (kind) {
    case VALUES_UNIFORM:
        return unit(random);
    case VALUES_NORMAL:
        return normal(seed, i);
    case VALUES_ILLCOND:
        return ill_conditioned(traits, seed, i);
    case VALUES_TIES:
        return i == 0 ? ldexp(1, p - 1) : i % 2 ? 0.5 : (i & 2 ? -0.5 : 0.25);
    case VALUES_BROKEN_TIE:
        return i == 0 ? 1 : i == 1 ? ldexp(1, -p) : i % 31 == 2 ? ldexp(1, traits->emin) : 0;
    case VALUES_SUBNORMAL:
        return ldexp((double)(random >> (65 - p)), traits->emin) * (random & 1 ? -1 : 1);
    case VALUES_ZEROS:
        return -0.0;
    case VALUES_SPARSE:
        return random % 50 ? (random & 512 ? -0.0 : 0) : unit(fpc_random_at(seed + 1, i));
    case VALUES_OVERFLOW:
        return in_runs(traits, i);
    case VALUES_REGIMES:
        return in_regimes(traits, seed, i);
    case VALUES_EDGES:
        return ldexp(2 - ldexp(1, 1 - p), (int)(i / 4096 % 8));
    case VALUES_TOP:
        return ldexp(2 - ldexp(1, 1 - p), traits->emax - 12 + (int)(i / 1024 % 12));
    default:
        return random % 4099 == 5 ? HUGE_VAL : unit(random);
    }
}

uint64_t values_at(enum fpc_format format, enum values_kind kind, uint64_t i)
{
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    const uint64_t seed = 1000 + 16 * (uint64_t)kind, pair = 1000;
    uint64_t random = fpc_random_at(seed, i);
    switch (kind) {
    case VALUES_WIDE:
    case VALUES_BITS:
        return any_bits(format, random, kind == VALUES_WIDE);
    case VALUES_PAIRS:
        random = fpc_random_at(seed, i % pair + i / (2 * pair) * pair);
        return any_bits(format, random, true) ^ (uint64_t)(i / pair % 2) << (8 * traits->size - 1);
    case VALUES_OUTLIERS:
        if (random % 5000 == 7)
            return any_bits(format, fpc_random_at(seed + 1, i), true);
        return fpc_bits_round(format, unit(random));
    default:
        return fpc_bits_round(format, value_at(traits, kind, seed, i));
    }
}

static void count(struct values_sum *sum, enum fpc_class class, bool negative)
{
    struct fpc_exact_counts *counts = &sum->counts;
    counts->count++;
    counts->zeros += class == FPC_ZERO;
    counts->negative_zeros += class == FPC_ZERO && negative;
    counts->subnormals += class == FPC_SUBNORMAL;
    counts->nans += class == FPC_NAN;
    counts->positive_infinities += class == FPC_INFINITE && !negative;
    counts->negative_infinities += class == FPC_INFINITE && negative;
}

void values_add(struct values_sum *sum, enum fpc_format format, uint64_t bits)
{
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    enum fpc_class class = fpc_bits_class(format, bits);
    bool negative = fpc_bits_negative(format, bits);
    count(sum, class, negative);
    if (class != FPC_SUBNORMAL && class != FPC_NORMAL)
        return;
    uint64_t hidden = (uint64_t)1 << (traits->precision - 1), fraction = bits & (hidden - 1);
    int field = (int)(bits >> (traits->precision - 1) & (2 * (uint64_t)traits->emax - 1));
    fpc_exact_counts_field(&sum->counts, field ? (unsigned)field : 1);
    int64_t m = (int64_t)(field ? fraction | hidden : fraction);
    int exponent = traits->emin + (field ? field - 1 : 0);
    int lowest = exponent + __builtin_ctzll((uint64_t)m);
    fpc_words_add(&sum->s, negative ? -m : m, exponent);
    fpc_words_add(&sum->abs_sum, m, exponent);
    sum->lowest = lowest < sum->lowest ? lowest : sum->lowest;
}

void values_carry(struct values_sum *sum)
{
    fpc_words_carry(&sum->s);
    fpc_words_carry(&sum->abs_sum);
}
