#include "tests/unit/plain_exact.h"

#include "tests/unit/oracle.h"

#include <limits.h>
#include <string.h>

#define BITS (64 * PLAIN_LIMBS)

/* IEEE 754-2019, table 3.5; bf16 is the upper half of an f32. */
static const struct layout {
    int size, fraction_bits, exponent_bits;
    int lowest; /* exponent of the smallest subnormal */
    int emax;   /* |x| < 2^emax */
} layouts[] = {
    [FPC_F64] = {8, 52, 11, -1074, 1024},
    [FPC_F32] = {4, 23, 8, -149, 128},
    [FPC_F16] = {2, 10, 5, -24, 16},
    [FPC_BF16] = {2, 7, 8, -133, 128},
};

void plain_exact_start(struct plain_exact *plain, enum fpc_format format)
{
    memset(plain, 0, sizeof *plain);
    plain->format = format;
    plain->lowest = INT_MAX;
}

/* limbs += k 2^position: two limbs, and the carry as far as it goes. */
static void add_shifted(uint64_t *limbs, uint64_t k, unsigned position)
{
    unsigned limb = position / 64, shift = position % 64;
    unsigned __int128 wide = (unsigned __int128)k << shift;
    unsigned __int128 total = (unsigned __int128)limbs[limb] + (uint64_t)wide;
    limbs[limb] = (uint64_t)total;
    total = (unsigned __int128)limbs[limb + 1] + (uint64_t)(wide >> 64) + (uint64_t)(total >> 64);
    limbs[limb + 1] = (uint64_t)total;
    for (unsigned i = limb + 2; total >> 64 != 0; i++) {
        total = (unsigned __int128)limbs[i] + 1;
        limbs[i] = (uint64_t)total;
    }
}

static uint64_t pattern(const void *values, size_t index, int size)
{
    uint64_t wide = 0; /* little-endian, as every machine that this runs on */
    memcpy(&wide, (const char *)values + index * (size_t)size, (size_t)size);
    return wide;
}

static void add_special(struct fpc_exact_counts *counts, bool nan, bool negative)
{
    counts->nans += nan;
    counts->positive_infinities += !nan && !negative;
    counts->negative_infinities += !nan && negative;
}

static void add_pattern(struct plain_exact *plain, const struct layout *layout, uint64_t bits)
{
    uint64_t hidden = (uint64_t)1 << layout->fraction_bits, fraction = bits & (hidden - 1);
    unsigned last = (1u << layout->exponent_bits) - 1;
    unsigned field = (unsigned)(bits >> layout->fraction_bits) & last;
    bool negative = bits >> (layout->fraction_bits + layout->exponent_bits) & 1;
    plain->counts.count++;
    if (field == last) {
        add_special(&plain->counts, fraction != 0, negative);
        return;
    }
    uint64_t k = field == 0 ? fraction : hidden | fraction;
    plain->counts.zeros += k == 0;
    plain->counts.negative_zeros += k == 0 && negative;
    plain->counts.subnormals += field == 0 && k != 0;
    if (k == 0)
        return;
    unsigned normal = field == 0 ? 1 : field;
    unsigned *smallest = &plain->counts.smallest_field, *largest = &plain->counts.largest_field;
    *smallest = *smallest == 0 || normal < *smallest ? normal : *smallest;
    *largest = normal > *largest ? normal : *largest;
    int exponent = layout->lowest + (field == 0 ? 0 : (int)field - 1), lowest = exponent;
    for (uint64_t rest = k; (rest & 1) == 0; rest >>= 1)
        lowest++;
    plain->lowest = lowest < plain->lowest ? lowest : plain->lowest;
    add_shifted(negative ? plain->negative : plain->positive, k, (unsigned)(exponent + 1074));
}

void plain_exact_add(struct plain_exact *plain, const void *values, size_t count)
{
    const struct layout *layout = &layouts[plain->format];
    for (size_t i = 0; i < count; i++)
        add_pattern(plain, layout, pattern(values, i, layout->size));
}

static void multiply(uint64_t *limbs, uint64_t factor)
{
    unsigned __int128 carry = 0;
    for (unsigned i = 0; i < PLAIN_LIMBS; i++) {
        carry += (unsigned __int128)limbs[i] * factor;
        limbs[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

void plain_exact_repeat(struct plain_exact *plain, uint64_t times)
{
    multiply(plain->positive, times);
    multiply(plain->negative, times);
    plain->counts.count *= times;
    plain->counts.zeros *= times;
    plain->counts.negative_zeros *= times;
    plain->counts.subnormals *= times;
    plain->counts.nans *= times;
    plain->counts.positive_infinities *= times;
    plain->counts.negative_infinities *= times;
}

/* a + b, or a - b in two's complement. */
static void combine(const uint64_t *a, const uint64_t *b, bool subtract, uint64_t *out)
{
    unsigned __int128 carry = subtract;
    for (unsigned i = 0; i < PLAIN_LIMBS; i++) {
        carry += (unsigned __int128)a[i] + (subtract ? ~b[i] : b[i]);
        out[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

/* Digits of 32 bits; the highest has the sign. */
static void split(const uint64_t *limbs, struct fpc_words *words)
{
    for (unsigned i = 0; i < FPC_WORDS; i++)
        words->word[i] = (int64_t)(limbs[i / 2] >> 32 * (i % 2) & 0xffffffff);
    if (words->word[FPC_WORDS - 1] >> 31 != 0)
        words->word[FPC_WORDS - 1] -= INT64_C(1) << 32;
}

void plain_exact_words(const struct plain_exact *plain, struct fpc_words *sum,
                       struct fpc_words *abs_sum)
{
    uint64_t limbs[PLAIN_LIMBS];
    combine(plain->positive, plain->negative, true, limbs);
    split(limbs, sum);
    combine(plain->positive, plain->negative, false, limbs);
    split(limbs, abs_sum);
}

uint64_t plain_exact_round(const struct plain_exact *plain)
{
    struct oracle oracle;
    uint64_t limbs[PLAIN_LIMBS];
    oracle_start(&oracle, (enum oracle_format)plain->format);
    combine(plain->positive, plain->negative, true, limbs);
    for (unsigned i = 0; i < ORACLE_WORDS; i++)
        oracle.words[i] = (uint32_t)(limbs[i / 2] >> 32 * (i % 2));
    oracle.nans = plain->counts.nans;
    oracle.positive_infinities = plain->counts.positive_infinities;
    oracle.negative_infinities = plain->counts.negative_infinities;
    return oracle_round(&oracle, (enum oracle_format)plain->format);
}

/* Whether the sum is at most 2^exponent, or below it. */
static bool within(const uint64_t *limbs, int exponent, bool equal_too)
{
    int bit = exponent + 1074, highest = -1;
    bool others = false;
    for (int i = 0; i < BITS; i++) {
        if ((limbs[i / 64] >> i % 64 & 1) == 0)
            continue;
        others = highest >= 0;
        highest = i;
    }
    return highest < bit || (equal_too && highest == bit && !others);
}

bool plain_exact_never_rounds(const struct plain_exact *plain, enum fpc_format accumulator)
{
    const struct layout *layout = &layouts[accumulator];
    const struct fpc_exact_counts *counts = &plain->counts;
    if (counts->nans + counts->positive_infinities + counts->negative_infinities > 0)
        return false;
    if (plain->lowest == INT_MAX)
        return true;
    uint64_t limbs[PLAIN_LIMBS];
    combine(plain->positive, plain->negative, false, limbs);
    return within(limbs, plain->lowest + layout->fraction_bits + 1, true) &&
           within(limbs, layout->emax, false);
}
