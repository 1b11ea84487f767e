/* What a GPU gave, in numbers that the host can be held to.
 *
 * One record is one kernel with one format, n and launch shape on values that both sides make from
 * a seed. Partials are kept as one number, a chain of mixes over their bits. */
#ifndef FPC_TESTS_GPU_GOLDEN_H
#define FPC_TESTS_GPU_GOLDEN_H

#include "kernels/kernel.h"
#include "number/format.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct golden {
    char kernel[32];
    enum fpc_format format;
    uint64_t count;
    uint32_t blocks, threads; /* of the launch */
    uint64_t mixed_partials;  /* the order of the block part, apart from rounding */
    uint64_t mixed_result;    /* and of all; 0 for orders with arrival */
    uint64_t partials;        /* of the sums */
    uint64_t result;          /* accumulator bits; 0 for orders with arrival */
};

/* Value i of the test data: of both signs, magnitudes from 2^-6 to 2^6, rounded to the format. */
uint64_t golden_value(enum fpc_format format, uint64_t i);

/* The order of a kernel bound for a record; false if it cannot be walked. */
bool golden_order(const struct golden *golden, struct fpc_order *order);

/* A chain of mixes over count accumulators. */
uint64_t golden_chain(enum fpc_format accumulator, const void *partials, uint64_t count);
uint64_t golden_chain_words(const uint64_t *words, uint64_t count);

/* What the host gives for the kernel, format, n and shape of *golden, into its other members;
 * without the mixed words, which take longer, if `sums_only`. `values` has at least n elements of
 * the format. False if the order cannot be walked. */
bool golden_from_host(struct golden *golden, const void *values, bool sums_only);

/* What the atomic additions of one run returned, block by block, with the run's result: the line
 * begins with "old". */
#define GOLDEN_OLD_VALUES 264

struct golden_arrival {
    struct golden run;                      /* kernel, format, n, shape and result */
    uint32_t blocks;                        /* of the order */
    uint64_t old_values[GOLDEN_OLD_VALUES]; /* accumulator bits */
};

/* True if the host's partials and these old values give the result in some order of arrival. */
bool golden_arrival_holds(const struct golden_arrival *arrival, const void *values);

/* Reading is false at the end, and for a line that is no record of its kind; comments and lines of
 * the other kind are skipped. */
void golden_write_arrival(FILE *file, const struct golden_arrival *arrival);
bool golden_read_arrival(FILE *file, struct golden_arrival *arrival);
void golden_write(FILE *file, const struct golden *golden);
bool golden_read(FILE *file, struct golden *golden);

#endif
