/* Cooperative groups: cg::reduce within the block, block sums stored and added by one block. The
 * library does not say in which order it adds. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_cooperative = {
    .name = "cooperative",
    .summary = "cooperative groups' reduce, in two passes",
    .promise = FPC_LEVEL_RUN_TO_RUN,
    .library_uses_shape = true,
};
