#include "exact/levels.h"

#include <string.h>

static int unit_of(const struct fpc_levels *levels, unsigned level)
{
    return levels->k - FPC_LEVEL_STEP * (int)level - 52;
}

void fpc_levels_start(struct fpc_levels *levels, int top)
{
    memset(levels, 0, sizeof *levels);
    levels->k = top + FPC_LEVEL_MARGIN;
    if (levels->k < FPC_LEVEL_LOWEST_K)
        levels->k = FPC_LEVEL_LOWEST_K;
}

/* A value of exponent e has no bit below 2^(e - precision + 1), nor below 2^-1074. */
static bool takes_all(const struct fpc_levels *levels, unsigned count, int lowest, bool single)
{
    int bit = lowest - (single ? 23 : 52);
    return unit_of(levels, count - 1) <= (bit < FPC_WORDS_EMIN ? FPC_WORDS_EMIN : bit);
}

bool fpc_levels_lose_nothing(const struct fpc_levels *levels, int lowest, bool single)
{
    return takes_all(levels, levels->count, lowest, single);
}

/* One and two levels of f32 may fail before level 0. */
unsigned fpc_levels_needed(const struct fpc_levels *levels, int lowest, bool single)
{
    for (unsigned count = single ? 3 : 1; count <= FPC_LEVELS; count++)
        if (takes_all(levels, count, lowest, single))
            return count;
    return 0;
}

static void drain_lanes(int64_t *lanes, int exponent, struct fpc_words *words)
{
    for (unsigned lane = 0; lane < FPC_LEVEL_LANES; lane++) {
        fpc_words_add(words, lanes[lane], exponent);
        lanes[lane] = 0;
    }
}

void fpc_levels_drain(struct fpc_levels *levels, struct fpc_words *sum, struct fpc_words *abs_sum,
                      uint64_t *additions)
{
    if (levels->blocks == 0)
        return;
    for (unsigned level = 0; level < FPC_LEVELS; level++) {
        drain_lanes(levels->sums[level], unit_of(levels, level), sum);
        drain_lanes(levels->abs_sums[level], unit_of(levels, level), abs_sum);
    }
    *additions += FPC_LEVELS * FPC_LEVEL_LANES;
    levels->blocks = 0;
}
