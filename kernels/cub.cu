#include "kernels/device.cuh"

#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/transform_iterator.h>

/* Values as the library is to read them: those of 16 bits as f32. */
template <typename Value> struct to_float {
    __device__ float operator()(Value value) const
    {
        return static_cast<float>(value);
    }
};

static const float *values_of(const fpc::sum_of<float> &source)
{
    return source.values;
}
static const double *values_of(const fpc::sum_of<double> &source)
{
    return source.values;
}
template <typename Value> static auto values_of(const fpc::sum_of<Value> &source)
{
    return thrust::make_transform_iterator(source.values, to_float<Value>{});
}

/* Asks the library for its needs first, which launches nothing. */
template <typename Source>
static cudaError_t sum(const struct fpc_launch_request *request, const Source &source)
{
    using A = typename Source::accumulator;
    auto values = values_of(source);
    A *result = fpc::result_in<A>(request);
    size_t needed = 0;
    cudaError_t reason = cub::DeviceReduce::Sum(nullptr, needed, values, result, request->count,
                                                fpc::stream_of(request));
    if (reason == cudaSuccess && needed > request->workspace_size)
        reason = cudaErrorInvalidValue;
    if (reason == cudaSuccess)
        reason = cub::DeviceReduce::Sum(request->workspace, needed, values, result, request->count,
                                        fpc::stream_of(request));
    return reason;
}

extern "C" int fpc_launch_cub(const struct fpc_launch_request *request)
{
    if (request->operation == FPC_LAUNCH_MIX || request->partials_only)
        return cudaErrorNotSupported;
    cudaError_t reason = cudaSuccess;
    int launched = fpc::dispatch_sum(request, [&](auto source) { reason = sum(request, source); });
    return reason != cudaSuccess ? reason : launched;
}
