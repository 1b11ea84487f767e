/* Random arrays of bit patterns, of the kinds that exact sums and roundings find hard.
 *
 * An array follows from its format, its kind and its seed alone, so that a failure can be repeated.
 * Made with integers: nothing of the tool but its random numbers and names of formats is used. */
#ifndef FPC_TESTS_ARRAYS_H
#define FPC_TESTS_ARRAYS_H

#include "number/format.h"

#include <stddef.h>
#include <stdint.h>

#define ARRAY_LONGEST 200
#define ARRAY_KINDS   8

struct array {
    enum fpc_format format;
    size_t size;                    /* bytes of an element */
    size_t count;                   /* 1 .. ARRAY_LONGEST */
    uint64_t bits[ARRAY_LONGEST];   /* the patterns */
    uint64_t values[ARRAY_LONGEST]; /* the same as native elements of the format */
};

/* Makes the array of kind 0 .. ARRAY_KINDS - 1 with this seed. */
void array_make(struct array *array, enum fpc_format format, unsigned kind, uint64_t seed);

/* What the kind is called in a message. */
const char *array_kind(unsigned kind);

/* The sign bit of the format, and the pattern of +infinity. */
uint64_t array_sign(enum fpc_format format);
uint64_t array_infinity(enum fpc_format format);

#endif
