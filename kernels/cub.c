/* CUB's DeviceReduce::Sum, which picks its own shape and order. */
#include "kernels/kernel.h"

const struct fpc_kernel fpc_kernel_cub = {
    .name = "cub",
    .summary = "CUB's DeviceReduce::Sum",
    .promise = FPC_LEVEL_RUN_TO_RUN,
};
