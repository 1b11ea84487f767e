/* What reading memory costs at best: the limit that kernels on the CPU are measured against. */
#ifndef FPC_RUN_STREAM_H
#define FPC_RUN_STREAM_H

#include <stddef.h>

/* Reads `size` bytes once in `streams` equal pieces side by side, what is beyond a multiple of 4096
 * by itself, and returns a value that depends on all of them. streams: 1, 2 or 4. */
unsigned long fpc_stream_read(const void *data, size_t size, unsigned streams);

/* Seconds of a clock that only runs forward. */
double fpc_stream_now(void);

#endif
