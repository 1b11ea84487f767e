#include "tests/unit/arrays.h"

#include "base/random.h"

#include <string.h>

static const struct layout {
    unsigned size, fraction_bits;
    uint64_t sign, infinity;
} layouts[] = {
    [FPC_F64] = {8, 52, (uint64_t)1 << 63, 0x7ff0000000000000},
    [FPC_F32] = {4, 23, 0x80000000, 0x7f800000},
    [FPC_F16] = {2, 10, 0x8000, 0x7c00},
    [FPC_BF16] = {2, 7, 0x8000, 0x7f80},
};

static uint64_t random_finite(const struct layout *layout, struct fpc_random *random)
{
    uint64_t sign = fpc_random_next(random) & 1 ? layout->sign : 0;
    return sign | fpc_random_below(random, layout->infinity);
}

/* The bits of the smallest subnormal times 2^power. */
static uint64_t power_of_two(const struct layout *layout, unsigned power)
{
    if (power < layout->fraction_bits)
        return (uint64_t)1 << power;
    return (uint64_t)(power - layout->fraction_bits + 1) << layout->fraction_bits;
}

/* Half a gap above |value|, or 0 if the format has no such number. */
static uint64_t half_gap(const struct layout *layout, uint64_t value)
{
    uint64_t field = (value & ~layout->sign) >> layout->fraction_bits;
    return field < 2 ? 0 : power_of_two(layout, (unsigned)field - 2);
}

static void raw(struct array *array, struct fpc_random *random)
{
    for (size_t i = 0; i < array->count; i++)
        array->bits[i] = random_finite(&layouts[array->format], random);
}

/* NaNs and infinities now and then, so that every class of sum comes up. */
static void with_specials(struct array *array, struct fpc_random *random)
{
    const struct layout *layout = &layouts[array->format];
    array->count = array->count % 8 + 1;
    raw(array, random);
    for (size_t i = 0; i < array->count; i++) {
        uint64_t sign = fpc_random_next(random) & 1 ? layout->sign : 0;
        switch (fpc_random_below(random, 8)) {
        case 0:
            array->bits[i] = sign | (layout->infinity + 1 + fpc_random_below(random, 9));
            break;
        case 1:
        case 2:
            array->bits[i] = sign | layout->infinity;
            break;
        case 3:
            array->bits[i] = sign;
        }
    }
}

/* Exponents within four of each other, the lowest of all included. */
static void narrow_exponents(struct array *array, struct fpc_random *random)
{
    const struct layout *layout = &layouts[array->format];
    uint64_t fields = (layout->infinity >> layout->fraction_bits) - 4;
    uint64_t base = fpc_random_below(random, 4) ? fpc_random_below(random, fields) : 0;
    for (size_t i = 0; i < array->count; i++)
        array->bits[i] = (fpc_random_next(random) & 1 ? layout->sign : 0) |
                         ((base << layout->fraction_bits) +
                          fpc_random_below(random, (uint64_t)4 << layout->fraction_bits));
}

static void shuffle(struct array *array, struct fpc_random *random)
{
    for (size_t i = array->count; i > 1; i--) {
        size_t j = (size_t)fpc_random_below(random, i);
        uint64_t bits = array->bits[i - 1];
        array->bits[i - 1] = array->bits[j];
        array->bits[j] = bits;
    }
}

/* Pairs x, -x and at times something small that is left over. */
static void cancelling(struct array *array, struct fpc_random *random)
{
    const struct layout *layout = &layouts[array->format];
    raw(array, random);
    for (size_t i = 1; i < array->count; i += 2)
        array->bits[i] = array->bits[i - 1] ^ layout->sign;
    if (fpc_random_next(random) & 1)
        array->bits[0] = fpc_random_below(random, (uint64_t)1 << (layout->fraction_bits + 1));
    shuffle(array, random);
}

/* x and half a gap of the same sign, a tie, among pairs that cancel. */
static void ties(struct array *array, struct fpc_random *random)
{
    const struct layout *layout = &layouts[array->format];
    array->count += array->count & 1;
    for (size_t i = 0; i < array->count; i += 2) {
        array->bits[i] = random_finite(layout, random);
        array->bits[i + 1] = array->bits[i] ^ layout->sign;
    }
    array->bits[1] = half_gap(layout, array->bits[0]) | (array->bits[0] & layout->sign);
    shuffle(array, random);
}

/* The same, and the smallest subnormal of either sign. */
static void broken_ties(struct array *array, struct fpc_random *random)
{
    const struct layout *layout = &layouts[array->format];
    uint64_t value = random_finite(layout, random);
    array->count = 3;
    array->bits[0] = value;
    array->bits[1] = half_gap(layout, value) | (value & layout->sign);
    array->bits[2] = fpc_random_next(random) & 1 ? 1 : layout->sign | 1;
    shuffle(array, random);
}

/* Negative, all bits of the significand set, and about half a gap: the carry goes all the way. */
static void all_ones(struct array *array, struct fpc_random *random)
{
    const struct layout *layout = &layouts[array->format];
    uint64_t ones = ((uint64_t)1 << layout->fraction_bits) - 1;
    uint64_t value = layout->sign | random_finite(layout, random) | ones;
    uint64_t half = half_gap(layout, value);
    uint64_t nudge = fpc_random_below(random, 3);
    array->count = 3;
    array->bits[0] = value;
    array->bits[1] = half == 0 ? 0 : layout->sign | (half + nudge - (half > 1));
    array->bits[2] = fpc_random_next(random) % 3 ? random_finite(layout, random) >> 2 : 0;
}

/* A few of the largest values and parts of a gap: around the threshold of overflow. */
static void near_overflow(struct array *array, struct fpc_random *random)
{
    const struct layout *layout = &layouts[array->format];
    uint64_t half = half_gap(layout, layout->infinity - 1);
    array->count = 2 + array->count % 6;
    for (size_t i = 0; i < array->count; i++) {
        uint64_t sign = fpc_random_next(random) & 1 ? layout->sign : 0;
        uint64_t size = i % 2 ? half : layout->infinity - 1;
        array->bits[i] = sign | (size - fpc_random_below(random, 2));
    }
}

typedef void fill(struct array *array, struct fpc_random *random);

static const struct {
    const char *name;
    fill *fill;
} kinds[ARRAY_KINDS] = {
    {"raw", raw},
    {"with specials", with_specials},
    {"narrow exponents", narrow_exponents},
    {"cancelling", cancelling},
    {"ties", ties},
    {"broken ties", broken_ties},
    {"all ones", all_ones},
    {"near overflow", near_overflow},
};

static void store(struct array *array, size_t index)
{
    uint64_t wide = array->bits[index];
    uint32_t word = (uint32_t)wide;
    uint16_t half = (uint16_t)wide;
    const void *element = array->size == 8   ? (const void *)&wide
                          : array->size == 4 ? (const void *)&word
                                             : (const void *)&half;
    memcpy((char *)array->values + index * array->size, element, array->size);
}

const char *array_kind(unsigned kind)
{
    return kinds[kind].name;
}

uint64_t array_sign(enum fpc_format format)
{
    return layouts[format].sign;
}

uint64_t array_infinity(enum fpc_format format)
{
    return layouts[format].infinity;
}

void array_make(struct array *array, enum fpc_format format, unsigned kind, uint64_t seed)
{
    struct fpc_random random = {.seed = seed};
    array->format = format;
    array->size = layouts[format].size;
    array->count = 1 + (size_t)fpc_random_below(&random, ARRAY_LONGEST);
    kinds[kind].fill(array, &random);
    for (size_t i = 0; i < array->count; i++)
        store(array, i);
}
