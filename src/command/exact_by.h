/* --exact-by: who computes the exact sum that results are judged by. */
#ifndef FPC_COMMAND_EXACT_BY_H
#define FPC_COMMAND_EXACT_BY_H

#include "base/pool.h"
#include "base/status.h"
#include "exact/sum.h"
#include "input/input.h"

enum fpc_exact_by {
    FPC_EXACT_BY_DEFAULT, /* both up to 2^20 values, else cpu */
    FPC_EXACT_BY_CPU,     /* integer words (exact/exact.h) */
    FPC_EXACT_BY_MPFR,    /* an MPFR addition for each value (exact/reference.h) */
    FPC_EXACT_BY_BOTH,    /* and they must agree */
    FPC_EXACT_BY_NONE
};

/* The words of the option, in the order of the members above from cpu on; ends with NULL. */
extern const char *const fpc_exact_by_words[];

/* The exact sum of the input, not by NONE. Errors: FPC_FAILED if both do not agree, which is a bug
 * of this tool. If the run is interrupted the sum is of a part. The caller clears *sum, in any
 * case. */
enum fpc_status fpc_exact_by_sum(enum fpc_exact_by how, const struct fpc_input *input,
                                 struct fpc_pool *pool, struct fpc_exact_sum *sum,
                                 struct fpc_error *error);

#endif
