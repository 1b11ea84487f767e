/* Any bytes as a baseline: must be read soundly or be refused.
 *
 * Ends the process where that does not hold; what a sanitizer sees ends it as well. */
#ifndef FPC_TESTS_FUZZ_FUZZ_BASELINE_H
#define FPC_TESTS_FUZZ_FUZZ_BASELINE_H

#include <stddef.h>
#include <stdint.h>

/* Reads data[0..size); what is read is shown, and written, which must read back as the same. */
void fuzz_baseline(const uint8_t *data, size_t size);

#endif
