/* The exact sum at the speed of memory.
 *
 * Warps add batches exactly (exact_warp.cuh), each into numbers of its own, which are integers in
 * the end. These go into the words of the block, and those into the result, by integer atomics. So
 * the result depends neither on the ways that batches took nor on who came first. */
#include "kernels/device.cuh"
#include "kernels/exact_warp.cuh"

namespace fpc {

/* Threads of a block that is launched: the shared memory of these fits on every GPU. A block of the
 * request with more is launched as several. */
const unsigned exact_threads = 128;

/* Blocks that are launched at most; they stride over the data. */
const uint32_t exact_most_blocks = 1u << 20;

/* Zeros and subnormal numbers of the format, which few batches have. */
template <typename Value, bool with_facts>
__device__ void count_small(exact_warp<Value, with_facts> &warp, const batch_of_pieces &batch)
{
    typedef exact_format<Value> format;
    const double smallest_normal = __hiloint2double((double_bias + 1 - format::bias) << 20, 0);
    unsigned smallest = 0xffffffffu;
#pragma unroll
    for (unsigned k = 0; k < in_flight; k++)
        smallest = format::lower(smallest, batch.piece[k]);
    if (format::field_of_smallest(smallest) != 0)
        return;
#pragma unroll
    for (unsigned k = 0; k < in_flight; k++) {
#pragma unroll
        for (unsigned j = 0; j < format::per_piece; j++) {
            double x = format::value(batch.piece[k], j);
            bool zero = k < batch.valid && x == 0;
            warp.zeros += zero;
            warp.negative_zeros += zero && __double2hiint(x) < 0;
            warp.subnormals += x != 0 && fabs(x) < smallest_normal;
        }
    }
}

/* How far the exponents reach. */
template <typename Value, bool with_facts>
__device__ __forceinline__ void note_exponent(exact_warp<Value, with_facts> &warp, double x)
{
    unsigned field = static_cast<unsigned>(__double2hiint(x)) >> 20 & FPC_EXACT_FIELDS;
    if (x == 0 || field == FPC_EXACT_FIELDS)
        return;
    field = max(field, 1u);
    warp.largest = max(warp.largest, field);
    warp.above = max(warp.above, FPC_EXACT_FIELDS - field);
}

template <typename Value, bool with_facts>
__device__ void note_exponents(exact_warp<Value, with_facts> &warp, const batch_of_pieces &batch)
{
#pragma unroll
    for (unsigned k = 0; k < in_flight; k++)
#pragma unroll
        for (unsigned j = 0; j < exact_format<Value>::per_piece; j++)
            note_exponent<Value, with_facts>(warp, exact_format<Value>::value(batch.piece[k], j));
}

/* The batch of this lane: pieces first, first + lanes, ... of `whole`. */
template <typename Value>
__device__ __forceinline__ batch_of_pieces load_batch(const pieces_of<sum_of<Value>> &pieces,
                                                      uint64_t whole, uint64_t first,
                                                      uint64_t lanes)
{
    batch_of_pieces batch;
    batch.valid = in_flight;
    if (first - threadIdx.x % 32 + 31 + (in_flight - 1) * lanes < whole) {
#pragma unroll
        for (unsigned k = 0; k < in_flight; k++)
            batch.piece[k] = pieces(first + k * lanes);
        return batch;
    }
    batch.valid = 0;
#pragma unroll
    for (unsigned k = 0; k < in_flight; k++) {
        bool has = first + k * lanes < whole;
        batch.piece[k] = has ? pieces(first + k * lanes) : make_uint4(0, 0, 0, 0);
        batch.valid += has;
    }
    return batch;
}

/* The values behind the last whole piece, one for each lane. */
template <typename Value, bool with_facts>
__device__ void take_rest(exact_warp<Value, with_facts> &warp, const sum_of<Value> &source,
                          uint64_t n)
{
    uint64_t i =
        n / exact_format<Value>::per_piece * exact_format<Value>::per_piece + threadIdx.x % 32;
    double x = i < n ? static_cast<double>(source(i)) : 0;
    double smallest_normal =
        __hiloint2double((double_bias + 1 - exact_format<Value>::bias) << 20, 0);
    int exponent;
    if (with_facts && i < n) {
        warp.zeros += x == 0;
        warp.negative_zeros += x == 0 && __double2hiint(x) < 0;
        warp.subnormals += x != 0 && fabs(x) < smallest_normal;
        note_exponent<Value, with_facts>(warp, x);
    }
    x = only_finite(warp.block, x);
    long long m = take_apart(x, &exponent);
    if (m == 0)
        return;
    add_to_words(warp.block->s, m, exponent);
    if (with_facts) {
        add_to_words(warp.facts->abs_sum, m < 0 ? -m : m, exponent);
        atomicMax(&warp.facts->depth, static_cast<word>(depth_of(x)));
    }
}

/* All that the warp still holds, to the block. */
template <typename Value, bool with_facts>
__device__ void finish_warp(exact_warp<Value, with_facts> &warp)
{
    const bool first = threadIdx.x % 32 == 0;
    if (warp.levels.batches != 0)
        flush_levels<Value, with_facts>(warp.levels, warp.block, warp.facts);
    if (warp.additions != 0)
        drain_bins<Value, with_facts>(warp);
    if (first && warp.deep != 0)
        atomicAdd(&warp.block->deep, static_cast<word>(warp.deep));
    if (first && warp.wide != 0)
        atomicAdd(&warp.block->wide, static_cast<word>(warp.wide));
    if (!with_facts)
        return;
    word zeros = warp_sum(warp.zeros), negative_zeros = warp_sum(warp.negative_zeros);
    word subnormals = warp_sum(warp.subnormals);
    if (first && (zeros | subnormals) != 0) {
        atomicAdd(&warp.facts->zeros, zeros);
        atomicAdd(&warp.facts->negative_zeros, negative_zeros);
        atomicAdd(&warp.facts->subnormals, subnormals);
    }
    unsigned largest = warp_max(warp.largest), above = warp_max(warp.above);
    if (first) {
        atomicMax(&warp.facts->largest, static_cast<word>(largest));
        atomicMax(&warp.facts->above, static_cast<word>(above));
    }
}

/* Words of the block into the result's, which are laid out alike. */
__device__ inline void add_all(word *to, const word *words, unsigned count)
{
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        if (words[i] != 0)
            atomicAdd(to + i, words[i]);
}

/* Blocks that a multiprocessor shall hold at once: as many as there are registers for without
 * spilling. */
template <typename Value> constexpr unsigned exact_blocks(bool with_facts)
{
    return with_facts ? 4 : sizeof(Value) == sizeof(double) ? 5 : 7;
}

template <typename Value, bool with_facts>
static __global__ void __launch_bounds__(exact_threads, exact_blocks<Value>(with_facts))
    add_exactly(sum_of<Value> source, uint64_t n, unsigned least, fpc_exact_result *result,
                fpc_exact_reference *reference)
{
    const unsigned warps = exact_threads / 32, words = sizeof(block_words) / sizeof(word);
    const unsigned fact_words = with_facts ? sizeof(block_facts) / sizeof(word) : 1;
    typedef typename exact_warp<Value, with_facts>::bins_of bins_of;
    __shared__ typename bins_of::bin_type bins[warps * bins_of::size * (with_facts ? 2 : 1)];
    __shared__ word own[words], own_facts[fact_words];
    const uint64_t whole = n / exact_format<Value>::per_piece;
    const uint64_t lanes = static_cast<uint64_t>(gridDim.x) * blockDim.x;
    const uint64_t lane = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const pieces_of<sum_of<Value>> pieces = {source};
    exact_warp<Value, with_facts> warp = {};
    warp.bins = bins + threadIdx.x / 32 * bins_of::size;
    warp.abs_bins = warp.bins + (with_facts ? warps * bins_of::size : 0);
    warp.block = reinterpret_cast<block_words *>(own);
    warp.facts = reinterpret_cast<block_facts *>(own_facts);
    warp.path = least;
    if (exact_format<Value>::on_grid)
        warp.levels.top = exact_anchors<Value>::top_for(exact_format<Value>::last_field - 1);
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
        own[i] = 0;
    for (unsigned i = threadIdx.x; i < fact_words; i += blockDim.x)
        own_facts[i] = 0;
    __syncthreads();
    for (uint64_t first = lane; first - threadIdx.x % 32 < whole; first += in_flight * lanes) {
        batch_of_pieces batch = load_batch(pieces, whole, first, lanes);
        if (with_facts) {
            count_small<Value, with_facts>(warp, batch);
            note_exponents<Value, with_facts>(warp, batch);
        }
        take_batch<Value, with_facts>(warp, batch, least);
    }
    if (lane < 32)
        take_rest<Value, with_facts>(warp, source, n);
    finish_warp<Value, with_facts>(warp);
    __syncthreads();
    add_all(reinterpret_cast<word *>(result), own, words);
    if (with_facts) {
        const unsigned sums = fact_words - fact_maxima;
        add_all(reinterpret_cast<word *>(&reference->abs_sum), own_facts, sums);
        if (threadIdx.x < fact_maxima)
            atomicMax(reinterpret_cast<word *>(&reference->depth) + threadIdx.x,
                      own_facts[sums + threadIdx.x]);
    }
}

template <typename Source> struct value_in;
template <typename Value> struct value_in<sum_of<Value>> {
    typedef Value type;
};

/* So many blocks, or fewer, that all multiprocessors are busy until the end: few waves are whole
 * ones. */
template <typename Kernel>
static uint32_t in_whole_waves(uint32_t blocks, uint32_t threads, Kernel *kernel)
{
    int device = 0, multiprocessors = 0, resident = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, static_cast<int>(threads), 0);
    uint32_t wave = static_cast<uint32_t>(resident * multiprocessors);
    return wave > 0 && blocks >= wave && blocks < 4 * wave ? blocks - blocks % wave : blocks;
}

