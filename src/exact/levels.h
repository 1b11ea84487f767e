/* The fast way to an exact sum: vectors of f64 that start at an anchor and never lose a bit.
 *
 * Values go in blocks. Each lane of each stream has up to four running sums of x, the levels, and
 * as many of |x|. Level l starts each block at the anchor 1.5 2^(k - 42 l), and its sum stays in
 * that binade, so it moves in units of 2^(k - 42 l - 52): what a block has added is the difference
 * of two bit patterns, an integer, and integers are added up from block to block. A block that does
 * not fit changes nothing.
 *
 * Let every |x| of the block be below 2^(top + 1), and k >= top + 12.
 *  1. A lane takes at most 512 values of a block, so what level 0 has taken is at most 2^(top + 10)
 * <= 2^(k - 2), which full blocks reach by rounding up, and its rounded sum S within 2^(k - 1)
 * of 1.5 2^k: in the binade of the anchor.
 *  2. T = fl(S + x) is x rounded to the unit g = 2^(k - 52). q = T - S is a multiple of g below
 * 2^53 g, so it is computed exactly. r = x - q is the error of an addition to nearest, hence a
 * number (Knuth, The art of computer programming 2, 4.2.2; Ogita, Rump and Oishi, Accurate sum and
 * dot product, 2005), so x - q is computed exactly too. No condition on |S| against |x| is needed
 * besides 1. |r| <= g / 2.
 *  3. Level 1 takes r in place of x: |r| <= 2^(k - 53) < 2^(k - 42 - 12 + 2), 512 of which come
 * to 2^(k - 42 - 2) at most.
 *  4. The last level adds what is left without a further one: exact if and only if that addition
 * is. The processor's inexact flag tells, where the other additions need not raise it (McDonald
 * 1994; Rump, Ultimately fast accurate summation, 2009). Else the last unit must divide every value
 * of the block for its exponent alone; then each level's r is a multiple of it, and no sum is too
 * long for it. f32 in one or two levels, with the flag: four values are added before they go to
 * level 0. They are 24 bits long, and f64 have 53: that fails only if the four are 28 binades
 * apart (29, but for the carries of three). Witness: 1, 0x1p-100 with top = 0, k = 12: units 2^-40
 * and 2^-82; three levels take 2^-100, in units of 2^-124; two raise the flag, and are not enough
 * by exponents.
 *
 * Arithmetic is to nearest, with subnormals (base/ieee.h). */
#ifndef FPC_EXACT_LEVELS_H
#define FPC_EXACT_LEVELS_H

#include "exact/block.h"
#include "exact/words.h"

#include <stdbool.h>
#include <stdint.h>

#define FPC_LEVELS            4
#define FPC_LEVEL_STEP        42
#define FPC_LEVEL_MARGIN      12     /* k - top, at least */
#define FPC_LEVEL_HIGHEST_TOP 1010   /* k is an exponent of f64 ... */
#define FPC_LEVEL_LOWEST_K    (-896) /* ... and so is that of the last level, -1022 */
#define FPC_LEVEL_LANES       16     /* of both streams together */
#define FPC_LEVEL_BLOCKS      2048u /* between two drains: each adds at most 2^50 units to a lane */

struct fpc_levels {
    int64_t sums[FPC_LEVELS][FPC_LEVEL_LANES]; /* units of each level */
    int64_t abs_sums[FPC_LEVELS][FPC_LEVEL_LANES];
    unsigned blocks; /* since the last drain */
    unsigned count;  /* levels in use, 1 to 4 */
    int k;           /* exponent of the first anchor */
};

/* Of the |x| of a block, NaN left out. */
struct fpc_range {
    double smallest, largest;
};

/* Adds the block if every step is exact, else changes nothing. *range is set in any case. */
typedef bool fpc_levels_add(struct fpc_levels *levels, const struct fpc_block *block,
                            struct fpc_range *range);

/* Starts empty levels for values below 2^(top + 1), top <= FPC_LEVEL_HIGHEST_TOP. */
void fpc_levels_start(struct fpc_levels *levels, int top);

/* True if the levels in use take f64, or f32 if `single`, of exponents lowest .. top without a
 * loss, whatever they are. */
bool fpc_levels_lose_nothing(const struct fpc_levels *levels, int lowest, bool single);

/* With how many levels a block of such values cannot fail; 0 if it always can. */
unsigned fpc_levels_needed(const struct fpc_levels *levels, int lowest, bool single);

/* Moves what was added into words, whose additions it counts to *additions, and starts anew. */
void fpc_levels_drain(struct fpc_levels *levels, struct fpc_words *sum, struct fpc_words *abs_sum,
                      uint64_t *additions);

#endif
