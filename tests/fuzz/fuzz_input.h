/* Any bytes as an input of one kind: must be read soundly or be refused.
 *
 * Ends the process where that does not hold; what a sanitizer sees ends it as well. */
#ifndef FPC_TESTS_FUZZ_FUZZ_INPUT_H
#define FPC_TESTS_FUZZ_FUZZ_INPUT_H

#include "input/input.h"

#include <stddef.h>
#include <stdint.h>

/* Reads data[0..size) under several options; what is read is looked at to the last value. */
void fuzz_input(enum fpc_input_kind kind, const uint8_t *data, size_t size);

#endif
