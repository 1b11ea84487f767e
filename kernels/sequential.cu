#include "kernels/device.cuh"

/* One block works in place, in global memory, on a copy of the values: the input stays as it is.
 * Thread t owns slot t. */
template <typename Source>
static __global__ void fold_halves(Source source, uint64_t n, uint32_t width,
                                   typename Source::accumulator *slots,
                                   typename Source::accumulator *sum)
{
    fpc::fill_slots(source, n, width, slots);
    for (uint32_t stride = width / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            slots[threadIdx.x] = fpc::add(slots[threadIdx.x], slots[threadIdx.x + stride]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = slots[0];
}

extern "C" int fpc_launch_sequential(const struct fpc_launch_request *request)
{
    return fpc::dispatch_in_place(request, [&](auto source, auto *slots, auto *sum) {
        fold_halves<<<1, fpc::whole_warps(request->threads / 2), 0, fpc::stream_of(request)>>>(
            source, request->count, request->threads, slots, sum);
    });
}
