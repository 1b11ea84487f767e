/* What the kernel `exact` leaves on a GPU: the exact sum of the values as integers, to be rounded
 * once on the host. Valid C and C++.
 *
 * Words add up in any order to the same words, so nothing here depends on a launch shape, on which
 * path a value took or on who came first. Words are not carried: call fpc_words_carry() first. */
#ifndef FPC_KERNELS_EXACT_H
#define FPC_KERNELS_EXACT_H

#include "exact/words.h"
#include "kernels/launch.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One run's result; preset to zeros. */
struct fpc_exact_result {
    struct fpc_words s; /* of the finite values */
    uint64_t nans, positive_infinities, negative_infinities;
    uint64_t deep, wide; /* batches that took those paths; see kernels/exact.cu */
};

/* The same with all that a reference needs; preset to zeros. `depth` is FPC_EXACT_DEPTH minus the
 * exponent of the lowest bit set in any finite value, 0 if none is. Of the finite values that are
 * not 0, as f64: `largest` is the largest exponent field, `above` FPC_EXACT_FIELDS minus the
 * smallest; a field of 0 counts as 1; both are 0 if there are none. */
#define FPC_EXACT_DEPTH  1024
#define FPC_EXACT_FIELDS 2047
struct fpc_exact_reference {
    struct fpc_exact_result result;
    struct fpc_words abs_sum;
    uint64_t zeros, negative_zeros, subnormals, depth, largest, above;
};

/* What it counted of `count` values of the format. */
struct fpc_exact_counts;
void fpc_exact_reference_counts(const struct fpc_exact_reference *reference, enum fpc_format format,
                                uint64_t count, struct fpc_exact_counts *counts);

/* Which way values go at least: the tool asks for FPC_EXACT_NARROW, tests for each. */
enum fpc_exact_path { FPC_EXACT_NARROW, FPC_EXACT_DEEP, FPC_EXACT_WIDE };

/* As a fpc_launch does; request->result is a struct fpc_exact_result, or a struct
 * fpc_exact_reference. A pass over blocks only, or one that mixes, is not supported. */
int fpc_exact_launch(const struct fpc_launch_request *request, enum fpc_exact_path least);
int fpc_exact_launch_reference(const struct fpc_launch_request *request, enum fpc_exact_path least);

/* Values that a warp takes at a time in this format. */
uint64_t fpc_exact_batch(enum fpc_format format);

#ifdef __cplusplus
}
#endif

#endif
