#include "number/digits.h"

#include <ctype.h>
#include <mpfr.h>
#include <string.h>

/* What a word is made of. */
struct written {
    uint64_t significant; /* from the first digit that is not 0 to the last */
    uint64_t decimals;    /* digits behind the point */
    bool exponent;
};

static struct written read_word(const char *word)
{
    struct written written = {0};
    bool behind = false;
    for (; *word && *word != 'e' && *word != 'E'; word++) {
        behind = behind || *word == '.';
        if (!isdigit((unsigned char)*word))
            continue;
        written.decimals += behind;
        written.significant += written.significant > 0 || *word != '0';
    }
    written.exponent = *word != '\0';
    return written;
}

/* True if no digit of the word was lost; the range of exponents does not matter here. */
static bool is_exact(enum fpc_format format, const char *word)
{
    mpfr_t x;
    mpfr_init2(x, fpc_format_traits(format)->precision);
    const bool exact = mpfr_strtofr(x, word, NULL, 10, MPFR_RNDN) == 0;
    mpfr_clear(x);
    return exact;
}

/* Hexadecimal numbers, infinities and NaNs hold an x or an n. */
void fpc_digits_note(struct fpc_digits *digits, enum fpc_format format, const char *word)
{
    if (strpbrk(word, "xXnN") != NULL || is_exact(format, word))
        return;
    const struct written written = read_word(word);
    if (digits->numbers++ == 0)
        digits->decimals = written.decimals;
    digits->mixed = digits->mixed || written.exponent || written.decimals != digits->decimals;
    if (written.significant > digits->most) {
        digits->most = written.significant;
        digits->reaching = 0;
    }
    digits->reaching += written.significant == digits->most;
}

bool fpc_digits_are_few(const struct fpc_digits *digits, enum fpc_format format)
{
    const double in_full = 0.30102999566398120 * fpc_format_traits(format)->precision;
    const uint64_t n = digits->numbers, most = digits->most;
    if (n == 0 || (in_full - (double)most) * (double)n < 1.2)
        return false;
    if (most < 6 && !(n >= 4 && most >= 3))
        return false;
    return 2 * digits->reaching >= n || (n >= 2 && !digits->mixed);
}
