/* zip archives for unit tests, put together byte by byte so that they can be wrong in every way.
 * The layout is that of PKWARE's APPNOTE.TXT: local headers with data, directory, end record. */
#ifndef FPC_TESTS_UNIT_ZIP_FILE_H
#define FPC_TESTS_UNIT_ZIP_FILE_H

#include "npy_file.h"

#define ZIP_DEFLATED  8
#define ZIP_ENCRYPTED 1 /* bit of flags */

struct zip_entry {
    const char *name;
    const void *data; /* as stored */
    size_t size;
    unsigned method, flags, mode;
    uint32_t crc_wrong;  /* added to the checksum */
    uint32_t size_wrong; /* added to the size that is claimed after inflating */
};

struct zip {
    uint8_t bytes[8192];
    size_t size;
};

static inline void zip_put(struct zip *zip, uint64_t value, size_t size)
{
    assert_true(zip->size + size <= sizeof zip->bytes);
    for (size_t i = 0; i < size; i++)
        zip->bytes[zip->size++] = (uint8_t)(value >> 8 * i);
}

static inline void zip_copy(struct zip *zip, const void *data, size_t size)
{
    assert_true(zip->size + size <= sizeof zip->bytes);
    memcpy(zip->bytes + zip->size, data, size);
    zip->size += size;
}

/* CRC-32 as zip has it: reflected, polynomial 0x04c11db7. */
static inline uint32_t zip_crc(const uint8_t *data, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/* What local header and directory have in common, from the version on. */
static inline void zip_facts(struct zip *zip, const struct zip_entry *entry)
{
    zip_put(zip, 20, 2);
    zip_put(zip, entry->flags, 2);
    zip_put(zip, entry->method, 2);
    zip_put(zip, 0x00210000, 4); /* 1 January 1980 */
    zip_put(zip, zip_crc(entry->data, entry->size) + entry->crc_wrong, 4);
    zip_put(zip, entry->size, 4);
    zip_put(zip, entry->size + entry->size_wrong, 4);
    zip_put(zip, strlen(entry->name), 2);
    zip_put(zip, 0, 2);
}

static inline struct zip zip_make(const struct zip_entry *entries, size_t count)
{
    struct zip zip = {{0}, 0};
    size_t at[64];
    assert_true(count <= 64);
    for (size_t i = 0; i < count; i++) {
        at[i] = zip.size;
        zip_put(&zip, 0x04034b50, 4);
        zip_facts(&zip, &entries[i]);
        zip_copy(&zip, entries[i].name, strlen(entries[i].name));
        zip_copy(&zip, entries[i].data, entries[i].size);
    }
    const size_t directory = zip.size;
    for (size_t i = 0; i < count; i++) {
        zip_put(&zip, 0x02014b50, 4);
        zip_put(&zip, 0x0314, 2); /* made on Unix */
        zip_facts(&zip, &entries[i]);
        zip_put(&zip, 0, 6);
        zip_put(&zip, (uint64_t)entries[i].mode << 16, 4);
        zip_put(&zip, at[i], 4);
        zip_copy(&zip, entries[i].name, strlen(entries[i].name));
    }
    const size_t end = zip.size;
    zip_put(&zip, 0x06054b50, 4);
    zip_put(&zip, 0, 4);
    zip_put(&zip, count, 2);
    zip_put(&zip, count, 2);
    zip_put(&zip, end - directory, 4);
    zip_put(&zip, directory, 4);
    zip_put(&zip, 0, 2);
    return zip;
}

static inline const char *zip_file(const char *name, const struct zip_entry *entries, size_t count)
{
    struct zip made = zip_make(entries, count);
    return input_file_write(name, made.bytes, made.size);
}

#endif
