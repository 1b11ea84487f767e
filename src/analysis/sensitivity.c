#include "analysis/sensitivity.h"

#include "analysis/patterns.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "order/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Orders of the partials that are not zero, and what they gave. */
struct trial {
    const struct fpc_samples *samples;
    uint32_t *blocks; /* those whose partial is not zero, by index */
    size_t count;
    uint64_t *results; /* of the orders tried so far */
    uint64_t tried;
};

static double partial(const struct fpc_samples *samples, uint32_t block)
{
    return fpc_bits_value(samples->accumulator,
                          fpc_bits_load(samples->accumulator, samples->partials, block));
}

/* The caller frees. NaN is not zero. */
static uint32_t *non_zero_blocks(const struct fpc_samples *samples, size_t *count)
{
    uint32_t *blocks = fpc_alloc(samples->blocks, sizeof *blocks);
    *count = 0;
    for (uint32_t b = 0; b < samples->blocks; b++)
        if (partial(samples, b) != 0)
            blocks[(*count)++] = b;
    return blocks;
}

static void try_order(struct trial *trial, const uint32_t *order)
{
    const struct fpc_samples *samples = trial->samples;
    bool flushes = samples->flushing > 0 && samples->accumulator == FPC_F32;
    uint64_t bits =
        flushes ? fpc_walk_sequence_flushing(samples->partials, order, trial->count)
                : fpc_walk_sequence(samples->accumulator, samples->partials, order, trial->count);
    trial->results[trial->tried++] = fpc_bits_convert(samples->accumulator, bits, samples->format);
}

static void swap_items(uint32_t *a, uint32_t *b)
{
    uint32_t item = *a;
    *a = *b;
    *b = item;
}

/* The next permutation in lexicographic order; false after the last. */
static bool next_permutation(uint32_t *items, size_t count)
{
    size_t tail = count; /* items[tail - 1 .. count) is the longest falling tail */
    while (tail > 1 && items[tail - 2] >= items[tail - 1])
        tail--;
    if (tail <= 1)
        return false;
    size_t larger = count - 1;
    while (items[larger] <= items[tail - 2])
        larger--;
    swap_items(&items[tail - 2], &items[larger]);
    for (size_t low = tail - 1, high = count - 1; low < high; low++, high--)
        swap_items(&items[low], &items[high]);
    return true;
}

static void try_every_order(struct trial *trial)
{
    do
        try_order(trial, trial->blocks);
    while (next_permutation(trial->blocks, trial->count));
}

struct keyed_block {
    double key;
    uint32_t block;
};

/* NaN last: it is neither less nor more. */
static int by_key_then_block(const void *a, const void *b)
{
    const struct keyed_block *x = a, *y = b;
    if (isnan(x->key) != isnan(y->key))
        return isnan(x->key) ? 1 : -1;
    if (x->key != y->key && !isnan(x->key))
        return x->key < y->key ? -1 : 1;
    return (x->block > y->block) - (x->block < y->block);
}

/* By key, up and down. */
static void try_sorted(struct trial *trial, struct keyed_block *keyed, uint32_t *order)
{
    size_t count = trial->count;
    qsort(keyed, count, sizeof *keyed, by_key_then_block);
    for (size_t i = 0; i < count; i++)
        order[i] = keyed[i].block;
    try_order(trial, order);
    for (size_t i = 0; i < count; i++)
        order[i] = keyed[count - 1 - i].block;
    try_order(trial, order);
}

static double block_key(const struct trial *trial, unsigned rule, uint32_t block)
{
    double value = partial(trial->samples, block);
    return rule == 0 ? (double)block : rule == 1 ? value : fabs(value);
}

