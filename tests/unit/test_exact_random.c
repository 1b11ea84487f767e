/* Exact sums of random bit patterns against the integer oracle: every format, several kinds of
 * arrays, whole, in parts, and with threads. A failure prints the seed of its array. */
#include "exact/exact.h"

#include "base/random.h"
#include "tests/unit/arrays.h"
#include "tests/unit/oracle.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

#define SEED   900913
#define ARRAYS 400 /* of each format and kind */

static uint64_t nearest_double(mpfr_srcptr x)
{
    uint64_t bits;
    double value = mpfr_get_d(x, MPFR_RNDN);
    fpc_bits_store(FPC_F64, &bits, 0, fpc_bits_round(FPC_F64, value));
    return bits;
}

/* The sum of `array` in one go. The class is the oracle's too: NaN and infinity have bits of their
 * own, and a finite sum that overflows is told apart by the counts. */
static int agrees(const struct array *array, const struct fpc_exact_sum *sum)
{
    struct oracle all, finite, sizes;
    oracle_start(&all, (enum oracle_format)array->format);
    oracle_start(&finite, (enum oracle_format)array->format);
    oracle_start(&sizes, (enum oracle_format)array->format);
    uint64_t infinity = array_infinity(array->format);
    for (size_t i = 0; i < array->count; i++) {
        uint64_t size = array->bits[i] & ~array_sign(array->format);
        oracle_add(&all, array->bits[i]);
        oracle_add(&finite, size < infinity ? array->bits[i] : 0);
        oracle_add(&sizes, size < infinity ? size : 0);
    }
    enum fpc_condition_class condition = oracle_is_zero(&sizes)    ? FPC_CONDITION_ZERO
                                         : oracle_is_zero(&finite) ? FPC_CONDITION_INFINITE
                                                                   : FPC_CONDITION_FINITE;
    return sum->rounded == oracle_round(&all, (enum oracle_format)array->format) &&
           nearest_double(sum->s) == oracle_round(&finite, ORACLE_F64) &&
           nearest_double(sum->abs_sum) == oracle_round(&sizes, ORACLE_F64) &&
           sum->condition_class == condition && sum->counts.count == array->count &&
           sum->counts.nans == all.nans &&
           sum->counts.positive_infinities == all.positive_infinities &&
           sum->counts.negative_infinities == all.negative_infinities;
}

static void sum_whole(const struct array *array, struct fpc_exact_sum *sum)
{
    struct fpc_exact exact;
    fpc_exact_init(&exact, array->format);
    fpc_exact_add(&exact, array->values, array->count);
    fpc_exact_finish(&exact, sum);
    fpc_exact_clear(&exact);
}

/* Every element goes to one of three parts at random, and the parts are merged in random order. */
static void sum_in_parts(const struct array *array, uint64_t seed, struct fpc_exact_sum *sum)
{
    struct fpc_random random = {.seed = ~seed};
    struct fpc_exact parts[3];
    uint32_t order[3] = {0, 1, 2};
    for (size_t i = 0; i < 3; i++)
        fpc_exact_init(&parts[i], array->format);
    for (size_t i = 0; i < array->count; i++)
        fpc_exact_add(&parts[fpc_random_below(&random, 3)],
                      (const char *)array->values + i * array->size, 1);
    fpc_random_shuffle(&random, order, 3);
    fpc_exact_merge(&parts[order[0]], &parts[order[1]]);
    fpc_exact_merge(&parts[order[2]], &parts[order[0]]);
    fpc_exact_finish(&parts[order[2]], sum);
    for (size_t i = 0; i < 3; i++)
        fpc_exact_clear(&parts[i]);
}

static void random_arrays(void **state)
{
    (void)state;
    static struct array array;
    print_message("seed %d\n", SEED);
    for (uint64_t i = 0; i < FPC_FORMATS * ARRAY_KINDS * ARRAYS; i++) {
        enum fpc_format format = (enum fpc_format)(i % FPC_FORMATS);
        unsigned kind = (unsigned)(i / FPC_FORMATS % ARRAY_KINDS);
        uint64_t seed = SEED + i;
        struct fpc_exact_sum whole, parts;
        array_make(&array, format, kind, seed);
        sum_whole(&array, &whole);
        sum_in_parts(&array, seed, &parts);
        if (!agrees(&array, &whole) || !fpc_exact_sum_equal(&whole, &parts))
            fail_msg("%s, %s, %zu values, seed %llu: the %s differs",
                     fpc_format_traits(format)->name, array_kind(kind), array.count,
                     (unsigned long long)seed,
                     fpc_exact_sum_equal(&whole, &parts) ? "sum" : "sum of the parts");
        fpc_exact_sum_clear(&whole);
        fpc_exact_sum_clear(&parts);
    }
}

