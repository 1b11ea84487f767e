/* How blocks of values get into words: by levels where they fit, else by bins.
 *
 * An engine holds sums of its own until it is drained into words. */
#ifndef FPC_EXACT_ENGINE_H
#define FPC_EXACT_ENGINE_H

#include "exact/sum.h"
#include "exact/words.h"
#include "number/format.h"

#include <stddef.h>

struct fpc_exact_engine;

/* Which blocks went which way, since the engine was made: levels by their number, and bins. */
struct fpc_engine_ways {
    uint64_t by_levels[5], by_bins;
};

/* Follows the choice of exact/path.h, and ends the tool if it cannot. The caller frees. */
struct fpc_exact_engine *fpc_engine_make(enum fpc_format format);
void fpc_engine_free(struct fpc_exact_engine *engine);

/* Takes values[0..count), or fewer once fpc_interrupt_signal() is set. */
void fpc_engine_add(struct fpc_exact_engine *engine, const void *values, size_t count);

/* Moves everything taken into words, which are canonical before and after, and into counts; *lowest
 * becomes the lower of itself and the engine's. The engine is empty then. */
void fpc_engine_drain(struct fpc_exact_engine *engine, struct fpc_words *sum,
                      struct fpc_words *abs_sum, struct fpc_exact_counts *counts, int *lowest);

const struct fpc_engine_ways *fpc_engine_ways(const struct fpc_exact_engine *engine);

#endif
