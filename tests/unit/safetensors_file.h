/* safetensors files for unit tests, put together from text so that they can be wrong in every way.
 */
#ifndef FPC_TESTS_UNIT_SAFETENSORS_FILE_H
#define FPC_TESTS_UNIT_SAFETENSORS_FILE_H

#include "input_file.h"

/* The header's entry of one tensor. */
#define T(name, dtype, shape, from, to)                                                            \
    "\"" name "\":{\"dtype\":\"" dtype "\",\"shape\":[" shape "],\"data_offsets\":[" #from "," #to \
    "]}"

/* 64 bytes that count up: their bits are told at sight. */
static uint8_t payload[64];

static inline const char *write_file(const char *header, uint64_t said, size_t data_size)
{
    static uint8_t bytes[8192];
    const size_t length = strlen(header);
    assert_true(8 + length + data_size <= sizeof bytes);
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(said >> 8 * i);
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)(i + 1);
    memcpy(bytes + 8, header, length);
    memcpy(bytes + 8 + length, payload, data_size);
    return input_file_write("x.safetensors", bytes, 8 + length + data_size);
}

static inline const char *write_header(const char *header, size_t data_size)
{
    return write_file(header, strlen(header), data_size);
}

#endif
