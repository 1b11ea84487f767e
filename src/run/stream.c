#include "run/stream.h"

#include <string.h>
#include <time.h>

typedef unsigned long word_vector __attribute__((vector_size(64)));

static inline __attribute__((always_inline)) unsigned long read_body(const char *data, size_t size,
                                                                     unsigned streams)
{
    size_t piece = size / streams;
    word_vector sums[4] = {{0}}, sum;
    for (size_t i = 0; i < piece; i += 4 * sizeof sum / streams) {
        for (unsigned k = 0; k < 4; k++) {
            word_vector value;
            memcpy(&value, data + k % streams * piece + i + k / streams * sizeof value,
                   sizeof value);
            sums[k] ^= value;
        }
    }
    sum = (sums[0] ^ sums[1]) ^ (sums[2] ^ sums[3]);
    return sum[0] ^ sum[1] ^ sum[2] ^ sum[3] ^ sum[4] ^ sum[5] ^ sum[6] ^ sum[7];
}

#define FPC_STREAM_TARGET(SUFFIX, ATTRIBUTE)                                                       \
    ATTRIBUTE static unsigned long read_##SUFFIX(const char *data, size_t size, unsigned streams)  \
    {                                                                                              \
        return streams == 1   ? read_body(data, size, 1)                                           \
               : streams == 2 ? read_body(data, size, 2)                                           \
                              : read_body(data, size, 4);                                          \
    }

FPC_STREAM_TARGET(portable, )
#if defined(__x86_64__)
FPC_STREAM_TARGET(avx2, __attribute__((target("avx2"))))
FPC_STREAM_TARGET(avx512, __attribute__((target("avx512f"))))
#endif

static unsigned long read_whole(const char *data, size_t size, unsigned streams)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return read_avx512(data, size, streams);
    if (__builtin_cpu_supports("avx2"))
        return read_avx2(data, size, streams);
#endif
    return read_portable(data, size, streams);
}

unsigned long fpc_stream_read(const void *data, size_t size, unsigned streams)
{
    const char *bytes = data;
    size_t whole = size / 4096 * 4096;
    unsigned long sum = read_whole(bytes, whole, streams);
    for (size_t i = whole; i < size; i++)
        sum ^= (unsigned long)(unsigned char)bytes[i] << i % 8 * 8;
    return sum;
}

double fpc_stream_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
