/* A program for `fpcheck exec` to run on a GPU: 2^24 floats, and CUB's cumulative sum of them,
 * which is not the same from run to run (its blocks add what others have got to by then), or CUB's
 * sum, which is.
 *
 *   scan cumulative|sum FILE    writes the results to FILE as raw f32 */
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <vector>

static const int count = 1 << 24;

static void must(cudaError_t reason)
{
    if (reason == cudaSuccess)
        return;
    fprintf(stderr, "scan: %s\n", cudaGetErrorString(reason));
    exit(4);
}

/* In (-1, 1), by the generator of Knuth's MMIX. */
static std::vector<float> make_values()
{
    std::vector<float> values(count);
    uint64_t state = 1;
    for (float &value : values) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        value = static_cast<float>(static_cast<int32_t>(state >> 32)) * 0x1p-31f;
    }
    return values;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const bool cumulative = strcmp(argv[1], "cumulative") == 0;
    const int results = cumulative ? count : 1;
    std::vector<float> values = make_values();
    float *in, *out;
    void *workspace = nullptr;
    size_t size = 0;
    must(cudaMalloc(&in, count * sizeof *in));
    must(cudaMalloc(&out, count * sizeof *out));
    must(cudaMemcpy(in, values.data(), count * sizeof *in, cudaMemcpyHostToDevice));
    for (int pass = 0; pass < 2; pass++) {
        must(cumulative ? cub::DeviceScan::InclusiveSum(workspace, size, in, out, count)
                        : cub::DeviceReduce::Sum(workspace, size, in, out, count));
        if (pass == 0)
            must(cudaMalloc(&workspace, size));
    }
    must(cudaMemcpy(values.data(), out, results * sizeof *out, cudaMemcpyDeviceToHost));
    FILE *file = fopen(argv[2], "wb");
    if (!file ||
        fwrite(values.data(), sizeof(float), results, file) != static_cast<size_t>(results) ||
        fclose(file) != 0)
        return 4;
    return 0;
}
