#include "kernels/device.cuh"

static __device__ float subtract(float a, float b)
{
    return __fsub_rn(a, b);
}
static __device__ double subtract(double a, double b)
{
    return __dsub_rn(a, b);
}

/* Lane l of `lanes` adds values l, l + lanes, ... in turn; what an addition loses is taken off the
 * next value. Only the sum leaves the lane. */
template <typename Source>
static __device__ typename Source::accumulator add_kahan(const Source &source, uint64_t n,
                                                         uint64_t lane, uint64_t lanes)
{
    typedef typename Source::accumulator A;
    A sum = 0, compensation = 0;
    fpc::for_strided(source, n, lane, lanes, [&](A value) {
        A y = subtract(value, compensation), t = fpc::add(sum, y);
        compensation = subtract(subtract(t, sum), y);
        sum = t;
    });
    return sum;
}

/* Marks lose nothing. */
static __device__ fpc::word add_kahan(const fpc::mix_of &source, uint64_t n, uint64_t lane,
                                      uint64_t lanes)
{
    return fpc::add_strided(source, n, lane, lanes);
}

template <typename Source>
static __global__ void store_kahan(Source source, uint64_t n, uint32_t threads,
                                   typename Source::accumulator *partials)
{
    typename Source::accumulator sum = 0;
    if (threadIdx.x < threads)
        sum = add_kahan(source, n, static_cast<uint64_t>(blockIdx.x) * threads + threadIdx.x,
                        static_cast<uint64_t>(gridDim.x) * threads);
    sum = fpc::fold_block(sum);
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

extern "C" int fpc_launch_kahan_gpu(const struct fpc_launch_request *request)
{
    return fpc::dispatch(request, [&](auto source) {
        using A = typename decltype(source)::accumulator;
        store_kahan<<<request->blocks, fpc::whole_warps(request->threads), 0,
                      fpc::stream_of(request)>>>(source, request->count, request->threads,
                                                 fpc::partials_in<A>(request));
        if (!request->partials_only)
            fpc::launch_second_pass<A>(request, request->threads);
    });
}
