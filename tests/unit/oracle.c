#include "tests/unit/oracle.h"

#include <string.h>

/* IEEE 754-2019, table 3.5 (f64, f32, f16); bf16 is the upper half of an f32. */
static const struct layout {
    unsigned exponent_bits, fraction_bits;
    unsigned lowest; /* the bit of the integer for the smallest subnormal: its exponent + 1074 */
} layouts[] = {
    [ORACLE_F64] = {11, 52, 0},             /* 2^-1074 */
    [ORACLE_F32] = {8, 23, 1074 - 149},     /* 2^-149 */
    [ORACLE_F16] = {5, 10, 1074 - 24},      /* 2^-24 */
    [ORACLE_BF16] = {8, 7, 1074 - 126 - 7}, /* 2^-133 */
};

static uint64_t low_bits(unsigned count)
{
    return ((uint64_t)1 << count) - 1;
}

static unsigned bit(const uint32_t *words, unsigned index)
{
    return words[index / 32] >> (index % 32) & 1;
}

/* words += or -= value 2^position, modulo 2^(32 ORACLE_WORDS): word by word with a carry, as on
 * paper. A borrow is a carry of -1. */
static void add_shifted(uint32_t *words, uint64_t value, unsigned position, int negative)
{
    uint32_t addend[ORACLE_WORDS] = {0};
    for (unsigned i = 0; i < 64; i++)
        if (value >> i & 1)
            addend[(position + i) / 32] |= (uint32_t)1 << ((position + i) % 32);
    int64_t carry = 0;
    for (unsigned i = position / 32; i < ORACLE_WORDS; i++) {
        int64_t digit = negative ? -(int64_t)addend[i] : (int64_t)addend[i];
        int64_t total = (int64_t)words[i] + digit + carry;
        words[i] = (uint32_t)total;
        carry = total < 0 ? -1 : total > (int64_t)UINT32_MAX;
    }
}

/* The magnitude of a two's complement number; returns 1 if it was negative. */
static int magnitude_of(const uint32_t *words, uint32_t *magnitude)
{
    int negative = (int)bit(words, 32 * ORACLE_WORDS - 1);
    uint64_t carry = 1;
    for (unsigned i = 0; i < ORACLE_WORDS; i++) {
        uint64_t total = (uint64_t)(uint32_t)~words[i] + carry;
        magnitude[i] = negative ? (uint32_t)total : words[i];
        carry = total >> 32;
    }
    return negative;
}

static int any_below(const uint32_t *words, unsigned end)
{
    for (unsigned i = 0; i < end; i++)
        if (bit(words, i))
            return 1;
    return 0;
}

/* The bits of a positive magnitude, rounded: keep bits `high` down to `unit`, the last that the
 * format has there, look at the first dropped bit, and at whether anything lies below it. */
static uint64_t round_magnitude(const uint32_t *words, const struct layout *layout)
{
    unsigned fraction_bits = layout->fraction_bits, high = 32 * ORACLE_WORDS - 1;
    while (!bit(words, high))
        high--;
    unsigned unit = layout->lowest;
    if (high > fraction_bits && high - fraction_bits > unit)
        unit = high - fraction_bits;
    uint64_t kept = 0;
    for (unsigned i = high + 1; i > unit; i--)
        kept = kept << 1 | bit(words, i - 1);
    if (unit > 0 && bit(words, unit - 1) && (any_below(words, unit - 1) || (kept & 1)))
        kept++;
    if (kept == (uint64_t)2 << fraction_bits) { /* 1.11..1 became 10.00..0 */
        kept >>= 1;
        unit++;
    }
    if (kept >> fraction_bits == 0)
        return kept; /* subnormal or zero: the exponent field is 0 */
    uint64_t field = unit - layout->lowest + 1;
    if (field >= low_bits(layout->exponent_bits))
        return low_bits(layout->exponent_bits) << fraction_bits;
    return field << fraction_bits | (kept & low_bits(fraction_bits));
}

void oracle_start(struct oracle *oracle, enum oracle_format format)
{
    memset(oracle, 0, sizeof *oracle);
    oracle->format = format;
}

void oracle_add(struct oracle *oracle, uint64_t bits)
{
    const struct layout *layout = &layouts[oracle->format];
    uint64_t fraction = bits & low_bits(layout->fraction_bits);
    uint64_t field = bits >> layout->fraction_bits & low_bits(layout->exponent_bits);
    int negative = bits >> (layout->fraction_bits + layout->exponent_bits) & 1;
    if (field == low_bits(layout->exponent_bits)) {
        if (fraction != 0)
            oracle->nans++;
        else if (negative)
            oracle->negative_infinities++;
        else
            oracle->positive_infinities++;
    } else if (field == 0) {
        add_shifted(oracle->words, fraction, layout->lowest, negative);
    } else {
        uint64_t hidden = (uint64_t)1 << layout->fraction_bits;
        add_shifted(oracle->words, hidden | fraction, layout->lowest + (unsigned)field - 1,
                    negative);
    }
}

uint64_t oracle_round(const struct oracle *oracle, enum oracle_format to)
{
    const struct layout *layout = &layouts[to];
    uint64_t sign = (uint64_t)1 << (layout->fraction_bits + layout->exponent_bits);
    uint64_t infinity = low_bits(layout->exponent_bits) << layout->fraction_bits;
    int plus = oracle->positive_infinities != 0, minus = oracle->negative_infinities != 0;
    if (oracle->nans != 0 || (plus && minus))
        return infinity | (uint64_t)1 << (layout->fraction_bits - 1);
    if (plus || minus)
        return minus ? sign | infinity : infinity;
    if (oracle_is_zero(oracle))
        return 0;
    uint32_t magnitude[ORACLE_WORDS];
    int negative = magnitude_of(oracle->words, magnitude);
    return (negative ? sign : 0) | round_magnitude(magnitude, layout);
}

int oracle_is_zero(const struct oracle *oracle)
{
    return !any_below(oracle->words, 32 * ORACLE_WORDS);
}