/* The shape of the request, its blocks cut into such of at most exact_threads. */
template <bool with_facts>
static int launch_exactly(const fpc_launch_request *request, unsigned least,
                          fpc_exact_result *result, fpc_exact_reference *reference)
{
    if (request->operation == FPC_LAUNCH_MIX || request->partials_only)
        return cudaErrorNotSupported;
    if (request->blocks == 0)
        return cudaSuccess;
    uint32_t parts = (request->threads + exact_threads - 1) / exact_threads;
    uint32_t threads = whole_warps((request->threads + parts - 1) / parts);
    uint32_t blocks =
        request->blocks < exact_most_blocks / parts ? request->blocks * parts : exact_most_blocks;
    return dispatch_sum(request, [&](auto source) {
        auto *kernel = add_exactly<typename value_in<decltype(source)>::type, with_facts>;
        kernel<<<in_whole_waves(blocks, threads, kernel), threads, 0, stream_of(request)>>>(
            source, request->count, least, result, reference);
    });
}

} // namespace fpc

extern "C" int fpc_exact_launch(const struct fpc_launch_request *request, enum fpc_exact_path least)
{
    return fpc::launch_exactly<false>(request, least,
                                      static_cast<fpc_exact_result *>(request->result), nullptr);
}

extern "C" int fpc_exact_launch_reference(const struct fpc_launch_request *request,
                                          enum fpc_exact_path least)
{
    fpc_exact_reference *reference = static_cast<fpc_exact_reference *>(request->result);
    return fpc::launch_exactly<true>(request, least, &reference->result, reference);
}

extern "C" int fpc_launch_exact(const struct fpc_launch_request *request)
{
    return fpc_exact_launch(request, FPC_EXACT_NARROW);
}

extern "C" uint64_t fpc_exact_batch(enum fpc_format format)
{
    return static_cast<uint64_t>(32 * fpc::in_flight) * (format == FPC_F64   ? 2
                                                         : format == FPC_F32 ? 4
                                                                             : 8);
}
