/* npy files for unit tests, put together byte by byte so that they can be wrong in every way. */
#ifndef FPC_TESTS_UNIT_NPY_FILE_H
#define FPC_TESTS_UNIT_NPY_FILE_H

#include "input_file.h"

/* 1, -2, 0.5 and the smallest subnormal, least significant byte first. */
static const uint8_t four_f32[] = {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f, 1, 0, 0, 0};
static const uint64_t four_f32_bits[] = {0x3f800000, 0xc0000000, 0x3f000000, 1};

struct npy {
    uint8_t bytes[4096];
    size_t size;
};

/* Builds a file: magic, version, the header's length as it is, header, values. */
static inline struct npy npy(unsigned major, const char *header, const void *values, size_t size)
{
    struct npy made = {{0x93, 'N', 'U', 'M', 'P', 'Y', (uint8_t)major, 0}, 0};
    const size_t length = strlen(header), start = major == 1 ? 10 : 12;
    assert_true(start + length + size <= sizeof made.bytes);
    for (size_t i = 8; i < start; i++)
        made.bytes[i] = (uint8_t)(length >> 8 * (i - 8));
    memcpy(made.bytes + start, header, length);
    memcpy(made.bytes + start + length, values, size);
    made.size = start + length + size;
    return made;
}

static inline const char *npy_file(unsigned major, const char *header, const void *values,
                                   size_t size)
{
    struct npy made = npy(major, header, values, size);
    return input_file_write("x.npy", made.bytes, made.size);
}

#endif
