/* A second opinion on exact sums, made of integers only.
 *
 * It shares nothing with the tool: no header of src/, no MPFR or GMP, no floating-point arithmetic.
 * It takes bit patterns apart by itself, adds them in one long fixed-point integer, and rounds that
 * integer to a format. It is slow and plain, so that it can be checked by reading. */
#ifndef FPC_TESTS_ORACLE_H
#define FPC_TESTS_ORACLE_H

#include <stdint.h>

/* In the order of the tool's formats, so that a test can cast; the tests assert that. */
enum oracle_format { ORACLE_F64, ORACLE_F32, ORACLE_F16, ORACLE_BF16 };

/* Bit i of the integer stands for 2^(i - 1074). 69 words hold every sum below 2^1133 with a sign,
 * that is more than 2^100 values of any format. */
#define ORACLE_WORDS 69

struct oracle {
    enum oracle_format format;
    uint32_t words[ORACLE_WORDS]; /* two's complement, lowest word first: the finite values */
    uint64_t nans, positive_infinities, negative_infinities;
};

/* An empty sum of values of the format. */
void oracle_start(struct oracle *oracle, enum oracle_format format);

/* Adds the value with these bits. */
void oracle_add(struct oracle *oracle, uint64_t bits);

/* The bits of the sum rounded to `to`, which may differ from the format of the values: nearest,
 * ties to even, subnormals, overflow to infinity; a sum that is zero is +0. With NaNs, or with
 * infinities of both signs, the positive quiet NaN without payload; else an infinity if any came.*/
uint64_t oracle_round(const struct oracle *oracle, enum oracle_format to);

/* True if the sum of the finite values is exactly zero. */
int oracle_is_zero(const struct oracle *oracle);

#endif
