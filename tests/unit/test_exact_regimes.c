/* Blocks at the edges of what levels take, and changes from one regime to another.
 *
 * Which way a block must take is worked out by hand from exact/levels.h: the first block of values
 * below 2^(top + 1) has its first anchor at k = top + 13, and level l takes bits down to
 * 2^(k - 42 l - 52). exact_paths.h compares what comes out with plain additions. */
#include "base/random.h"
#include "exact/exact.h"
#include "tests/unit/exact_paths.h"
#include "tests/unit/hard_values.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#define LEVEL_PATHS 3 /* those that are not -wide come first */
#define FLAGGED     0 /* avx512 */
#define MOST_BLOCKS 60

static uint64_t *buffer; /* MOST_BLOCKS of the longest blocks */

static int make_buffer(void **state)
{
    (void)state;
    buffer = malloc((size_t)MOST_BLOCKS * 8192 * sizeof *buffer);
    return buffer == NULL;
}

static int free_buffer(void **state)
{
    (void)state;
    free(buffer);
    return 0;
}

/* Values in a block, of both streams. A block of the array is one of the path only if there is one
 * alone: with more, the streams are halves of the array. */
static size_t block_of(unsigned path)
{
    return 2 * fpc_exact_paths[path % LEVEL_PATHS]->block;
}

static void fill(enum fpc_format format, size_t first, size_t count, bool negative, int exponent,
                 uint64_t fraction)
{
    for (size_t i = first; i < first + count; i++)
        hard_store(format, buffer, i, hard_number(format, negative, exponent, fraction));
}

/* Random signs and fractions; exponents from `exponent` down. */
static void fill_random(enum fpc_format format, size_t first, size_t count, int exponent,
                        int binades)
{
    for (size_t i = first; i < first + count; i++) {
        uint64_t random = fpc_random_at((uint64_t)exponent, i);
        int down = (int)(random >> 20 & 0xfff) % binades;
        hard_store(format, buffer, i,
                   hard_number(format, random & 1, exponent - down, random << 8));
    }
}

static void put(enum fpc_format format, size_t index, double sign, int exponent, uint64_t fraction)
{
    hard_store(format, buffer, index, hard_number(format, sign < 0, exponent, fraction));
}

/* Levels that take a block with 1 and with full significands at 2^e: k = 13, units 2^-39, 2^-81,
 * 2^-123, 2^-165. The lowest bit is 2^(e - 52), or 2^(e - 23), which the flag sees too. f64 starts
 * with two levels, f32 with one. Four f32 added in f64 have 53 bits: 1 to 2^(e - 23) if e >= -29,
 * and then one and two levels can do with the flag. 0: bins. */
static unsigned levels_by_hand(unsigned path, enum fpc_format format, int e)
{
    int bit = e - (format == FPC_F64 ? 52 : 23);
    unsigned levels = bit >= -39 ? 1 : bit >= -81 ? 2 : bit >= -123 ? 3 : bit >= -165 ? 4 : 0;
    if (format == FPC_F64)
        return levels == 1 ? 2 : levels;
    return path == FLAGGED && e < -29 && levels < 3 ? 3 : levels;
}

static void every_number_of_levels(void **state)
{
    (void)state;
    char what[80];
    for (unsigned path = 0; path < LEVEL_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        size_t n = block_of(path);
        for (unsigned i = 0; i < 2 * 126; i++) {
            enum fpc_format format = (enum fpc_format)(i % 2);
            int e = -(int)(i / 2);
            size_t place = fpc_random_at(7, i) % n;
            fill(format, 0, n, false, e, ~(uint64_t)0);
            put(format, place, i % 3 ? 1 : -1, 0, 0);
            snprintf(what, sizeof what, "%s with 1 at %zu and 2^%d",
                     format == FPC_F64 ? "f64" : "f32", place, e);
            exact_path_holds(path, what, format, buffer, n);
            unsigned levels = levels_by_hand(path, format, e);
            uint64_t taken = levels ? exact_ways[path].by_levels[levels] : exact_ways[path].by_bins;
            if (taken != 1)
                fail_msg("%s, %s: not by %u levels", what, exact_paths[path], levels);
        }
    }
}

static void holds(unsigned path, const char *what, int exponent, enum fpc_format format, size_t n)
{
    char text[80];
    snprintf(text, sizeof text, "%s, 2^%d", what, exponent);
    exact_path_holds(path, text, format, buffer, n);
}

/* Blocks full of the largest value, all of one sign: a lane goes as far as it can, with the least
 * distance to the anchor from the second block on. Levels take them up to 2^1010. */
static void full_blocks(void **state)
{
    (void)state;
    static const int edges[] = {-1074, -1073, -1030, -1022, -1021, -910, -909, -908, -897, -896,
                                -895,  -100,  0,     500,   1008,  1009, 1010, 1011, 1012, 1022};
    for (unsigned path = 0; path < EXACT_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        size_t n = block_of(path);
        for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
            /* Two streams, each of a block below and then two in the next binade. */
            for (size_t stream = 0; stream < 2; stream++) {
                fill(FPC_F64, stream * 3 * n / 2, n / 2, i % 2, edges[i], ~(uint64_t)0);
                fill(FPC_F64, stream * 3 * n / 2 + n / 2, n, i % 2, edges[i] + 1, ~(uint64_t)0);
            }
            holds(path, "full blocks", edges[i], FPC_F64, 3 * n);
            const uint64_t *levels = exact_ways[path].by_levels;
            uint64_t bins = path >= LEVEL_PATHS || edges[i] > 1010 ? 3 : edges[i] == 1010 ? 2 : 0;
            /* Two levels, unless the anchor cannot come near. */
            uint64_t others = edges[i] < -909 ? levels[3] + levels[4] : 0;
            if (exact_ways[path].by_bins != bins || levels[2] + others != 3 - bins)
                fail_msg("full blocks, 2^%d, %s: %llu in bins", edges[i], exact_paths[path],
                         (unsigned long long)exact_ways[path].by_bins);
        }
    }
}

