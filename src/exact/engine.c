#include "exact/engine.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "exact/bins.h"
#include "exact/levels.h"
#include "exact/path.h"
#include "number/narrow.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* After so many blocks it is looked whether fewer levels, or levels at all, would do again, ... */
#define REVIEW_BLOCKS 16
/* ... and a lower anchor: if the values have stayed so many binades below it. */
#define REVIEW_BINADES 8

/* Values of a stream in the largest block of any path. */
#define MOST_VALUES ((size_t)512 * 8)

struct fpc_exact_engine {
    struct fpc_levels levels; /* count = 0: not started */
    struct fpc_words sum, abs_sum;
    uint64_t additions; /* to the words since they were carried */
    struct fpc_exact_counts counts;
    const struct fpc_exact_path *path;
    const struct fpc_format_traits *traits;
    enum fpc_format format;
    bool bins_only, wide; /* wide: the last block did not fit into levels */
    unsigned fewest;      /* levels that are tried first */
    unsigned since_review;
    double largest;       /* since the last review */
    double abs_sum_floor; /* A is at least half of this: the sum of the powers of two below block
                             maxima */
    int lowest;
    struct fpc_bins *bins; /* NULL until needed; owned */
    void *copy;            /* room for two streams, if a block has to be made from the values */
    struct fpc_engine_ways ways;
};

static const struct fpc_exact_path *choose(bool *bins_only)
{
    struct fpc_exact_choice choice;
    struct fpc_error error;
    if (fpc_exact_choose(&choice, &error) != FPC_OK) {
        fprintf(stderr, "fpcheck: %s\n", error.text);
        exit(FPC_USAGE);
    }
    *bins_only = choice.wide;
    return choice.path;
}

struct fpc_exact_engine *fpc_engine_make(enum fpc_format format)
{
    struct fpc_exact_engine *engine = fpc_alloc(1, sizeof *engine);
    engine->path = choose(&engine->bins_only);
    engine->format = format;
    engine->traits = fpc_format_traits(format);
    engine->fewest = format == FPC_F64 ? 2 : 1;
    engine->lowest = INT_MAX;
    return engine;
}

void fpc_engine_free(struct fpc_exact_engine *engine)
{
    if (engine == NULL)
        return;
    free(engine->bins);
    free(engine->copy);
    free(engine);
}

static void keep_carried(struct fpc_exact_engine *engine)
{
    if (engine->additions < FPC_WORDS_MOST_ADDITIONS / 2)
        return;
    fpc_words_carry(&engine->sum);
    fpc_words_carry(&engine->abs_sum);
    engine->additions = 0;
}

static void drain_levels(struct fpc_exact_engine *engine)
{
    fpc_levels_drain(&engine->levels, &engine->sum, &engine->abs_sum, &engine->additions);
    keep_carried(engine);
}

/* Levels */

/* The precision of what levels take: of f64 or f32, in which the 16-bit formats come. */
static int precision_taken(const struct fpc_exact_engine *engine)
{
    return engine->format == FPC_F64 ? 53 : 24;
}

static bool try_levels(struct fpc_exact_engine *engine, const struct fpc_block *block,
                       struct fpc_range *range)
{
    if (!engine->path->add(&engine->levels, block, range))
        return false;
    engine->ways.by_levels[engine->levels.count]++;
    if (engine->levels.blocks == FPC_LEVEL_BLOCKS)
        drain_levels(engine);
    return true;
}

static void start_levels(struct fpc_exact_engine *engine, int top)
{
    drain_levels(engine);
    fpc_levels_start(&engine->levels, top);
    engine->levels.count = engine->fewest;
}

/* Once in a while: one level less, and an anchor nearer to the values. */
static void review(struct fpc_exact_engine *engine)
{
    int top = engine->levels.k - FPC_LEVEL_MARGIN;
    if (++engine->since_review < REVIEW_BLOCKS)
        return;
    if (engine->levels.k > FPC_LEVEL_LOWEST_K && engine->largest > 0 &&
        ilogb(engine->largest) + REVIEW_BINADES < top)
        start_levels(engine, ilogb(engine->largest) + 1);
    else if (engine->levels.count > engine->fewest)
        engine->levels.count--;
    engine->since_review = 0;
    engine->largest = 0;
}

/* A block that did not fit, of finite values that are known now. True if it does with other levels.
 */
