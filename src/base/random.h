/* Random numbers with a seed that is always known, so that every run can be repeated.
 *
 * The generator is splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
 * OOPSLA 2014): a bijective mix of a counter, which makes the i-th number available by itself. */
#ifndef FPC_BASE_RANDOM_H
#define FPC_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct fpc_random {
    uint64_t seed;
    uint64_t next; /* index of the next number */
};

/* The number at `index` of the sequence with this seed: 64 uniform bits. */
uint64_t fpc_random_at(uint64_t seed, uint64_t index);

/* The next 64 uniform bits. */
uint64_t fpc_random_next(struct fpc_random *random);

/* A uniform integer in [0, bound), bound > 0, without modulo bias. */
uint64_t fpc_random_below(struct fpc_random *random, uint64_t bound);

/* A uniformly random permutation of items[0..count) in place (Fisher and Yates). */
void fpc_random_shuffle(struct fpc_random *random, uint32_t *items, size_t count);

#endif
