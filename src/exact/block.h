/* A block: values that are taken in one go, and what can be asked of them. */
#ifndef FPC_EXACT_BLOCK_H
#define FPC_EXACT_BLOCK_H

#include "exact/sum.h"
#include "number/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values of a stream in the largest block of any path. */
#define FPC_BLOCK_MOST ((size_t)512 * 8)

/* Two streams of `count` values each, as f64 or f32. */
struct fpc_block {
    bool single; /* f32 */
    const void *first, *second;
    size_t count; /* of each stream: of each path a multiple of its step, at most its block */
};

/* Of a block, by class. */
struct fpc_block_counts {
    uint64_t low, negative_low;     /* below the least normal in magnitude, zeros included */
    uint64_t zeros, negative_zeros; /* zeros: of both signs */
    uint64_t not_finite;
    double smallest,
        largest; /* the smallest |x| that is not low, infinity if all are; the largest |x| */
};

/* Of the finite values of a block that are not 0; infinity, 0 and infinity if there are none. */
struct fpc_block_extent {
    double smallest, largest; /* |x| */
    double lowest;            /* the smallest of their lowest bits */
};

/* What a path does with a block; |x| below least_normal are low. */
typedef void fpc_block_count(const struct fpc_block *block, double least_normal,
                             struct fpc_block_counts *counts);
typedef void fpc_block_measure(const struct fpc_block *block, struct fpc_block_extent *extent);

/* f16 or bf16 as f32, exactly; count is a multiple of FPC_WIDEN_STEP. */
#define FPC_WIDEN_STEP 16u
typedef void fpc_block_widen(enum fpc_format format, const uint16_t *from, size_t count, float *to);

/* A block of `count` values in each stream, one behind the other, in *room, which is made on the
 * first use for the largest block. The caller frees *room. */
struct fpc_block fpc_block_in(void **room, bool single, size_t count);

/* The block with +0, which adds nothing, in place of infinities and NaN, in *room as above. */
struct fpc_block fpc_block_finite_part(const struct fpc_block *block, void **room);

/* Adds what was counted in the block to *counts, but for the count of all; infinities and NaN are
 * told apart. */
void fpc_block_note(const struct fpc_block *block, const struct fpc_block_counts *counted,
                    struct fpc_exact_counts *counts);

/* The same for one value that may be infinite or NaN. */
void fpc_block_note_special(double value, struct fpc_exact_counts *counts);

#endif
