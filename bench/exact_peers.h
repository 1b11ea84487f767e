/* Exact sums of other makers, timed on the same values. */
#ifndef FPC_BENCH_EXACT_PEERS_H
#define FPC_BENCH_EXACT_PEERS_H

#include <stddef.h>

/* Prints, for each peer that is installed, `peer NAME f64 DATA N 1 ns_per_element ratio`: how many
 * times as fast as the peer `seconds` for these `count` f64 is. Needs python3; says nothing
 * without. */
void exact_peers_print(const char *data, const double *values, size_t count, double seconds);

#endif
