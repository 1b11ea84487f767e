#include "number/round.h"

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Brings y, of the format's precision, into the format's exponent range.
 *
 * `ternary` is what MPFR returned when it rounded the exact value to y in direction `direction`,
 * in the wide exponent range. In the format's range y may be too large, which mpfr_check_range
 * turns into infinity (or the largest finite value), or have too many bits for a subnormal, which
 * mpfr_subnormalize rounds away. Both use the ternary value to tell a tie from a value that the
 * first rounding moved onto it, so that the result is the exact value rounded once.
 * MPFR's significands are in [1/2, 1): its exponent of 2^e is e + 1, hence emin + 1 below.
 * Source: the MPFR manual, "Exception Related Functions", the example at mpfr_subnormalize.
 * Witness, f16: 0x1.0000000000001p-25 becomes the tie 0x1p-25 in 11 bits with a ternary value < 0,
 * and must give 0x1p-24; 0x1p-25 itself gives 0.
 * Returns the ternary value of the whole. The caller's exponent range is restored. */
static int fit(mpfr_ptr y, int ternary, enum fpc_format format, mpfr_rnd_t direction)
{
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_set_emin(traits->emin + 1);
    mpfr_set_emax(traits->emax);
    ternary = mpfr_check_range(y, ternary, direction);
    ternary = mpfr_subnormalize(y, ternary, direction);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    return ternary;
}

/* The bits of y, which fit() made a value of the format: every step is exact. */
static uint64_t bits_of(enum fpc_format format, mpfr_srcptr y)
{
    return mpfr_nan_p(y) ? fpc_bits_nan(format) : fpc_bits_round(format, mpfr_get_d(y, MPFR_RNDN));
}

static double divide(mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t direction)
{
    mpfr_t quotient;
    mpfr_init2(quotient, fpc_format_traits(FPC_F64)->precision);
    fit(quotient, mpfr_div(quotient, a, b, direction), FPC_F64, direction);
    double value = mpfr_get_d(quotient, MPFR_RNDN);
    mpfr_clear(quotient);
    return value;
}

static const char *skip_digits(const char *text, const char *digits, size_t *count)
{
    size_t length = strspn(text, digits);
    *count += length;
    return text + length;
}

/* digits [. digits] [exponent [sign] digits] with a digit before the exponent, and nothing else:
 * MPFR's own reader also takes leading blanks, other bases and other spellings. */
static bool is_number(const char *text, bool hexadecimal)
{
    const char *digits = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
    size_t count = 0, exponent = 0;
    text = skip_digits(text, digits, &count);
    if (*text == '.')
        text = skip_digits(text + 1, digits, &count);
    if (count > 0 && *text != '\0' && strchr(hexadecimal ? "pP" : "eE", *text) != NULL) {
        text++;
        text = skip_digits(text + (*text == '+' || *text == '-'), "0123456789", &exponent);
        if (exponent == 0)
            return false;
    }
    return count > 0 && *text == '\0';
}

static bool is_special(const char *text, double *value)
{
    bool infinite = strcasecmp(text, "inf") == 0 || strcasecmp(text, "infinity") == 0;
    *value = infinite ? INFINITY : NAN;
    return infinite || strcasecmp(text, "nan") == 0;
}

/* *exact_hexadecimal is false for a hexadecimal number that had to be rounded. */
static const char *parse(enum fpc_format format, const char *word, uint64_t *bits,
                         bool *exact_hexadecimal)
{
    const char *rest = word + (*word == '+' || *word == '-');
    double special;
    *exact_hexadecimal = true;
    if (is_special(rest, &special)) {
        *bits = fpc_bits_round(format, copysign(special, *word == '-' ? -1.0 : 1.0));
        return NULL;
    }
    bool hexadecimal = strncasecmp(rest, "0x", 2) == 0;
    if (!is_number(hexadecimal ? rest + 2 : rest, hexadecimal))
        return "is not a number";
    mpfr_t x;
    mpfr_init2(x, fpc_format_traits(format)->precision);
    int ternary = mpfr_strtofr(x, word, NULL, hexadecimal ? 16 : 10, MPFR_RNDN);
    ternary = fit(x, ternary, format, MPFR_RNDN);
    uint64_t result = bits_of(format, x);
    mpfr_clear(x);
    if (fpc_bits_class(format, result) == FPC_INFINITE)
        return "is too large for this format";
    *exact_hexadecimal = !hexadecimal || ternary == 0;
    *bits = result;
    return NULL;
}