static bool fit_levels(struct fpc_exact_engine *engine, const struct fpc_block *block,
                       const struct fpc_block_facts *facts)
{
    struct fpc_levels *levels = &engine->levels;
    struct fpc_range range;
    int top = ilogb(facts->largest);
    if (top > FPC_LEVEL_HIGHEST_TOP)
        return false;
    if (levels->count == 0 || top > levels->k - FPC_LEVEL_MARGIN)
        start_levels(engine, top < FPC_LEVEL_HIGHEST_TOP ? top + 1 : top);
    unsigned needed = fpc_levels_needed(levels, ilogb(facts->smallest), precision_taken(engine));
    if (needed == 0)
        return false;
    for (; levels->count <= needed; levels->count++)
        if (try_levels(engine, block, &range))
            return true;
    levels->count = needed;
    return try_levels(engine, block, &range);
}

/* Blocks of other kinds */

static void add_to_bins(struct fpc_exact_engine *engine, const struct fpc_block *block)
{
    if (engine->bins == NULL)
        engine->bins = fpc_bins_make();
    fpc_bins_add(engine->bins, block);
    engine->ways.by_bins++;
}

/* Room for a block made from the values: two streams, one behind the other. */
static void use_copy(struct fpc_exact_engine *engine, struct fpc_block *block)
{
    size_t size = block->single ? sizeof(float) : sizeof(double);
    if (engine->copy == NULL)
        engine->copy = fpc_alloc(2 * MOST_VALUES, sizeof(double));
    block->first = engine->copy;
    block->second = (char *)engine->copy + block->count * size;
}

/* Infinities and NaN are counted and leave +0, which adds nothing and is not counted. */
static void purge_value(struct fpc_exact_engine *engine, double value, uint64_t *kept,
                        uint64_t bits)
{
    *kept = isfinite(value) ? bits : 0;
    engine->counts.nans += isnan(value) != 0;
    engine->counts.positive_infinities += value == HUGE_VAL;
    engine->counts.negative_infinities += value == -HUGE_VAL;
}

static void purge_stream(struct fpc_exact_engine *engine, enum fpc_format format, const void *from,
                         size_t count, void *to)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = fpc_bits_load(format, from, i);
        purge_value(engine, fpc_bits_value(format, bits), &bits, bits);
        fpc_bits_store(format, to, i, bits);
    }
}

static void purge(struct fpc_exact_engine *engine, struct fpc_block *block)
{
    enum fpc_format format = block->single ? FPC_F32 : FPC_F64;
    struct fpc_block clean = *block;
    use_copy(engine, &clean);
    purge_stream(engine, format, block->first, block->count, (void *)clean.first);
    purge_stream(engine, format, block->second, block->count, (void *)clean.second);
    *block = clean;
}

/* A */

/* What may count as blind has to be known to the lowest bit; what cannot be is not looked at: A >
 * 2^(p + lowest) already. */
static bool needs_lowest(const struct fpc_exact_engine *engine)
{
    int precision = fpc_format_traits(engine->traits->accumulator)->precision;
    return engine->lowest == INT_MAX ||
           !(engine->abs_sum_floor / 2 > ldexp(1, precision + engine->lowest));
}

static void note_largest(struct fpc_exact_engine *engine, double largest)
{
    engine->largest = largest > engine->largest ? largest : engine->largest;
    if (largest > 0 && largest <= HUGE_VAL)
        engine->abs_sum_floor += ldexp(1, ilogb(largest));
}

static void note_facts(struct fpc_exact_engine *engine, const struct fpc_block_facts *facts)
{
    engine->counts.zeros += facts->zeros;
    engine->counts.negative_zeros += facts->negative_zeros;
    engine->counts.subnormals += facts->subnormals;
    if (facts->lowest <= facts->largest && ilogb(facts->lowest) < engine->lowest)
        engine->lowest = ilogb(facts->lowest);
}

static double least_normal(const struct fpc_exact_engine *engine)
{
    return ldexp(1, engine->traits->emin + engine->traits->precision - 1);
}

/* The second look, and the other ways. */
static void add_examined(struct fpc_exact_engine *engine, struct fpc_block *block, bool done)
{
    struct fpc_block_facts facts;
    engine->path->examine(block, least_normal(engine), &facts);
    note_facts(engine, &facts);
    if (done)
        return;
    if (facts.not_finite > 0)
        purge(engine, block);
    note_largest(engine, facts.largest);
    if (facts.largest == 0)
        return;
    engine->wide = engine->bins_only || !fit_levels(engine, block, &facts);
    if (engine->wide)
        add_to_bins(engine, block);
}

