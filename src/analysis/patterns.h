/* From a list of results to its distinct bit patterns. */
#ifndef FPC_ANALYSIS_PATTERNS_H
#define FPC_ANALYSIS_PATTERNS_H

#include "analysis/findings.h"

/* The distinct patterns of bits[0..count), count >= 1, by first appearance, with their counts and
 * the spread; what a judge adds (errors, verdicts) is zero. All NaN are one pattern.
 * The caller frees items. */
struct fpc_patterns fpc_patterns_of(enum fpc_format format, const uint64_t *bits, uint64_t count);

/* How many different numbers there are in numbers[0..count). */
size_t fpc_patterns_distinct(const uint64_t *numbers, uint64_t count);

#endif
