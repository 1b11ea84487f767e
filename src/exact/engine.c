#include "exact/engine.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "exact/bins.h"
#include "exact/levels.h"
#include "exact/path.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* After so many blocks it is looked whether fewer levels, or levels at all, would do again, and a
 * lower anchor. Each time that values needed more than they were given, the next look is twice as
 * far away. */
#define REVIEW_SOONEST 16
#define REVIEW_LATEST  256
/* A lower anchor will do if the values have stayed so many binades below it. */
#define REVIEW_BINADES 8

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
    unsigned since_review, review_after;
    double largest;       /* since the last review */
    double abs_sum_floor; /* A is at least half of this: the sum of the powers of two below block
                             maxima */
    int lowest;
    struct fpc_bins *bins;  /* NULL until needed; owned */
    void *widened, *finite; /* room for blocks made from the values; owned */
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
    engine->review_after = REVIEW_SOONEST;
    return engine;
}

void fpc_engine_free(struct fpc_exact_engine *engine)
{
    if (engine == NULL)
        return;
    free(engine->bins);
    free(engine->widened);
    free(engine->finite);
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
    if (++engine->since_review < engine->review_after)
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
                       const struct fpc_block_extent *extent)
{
    struct fpc_levels *levels = &engine->levels;
    struct fpc_range range;
    int top = ilogb(extent->largest);
    if (top > FPC_LEVEL_HIGHEST_TOP)
        return false;
    if (levels->count == 0 || top > levels->k - FPC_LEVEL_MARGIN)
        start_levels(engine, top < FPC_LEVEL_HIGHEST_TOP ? top + 1 : top);
    unsigned needed = fpc_levels_needed(levels, ilogb(extent->smallest), block->single);
    if (needed == 0)
        return false;
    for (; levels->count <= needed; levels->count++)
        if (try_levels(engine, block, &range))
            return true;
    levels->count = needed;
    return try_levels(engine, block, &range);
}

static double least_normal(const struct fpc_exact_engine *engine)
{
    return ldexp(1, engine->traits->emin + engine->traits->precision - 1);
}

/* Widens the exponents by those of |x| that are normal numbers; the others are noted by their
 * count. */
static void note_normals(struct fpc_exact_engine *engine, double smallest, double largest)
{
    const double sizes[] = {smallest, largest};
    int least = fpc_exact_field_exponent(engine->format, 1);
    for (int i = 0; i < 2; i++)
        if (sizes[i] < HUGE_VAL && sizes[i] >= least_normal(engine))
            fpc_exact_counts_field(&engine->counts, (unsigned)(ilogb(sizes[i]) - least + 1));
}

static void measure(struct fpc_exact_engine *engine, const struct fpc_block *block,
                    struct fpc_block_extent *extent)
{
    engine->path->measure(block, extent);
    if (extent->largest > 0 && ilogb(extent->lowest) < engine->lowest)
        engine->lowest = ilogb(extent->lowest);
}

/* Bins */

static void add_to_bins(struct fpc_exact_engine *engine, const struct fpc_block *block)
{
    struct fpc_block_counts counts;
    struct fpc_block_extent extent;
    if (engine->bins == NULL)
        engine->bins = fpc_bins_make();
    fpc_bins_add(engine->bins, block);
    engine->path->count(block, least_normal(engine), &counts);
    fpc_block_note(block, &counts, &engine->counts);
    extent.largest = counts.largest;
    if (counts.not_finite > 0)
        measure(engine, block, &extent);
    note_normals(engine, counts.smallest, extent.largest);
    if (!block->single)
        fpc_bins_note_low(engine->bins, counts.low - counts.negative_low, counts.negative_low);
    engine->ways.by_bins++;
}

/* Blocks */

static void note_largest(struct fpc_exact_engine *engine, double largest)
{
    engine->largest = largest > engine->largest ? largest : engine->largest;
    if (largest > 0)
        engine->abs_sum_floor += ldexp(1, ilogb(largest));
}