static void add_block(struct fpc_exact_engine *engine, struct fpc_block *block)
{
    struct fpc_range range;
    bool done = false;
    if (engine->levels.count > 0 && !engine->wide) {
        review(engine);
        done = try_levels(engine, block, &range);
    }
    if (done)
        note_largest(engine, range.largest);
    if (!done || range.smallest < least_normal(engine) || needs_lowest(engine))
        add_examined(engine, block, done);
    engine->counts.count += 2 * block->count;
}

/* 16-bit values as f32, exactly. */
static void widen(enum fpc_format format, const uint16_t *from, size_t count, float *to)
{
    fpc_float_vector wide;
    for (size_t i = 0; i < count; i += sizeof wide / sizeof *to) {
        if (format == FPC_F16)
            fpc_narrow_vector_from_f16(from + i, &wide);
        else
            fpc_narrow_vector_from_bf16(from + i, &wide);
        memcpy(to + i, &wide, sizeof wide);
    }
}

static void add_streams(struct fpc_exact_engine *engine, const void *first, const void *second,
                        size_t count)
{
    struct fpc_block block = {engine->format != FPC_F64, first, second, count};
    if (engine->traits->size == sizeof(uint16_t)) {
        use_copy(engine, &block);
        widen(engine->format, first, count, (float *)block.first);
        widen(engine->format, second, count, (float *)block.second);
    }
    add_block(engine, &block);
}

/* One by one: what is left over. */
static void add_value(struct fpc_exact_engine *engine, uint64_t bits)
{
    double value = fpc_bits_value(engine->format, bits);
    enum fpc_class class = fpc_bits_class(engine->format, bits);
    uint64_t kept;
    purge_value(engine, value, &kept, bits);
    engine->counts.count++;
    engine->counts.zeros += class == FPC_ZERO;
    engine->counts.negative_zeros += class == FPC_ZERO && fpc_bits_negative(engine->format, bits);
    engine->counts.subnormals += class == FPC_SUBNORMAL;
    if (class != FPC_NORMAL && class != FPC_SUBNORMAL)
        return;
    int exponent;
    int64_t m = (int64_t)ldexp(frexp(value, &exponent), 53);
    int zeros = __builtin_ctzll((uint64_t)m), lowest = exponent - 53 + zeros;
    engine->lowest = lowest < engine->lowest ? lowest : engine->lowest;
    m /= (int64_t)1 << zeros;
    fpc_words_add(&engine->sum, m, lowest);
    fpc_words_add(&engine->abs_sum, m < 0 ? -m : m, lowest);
    engine->additions++;
    keep_carried(engine);
}

/* Two streams, which memory delivers faster than one: the halves of the values. */
void fpc_engine_add(struct fpc_exact_engine *engine, const void *values, size_t count)
{
    const char *first = values;
    size_t size = engine->traits->size, step = engine->path->step;
    if (engine->traits->size == sizeof(uint16_t))
        step = sizeof(fpc_float_vector) / sizeof(float);
    size_t half = count / 2 / step * step, done = 0;
    while (done < half && fpc_interrupt_signal() == 0) {
        size_t rest = half - done, part = rest < engine->path->block ? rest : engine->path->block;
        add_streams(engine, first + done * size, first + (half + done) * size, part);
        done += part;
    }
    if (fpc_interrupt_signal() != 0)
        return;
    for (size_t i = 2 * half; i < count; i++)
        add_value(engine, fpc_bits_load(engine->format, values, i));
}

void fpc_engine_drain(struct fpc_exact_engine *engine, struct fpc_words *sum,
                      struct fpc_words *abs_sum, struct fpc_exact_counts *counts, int *lowest)
{
    drain_levels(engine);
    if (engine->bins)
        fpc_bins_drain(engine->bins, &engine->sum, &engine->abs_sum, &engine->additions);
    fpc_words_carry(&engine->sum);
    fpc_words_carry(&engine->abs_sum);
    fpc_words_merge(sum, &engine->sum);
    fpc_words_merge(abs_sum, &engine->abs_sum);
    fpc_exact_counts_add(counts, &engine->counts);
    *lowest = engine->lowest < *lowest ? engine->lowest : *lowest;
    engine->sum = engine->abs_sum = (struct fpc_words){0};
    engine->counts = (struct fpc_exact_counts){0};
    engine->additions = 0;
    engine->abs_sum_floor = 0;
    engine->lowest = INT_MAX;
}

const struct fpc_engine_ways *fpc_engine_ways(const struct fpc_exact_engine *engine)
{
    return &engine->ways;
}
