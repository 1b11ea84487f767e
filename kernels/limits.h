/* What a GPU can do at best: the base lines that kernels are measured against. Valid C and C++. */
#ifndef FPC_KERNELS_LIMITS_H
#define FPC_KERNELS_LIMITS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads `bytes` bytes (a multiple of 16, from a 16-byte boundary) with loads of 16 bytes, `blocks`
 * blocks of 512 threads, and writes at most `sink`, 4 bytes.
 * Both return a cudaError_t. */
int fpc_limits_read(const void *values, uint64_t bytes, uint32_t blocks, void *sink, void *stream);

/* Launches one block that does nothing. */
int fpc_limits_empty(void *stream);

#ifdef __cplusplus
}
#endif

#endif