static void try_sampled_orders(struct trial *trial, uint64_t orders, uint64_t seed)
{
    struct fpc_random random = {.seed = seed};
    struct keyed_block *keyed = fpc_alloc(trial->count, sizeof *keyed);
    uint32_t *order = fpc_alloc(trial->count, sizeof *order);
    for (unsigned rule = 0; rule < 3; rule++) {
        for (size_t i = 0; i < trial->count; i++)
            keyed[i] =
                (struct keyed_block){block_key(trial, rule, trial->blocks[i]), trial->blocks[i]};
        try_sorted(trial, keyed, order);
    }
    memcpy(order, trial->blocks, trial->count * sizeof *order);
    for (uint64_t i = 0; i < orders && fpc_interrupt_signal() == 0; i++) {
        fpc_random_shuffle(&random, order, trial->count);
        try_order(trial, order);
    }
    free(order);
    free(keyed);
}

static uint64_t factorial(uint64_t n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

struct fpc_sensitivity fpc_sensitivity_of(const struct fpc_samples *samples, uint64_t orders,
                                          uint64_t seed)
{
    struct fpc_sensitivity sensitivity = {.mode = FPC_ORDERS_NONE};
    if (!samples->has_arrival)
        return sensitivity;
    sensitivity.blind = fpc_sensitivity_blind(samples);
    if (orders == 0)
        return sensitivity;
    struct trial trial = {.samples = samples};
    trial.blocks = non_zero_blocks(samples, &trial.count);
    bool every = trial.count <= FPC_EXHAUSTIVE_PARTIALS;
    trial.results = fpc_alloc(every ? factorial(trial.count) : orders + 6, sizeof *trial.results);
    if (every)
        try_every_order(&trial);
    else
        try_sampled_orders(&trial, orders, seed);
    sensitivity.mode = every ? FPC_ORDERS_EXHAUSTIVE : FPC_ORDERS_SAMPLED;
    sensitivity.tried = trial.tried;
    sensitivity.results = fpc_patterns_of(samples->format, trial.results, trial.tried);
    free(trial.results);
    free(trial.blocks);
    return sensitivity;
}

/* The exponent of the lowest bit that is set in a finite number other than 0. */
static int lowest_bit(double value)
{
    int exponent;
    double fraction = frexp(value, &exponent);
    int64_t digits = (int64_t)ldexp(fraction, 53);
    return exponent - 53 + __builtin_ctzll((uint64_t)digits);
}

/* With g the lowest bit of all partials, every sum of some of them is a multiple of 2^g and at most
 * sum |partial| <= 2^(p+g): a number of the format, so no addition rounds. It must not reach
 * 2^emax, nor, where subnormals are flushed, be one. */
static bool sums_are_exact(const struct fpc_samples *samples, const uint32_t *blocks, size_t count)
{
    const struct fpc_format_traits *traits = fpc_format_traits(samples->accumulator);
    int g = INT32_MAX;
    mpfr_t sum;
    mpfr_init2(sum, 64);
    mpfr_set_zero(sum, 1);
    for (size_t i = 0; i < count; i++) {
        double value = partial(samples, blocks[i]);
        int lowest = lowest_bit(value);
        g = lowest < g ? lowest : g;
        mpfr_add_d(sum, sum, fabs(value), MPFR_RNDU);
    }
    bool exact = mpfr_cmp_ui_2exp(sum, 1, traits->precision + g) <= 0 &&
                 mpfr_cmp_ui_2exp(sum, 1, traits->emax) < 0 &&
                 (samples->flushing == 0 || g >= traits->emin + traits->precision - 1);
    mpfr_clear(sum);
    return exact;
}

static const char *blind_reason(const struct fpc_samples *samples, const uint32_t *blocks,
                                size_t count)
{
    bool finite = true, equal = true;
    for (size_t i = 0; i < count; i++) {
        double value = partial(samples, blocks[i]);
        if (isnan(value))
            return "a block partial is NaN";
        finite = finite && isfinite(value);
        equal = equal && value == partial(samples, blocks[0]);
    }
    if (count <= 2)
        return "at most two block partials are not zero";
    if (equal)
        return "all block partials are equal";
    if (finite && sums_are_exact(samples, blocks, count))
        return "every sum of block partials is exact";
    return NULL;
}

const char *fpc_sensitivity_blind(const struct fpc_samples *samples)
{
    size_t count;
    uint32_t *blocks = non_zero_blocks(samples, &count);
    const char *reason = blind_reason(samples, blocks, count);
    free(blocks);
    return reason;
}
