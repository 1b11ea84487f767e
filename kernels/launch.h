/* The contract between the CUDA device and the device code of kernels. Valid C and C++.
 *
 * The device owns all memory and has preset it; a launch function puts the kernel's work for one
 * run into the stream and waits for nothing. Pointers are to device memory. */
#ifndef FPC_KERNELS_LAUNCH_H
#define FPC_KERNELS_LAUNCH_H

#include "number/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is added: the values themselves, or 64-bit marks in their place, by an operation that is
 * neither commutative nor associative (order/mix.h), so that the result tells the order. */
enum fpc_launch_operation { FPC_LAUNCH_SUM, FPC_LAUNCH_MIX };

struct fpc_launch_request {
    enum fpc_launch_operation operation;
    bool partials_only;     /* only the block part: leave the partials and touch nothing else */
    enum fpc_format format; /* of the values */
    const void *values;     /* count elements */
    uint64_t count;         /* at least 0 */
    uint32_t blocks;        /* of the launch */
    uint32_t threads; /* lanes a block: 1 to 1024, not necessarily whole warps; up to 2048 of a
                         kernel of one block that takes two values a thread */
    void *result;     /* one accumulator (a 64-bit word to mix), preset to +0 (0), or what the
                         kernel's result_size says, preset to zeros */
    void *partials;   /* workspace of `blocks` accumulators, or words */
    void *old_values; /* what atomic additions return, one accumulator a block, or NULL */
    uint32_t *ticket; /* a counter that is 0 and is left 0 */
    void *workspace;  /* workspace_size bytes: at least 1 MiB, and `blocks` accumulators */
    size_t workspace_size;
    void *stream; /* a cudaStream_t */
};

/* Launches one run. Returns a cudaError_t: 0, or why it could not be launched. */
typedef int fpc_launch(const struct fpc_launch_request *request);

#ifdef __cplusplus
}
#endif

#endif
