/* Values that follow from a short line: NAME COUNT ARG...
 *
 * A generator gives the value at any index by itself, so that a prefix of a longer sequence is the
 * shorter one and nothing is kept between values. To add one is to add its descriptor and its line
 * in the table of generator.c. */
#ifndef FPC_INPUT_GENERATOR_H
#define FPC_INPUT_GENERATOR_H

#include "number/format.h"

#include <stddef.h>
#include <stdint.h>

struct fpc_generator {
    const char *name;
    const char *arguments; /* what follows COUNT, for people: "SEED LOW HIGH" */

    /* Reads the words after COUNT. Returns NULL and sets *state, which the caller frees with
     * free(), or returns what is wrong; the caller frees that too. */
    char *(*prepare)(enum fpc_format format, char *const *words, size_t word_count, void **state);

    /* The bits of the value at `index`, of the format given to prepare. */
    uint64_t (*at)(const void *state, enum fpc_format format, uint64_t index);
};

/* Ends with NULL. */
extern const struct fpc_generator *const fpc_generators[];

/* The generator of that name, or NULL. */
const struct fpc_generator *fpc_generator_find(const char *name);

#endif