/* Everything below 2^-908 fits into four levels, whose last unit is 2^-1074 with k = -896; one
 * binade higher that is 2^-1073. */
static void lowest_anchor(void **state)
{
    (void)state;
    for (unsigned path = 0; path < LEVEL_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        size_t n = block_of(path);
        for (int top = -1074; top < -880; top += top < -920 && top > -1015 ? 9 : 1) {
            fill_random(FPC_F64, 0, n, top, top + 1075);
            put(FPC_F64, n / 3, 1, top, ~(uint64_t)0);
            put(FPC_F64, n / 2, -1, -1074, 0);
            holds(path, "down to 2^-1074", top, FPC_F64, n);
            assert_true((exact_ways[path].by_bins == 0) == (top <= -909));
        }
    }
}

/* A block of zeros with one number far below those before, wherever it lies. */
static void one_far_below(void **state)
{
    (void)state;
    static const int far[] = {-30, -82, -124, -166, -400, -900, -910, -1022, -1074};
    for (unsigned path = 0; path < EXACT_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        size_t n = block_of(path);
        for (size_t i = 0; i < 9 * 24; i++) {
            fill_random(FPC_F64, 0, 2 * n, 0, 3);
            fill(FPC_F64, n / 2, n / 2, i % 5 == 0, 0, 0);
            for (size_t k = n / 2; k < 2 * n; k++) /* zeros from the second block of each stream */
                if (k < n || k >= 3 * n / 2)
                    hard_store(FPC_F64, buffer, k, i % 7 ? 0 : UINT64_C(1) << 63);
            size_t place = i < 9 * 20 ? n / 2 + i / 9 : 2 * n - 1 - i / 9;
            put(FPC_F64, place, i % 2 ? 1 : -1, far[i % 9], ~(uint64_t)0);
            holds(path, "one far below", far[i % 9], FPC_F64, 2 * n);
        }
    }
}

/* A zero or a subnormal alone among others, in each vector of a step: it is counted. */
static void one_to_be_counted(void **state)
{
    (void)state;
    for (unsigned path = 0; path < EXACT_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        size_t n = block_of(path);
        for (size_t i = 0; i < 4 * 70; i++) {
            enum fpc_format format = i % 2 ? FPC_F32 : FPC_F64;
            int least = format == FPC_F32 ? -126 : -1022;
            size_t place = i < 4 * 60 ? n / 2 + i / 4 : 2 * n - 1 - i / 4;
            fill_random(format, 0, 2 * n, least + 5, 4);
            if (i % 4 < 2)
                put(format, place, -1, least - 1, 0);
            else
                hard_store(format, buffer, place, 0);
            holds(path, "one to be counted", (int)i, format, 2 * n);
        }
    }
}

/* Overflow in double arithmetic, at any place: two of 2^1023 in one lane, and far apart. */
static void beyond_the_largest(void **state)
{
    (void)state;
    for (unsigned path = 0; path < EXACT_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        size_t n = block_of(path);
        for (unsigned i = 0; i < 16; i++) {
            size_t place = fpc_random_at(3, i) % (2 * n - 64), apart = i % 2 ? 8 : 1 + i;
            fill_random(FPC_F64, 0, 2 * n + 5, i % 4 < 2 ? 1009 : 0, 14);
            put(FPC_F64, place, i % 3 ? 1 : -1, 1023, ~(uint64_t)0);
            put(FPC_F64, place + apart, i % 3 ? 1 : -1, 1023, 0);
            if (i % 5 == 0)
                put(FPC_F64, 2 * n + 3, i % 3 ? -1 : 1, 1023, ~(uint64_t)0);
            holds(path, "the largest and 2^1023", (int)i, FPC_F64, 2 * n + 5);
        }
    }
}

/* Infinities and NaN in a block that levels are about to take, in each lane. */
static void specials_among_levels(void **state)
{
    (void)state;
    static const uint64_t patterns[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
                                        0x7ff0000000000001, 0xfff8dead00000000, 0xffffffffffffffff};
    for (unsigned path = 0; path < EXACT_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        size_t n = block_of(path);
        for (size_t i = 0; i < 6 * 64; i++) {
            bool single = i % 4 == 3;
            enum fpc_format format = single ? FPC_F32 : FPC_F64;
            uint64_t bits = patterns[i % 6];
            uint32_t high = (uint32_t)(bits >> 32);
            if (single) /* sign, exponent, and a fraction that is 0 if it was */
                bits = (high & 0x80000000) | 0x7f800000 | (high & 0xfffff) << 3 | (bits & 1);
            fill_random(format, 0, 2 * n, 5, 4);
            hard_store(format, buffer, n / 2 + i / 6, bits);
            if (i % 2)
                hard_store(format, buffer, 2 * n - 1 - i / 6, bits);
            holds(path, "specials", (int)i, format, 2 * n);
            if (path < LEVEL_PATHS)
                assert_true(exact_ways[path].by_bins == 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_levels), cmocka_unit_test(full_blocks),
        cmocka_unit_test(lowest_anchor),          cmocka_unit_test(one_far_below),
        cmocka_unit_test(one_to_be_counted),      cmocka_unit_test(beyond_the_largest),
        cmocka_unit_test(specials_among_levels),
    };
    return cmocka_run_group_tests(tests, make_buffer, free_buffer);
}
