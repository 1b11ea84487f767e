#include "exact/words.h"

#define HALF UINT64_C(0xffffffff)

/* |m| 2^exponent = |m| 2^shift 2^(32 i - 1074) with shift < 32: |m| 2^shift has at most 63 + 31
 * bits, of which three words take 32 each. Every part is below 2^32. */
void fpc_words_add(struct fpc_words *words, int64_t m, int exponent)
{
    unsigned position = (unsigned)(exponent - FPC_WORDS_EMIN);
    int64_t *word = &words->word[position / 32];
    int64_t sign = m < 0 ? -1 : 1;
    uint64_t magnitude = m < 0 ? -(uint64_t)m : (uint64_t)m;
    uint64_t low = magnitude << position % 32, high = magnitude >> 32 >> (32 - position % 32);
    word[0] += sign * (int64_t)(low & HALF);
    word[1] += sign * (int64_t)(low >> 32);
    word[2] += sign * (int64_t)high;
}

/* Floor: w = (w >> 32) 2^32 + (w mod 2^32), the remainder never negative. A word plus the carry of
 * the one before stays below 2^63 in magnitude: the carry is below 2^31. */
void fpc_words_carry(struct fpc_words *words)
{
    int64_t carry = 0;
    for (int i = 0; i < FPC_WORDS - 1; i++) {
        int64_t word = words->word[i] + carry;
        words->word[i] = word & (int64_t)HALF;
        carry = word >> 32;
    }
    words->word[FPC_WORDS - 1] += carry;
}

void fpc_words_merge(struct fpc_words *words, const struct fpc_words *part)
{
    for (int i = 0; i < FPC_WORDS; i++)
        words->word[i] += part->word[i];
    fpc_words_carry(words);
}