/* The oracle itself, by hand. */
static void the_oracle(void **state)
{
    (void)state;
    static const struct {
        enum oracle_format format;
        uint64_t bits[4];
        size_t count;
        uint64_t rounded;
    } known[] = {
        {ORACLE_F64, {0x3ff0000000000000, 0x4000000000000000}, 2, 0x4008000000000000}, /* 1 + 2 */
        {ORACLE_F64, {0x3ff0000000000000, 0x3ca0000000000000}, 2, 0x3ff0000000000000}, /* tie */
        {ORACLE_F64, {0x3ff0000000000000, 0x3ca0000000000000, 1}, 3, 0x3ff0000000000001},
        {ORACLE_F64, {0x3ff0000000000001, 0x3ca0000000000000}, 2, 0x3ff0000000000002}, /* tie */
        {ORACLE_F64, {0xbff0000000000000, 1}, 2, 0xbff0000000000000},
        {ORACLE_F64, {0x7fefffffffffffff, 0x7c90000000000000}, 2, 0x7ff0000000000000},
        {ORACLE_F64, {0x7fefffffffffffff, 0x7c8fffffffffffff}, 2, 0x7fefffffffffffff},
        {ORACLE_F64, {0x000fffffffffffff, 1}, 2, 0x0010000000000000},
        {ORACLE_F64, {0x8000000000000000}, 1, 0},
        {ORACLE_F64, {0x7ff0000000000000, 0xfff0000000000000}, 2, 0x7ff8000000000000},
        {ORACLE_F32, {0x3f800000, 0xbf800000}, 2, 0},
        {ORACLE_F32, {0x40400000, 0xc0a00000}, 2, 0xc0000000}, /* 3 - 5 */
        {ORACLE_F16, {0x7bff, 0x4c00}, 2, 0x7c00},             /* 65504 + 16 */
        {ORACLE_F16, {0x7bff, 0x4bff}, 2, 0x7bff},
        {ORACLE_BF16, {0x3f80, 0x3b80}, 2, 0x3f80}, /* 1 + 2^-8 */
        {ORACLE_BF16, {0x3f81, 0x3b80}, 2, 0x3f82},
        {ORACLE_BF16, {0x8001, 0x0003}, 2, 0x0002},
        {ORACLE_BF16, {0xff80, 0x0003}, 2, 0xff80},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct oracle oracle;
        oracle_start(&oracle, known[i].format);
        for (size_t j = 0; j < known[i].count; j++)
            oracle_add(&oracle, known[i].bits[j]);
        uint64_t rounded = oracle_round(&oracle, known[i].format);
        if (rounded != known[i].rounded)
            fail_msg("case %zu: %#llx", i, (unsigned long long)rounded);
    }
    assert_true((int)ORACLE_F64 == (int)FPC_F64 && (int)ORACLE_F32 == (int)FPC_F32);
    assert_true((int)ORACLE_F16 == (int)FPC_F16 && (int)ORACLE_BF16 == (int)FPC_BF16);
}

/* Long enough for several tasks, with a last one that is not full. */
static void threads_give_the_same(void **state)
{
    (void)state;
    const size_t count = 200003;
    uint32_t *values = malloc(count * sizeof *values);
    struct fpc_random random = {.seed = SEED};
    assert_non_null(values);
    print_message("seed %d\n", SEED);
    for (size_t i = 0; i < count; i++)
        values[i] = (uint32_t)fpc_random_next(&random) & 0xbfffbfff; /* finite in every format */
    for (int f = 0; f < FPC_FORMATS; f++) {
        enum fpc_format format = (enum fpc_format)f;
        size_t number = count * sizeof *values / fpc_format_traits(format)->size;
        struct fpc_exact exact;
        struct fpc_exact_sum whole;
        fpc_exact_init(&exact, format);
        fpc_exact_add(&exact, values, number);
        fpc_exact_finish(&exact, &whole);
        fpc_exact_clear(&exact);
        assert_int_equal(whole.class, FPC_EXACT_FINITE);
        for (unsigned threads = 1; threads <= 3; threads++) {
            struct fpc_pool *pool;
            struct fpc_exact_sum sum;
            struct fpc_error error;
            assert_int_equal(fpc_pool_open(&pool, threads, &error), FPC_OK);
            fpc_exact_of(format, values, number, pool, &sum);
            assert_true(fpc_exact_sum_equal(&whole, &sum));
            fpc_exact_sum_clear(&sum);
            fpc_exact_of(format, values, 0, pool, &sum);
            assert_true(sum.counts.count == 0 && sum.rounded == 0);
            fpc_exact_sum_clear(&sum);
            fpc_pool_close(pool);
        }
        fpc_exact_sum_clear(&whole);
    }
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oracle),
        cmocka_unit_test(random_arrays),
        cmocka_unit_test(threads_give_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
