/* What is said of sums that never round, around its threshold A = 2^(p + lowest), against the plain
 * MPFR reference, which looks at every value, and plain additions. */
#include "base/random.h"
#include "exact/exact.h"
#include "exact/reference.h"
#include "tests/unit/exact_paths.h"
#include "tests/unit/hard_values.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED    53
#define LONGEST 70000

static uint64_t *buffer;
static struct fpc_pool *pool;

static int start(void **state)
{
    struct fpc_error error;
    (void)state;
    buffer = malloc(LONGEST * sizeof *buffer);
    return buffer == NULL || fpc_pool_open(&pool, 1, &error) != FPC_OK;
}

static int end(void **state)
{
    (void)state;
    fpc_pool_close(pool);
    free(buffer);
    return 0;
}

/* k 2^exponent as a number of the format, 0 <= k < 2^precision. */
static void put(enum fpc_format format, size_t index, bool negative, uint64_t k, int exponent)
{
    int highest = 63;
    if (k == 0) {
        hard_store(format, buffer, index, 0);
        return;
    }
    while (k >> highest == 0)
        highest--;
    uint64_t fraction = highest == 0 ? 0 : k << (64 - highest);
    hard_store(format, buffer, index, hard_number(format, negative, exponent + highest, fraction));
}

/* All paths say the same as MPFR; returns whether sums never round in the usual accumulator. */
static bool agreed(const char *what, enum fpc_format format, size_t count)
{
    struct fpc_exact_sum wanted;
    enum fpc_format accumulator = fpc_format_traits(format)->accumulator;
    char text[100];
    snprintf(text, sizeof text, "%s, %s, %zu values", what, fpc_format_traits(format)->name, count);
    exact_paths_hold(text, format, buffer, count);
    fpc_exact_by_mpfr(format, buffer, count, pool, &wanted);
    bool never = fpc_exact_sums_never_round(&wanted, accumulator);
    for (unsigned path = 0; path < EXACT_PATHS; path++) {
        struct fpc_exact_sum sum;
        if (!exact_path_there(path))
            continue;
        exact_path_force(path);
        fpc_exact_of(format, buffer, count, pool, &sum);
        if (!fpc_exact_sum_equal(&sum, &wanted) ||
            fpc_exact_sums_never_round(&sum, accumulator) != never ||
            fpc_exact_sums_never_round(&sum, format) != fpc_exact_sums_never_round(&wanted, format))
            fail_msg("%s, %s: not what MPFR says", text, exact_paths[path]);
        fpc_exact_sum_clear(&sum);
    }
    fpc_exact_sum_clear(&wanted);
    return never;
}

/* Ones and zeros with one value that makes A exactly 2^p, one more, or one less; at several scales.
 * f32: 2^24 = 65536 x 256; f64: 2^53 = one of 2^52 and 2^12 of 2^40. */
static void at_the_threshold(void **state)
{
    (void)state;
    static const int scales[] = {0, -100, 60, -149, -1074, 900};
    for (unsigned i = 0; i < 6 * 2 * 3; i++) {
        enum fpc_format format = i % 2 ? FPC_F32 : FPC_F64;
        int scale = scales[i / 6];
        if (format == FPC_F32 && (scale < -149 || scale > 90))
            continue;
        int more = (int)(i / 2 % 3) - 1; /* A - 2^(p + lowest) */
        size_t count = format == FPC_F32 ? 65536 : 8192;
        uint64_t each = format == FPC_F32 ? 256 : UINT64_C(1) << 40;
        for (size_t k = 0; k < count; k++)
            put(format, k, k & 1, each, scale);
        put(format, fpc_random_at(SEED, i) % count, false, each - 1, scale);
        put(format, count, true, (uint64_t)(more + 1), scale);
        assert_true(agreed("at the threshold", format, count + 1) == (more <= 0));
    }
}

/* Multiples of 2^g that never round, but for an odd value: in the first block, in the middle, in
 * the last block of either stream, in the tail. */
static void one_odd_value(void **state)
{
    (void)state;
    const size_t count = 3 * 8192 + 7;
    const size_t places[] = {
        0,          1,         4095,      4096,     8192, count / 2 - 8, count / 2, count - 4099,
        count - 20, count - 8, count - 7, count - 1};
    for (unsigned i = 0; i < 12 * FPC_FORMATS; i++) {
        enum fpc_format format = (enum fpc_format)(i / 12);
        int p = fpc_format_traits(fpc_format_traits(format)->accumulator)->precision;
        int unit = format == FPC_F64 || format == FPC_F16 ? 0 : -40;
        for (size_t k = 0; k < count; k++)
            put(format, k, fpc_random_at(SEED, k) & 1, fpc_random_at(SEED, k) >> 8 & 7, unit);
        assert_true(agreed("multiples", format, count));
        /* A is below 2^(13 + 3) and above 2^14 units; lower by 2 binades or more than p - 14. */
        int down = format == FPC_F16 ? 12 : i % 2 ? p - 11 : 3;
        put(format, places[i % 12], i & 1, 1, unit - down);
        assert_true(agreed("one odd value", format, count) == (p - down >= 17));
    }
}

