#include "tests/unit/hard_values.h"

#include "base/random.h"

#include <string.h>

static const struct layout {
    int size, fraction_bits, width;
    int lowest, highest; /* exponents of the smallest subnormal, and of the largest number */
} layouts[] = {
    [FPC_F64] = {8, 52, 64, -1074, 1023},
    [FPC_F32] = {4, 23, 32, -149, 127},
    [FPC_F16] = {2, 10, 16, -24, 15},
    [FPC_BF16] = {2, 7, 16, -133, 127},
};

/* What a kind is made from: `base` and `period` are drawn once for an array. */
struct maker {
    enum fpc_format format;
    const struct layout *layout;
    struct fpc_random random;
    int base;      /* an exponent of the format */
    size_t period; /* values */
    size_t count;
};

int hard_highest(enum fpc_format format)
{
    return layouts[format].highest;
}

int hard_lowest(enum fpc_format format)
{
    return layouts[format].lowest;
}

uint64_t hard_number(enum fpc_format format, bool negative, int exponent, uint64_t fraction)
{
    const struct layout *layout = &layouts[format];
    int bits = layout->fraction_bits, least_normal = layout->lowest + bits;
    uint64_t sign = (uint64_t)negative << (layout->width - 1), pattern = fraction >> (64 - bits);
    exponent = exponent > layout->highest  ? layout->highest
               : exponent < layout->lowest ? layout->lowest
                                           : exponent;
    if (exponent >= least_normal)
        return sign | (pattern | (uint64_t)(exponent - least_normal + 1) << bits);
    return sign | (pattern | (uint64_t)1 << bits) >> (least_normal - exponent);
}

void hard_store(enum fpc_format format, void *values, size_t index, uint64_t bits)
{
    size_t size = (size_t)layouts[format].size; /* little-endian */
    memcpy((char *)values + index * size, &bits, size);
}

static uint64_t next(struct maker *maker)
{
    return fpc_random_next(&maker->random);
}

static int below(struct maker *maker, int bound)
{
    return (int)fpc_random_below(&maker->random, (uint64_t)bound);
}

/* Of the array's format, with random sign and fraction. */
static uint64_t number(struct maker *maker, int exponent)
{
    return hard_number(maker->format, next(maker) & 1, exponent, next(maker));
}

static uint64_t mask(const struct maker *maker)
{
    return ~(uint64_t)0 >> (64 - maker->layout->width);
}

static uint64_t raw(struct maker *maker, size_t i)
{
    (void)i;
    return next(maker) & mask(maker);
}

static uint64_t infinity(const struct maker *maker)
{
    const struct layout *layout = maker->layout;
    return (mask(maker) >> 1) >> layout->fraction_bits << layout->fraction_bits;
}

static uint64_t any_finite(struct maker *maker, size_t i)
{
    (void)i;
    return (next(maker) & 1) << (maker->layout->width - 1) |
           fpc_random_below(&maker->random, infinity(maker));
}

static uint64_t narrow(struct maker *maker, size_t i)
{
    (void)i;
    return number(maker, maker->base - below(maker, 8));
}

/* The second half cancels the first, but for what an odd number leaves over. */
static uint64_t cancelling(struct maker *maker, size_t i)
{
    size_t half = maker->count / 2;
    struct maker twin = *maker;
    if (i == 2 * half)
        return hard_number(maker->format, true, maker->layout->lowest, 0);
    twin.random = (struct fpc_random){.seed = maker->random.seed, .next = 100 + 4 * (i % half)};
    uint64_t bits = number(&twin, maker->base - below(&twin, 40));
    return bits ^ (uint64_t)(i >= half) << (maker->layout->width - 1);
}

static uint64_t half_zeros(struct maker *maker, size_t i)
{
    (void)i;
    uint64_t bits = number(maker, maker->base - below(maker, 12));
    uint64_t sign = (uint64_t)1 << (maker->layout->width - 1);
    return (bits & sign) == 0 ? bits : below(maker, 50) == 0 ? sign : 0;
}

/* Zeros, and now and then something that is far from everything. */
static uint64_t sparse(struct maker *maker, size_t i)
{
    int span = maker->layout->highest - maker->layout->lowest;
    (void)i;
    return below(maker, 3000) ? 0 : number(maker, maker->layout->lowest + below(maker, span));
}

/* The largest of a binade, all of one sign: nothing takes a lane further. */
static uint64_t largest(struct maker *maker, size_t i)
{
    (void)i;
    return hard_number(maker->format, maker->period & 1, maker->base, ~(uint64_t)0);
}

static uint64_t all_ones(struct maker *maker, size_t i)
{
    (void)i;
    return hard_number(maker->format, true, maker->base - below(maker, 60), ~(uint64_t)0);
}

