/* A sum of finite numbers as integers: 72 signed words of 64 bits, word i of weight 2^(32 i -
 * 1074).
 *
 * Every finite f64, f32, f16 and bf16 is a multiple of 2^-1074, so each addition is exact. A word
 * takes 32 bits of an addend and has room for carries: they are settled by fpc_words_carry(),
 * before a merge and at least every 2^30 additions. Carried words are canonical: words 0 to 70 lie
 * in [0, 2^32) and the last one has the sign, so the same sum is the same words, however it was
 * split, ordered or merged. This header is valid C and C++, for device code that adds into the same
 * words. */
#ifndef FPC_EXACT_WORDS_H
#define FPC_EXACT_WORDS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FPC_WORDS      72
#define FPC_WORDS_EMIN (-1074) /* exponent of bit 0 of word 0 */

/* Additions between two carries. Each changes a word by less than 2^32, and a carried word is below
 * 2^32, so no word leaves (-2^63, 2^63). */
#define FPC_WORDS_MOST_ADDITIONS (UINT64_C(1) << 30)

/* Zeroed words are the sum of nothing. */
struct fpc_words {
    int64_t word[FPC_WORDS];
};

/* Adds m 2^exponent, -1074 <= exponent <= 1165, m > -2^63. */
void fpc_words_add(struct fpc_words *words, int64_t m, int exponent);

/* Makes the words canonical. The sum must be below 2^1260 in magnitude: that of 2^63 numbers is. */
void fpc_words_carry(struct fpc_words *words);

/* Adds `part`, which must be canonical, as `words` must be, and is then again. */
void fpc_words_merge(struct fpc_words *words, const struct fpc_words *part);

#ifdef __cplusplus
}
#endif

#endif