/* 16 bits in f32: large values come in every block, so that A is beyond 2^11 units at once, and not
 * beyond 2^24. A is about 24583 127 + 50 8192, between 2^21 and 2^22: 2^-2 is still right, 2^-3 is
 * not. */
static void wider_accumulator(void **state)
{
    (void)state;
    const size_t count = 3 * 8192 + 7;
    for (unsigned i = 0; i < 2 * 2; i++) {
        enum fpc_format format = i % 2 ? FPC_F16 : FPC_BF16;
        int down = i / 2 ? 3 : 2;
        for (size_t k = 0; k < count; k++)
            put(format, k, k % 5 == 0, fpc_random_at(SEED, k) & 0xff, 0);
        for (size_t k = 100; k < count; k += 500)
            put(format, k, k % 5 == 0, 1, 13);
        assert_true(agreed("integers", format, count));
        put(format, count - 30, false, 1, -down);
        assert_true(agreed("one of eighths", format, count) == (down == 2));
    }
}

/* The odd value comes after a drain, in the first block or in a later one. */
static void in_pieces(void **state)
{
    (void)state;
    const size_t piece = 2 * 8192 + 3, places[] = {0, 5, 5000, piece - 2};
    for (unsigned i = 0; i < EXACT_PATHS * 4 * 2; i++) {
        unsigned path = i % EXACT_PATHS;
        enum fpc_format format = i / EXACT_PATHS % 2 ? FPC_F32 : FPC_F64;
        struct plain_exact plain;
        struct fpc_exact exact;
        if (!exact_path_there(path))
            continue;
        exact_path_force(path);
        fpc_exact_init(&exact, format);
        plain_exact_start(&plain, format);
        for (unsigned time = 0; time < 3; time++) {
            for (size_t k = 0; k < piece; k++)
                put(format, k, k & 1, 1 + k % 7, 0);
            if (time == 1)
                put(format, places[i / EXACT_PATHS / 2], true, 1, format == FPC_F32 ? -10 : -40);
            fpc_exact_add(&exact, buffer, piece);
            plain_exact_add(&plain, buffer, piece);
            exact_is_plain(&exact, &plain, "in pieces", exact_paths[path]);
            assert_true(plain_exact_never_rounds(&plain, format) == (time == 0));
        }
        fpc_exact_clear(&exact);
    }
}

/* Sums that never round by their bits, but overflow. */
static void up_to_overflow(void **state)
{
    (void)state;
    for (int format = 0; format < FPC_FORMATS; format++) {
        enum fpc_format f = (enum fpc_format)format;
        int highest = hard_highest(f);
        for (size_t count = 1; count < 5; count++) {
            for (size_t k = 0; k < 20000; k++)
                put(f, k, false, k % 5000 == 3 && k / 5000 < count, highest - 2);
            put(f, 19999, false, 7 - count, highest - 2);
            assert_true(agreed("7/8 of 2^emax", f, 20000));
            put(f, 19999, false, 8 - count, highest - 2);
            /* f16 is added in f32, far from its end. */
            assert_true(agreed("2^emax", f, 20000) == (f == FPC_F16));
        }
    }
}

/* Of many kinds and lengths; both answers must come up, with and without bins. */
static void many_arrays(void **state)
{
    (void)state;
    unsigned said[2] = {0}, kinds[] = {2, 4, 5, 8, 9, 10, 13, 13, 13, 15, 17};
    print_message("seed %d\n", SEED);
    for (unsigned i = 0; i < 11 * FPC_FORMATS * 4; i++) {
        enum fpc_format format = (enum fpc_format)(i % FPC_FORMATS);
        unsigned kind = kinds[i / FPC_FORMATS % 11];
        size_t count = 1 + fpc_random_at(SEED, i) % (i % 3 ? 3000 : 20000);
        hard_fill(kind, format, SEED + i, buffer, count);
        said[agreed(hard_kind(kind), format, count)]++;
    }
    assert_true(said[0] > 10 && said[1] > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_the_threshold),  cmocka_unit_test(one_odd_value),
        cmocka_unit_test(wider_accumulator), cmocka_unit_test(in_pieces),
        cmocka_unit_test(up_to_overflow),    cmocka_unit_test(many_arrays),
    };
    return cmocka_run_group_tests(tests, start, end);
}
