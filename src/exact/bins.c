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

/* A bin of f32 gets a quarter of the values, 2^17 at most between two folds: fractions below 2^23
 * stay in 40 bits. */
#define ONE32_SHIFT   40
#define ONE32         (UINT64_C(1) << ONE32_SHIFT)
#define FRACTION32    UINT64_C(0x7fffff)
#define MOST_UNFOLDED ((1u << 19) - 2 * (unsigned)FPC_BLOCK_MOST)

struct fpc_bins {
    /* f64: significands modulo 2^64, and how often they went beyond. They get their hidden bit
     * whether they have one or not; those of exponent field 0 have none: how many came, by sign. */
    uint64_t low[BINS64];
    uint32_t carries[BINS64];
    uint64_t without_hidden[2];
    /* f32: fractions in the lower 40 bits of a word, and how many there are in the upper 24; folded
     * before that can overflow. */
    uint64_t single[COPIES][STRIDE];
    uint64_t fractions[BINS32], counts[BINS32];
    unsigned unfolded; /* values in `single` */
    bool used64, used32;
};

struct fpc_bins *fpc_bins_make(void)
{
    return fpc_alloc(1, sizeof(struct fpc_bins));
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

static inline void add64(struct fpc_bins *bins, uint64_t bits)
{
    uint64_t bin = bits >> 52, before = bins->low[bin];
    uint64_t after = before + ((bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52);
    bins->low[bin] = after;
    if (__builtin_expect(after < before, 0))
        bins->carries[bin]++;
}

/* Bytes ahead of a stream that are asked for: the adding is too slow, and its stores too scattered,
 * for the processor to see what will be needed. */
#define AHEAD 3072
#define GROUP 8u /* values: a block is a multiple */

static inline void fetch_ahead(const void *values, size_t byte)
{
    __builtin_prefetch((const char *)values + byte + AHEAD);
}

static void add_streams64(struct fpc_bins *bins, const void *first, const void *second,
                          size_t count)
{
    for (size_t i = 0; i < count; i += GROUP) {
        fetch_ahead(first, i * 8);
        fetch_ahead(second, i * 8);
#pragma GCC unroll 8
        for (size_t k = i; k < i + GROUP; k++) {
            add64(bins, bits64(first, k));
            add64(bins, bits64(second, k));
        }
    }
}

static inline void add32(uint64_t *bins, uint32_t bits)
{
    bins[bits >> 23] += (bits & FRACTION32) | ONE32;
}

static void add_streams32(struct fpc_bins *bins, const void *first, const void *second,
                          size_t count)
{
    for (size_t i = 0; i < count; i += GROUP) {
        fetch_ahead(first, i * 4);
        fetch_ahead(second, i * 4);
#pragma GCC unroll 4
        for (size_t k = i; k < i + GROUP; k += 2) {
            add32(bins->single[0], bits32(first, k));
            add32(bins->single[1], bits32(first, k + 1));
            add32(bins->single[2], bits32(second, k));
            add32(bins->single[3], bits32(second, k + 1));
        }
    }
}

static void fold(struct fpc_bins *bins)
{
    for (unsigned copy = 0; copy < COPIES; copy++) {
        for (unsigned bin = 0; bin < BINS32; bin++) {
            bins->fractions[bin] += bins->single[copy][bin] & (ONE32 - 1);
            bins->counts[bin] += bins->single[copy][bin] >> ONE32_SHIFT;
            bins->single[copy][bin] = 0;
        }
    }
    bins->unfolded = 0;
}

void fpc_bins_add(struct fpc_bins *bins, const struct fpc_block *block)
{
    if (block->single) {
        add_streams32(bins, block->first, block->second, block->count);
        bins->used32 = true;
        bins->unfolded += 2 * (unsigned)block->count;
        if (bins->unfolded > MOST_UNFOLDED)
            fold(bins);
    } else {
        add_streams64(bins, block->first, block->second, block->count);
        bins->used64 = true;
    }
}

void fpc_bins_note_low(struct fpc_bins *bins, uint64_t positive, uint64_t negative)
{
    bins->without_hidden[0] += positive;
    bins->without_hidden[1] += negative;
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

/* The last field of either sign is that of infinities and NaN. */
static bool is_finite(unsigned bin, unsigned bins)
{
    return bin % (bins / 2) != bins / 2 - 1;
}

/* Exponent field c > 0 has unit 2^(emin + c - 1), and field 0 that of field 1. */
static int unit_of(int emin, unsigned field)
{
    return emin + (field == 0 ? 0 : (int)field - 1);
}

static void drain64(struct fpc_bins *bins, struct fpc_words *sum, struct fpc_words *abs_sum)
{
    int64_t positive = (int64_t)bins->without_hidden[0],
            negative = (int64_t)bins->without_hidden[1];
    for (unsigned bin = 0; bin < BINS64; bin++)
        if (is_finite(bin, BINS64) && (bins->low[bin] != 0 || bins->carries[bin] != 0))
            move(sum, abs_sum, bin >= BINS64 / 2, bins->carries[bin], bins->low[bin],
                 unit_of(-1074, bin % (BINS64 / 2)));
    fpc_words_add(sum, negative - positive, -1074 + 52);
    fpc_words_add(abs_sum, -positive - negative, -1074 + 52);
    memset(bins->low, 0, sizeof bins->low);
    memset(bins->carries, 0, sizeof bins->carries);
    memset(bins->without_hidden, 0, sizeof bins->without_hidden);
    bins->used64 = false;
}

static void drain32(struct fpc_bins *bins, struct fpc_words *sum, struct fpc_words *abs_sum)
{
    fold(bins);
    for (unsigned bin = 0; bin < BINS32; bin++) {
        unsigned field = bin % (BINS32 / 2);
        uint64_t hidden = field == 0 ? 0 : bins->counts[bin] << 23;
        if (is_finite(bin, BINS32) && bins->counts[bin] != 0)
            move(sum, abs_sum, bin >= BINS32 / 2, 0, bins->fractions[bin] + hidden,
                 unit_of(-149, field));
    }
    memset(bins->fractions, 0, sizeof bins->fractions);
    memset(bins->counts, 0, sizeof bins->counts);
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
