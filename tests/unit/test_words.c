/* The accumulator of an exact sum: words by hand, and against the oracle's long integer. */
#include "exact/words.h"

#include "base/random.h"
#include "exact/sum.h"
#include "tests/unit/oracle.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <limits.h>
#include <string.h>

#define SEED  72
#define WORD  (INT64_C(1) << 32)
#define FULL  (WORD - 1)
#define TERMS 300

static bool equal(const struct fpc_words *a, const struct fpc_words *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* All words zero, but for those named by index and value. */
static void assert_words(const struct fpc_words *words, size_t count, const int64_t (*known)[2])
{
    struct fpc_words wanted = {0};
    for (size_t i = 0; i < count; i++)
        wanted.word[known[i][0]] = known[i][1];
    for (int i = 0; i < FPC_WORDS; i++)
        if (words->word[i] != wanted.word[i])
            fail_msg("word %d is %lld, not %lld", i, (long long)words->word[i],
                     (long long)wanted.word[i]);
}

static void fill_above(struct fpc_words *words, int first)
{
    for (int i = first; i < FPC_WORDS - 1; i++)
        words->word[i] = FULL;
    words->word[FPC_WORDS - 1] = -1;
}

static void by_hand(void **state)
{
    (void)state;
    struct fpc_words words = {0}, wanted = {0};
    fpc_words_add(&words, 1, -1074);
    assert_words(&words, 1, (const int64_t[][2]){{0, 1}});
    fpc_words_add(&words, 3, -1074 + 31); /* 1 + 2^31 + 2^32 */
    assert_words(&words, 2, (const int64_t[][2]){{0, 1 + (WORD >> 1)}, {1, 1}});
    fpc_words_add(&words, -1, -1074); /* 2^31 + 2^32 */
    fpc_words_add(&words, -1, -1074 + 31);
    fpc_words_add(&words, -1, -1074 + 32);
    assert_words(&words, 0, NULL);
    fpc_words_add(&words, -1, -1074); /* -1: all ones */
    fpc_words_carry(&words);
    fill_above(&wanted, 0);
    assert_true(equal(&words, &wanted));
    fpc_words_add(&words, 1, -1074); /* and the carry goes all the way */
    fpc_words_carry(&words);
    assert_words(&words, 0, NULL);
    fpc_words_add(&words, -1, 0); /* -1.0: bit 1074 = 33 32 + 18 */
    fpc_words_carry(&words);
    memset(&wanted, 0, sizeof wanted);
    fill_above(&wanted, 34);
    wanted.word[33] = WORD - (1 << 18);
    assert_true(equal(&words, &wanted));
}

/* 2^63 - 1 lies over three words unless it begins with one; one of 64 bits would not fit. */
static void the_longest_addend(void **state)
{
    (void)state;
    struct fpc_words words = {0};
    fpc_words_add(&words, INT64_MAX, -1074);
    assert_words(&words, 2, (const int64_t[][2]){{0, FULL}, {1, FULL >> 1}});
    fpc_words_add(&words, -INT64_MAX, -1074);
    fpc_words_add(&words, INT64_MAX, -1074 + 31); /* 2^94 - 2^31 */
    assert_words(&words, 3, (const int64_t[][2]){{0, WORD >> 1}, {1, FULL}, {2, FULL >> 2}});
    fpc_words_add(&words, -INT64_MAX, -1074 + 31);
    assert_words(&words, 0, NULL);
    fpc_words_add(&words, INT64_MAX, 1165); /* bits 2239 to 2301: words 69 (from 31), 70, 71 */
    assert_words(&words, 3, (const int64_t[][2]){{69, WORD >> 1}, {70, FULL}, {71, FULL >> 2}});
    fpc_words_add(&words, 0, 1165);
    fpc_words_add(&words, -INT64_MAX, 1165);
    assert_words(&words, 0, NULL);
}

/* 2^e is one bit, and -2^e + 2^e nothing, wherever e. */
static void every_position(void **state)
{
    (void)state;
    for (int e = -1074; e <= 1165; e++) {
        int bit = e + 1074;
        struct fpc_words words = {0}, negative = {0};
        fpc_words_add(&words, 1, e);
        assert_words(&words, 1, (const int64_t[][2]){{bit / 32, INT64_C(1) << bit % 32}});
        fpc_words_add(&negative, -1, e);
        fpc_words_carry(&negative);
        for (int i = 0; i < FPC_WORDS - 1; i++)
            if (negative.word[i] != (i < bit / 32    ? 0
                                     : i == bit / 32 ? WORD - (INT64_C(1) << bit % 32)
                                                     : FULL))
                fail_msg("-2^%d: word %d is %lld", e, i, (long long)negative.word[i]);
        assert_int_equal(negative.word[FPC_WORDS - 1],
                         bit / 32 == FPC_WORDS - 1 ? -(INT64_C(1) << bit % 32) : -1);
        fpc_words_merge(&words, &negative);
        assert_words(&words, 0, NULL);
    }
}

/* Each word as far from 0 as 2^30 additions to a carried one can bring it: < 2^32 + 2^30 2^32. With
 * W = 2^32, v = W - 1 + 2^30 (W - 1) = (2^30 + 1) W - (2^30 + 1): digit W - (2^30 + 1), carry 2^30.
 * The next has v + 2^30 = (2^30 + 1) W - 1: digit W - 1 and carry 2^30, and so all others. */
static void room_for_carries(void **state)
{
    (void)state;
    const int64_t most = (int64_t)FPC_WORDS_MOST_ADDITIONS, v = FULL + most * FULL;
    struct fpc_words words = {0}, opposite = {0};
    assert_true(most == INT64_C(1) << 30);
    for (int i = 0; i < FPC_WORDS - 1; i++) {
        words.word[i] = v;
        opposite.word[i] = -v;
    }
    fpc_words_carry(&words);
    assert_true(words.word[0] == WORD - (most + 1));
    for (int i = 1; i < FPC_WORDS - 1; i++)
        assert_true(words.word[i] == FULL);
    assert_true(words.word[FPC_WORDS - 1] == most);
    fpc_words_carry(&opposite); /* -v = -(2^30 + 1) W + 2^30 + 1, and then 0 with -(2^30 + 1) on */
    assert_true(opposite.word[0] == most + 1 && opposite.word[1] == 0);
    assert_true(opposite.word[FPC_WORDS - 1] == -(most + 1));
    fpc_words_merge(&words, &opposite);
    assert_words(&words, 0, NULL);
}

/* Words have room for 2^63 times the largest f64 of either sign: (2^53 - 1) 2^(971 + 63). */
static void far_beyond_f64(void **state)
{
    (void)state;
    const int64_t m = (INT64_C(1) << 53) - 1;
    for (int sign = -1; sign <= 1; sign += 2) {
        struct fpc_words words = {0}, abs_sum = {0};
        struct fpc_exact_counts counts = {.count = 1};
        struct fpc_exact_sum sum;
        fpc_words_add(&words, sign * m, 971);
        for (int i = 0; i < 63; i++) {
            struct fpc_words same = words;
            fpc_words_merge(&words, &same);
        }
        for (int bit = 0; bit < 53; bit++)
            fpc_words_add(&abs_sum, 1, 971 + 63 + bit);
        fpc_words_carry(&abs_sum);
        fpc_exact_from_words(FPC_F64, &words, &abs_sum, &counts, 971, &sum);
        assert_true(mpfr_cmp_si_2exp(sum.s, sign * m, 971 + 63) == 0);
        assert_true(mpfr_cmp_si_2exp(sum.abs_sum, m, 971 + 63) == 0);
        assert_true(mpfr_zero_p(sign > 0 ? sum.negative : sum.positive));
        assert_true(sum.rounded ==
                    (sign > 0 ? UINT64_C(0x7ff0000000000000) : UINT64_C(0xfff0000000000000)));
        fpc_exact_sum_clear(&sum);
    }
}

/* A term m 2^exponent, as values of f64 for the oracle: 53 bits and what is left of 63. */
struct term {
    int64_t m;
    int exponent;
};

/* The bits of k 2^exponent, 0 < k < 2^53 with exponent in the range of f64. */
static uint64_t bits_of(uint64_t k, int exponent)
{
    while (k >> 52 == 0 && exponent > -1074) {
        k <<= 1;
        exponent--;
    }
    if (k >> 52 == 0)
        return k;
    return (k & ((UINT64_C(1) << 52) - 1)) | (uint64_t)(exponent + 1075) << 52;
}

static void give_oracle(struct oracle *oracle, const struct term *term)
{
    uint64_t sign = term->m < 0 ? UINT64_C(1) << 63 : 0;
    uint64_t size = (uint64_t)(term->m < 0 ? -term->m : term->m);
    uint64_t low = size & ((UINT64_C(1) << 30) - 1), high = size >> 30;
    if (low != 0)
        oracle_add(oracle, sign | bits_of(low, term->exponent));
    if (high != 0)
        oracle_add(oracle, sign | bits_of(high, term->exponent + 30));
}

static void draw(struct fpc_random *random, struct term *term)
{
    uint64_t bits = fpc_random_next(random) >> (1 + fpc_random_below(random, 62));
    term->m = fpc_random_next(random) & 1 ? -(int64_t)bits : (int64_t)bits;
    term->exponent = -1074 + (int)fpc_random_below(random, 1074 + 900);
}

/* The oracle's integer has 69 digits of 32 bits, in two's complement. */
static void assert_oracle(const struct fpc_words *words, const struct oracle *oracle)
{
    int64_t sign = oracle->words[ORACLE_WORDS - 1] >> 31 ? FULL : 0;
    for (int i = 0; i < FPC_WORDS - 1; i++)
        if (words->word[i] != (i < ORACLE_WORDS ? (int64_t)oracle->words[i] : sign))
            fail_msg("word %d is %lld", i, (long long)words->word[i]);
    assert_true(words->word[FPC_WORDS - 1] == (sign ? -1 : 0));
}

/* Seven parts that take the terms at random, are carried at random and merged in random order. */
static void add_in_parts(const struct term *terms, struct fpc_random *random,
                         struct fpc_words *whole)
{
    struct fpc_words parts[7];
    uint32_t order[TERMS], turn[7] = {0, 1, 2, 3, 4, 5, 6};
    memset(parts, 0, sizeof parts);
    for (uint32_t i = 0; i < TERMS; i++)
        order[i] = i;
    fpc_random_shuffle(random, order, TERMS);
    for (int i = 0; i < TERMS; i++) {
        struct fpc_words *part = &parts[fpc_random_below(random, 7)];
        fpc_words_add(part, terms[order[i]].m, terms[order[i]].exponent);
        if (fpc_random_below(random, 4) == 0)
            fpc_words_carry(part);
    }
    fpc_random_shuffle(random, turn, 7);
    memset(whole, 0, sizeof *whole);
    for (int i = 0; i < 7; i++) {
        fpc_words_carry(&parts[turn[i]]);
        fpc_words_merge(whole, &parts[turn[i]]);
    }
}

static void one_form_only(void **state)
{
    (void)state;
    struct fpc_random random = {.seed = SEED};
    print_message("seed %d\n", SEED);
    for (int round = 0; round < 200; round++) {
        struct term terms[TERMS];
        struct oracle oracle;
        struct fpc_words whole = {0}, parts, again;
        oracle_start(&oracle, ORACLE_F64);
        for (int i = 0; i < TERMS; i++) {
            draw(&random, &terms[i]);
            if (round % 3 == 0 && i % 2 == 1) /* cancels what was before */
                terms[i] = (struct term){-terms[i - 1].m, terms[i - 1].exponent};
            give_oracle(&oracle, &terms[i]);
            fpc_words_add(&whole, terms[i].m, terms[i].exponent);
        }
        fpc_words_carry(&whole);
        assert_oracle(&whole, &oracle);
        again = whole;
        fpc_words_carry(&again);
        assert_true(equal(&whole, &again));
        for (int i = 0; i < 4; i++) {
            add_in_parts(terms, &random, &parts);
            assert_true(equal(&whole, &parts));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),        cmocka_unit_test(the_longest_addend),
        cmocka_unit_test(every_position), cmocka_unit_test(room_for_carries),
        cmocka_unit_test(far_beyond_f64), cmocka_unit_test(one_form_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
