#include "base/random.h"

uint64_t fpc_random_at(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t fpc_random_next(struct fpc_random *random)
{
    return fpc_random_at(random->seed, random->next++);
}

/* Lemire, Fast random integer generation in an interval, ACM TOMACS 29(1), 2019: the high half of
 * bits x bound is uniform once low halves under 2^64 mod bound are rejected. */
uint64_t fpc_random_below(struct fpc_random *random, uint64_t bound)
{
    uint64_t rejected = -bound % bound;
    for (;;) {
        unsigned __int128 product = (unsigned __int128)fpc_random_next(random) * bound;
        if ((uint64_t)product >= rejected)
            return (uint64_t)(product >> 64);
    }
}

void fpc_random_shuffle(struct fpc_random *random, uint32_t *items, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = fpc_random_below(random, i);
        uint32_t item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}
