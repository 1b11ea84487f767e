/* The four binary number formats and what can be asked of one value's bits.
 *
 * A value is carried as its bit pattern in the low bits of a uint64_t, or as a double: every value
 * of every format is a double exactly. Bits keep what a double may lose (the payload of a NaN). */
#ifndef FPC_NUMBER_FORMAT_H
#define FPC_NUMBER_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fpc_format { FPC_F64, FPC_F32, FPC_F16, FPC_BF16 };
#define FPC_FORMATS 4

/* Finite values are k 2^e with |k| < 2^precision and e >= emin; |value| < 2^emax. */
struct fpc_format_traits {
    const char *name;            /* "f64", "f32", "f16", "bf16" */
    size_t size;                 /* bytes */
    int precision;               /* p: 53, 24, 11, 8 */
    int emax;                    /* 1024, 128, 16, 128 */
    int emin;                    /* exponent of the smallest subnormal: -1074, -149, -24, -133 */
    int digits;                  /* decimal digits that tell every two values apart */
    enum fpc_format accumulator; /* what sums of this format are kept in: f64, or f32 */
};

enum fpc_class { FPC_NAN, FPC_INFINITE, FPC_ZERO, FPC_SUBNORMAL, FPC_NORMAL };

/* The traits of a format; static. */
const struct fpc_format_traits *fpc_format_traits(enum fpc_format format);

/* Reads a format's name; *out is set only on success. */
bool fpc_format_parse(const char *name, enum fpc_format *out);

/* The bits of values[index]; `values` holds native-endian elements, aligned for the format. */
uint64_t fpc_bits_load(enum fpc_format format, const void *values, size_t index);

/* Stores bits as values[index]. */
void fpc_bits_store(enum fpc_format format, void *values, size_t index, uint64_t bits);

/* The value as a double, exact. A NaN gives a quiet NaN of the same sign. */
double fpc_bits_value(enum fpc_format format, uint64_t bits);

/* `value` rounded once to the format: nearest, ties to even, subnormals and overflow to infinity as
 * IEEE 754 section 4.3.1 and 7.4 say. A NaN gives the format's default quiet NaN with its sign. */
uint64_t fpc_bits_round(enum fpc_format format, double value);

/* Bits of one format as bits of another, rounded once; within a format nothing changes. */
uint64_t fpc_bits_convert(enum fpc_format from, uint64_t bits, enum fpc_format to);

/* The class and the sign (true if the sign bit is set). */
enum fpc_class fpc_bits_class(enum fpc_format format, uint64_t bits);
bool fpc_bits_negative(enum fpc_format format, uint64_t bits);

/* The positive quiet NaN without payload: the pattern that stands for the whole class. */
uint64_t fpc_bits_nan(enum fpc_format format);

/* The ordered integer of a value that is no NaN: neighbours in the format differ by 1, both zeros
 * give 0, infinities are one beyond the largest finite values. The ULP distance of two results is
 * the difference of their ordinals (up to 2^64 - 2^53 for f64, hence unsigned). */
int64_t fpc_bits_ordinal(enum fpc_format format, uint64_t bits);
uint64_t fpc_bits_distance(enum fpc_format format, uint64_t a, uint64_t b);

#endif