/* What may count as blind has to be known to the lowest bit; what cannot be is not looked at: A >
 * 2^(p + lowest) already. */
static bool needs_lowest(const struct fpc_exact_engine *engine)
{
    int precision = fpc_format_traits(engine->traits->accumulator)->precision;
    return engine->lowest == INT_MAX ||
           !(engine->abs_sum_floor / 2 > ldexp(1, precision + engine->lowest));
}

/* With the levels as they are. */
static bool add_to_levels(struct fpc_exact_engine *engine, const struct fpc_block *block)
{
    struct fpc_range range;
    struct fpc_block_counts counts;
    struct fpc_block_extent extent;
    if (engine->levels.count == 0 || engine->wide)
        return false;
    review(engine);
    if (!try_levels(engine, block, &range))
        return false;
    note_largest(engine, range.largest);
    if (range.smallest < least_normal(engine)) {
        engine->path->count(block, least_normal(engine), &counts);
        fpc_block_note(block, &counts, &engine->counts);
        range.smallest = counts.smallest;
    }
    note_normals(engine, range.smallest, range.largest);
    if (needs_lowest(engine))
        measure(engine, block, &extent);
    return true;
}

/* With levels that suit the values, or else in bins. */
static void add_measured(struct fpc_exact_engine *engine, const struct fpc_block *block)
{
    struct fpc_block finite = *block;
    struct fpc_block_counts counts;
    struct fpc_block_extent extent;
    engine->since_review = 0;
    engine->largest = 0;
    measure(engine, block, &extent);
    note_largest(engine, extent.largest);
    engine->path->count(block, least_normal(engine), &counts);
    if (counts.not_finite > 0)
        finite = fpc_block_finite_part(block, &engine->finite);
    bool was_wide = engine->wide, was_started = engine->levels.count > 0;
    engine->wide =
        engine->bins_only || (extent.largest > 0 && !fit_levels(engine, &finite, &extent));
    if (was_started && (engine->wide || !was_wide))
        engine->review_after *= engine->review_after < REVIEW_LATEST ? 2 : 1;
    if (engine->wide) {
        add_to_bins(engine, block);
        return;
    }
    fpc_block_note(block, &counts, &engine->counts);
    note_normals(engine, counts.smallest, extent.largest);
}

static void add_block(struct fpc_exact_engine *engine, const struct fpc_block *block)
{
    engine->counts.count += 2 * block->count;
    if (add_to_levels(engine, block))
        return;
    if (engine->wide && ++engine->since_review < engine->review_after && !needs_lowest(engine))
        add_to_bins(engine, block);
    else
        add_measured(engine, block);
}

static void add_streams(struct fpc_exact_engine *engine, const void *first, const void *second,
                        size_t count)
{
    struct fpc_block block = {engine->format != FPC_F64, first, second, count};
    if (engine->traits->size == sizeof(uint16_t)) {
        block = fpc_block_in(&engine->widened, true, count);
        engine->path->widen(engine->format, first, count, (float *)block.first);
        engine->path->widen(engine->format, second, count, (float *)block.second);
    }
    add_block(engine, &block);
}

/* One by one: what is left over. */
static void add_value(struct fpc_exact_engine *engine, uint64_t bits)
{
    double value = fpc_bits_value(engine->format, bits);
    enum fpc_class class = fpc_bits_class(engine->format, bits);
    fpc_block_note_special(value, &engine->counts);
    engine->counts.count++;
    engine->counts.zeros += class == FPC_ZERO;
    engine->counts.negative_zeros += class == FPC_ZERO && fpc_bits_negative(engine->format, bits);
    engine->counts.subnormals += class == FPC_SUBNORMAL;
    if (class == FPC_SUBNORMAL)
        fpc_exact_counts_field(&engine->counts, 1);
    note_normals(engine, fabs(value), fabs(value));
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
    if (engine->traits->size == sizeof(uint16_t) && step < FPC_WIDEN_STEP)
        step = FPC_WIDEN_STEP;
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
