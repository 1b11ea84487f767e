/* The fingerprint of the arrays of one run: equal if and only if all bits are, but for chance. */
#ifndef FPC_ANALYSIS_FINGERPRINT_H
#define FPC_ANALYSIS_FINGERPRINT_H

#include "input/input.h"

#include <stdbool.h>
#include <stdint.h>

#define FPC_FINGERPRINT_SIZE 32

/* SHA-256 over the name, format, dims, memory order and values of each array, combined so that the
 * order of the list does not matter. NaNs are all alike unless nan_bits. */
void fpc_fingerprint(const struct fpc_inputs *inputs, bool nan_bits,
                     uint8_t out[FPC_FINGERPRINT_SIZE]);

#endif
