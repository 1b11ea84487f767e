/* Launching kernels, on the host: from a request to a source, a launch shape and an error. This is what
 * NAME.cu includes. */
#ifndef FPC_KERNELS_DEVICE_CUH
#define FPC_KERNELS_DEVICE_CUH

#include "kernels/blocks.cuh"

namespace fpc {

/* Threads of a launch: whole warps. */
inline uint32_t whole_warps(uint32_t threads)
{
    return (threads + 31) / 32 * 32;
}

/* The width of a tree over all threads: the next power of two, at least 2. */
inline uint32_t tree_width(uint32_t threads)
{
    uint32_t width = 2;
    while (width < threads)
        width *= 2;
    return width;
}

inline cudaStream_t stream_of(const fpc_launch_request *request)
{
    return static_cast<cudaStream_t>(request->stream);
}

template <typename A> A *partials_in(const fpc_launch_request *request)
{
    return static_cast<A *>(request->partials);
}
template <typename A> A *result_in(const fpc_launch_request *request)
{
    return static_cast<A *>(request->result);
}
template <typename A> A *old_values_in(const fpc_launch_request *request)
{
    return static_cast<A *>(request->old_values);
}

/* Calls `launch` with the source of the values; returns the launch's error. */
template <typename Launch> int dispatch_sum(const fpc_launch_request *request, const Launch &launch)
{
    switch (request->format) {
    case FPC_F64:
        launch(sum_of<double>{static_cast<const double *>(request->values)});
        break;
    case FPC_F32:
        launch(sum_of<float>{static_cast<const float *>(request->values)});
        break;
    case FPC_F16:
        launch(sum_of<__half>{static_cast<const __half *>(request->values)});
        break;
    case FPC_BF16:
        launch(sum_of<__nv_bfloat16>{static_cast<const __nv_bfloat16 *>(request->values)});
        break;
    }
    return static_cast<int>(cudaGetLastError());
}

/* The same with the source that the request asks for, for kernels whose order is known. No blocks:
 * no data, and nothing to do. */
template <typename Launch> int dispatch(const fpc_launch_request *request, const Launch &launch)
{
    if (request->blocks == 0)
        return cudaSuccess;
    if (request->operation != FPC_LAUNCH_MIX)
        return dispatch_sum(request, launch);
    launch(mix_of{});
    return static_cast<int>(cudaGetLastError());
}

/* The source in pieces; those of marks have as many as values of the format would have. */
template <typename Value>
pieces_of<sum_of<Value>> in_pieces(const fpc_launch_request *, const sum_of<Value> &source)
{
    return {source};
}
inline pieces_of<mix_of> in_pieces(const fpc_launch_request *request, const mix_of &source)
{
    return {request->format == FPC_F64 ? 2u : request->format == FPC_F32 ? 4u : 8u, source};
}

/* The block part. */
template <typename Source>
void launch_block_part(const fpc_launch_request *request, const Source &source)
{
    store_partials<<<request->blocks, whole_warps(request->threads), 0, stream_of(request)>>>(
        source, request->count, request->threads,
        partials_in<typename Source::accumulator>(request));
}

/* True if this device runs code that waits inside for the kernel before it (add_partials), so that it
 * may begin while that one drains: code for 9.0 or later, of the architectures in this build. */
inline bool can_launch_early()
{
    constexpr int built[] = {__CUDA_ARCH_LIST__};
    int device = 0, major = 0;
    bool waits = false;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    for (int arch : built)
        waits = waits || (arch >= 900 && arch / 100 <= major);
    return waits;
}

/* The second pass: the block part again, of one block over the partials. */
template <typename A> void launch_second_pass(const fpc_launch_request *request, uint32_t threads)
{
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t shape = {};
    shape.gridDim = 1;
    shape.blockDim = whole_warps(threads);
    shape.stream = stream_of(request);
    shape.attrs = &early;
    shape.numAttrs = can_launch_early() ? 1 : 0;
    cudaLaunchKernelEx(&shape, add_partials<A>, static_cast<const A *>(partials_in<A>(request)),
                       request->blocks, threads, result_in<A>(request));
}

template <typename Source>
void launch_in_two_passes(const fpc_launch_request *request, const Source &source)
{
    launch_block_part(request, source);
    if (!request->partials_only)
        launch_second_pass<typename Source::accumulator>(request, request->threads);
}

template <typename Source>
void launch_in_arrival(const fpc_launch_request *request, const Source &source)
{
    using A = typename Source::accumulator;
    if (request->partials_only)
        launch_block_part(request, source);
    else
        add_in_arrival<<<request->blocks, whole_warps(request->threads), 0, stream_of(request)>>>(
            source, request->count, request->threads, result_in<A>(request),
            old_values_in<A>(request));
}

template <typename Source>
void launch_in_last_block(const fpc_launch_request *request, const Source &source)
{
    using A = typename Source::accumulator;
    if (request->partials_only)
        launch_block_part(request, source);
    else
        add_in_last_block<<<request->blocks, whole_warps(request->threads), 0,
                            stream_of(request)>>>(source, request->count, request->threads,
                                                  partials_in<A>(request), request->ticket,
                                                  result_in<A>(request));
}

template <unsigned coarsen, typename Source>
void launch_segments(const fpc_launch_request *request, const Source &source)
{
    using A = typename Source::accumulator;
    uint32_t width = tree_width(request->threads), launched = whole_warps(width);
    add_segments_in_tree<coarsen>
        <<<request->blocks, launched, launched * sizeof(A), stream_of(request)>>>(
            source, request->count, request->threads, width, result_in<A>(request),
            old_values_in<A>(request), request->partials_only ? partials_in<A>(request) : nullptr);
}

/* For kernels of one block that work in place: calls `launch` with the source, a slot in the
 * workspace for each lane, and where the sum is to go. */
template <typename Launch>
int dispatch_in_place(const fpc_launch_request *request, const Launch &launch)
{
    if (request->workspace_size < request->threads * sizeof(word))
        return cudaErrorInvalidValue;
    return dispatch(request, [&](auto source) {
        using A = typename decltype(source)::accumulator;
        launch(source, static_cast<A *>(request->workspace),
               request->partials_only ? partials_in<A>(request) : result_in<A>(request));
    });
}

} // namespace fpc

#endif
