#include "bench/exact_data.h"

#include "base/random.h"
#include "base/status.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SEED  20
#define GROUP 1024

const char *exact_data_name(enum exact_data data)
{
    static const char *const names[] = {"uniform", "normal", "illcond", "wide"};
    return names[data];
}

/* In (0, 1], and in (-1, 1). */
static double fraction(uint64_t random)
{
    return ((double)(random >> 11) + 1) * 0x1p-53;
}
static double uniform(uint64_t random)
{
    return (double)(int64_t)random * 0x1p-63;
}

/* Box and Muller, A note on the generation of random normal deviates, 1958. */
static double normal(uint64_t i)
{
    double radius = sqrt(-2 * log(fraction(fpc_random_at(SEED, 2 * i))));
    return radius * cos(2 * M_PI * fraction(fpc_random_at(SEED, 2 * i + 1)));
}

/* The second half of a group is the first one negated, from behind; the last one does not cancel.
 */
static double illcond(enum fpc_format format, uint64_t i)
{
    uint64_t place = i % GROUP, group = i - place;
    bool second = place >= GROUP / 2;
    uint64_t random = fpc_random_at(SEED, group + (second ? GROUP - 1 - place : place));
    int binades = fpc_format_traits(format)->precision;
    double value = ldexp(1 + fraction(random), (int)(random % (unsigned)binades) - binades / 2);
    value = random >> 32 & 1 ? -value : value;
    return place == GROUP - 1 ? 0.1 : second ? -value : value;
}

static uint64_t wide(enum fpc_format format, uint64_t i)
{
    uint64_t bits = fpc_random_at(SEED, i) >> (64 - 8 * fpc_format_traits(format)->size);
    uint64_t exponents = fpc_bits_round(format, HUGE_VAL);
    return (bits & exponents) == exponents ? bits ^ (exponents & -exponents) : bits;
}

static uint64_t value_at(enum exact_data data, enum fpc_format format, uint64_t i)
{
    if (data == EXACT_WIDE)
        return wide(format, i);
    double value = data == EXACT_UNIFORM  ? uniform(fpc_random_at(SEED, i))
                   : data == EXACT_NORMAL ? normal(i)
                                          : illcond(format, i);
    return fpc_bits_round(format, value);
}

void *exact_data_make(enum exact_data data, enum fpc_format format, size_t count)
{
    void *values = aligned_alloc(4096, count * fpc_format_traits(format)->size);
    if (values == NULL) {
        fprintf(stderr, "no memory for %zu values\n", count);
        exit(FPC_FAILED);
    }
    for (size_t i = 0; i < count; i++)
        fpc_bits_store(format, values, i, value_at(data, format, i));
    return values;
}