void fpc_round_require_exact(int ternary, const char *what)
{
    if (ternary == 0)
        return;
    fprintf(stderr, "fpcheck: internal error: %s was rounded where it must be exact\n", what);
    _Exit(FPC_FAILED);
}

uint64_t fpc_round_to_format(enum fpc_format format, mpfr_srcptr x)
{
    mpfr_t y;
    mpfr_init2(y, fpc_format_traits(format)->precision);
    fit(y, mpfr_set(y, x, MPFR_RNDN), format, MPFR_RNDN);
    uint64_t bits = bits_of(format, y);
    mpfr_clear(y);
    return bits;
}

void fpc_round_from_bits(mpfr_ptr x, enum fpc_format format, uint64_t bits)
{
    fpc_round_require_exact(mpfr_set_d(x, fpc_bits_value(format, bits), MPFR_RNDN), "a value");
}

/* Rounding up is monotonic and leaves doubles alone: a / b > X gives up >= a / b > X, and
 * a / b <= X gives up <= X. */
void fpc_round_quotient(mpfr_srcptr a, mpfr_srcptr b, double *nearest, double *up)
{
    *nearest = divide(a, b, MPFR_RNDN);
    *up = divide(a, b, MPFR_RNDU);
}

const char *fpc_round_parse(enum fpc_format format, const char *word, uint64_t *bits)
{
    uint64_t result = 0;
    bool exact_hexadecimal = true;
    const char *wrong = parse(format, word, &result, &exact_hexadecimal);
    if (wrong != NULL)
        return wrong;
    if (!exact_hexadecimal)
        return "is not exact in this format";
    *bits = result;
    return NULL;
}

const char *fpc_round_parse_nearest(enum fpc_format format, const char *word, uint64_t *bits)
{
    bool exact_hexadecimal;
    return parse(format, word, bits, &exact_hexadecimal);
}

/* The significand is scaled into [1, 2), so that the digits in base 16 begin with the 1 that %a
 * begins with. 0 asks mpfr_get_str for all digits, which is exact in this base. */
char *fpc_round_hex(mpfr_srcptr x)
{
    const char *sign = mpfr_signbit(x) ? "-" : "";
    if (mpfr_nan_p(x))
        return fpc_strdup("nan");
    if (!mpfr_regular_p(x))
        return fpc_text("%s%s", sign, mpfr_inf_p(x) ? "inf" : "0x0p+0");
    mpfr_t y;
    mpfr_init2(y, mpfr_get_prec(x));
    mpfr_abs(y, x, MPFR_RNDN);
    mpfr_set_exp(y, 1);
    mpfr_exp_t point;
    char *digits = mpfr_get_str(NULL, &point, 16, 0, y, MPFR_RNDN);
    size_t length = strlen(digits);
    while (length > 1 && digits[length - 1] == '0')
        length--;
    char *text = fpc_text("%s0x%c%s%.*sp%+ld", sign, digits[0], length > 1 ? "." : "",
                          (int)(length - 1), digits + 1, (long)mpfr_get_exp(x) - 1);
    mpfr_free_str(digits);
    mpfr_clear(y);
    return text;
}

char *fpc_round_decimal(mpfr_srcptr x, int digits)
{
    char *text = NULL;
    mpfr_asprintf(&text, "%.*Rg", digits, x);
    char *copy = fpc_strdup(text); /* MPFR's memory may come from another allocator than free()'s */
    mpfr_free_str(text);
    return copy;
}
