#include "kernels/device.cuh"

/* One block works in place, in global memory, on a copy of the values: the input stays as it is.
 * Thread t owns slot 2t; while it has a partner, so has 2t + stride: 2t is a multiple of 2 stride
 * below the width, which is one too. */
template <typename Source>
static __global__ void fold_neighbours(Source source, uint64_t n, uint32_t width,
                                       typename Source::accumulator *slots,
                                       typename Source::accumulator *sum)
{
    fpc::fill_slots(source, n, width, slots);
    for (uint32_t stride = 1; stride < width; stride *= 2) {
        uint32_t slot = 2 * threadIdx.x;
        if (threadIdx.x % stride == 0 && slot < width)
            slots[slot] = fpc::add(slots[slot], slots[slot + stride]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = slots[0];
}

extern "C" int fpc_launch_interleaved(const struct fpc_launch_request *request)
{
    return fpc::dispatch_in_place(request, [&](auto source, auto *slots, auto *sum) {
        fold_neighbours<<<1, fpc::whole_warps(request->threads / 2), 0, fpc::stream_of(request)>>>(
            source, request->count, request->threads, slots, sum);
    });
}
