#include "exact/bins.h"

#include "base/memory.h"

#include <stdbool.h>
#include <string.h>

/* The bin of a value is its sign and exponent field, the upper bits of its pattern. */
#define BINS64 4096u
#define BINS32 512u

/* Neighbouring values have often the same exponent, and a bin cannot take the next one before the
 * last is stored; four copies in turn hide that. Their distance is no multiple of 4096 bytes, at
 * which stores and loads of different copies are taken for the same. */
#define COPIES 4
#define STRIDE 520u

struct fpc_bins {
    uint64_t low[BINS64];            /* f64: sums of significands modulo 2^64 ... */
    uint32_t carries[BINS64];        /* ... and how often they went beyond */
    uint64_t single[COPIES][STRIDE]; /* f32 */
    /* Significands get their hidden bit added whether they have one or not; those of exponent field
     * 0 have none: how many came, by sign. */
    uint64_t without_hidden[2];
    bool used64, used32;
};

struct fpc_bins *fpc_bins_make(void)
{
    return fpc_alloc(1, sizeof(struct fpc_bins));
}

static inline void add64(struct fpc_bins *bins, uint64_t bits)
{
    uint64_t bin = bits >> 52, before = bins->low[bin];
    uint64_t after = before + ((bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52);
    bins->low[bin] = after;
    if (__builtin_expect(after < before, 0))
        bins->carries[bin]++;
}

static inline uint64_t bits64(const void *values, size_t i)
{
    uint64_t bits;
    memcpy(&bits, (const char *)values + i * sizeof bits, sizeof bits);
    return bits;
}

static inline uint32_t bits32(const void *values, size_t i)
{
    uint32_t bits;
    memcpy(&bits, (const char *)values + i * sizeof bits, sizeof bits);
    return bits;
}

static void add_block64(struct fpc_bins *bins, const void *values, size_t count)
{
    uint64_t positive = 0, negative = 0;
    for (size_t i = 0; i < count; i++)
        add64(bins, bits64(values, i));
    for (size_t i = 0; i < count; i++) {
        positive += bits64(values, i) < UINT64_C(1) << 52;
        negative += bits64(values, i) - (UINT64_C(1) << 63) < UINT64_C(1) << 52;
    }
    bins->without_hidden[0] += positive;
    bins->without_hidden[1] += negative;
    bins->used64 = true;
}

static inline void add32(uint64_t *bins, uint32_t bits)
{
    bins[bits >> 23] += (bits & 0x7fffff) | 0x800000;
}

/* `count` is a multiple of four. */
static void add_block32(struct fpc_bins *bins, const void *values, size_t count)
{
    uint32_t positive = 0, negative = 0;
    for (size_t i = 0; i < count; i += COPIES) {
        add32(bins->single[0], bits32(values, i));
        add32(bins->single[1], bits32(values, i + 1));
        add32(bins->single[2], bits32(values, i + 2));
        add32(bins->single[3], bits32(values, i + 3));
    }
    for (size_t i = 0; i < count; i++) {
        positive += bits32(values, i) < 0x800000;
        negative += bits32(values, i) - 0x80000000u < 0x800000;
    }
    bins->without_hidden[0] += positive;
    bins->without_hidden[1] += negative;
    bins->used32 = true;
}

void fpc_bins_add(struct fpc_bins *bins, const struct fpc_block *block)
{
    if (block->single) {
        add_block32(bins, block->first, block->count);
        add_block32(bins, block->second, block->count);
    } else {
        add_block64(bins, block->first, block->count);
        add_block64(bins, block->second, block->count);
    }
}

/* (carries 2^64 + low) 2^exponent to both sums, negative to the one if it is. */
static void move(struct fpc_words *sum, struct fpc_words *abs_sum, bool negative, uint64_t carries,
                 uint64_t low, int exponent)
{
    const int64_t parts[] = {(int64_t)(low & 0xffffffff), (int64_t)(low >> 32), (int64_t)carries};
    for (int i = 0; i < 3; i++) {
        fpc_words_add(sum, negative ? -parts[i] : parts[i], exponent + 32 * i);
        fpc_words_add(abs_sum, parts[i], exponent + 32 * i);
    }
}

/* Exponent field c > 0 has unit 2^(emin + c - 1), and field 0 that of field 1. */
static int unit_of(int emin, unsigned field)
{
    return emin + (field == 0 ? 0 : (int)field - 1);
}

/* Takes the hidden bits back that were none. */
static void take_back(struct fpc_bins *bins, struct fpc_words *sum, struct fpc_words *abs_sum,
                      int hidden)
{
    int64_t positive = (int64_t)bins->without_hidden[0],
            negative = (int64_t)bins->without_hidden[1];
    fpc_words_add(sum, negative - positive, hidden);
    fpc_words_add(abs_sum, -positive - negative, hidden);
    bins->without_hidden[0] = bins->without_hidden[1] = 0;
}

static void drain64(struct fpc_bins *bins, struct fpc_words *sum, struct fpc_words *abs_sum)
{
    for (unsigned bin = 0; bin < BINS64; bin++)
        if (bins->low[bin] != 0 || bins->carries[bin] != 0)
            move(sum, abs_sum, bin >= BINS64 / 2, bins->carries[bin], bins->low[bin],
                 unit_of(-1074, bin % (BINS64 / 2)));
    take_back(bins, sum, abs_sum, -1074 + 52);
    memset(bins->low, 0, sizeof bins->low);
    memset(bins->carries, 0, sizeof bins->carries);
    bins->used64 = false;
}

static void drain32(struct fpc_bins *bins, struct fpc_words *sum, struct fpc_words *abs_sum)
{
    for (unsigned bin = 0; bin < BINS32; bin++) {
        uint64_t all = 0;
        for (unsigned copy = 0; copy < COPIES; copy++)
            all += bins->single[copy][bin];
        if (all != 0)
            move(sum, abs_sum, bin >= BINS32 / 2, 0, all, unit_of(-149, bin % (BINS32 / 2)));
    }
    take_back(bins, sum, abs_sum, -149 + 23);
    memset(bins->single, 0, sizeof bins->single);
    bins->used32 = false;
}

void fpc_bins_drain(struct fpc_bins *bins, struct fpc_words *sum, struct fpc_words *abs_sum,
                    uint64_t *additions)
{
    if (bins->used64)
        drain64(bins, sum, abs_sum);
    if (bins->used32)
        drain32(bins, sum, abs_sum);
    *additions += UINT64_C(3) * BINS64 + 1;
}