static uint64_t ascending(struct maker *maker, size_t i)
{
    int exponents = maker->layout->highest - maker->layout->lowest + 1;
    return number(maker, maker->layout->lowest + (int)(i % (size_t)exponents));
}

/* Every so many values, other ones: narrow here, narrow there, wide, zeros, specials. */
static uint64_t regimes(struct maker *maker, size_t i)
{
    size_t phase = i / maker->period;
    int shift = (int)(phase * 37 % 90);
    switch (phase % 6) {
    case 0:
    case 2:
        return number(maker, maker->base - below(maker, 6));
    case 1:
        return any_finite(maker, i);
    case 3:
        return number(maker, maker->base - shift - below(maker, 20));
    case 4:
        return 0;
    default:
        return below(maker, 500) ? number(maker, maker->base) : infinity(maker) + (next(maker) & 1);
    }
}

/* One value in a long stretch stands out. */
static uint64_t outliers(struct maker *maker, size_t i)
{
    if (i % (17 * maker->period) != maker->period / 2)
        return number(maker, maker->base - below(maker, 10));
    return number(maker, maker->base + (next(maker) & 1 ? 60 : -60) + below(maker, 30));
}

/* Values that fall into one lane of vectors of eight, more than 29 binades apart. */
static uint64_t groups(struct maker *maker, size_t i)
{
    static const int down[] = {0, 35, 3, 60};
    return number(maker, maker->base - down[i / 8 % 4] - below(maker, 3));
}

static uint64_t spread(struct maker *maker, size_t i)
{
    (void)i;
    return number(maker, maker->base - below(maker, 1 + (int)(maker->period % 180)));
}

/* Multiples of one power of two, at times with an odd one late. */
static uint64_t blind(struct maker *maker, size_t i)
{
    int kept = 1 + (int)(maker->period % 7);
    uint64_t fraction = next(maker) >> (64 - kept) << (64 - kept);
    int down = maker->period & 8 && i + 1 + (size_t)kept == maker->count ? kept + 9 : 0;
    return hard_number(maker->format, next(maker) & 1, maker->base - down, fraction);
}

static uint64_t near_overflow(struct maker *maker, size_t i)
{
    bool negative = next(maker) & i & 1;
    return hard_number(maker->format, negative, maker->layout->highest - below(maker, 16),
                       next(maker) & 1 ? next(maker) : ~(uint64_t)0);
}

static uint64_t near_underflow(struct maker *maker, size_t i)
{
    int range = 1 + (int)(maker->period % 190);
    (void)i;
    return number(maker, maker->layout->lowest + below(maker, range));
}

/* x, half a gap of x and the smallest number of all of either sign or not, among zeros. */
static uint64_t ties(struct maker *maker, size_t i)
{
    int half = -maker->layout->fraction_bits - 1;
    if (i == maker->period % maker->count)
        return hard_number(maker->format, false, maker->base, 0);
    if (i == (maker->period + 1) % maker->count)
        return hard_number(maker->format, false, maker->base + half, 0);
    if (i == (maker->period + 2) % maker->count && maker->period % 3 != 0)
        return hard_number(maker->format, maker->period % 3 == 1, maker->layout->lowest, 0);
    return 0;
}

static uint64_t negative_zeros(struct maker *maker, size_t i)
{
    (void)i;
    return (uint64_t)1 << (maker->layout->width - 1);
}

static const struct {
    const char *name;
    uint64_t (*value)(struct maker *maker, size_t i);
} kinds[HARD_KINDS] = {
    {"raw", raw},
    {"finite", any_finite},
    {"narrow", narrow},
    {"cancelling", cancelling},
    {"half zeros", half_zeros},
    {"sparse", sparse},
    {"largest", largest},
    {"all ones", all_ones},
    {"ascending", ascending},
    {"regimes", regimes},
    {"outliers", outliers},
    {"groups", groups},
    {"spread", spread},
    {"blind", blind},
    {"near overflow", near_overflow},
    {"near underflow", near_underflow},
    {"ties", ties},
    {"negative zeros", negative_zeros},
};

const char *hard_kind(unsigned kind)
{
    return kinds[kind].name;
}

void hard_fill(unsigned kind, enum fpc_format format, uint64_t seed, void *values, size_t count)
{
    const struct layout *layout = &layouts[format];
    struct maker maker = {.format = format, .layout = layout, .random.seed = seed, .count = count};
    maker.base = layout->lowest + below(&maker, layout->highest - layout->lowest + 1);
    maker.period = 1 + fpc_random_below(&maker.random, 3000);
    if (next(&maker) & 1)
        maker.base = maker.base % 32;
    for (size_t i = 0; i < count; i++)
        hard_store(format, values, i, kinds[kind].value(&maker, i));
}
