/* The exact sum of stored values.
 *
 * Answers what the sum is before any rounding, so that every result can be judged. An accumulator
 * takes values in any order and in blocks of any size, needs constant memory, and accumulators of
 * parts merge into the accumulator of the whole: the same values give the same words, however they
 * are split. Arithmetic is to nearest, with subnormals (base/ieee.h). */
#ifndef FPC_EXACT_EXACT_H
#define FPC_EXACT_EXACT_H

#include "base/pool.h"
#include "exact/sum.h"
#include "exact/words.h"
#include "number/format.h"

#include <stddef.h>

struct fpc_exact_engine;

struct fpc_exact {
    enum fpc_format format;
    struct fpc_words sum, abs_sum; /* of the finite x, and of their |x|; canonical */
    struct fpc_exact_counts counts;
    int lowest;                      /* see struct fpc_exact_sum */
    struct fpc_exact_engine *engine; /* owned: how values are taken, and nothing of what was */
};

/* An empty sum, which takes the way that exact/path.h chooses; a choice that cannot be followed
 * ends the tool. The caller clears. */
void fpc_exact_init(struct fpc_exact *exact, enum fpc_format format);
void fpc_exact_clear(struct fpc_exact *exact);

/* Adds values[0..count), native-endian elements of the format, aligned. Fewer than 2^63 in all.
 * Once fpc_interrupt_signal() is set it stops early: counts.count says how many were taken. */
void fpc_exact_add(struct fpc_exact *exact, const void *values, size_t count);

/* Adds what `part` has taken; `part` is unchanged. Formats must be equal. */
void fpc_exact_merge(struct fpc_exact *exact, const struct fpc_exact *part);

/* Rounds and classifies. The caller clears *sum; `exact` may take more values afterwards. */
void fpc_exact_finish(const struct fpc_exact *exact, struct fpc_exact_sum *sum);

/* The sum of values[0..count) with the threads of `pool`. If the run is interrupted, the sum is of
 * a part: ask fpc_interrupt_signal() before using it. The caller clears *sum. */
void fpc_exact_of(enum fpc_format format, const void *values, size_t count, struct fpc_pool *pool,
                  struct fpc_exact_sum *sum);

#endif
