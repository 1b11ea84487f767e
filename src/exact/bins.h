/* The wide way to an exact sum: a bin for each sign and exponent takes significands as integers.
 *
 * Slower than levels, and indifferent to what the exponents are. A bin of f64 is a 64-bit word and
 * the carries out of it; one of f32 needs none for 2^40 values. Every value is finite. */
#ifndef FPC_EXACT_BINS_H
#define FPC_EXACT_BINS_H

#include "exact/block.h"
#include "exact/words.h"

struct fpc_bins;

/* Empty bins. The caller frees with free(). */
struct fpc_bins *fpc_bins_make(void);

/* Adds a block; infinities and NaN in it are left out. Below 2^40 values between two drains. */
void fpc_bins_add(struct fpc_bins *bins, const struct fpc_block *block);

/* Of the f64 added, so many were below the least normal f64, zeros included, by sign. To be said
 * before a drain. */
void fpc_bins_note_low(struct fpc_bins *bins, uint64_t positive, uint64_t negative);

/* Moves what was added into words, whose additions it counts to *additions, and starts anew. */
void fpc_bins_drain(struct fpc_bins *bins, struct fpc_words *sum, struct fpc_words *abs_sum,
                    uint64_t *additions);

#endif
