/* Block-order sensitivity: what other orders of the same block partials give.
 *
 * Only partials that are not zero take part; adding a zero changes no running sum. */
#ifndef FPC_ANALYSIS_SENSITIVITY_H
#define FPC_ANALYSIS_SENSITIVITY_H

#include "analysis/findings.h"
#include "run/samples.h"

/* Every permutation is tried up to this many partials that are not zero. */
#define FPC_EXHAUSTIVE_PARTIALS 8

/* Tries every order if there are few partials, else the sorted ones (by index, value and magnitude,
 * up and down) and `orders` seeded random ones; none if `orders` is 0. Results are distinct
 * patterns in the result format, not judged. Stops early when the tool is interrupted. Only for
 * samples with arrival; others get mode none. The caller frees results.items. */
struct fpc_sensitivity fpc_sensitivity_of(const struct fpc_samples *samples, uint64_t orders,
                                          uint64_t seed);

/* Why no order of these partials can give another result, as static text, or NULL if one may:
 * at most two are not zero; or all of these are equal; or all are multiples of 2^g and
 * sum |partial| <= 2^(p+g), so that every sum is exact, and none is flushed; or one is NaN. */
const char *fpc_sensitivity_blind(const struct fpc_samples *samples);

#endif
