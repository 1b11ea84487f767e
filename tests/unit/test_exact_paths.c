/* Every path to an exact sum against plain additions: kinds of values, lengths, places in memory.
 *
 * exact_paths.h compares; what is asserted here beside is that the ways that an array is meant for
 * were taken. */
#include "base/random.h"
#include "tests/unit/exact_paths.h"
#include "tests/unit/hard_values.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#define SEED    2026
#define LONGEST 70000

static uint64_t *buffer; /* LONGEST values of 8 bytes, and some more */

static int make_buffer(void **state)
{
    (void)state;
    buffer = malloc((LONGEST + 64) * sizeof *buffer);
    return buffer == NULL;
}

static int free_buffer(void **state)
{
    (void)state;
    free(buffer);
    return 0;
}

static void hold_at(void *values, unsigned kind, enum fpc_format format, uint64_t seed,
                    size_t start, size_t count)
{
    char what[100];
    hard_fill(kind, format, seed, values, count);
    snprintf(what, sizeof what, "%s, %s, %zu values, seed %llu, start %zu", hard_kind(kind),
             fpc_format_traits(format)->name, count, (unsigned long long)seed, start);
    exact_paths_hold(what, format, values, count);
}

static void hold(unsigned kind, enum fpc_format format, uint64_t seed, size_t start, size_t count)
{
    char *values = (char *)buffer + start * fpc_format_traits(format)->size;
    hold_at(values, kind, format, seed, start, count);
}

/* In all, every way must have been taken by each path, and bins alone with -wide. */
static void kinds_of_values(void **state)
{
    (void)state;
    struct fpc_engine_ways seen[EXACT_PATHS] = {0};
    print_message("seed %d\n", SEED);
    for (uint64_t seed = SEED; seed < SEED + 4; seed++) {
        for (unsigned i = 0; i < HARD_KINDS * FPC_FORMATS; i++) {
            size_t count = 1000 + fpc_random_at(seed, i) % (seed == SEED ? LONGEST - 1000 : 20000);
            hold(i % HARD_KINDS, (enum fpc_format)(i / HARD_KINDS), seed, 0, count);
            for (unsigned path = 0; path < EXACT_PATHS; path++) {
                for (unsigned level = 1; level <= 4; level++)
                    seen[path].by_levels[level] += exact_ways[path].by_levels[level];
                seen[path].by_bins += exact_ways[path].by_bins;
            }
        }
    }
    for (unsigned path = 0; path < EXACT_PATHS; path++) {
        if (!exact_path_there(path))
            continue;
        assert_true(seen[path].by_bins > 0);
        for (unsigned level = 1; level <= 4; level++)
            assert_true((seen[path].by_levels[level] > 0) == (path < 3));
    }
}

/* In memory of just that size: sanitizers see what reads beyond. */
static void every_short_length(void **state)
{
    (void)state;
    for (size_t count = 1; count < 300; count++) {
        for (int f = 0; f < FPC_FORMATS; f++) {
            enum fpc_format format = (enum fpc_format)f;
            void *values = malloc(count * fpc_format_traits(format)->size);
            assert_non_null(values);
            hold_at(values, (unsigned)(count + (size_t)f) % HARD_KINDS, format, count, 0, count);
            free(values);
        }
    }
    exact_paths_hold("nothing", FPC_F64, buffer, 0);
}

/* Where a block, or a step of one, ends: of all three paths. */
static void lengths_around_blocks(void **state)
{
    (void)state;
    static const size_t blocks[] = {2 * 1024, 2 * 2048, 2 * 4096};
    static const int beside[] = {-65, -32, -16, -2, -1, 0, 1, 2, 15, 63, 64};
    for (size_t b = 0; b < 3; b++) {
        for (size_t times = 1; times <= 3; times += 1 + b) {
            for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
                size_t count = blocks[b] * times + (size_t)beside[i];
                hold(2, (enum fpc_format)(i % FPC_FORMATS), count, i % 5, count);
            }
        }
    }
    hold(12, FPC_F64, SEED, 0, 8 * 8192 + 1);
    hold(2, FPC_F32, SEED, 0, 8 * 8192 - 1);
}

/* Aligned to the element and no further. */
static void unaligned(void **state)
{
    (void)state;
    for (size_t start = 1; start < 32; start++)
        for (int format = 0; format < FPC_FORMATS; format++)
            hold(start % 2 ? 2 : 1, (enum fpc_format)format, start, start, 2300 + start);
}

/* All patterns of 16 bits; of the 32-bit ones every exponent with fractions at both ends. */
static void all_patterns(void **state)
{
    (void)state;
    uint16_t *halves = (uint16_t *)buffer;
    uint32_t *words = (uint32_t *)buffer;
    for (unsigned i = 0; i < 65536; i++)
        halves[i] = (uint16_t)(i * 40503u); /* in another order: 40503 is odd */
    exact_paths_hold("all f16", FPC_F16, halves, 65536);
    exact_paths_hold("all bf16", FPC_BF16, halves, 65536);
    for (uint32_t i = 0; i < 512 * 64; i++)
        words[i] = i << 23 | ((i >> 9) - 32 + (i >> 14)) % (1u << 23);
    exact_paths_hold("every exponent of f32", FPC_F32, words, 512 * 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_of_values),       cmocka_unit_test(every_short_length),
        cmocka_unit_test(lengths_around_blocks), cmocka_unit_test(unaligned),
        cmocka_unit_test(all_patterns),
    };
    return cmocka_run_group_tests(tests, make_buffer, free_buffer);
}
