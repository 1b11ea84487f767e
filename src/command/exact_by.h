/* --exact-by: who computes the exact sum that results are judged by. */
#ifndef FPC_COMMAND_EXACT_BY_H
#define FPC_COMMAND_EXACT_BY_H

#include "base/status.h"
#include "exact/sum.h"
#include "input/input.h"
#include "run/device.h"

enum fpc_exact_by {
    FPC_EXACT_BY_DEFAULT, /* both for few values, else where the kernels run */
    FPC_EXACT_BY_CPU,     /* integer words (exact/exact.h) */
    FPC_EXACT_BY_GPU,     /* integer words, added up on the device */
    FPC_EXACT_BY_MPFR,    /* an MPFR addition for each value (exact/reference.h) */
    FPC_EXACT_BY_BOTH,    /* cpu and mpfr, and they must agree */
    FPC_EXACT_BY_NONE
};

/* The words of the option, in the order of the members above from cpu on; ends with NULL. */
extern const char *const fpc_exact_by_words[];

/* So many values are summed by both unless told otherwise: the second opinion costs 20 ms. */
#define FPC_EXACT_BY_BOTH_UP_TO (UINT64_C(1) << 20)

/* The exact sum of the input by CPU, GPU, MPFR or BOTH; by GPU of the values that are loaded.
 * Errors: FPC_FAILED, if both do not agree too, which is a bug of this tool; *sum is then not set.
 * If the run is interrupted the sum is of a part. The caller clears *sum. */
enum fpc_status fpc_exact_by_sum(enum fpc_exact_by how, const struct fpc_input *input,
                                 struct fpc_device *device, struct fpc_exact_sum *sum,
                                 struct fpc_error *error);

#endif
