/* The least that a run on a GPU can cost: starts CUDA, copies as many bytes as a file has from
 * pinned memory, launches atomic and two_pass RUNS times each, and ends. Nothing is read, compared
 * or said.
 *
 *   floor BYTES RUNS */
#include "base/status.h"
#include "kernels/kernel.h"
#include "kernels/launch.h"

#include <cuda_runtime_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECE ((size_t)8 << 20)

static void must(cudaError_t reason)
{
    if (reason != cudaSuccess) {
        fprintf(stderr, "floor: %s\n", cudaGetErrorString(reason));
        exit(FPC_FAILED);
    }
}

static void *memory(size_t size)
{
    void *at;
    must(cudaMalloc(&at, size));
    must(cudaMemset(at, 0, size < 4096 ? size : 4096));
    return at;
}

static void copy_up(char *values, size_t bytes)
{
    void *pinned;
    must(cudaMallocHost(&pinned, PIECE));
    memset(pinned, 0, PIECE);
    for (size_t done = 0; done < bytes; done += PIECE)
        must(cudaMemcpyAsync(values + done, pinned, bytes - done < PIECE ? bytes - done : PIECE,
                             cudaMemcpyHostToDevice, 0));
    must(cudaStreamSynchronize(0));
    must(cudaFreeHost(pinned));
}

int main(int argc, char **argv)
{
    static const char *const kernels[] = {"atomic", "two_pass"};
    if (argc != 3)
        return FPC_USAGE;
    size_t bytes = strtoull(argv[1], NULL, 10);
    unsigned long runs = strtoul(argv[2], NULL, 10);
    struct fpc_launch_request request = {.format = FPC_F32, .count = bytes / 4, .threads = 256};
    int sms = 0;
    must(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    char *values = memory(bytes);
    copy_up(values, bytes);
    request.values = values;
    request.blocks = 4 * (uint32_t)sms;
    request.result = memory(8);
    request.partials = memory(request.blocks * 8);
    request.ticket = memory(sizeof(uint32_t));
    request.workspace = memory(1 << 20);
    request.workspace_size = 1 << 20;
    for (int k = 0; k < 2; k++)
        for (unsigned long i = 0; i < runs; i++)
            must((cudaError_t)fpc_kernel_find(kernels[k])->launch(&request));
    must(cudaDeviceSynchronize());
    return FPC_OK;
}
