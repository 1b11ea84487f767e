/* One array through every way to an exact sum, each held to plain additions (plain_exact.h). */
#ifndef FPC_TESTS_EXACT_PATHS_H
#define FPC_TESTS_EXACT_PATHS_H

#include "exact/engine.h"
#include "exact/path.h"
#include "number/format.h"
#include "tests/unit/plain_exact.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values of FPC_EXACT_PATH: avx512, avx2, portable, and each with "-wide". */
#define EXACT_PATHS 6
extern const char *const exact_paths[EXACT_PATHS];

/* Whether the processor has the path. The first time it has not, that is said. */
bool exact_path_there(unsigned path);

/* Makes it the path of every engine that is made from now on. */
void exact_path_force(unsigned path);

/* What the last exact_paths_hold() did on a path: blocks by levels and by bins. */
extern struct fpc_engine_ways exact_ways[EXACT_PATHS];

/* Adds values[0..count) on every path that is there, and asserts that words, counts, rounding and
 * what is said of sums that never round are those of plain additions. A failure names `what`. */
void exact_paths_hold(const char *what, enum fpc_format format, const void *values, size_t count);

/* The same for one path only. */
void exact_path_holds(unsigned path, const char *what, enum fpc_format format, const void *values,
                      size_t count);

/* Asserts the same of an accumulator that has taken what `plain` has. */
struct fpc_exact;
void exact_is_plain(const struct fpc_exact *exact, const struct plain_exact *plain,
                    const char *what, const char *path);

#endif
