/* Samples of one run with given block partials, as a device would leave them. */
#ifndef FPC_TESTS_UNIT_SAMPLES_OF_H
#define FPC_TESTS_UNIT_SAMPLES_OF_H

#include "number/format.h"
#include "run/samples.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Of an order with arrival, in the format's accumulator, which must hold each partial. The caller
 * clears. */
static inline struct fpc_samples samples_of(enum fpc_format format, const double *partials,
                                            uint32_t blocks)
{
    struct fpc_samples samples;
    struct fpc_error error = {""};
    assert_int_equal(fpc_samples_init(&samples, format, fpc_format_traits(format)->accumulator, 1,
                                      blocks, true, &error),
                     FPC_OK);
    samples.runs = 1;
    for (uint32_t b = 0; b < blocks; b++)
        fpc_bits_store(samples.accumulator, samples.partials, b,
                       fpc_bits_round(samples.accumulator, partials[b]));
    return samples;
}

#endif
