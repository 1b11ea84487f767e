/* An input's way to the GPU. */
#include "run/cuda.h"

#include <string.h>

/* Values go up in pieces; all CPU threads read a piece, part by part. */
#define FPC_CUDA_PIECE ((size_t)32 << 20)
#define FPC_CUDA_PART  ((size_t)1 << 20)

/* A piece on its way from the file to pinned memory, read by all CPU threads: pages of a mapped
 * file that are first touched cost more than their copy. */
struct piece {
    char *to;
    const char *from;
    size_t size;
};

static void copy_part(void *context, unsigned worker, uint64_t part)
{
    const struct piece *piece = context;
    size_t first = (size_t)part * FPC_CUDA_PART, left = piece->size - first;
    (void)worker;
    memcpy(piece->to + first, piece->from + first, left < FPC_CUDA_PART ? left : FPC_CUDA_PART);
}

static void read_piece(struct fpc_device *device, struct piece *piece)
{
    fpc_pool_run(device->pool, copy_part, piece, (piece->size + FPC_CUDA_PART - 1) / FPC_CUDA_PART);
}

/* Two pinned buffers: while one travels, the next piece is read into the other. */
static cudaError_t upload(struct fpc_device *device, char *to, const char *from, uint64_t bytes)
{
    void *buffers[2] = {NULL, NULL};
    cudaEvent_t sent[2] = {NULL, NULL};
    cudaError_t reason = cudaSuccess;
    for (int i = 0; i < 2 && reason == cudaSuccess; i++) {
        reason = cudaMallocHost(&buffers[i], FPC_CUDA_PIECE);
        if (reason == cudaSuccess)
            reason = cudaEventCreateWithFlags(&sent[i], cudaEventDisableTiming);
    }
    for (uint64_t done = 0, k = 0; done < bytes && reason == cudaSuccess; k ^= 1) {
        size_t size = bytes - done < FPC_CUDA_PIECE ? (size_t)(bytes - done) : FPC_CUDA_PIECE;
        struct piece piece = {buffers[k], from + done, size};
        reason = cudaEventSynchronize(sent[k]);
        if (reason == cudaSuccess) {
            read_piece(device, &piece);
            reason = cudaMemcpyAsync(to + done, buffers[k], size, cudaMemcpyHostToDevice, 0);
        }
        if (reason == cudaSuccess)
            reason = cudaEventRecord(sent[k], 0);
        done += size;
    }
    if (reason == cudaSuccess)
        reason = cudaStreamSynchronize(0);
    for (int i = 0; i < 2; i++) {
        if (sent[i])
            cudaEventDestroy(sent[i]);
        cudaFreeHost(buffers[i]);
    }
    return reason;
}

enum fpc_status fpc_cuda_load(struct fpc_device *device, const void *values, uint64_t bytes,
                              struct fpc_error *error)
{
    struct fpc_cuda *cuda = device->cuda;
    cudaFree(cuda->values);
    cuda->values = NULL;
    if (bytes > cuda->memory)
        return fpc_error_set(error, FPC_FAILED,
                             "the input does not fit on the GPU: %.1f MiB, and it has %.1f MiB",
                             (double)bytes / 1048576.0, (double)cuda->memory / 1048576.0);
    enum fpc_status status = fpc_cuda_allocate(&cuda->values, bytes, "the input", error);
    if (status != FPC_OK)
        return status;
    cudaError_t reason = upload(device, cuda->values, values, bytes);
    return reason == cudaSuccess ? FPC_OK : fpc_cuda_failed(error, "upload", reason);
}
