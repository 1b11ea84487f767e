/* Long arrays that are hard for one or the other way to an exact sum: blocks full of them.
 *
 * An array follows from its kind, format, seed and length alone. Made with integers: nothing of the
 * tool but its random numbers and names of formats is used. */
#ifndef FPC_TESTS_HARD_VALUES_H
#define FPC_TESTS_HARD_VALUES_H

#include "number/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HARD_KINDS 18

/* Fills values[0..count), native elements of the format. */
void hard_fill(unsigned kind, enum fpc_format format, uint64_t seed, void *values, size_t count);

/* What the kind is called in a message. */
const char *hard_kind(unsigned kind);

/* The pattern of +-(1.fraction) 2^exponent with the highest bits of `fraction`, or what is left of
 * it below the normals; an exponent beyond the format's is its highest or lowest. */
uint64_t hard_number(enum fpc_format format, bool negative, int exponent, uint64_t fraction);

/* Stores a pattern as values[index]. */
void hard_store(enum fpc_format format, void *values, size_t index, uint64_t bits);

/* Exponents of the largest and of the smallest number of the format. */
int hard_highest(enum fpc_format format);
int hard_lowest(enum fpc_format format);

#endif
