#include "analysis/baseline_errors.h"

#include "number/round.h"

#include <string.h>

/* Room for every exact sum, result and bound, and for the difference of two of them; see judge.c.
 */
#define FPC_ERROR_PRECISION 2400

#define FPC_SHORT_DIGITS 6

/* True if all of the text was read. */
static bool read_number(mpfr_ptr number, const char *text)
{
    char *end;
    mpfr_strtofr(number, text, &end, 0, MPFR_RNDN);
    return end != text && *end == '\0';
}

bool fpc_baseline_is_number(const char *text)
{
    mpfr_t number;
    if (*text < '0' || *text > '9' || strlen(text) > 1024 ||
        text[strspn(text, "0123456789abcdefpx.+-")] != '\0')
        return false;
    mpfr_init2(number, FPC_ERROR_PRECISION);
    bool good = read_number(number, text) && mpfr_number_p(number);
    mpfr_clear(number);
    return good;
}

int fpc_baseline_compare_bounds(const char *a, const char *b)
{
    mpfr_t x, y;
    mpfr_inits2(FPC_ERROR_PRECISION, x, y, (mpfr_ptr)0);
    read_number(x, a);
    read_number(y, b);
    int order = mpfr_cmp(y, x);
    mpfr_clears(x, y, (mpfr_ptr)0);
    return (order > 0) - (order < 0);
}

/* error = |y - s|, exact. */
static void error_of(const struct fpc_input_findings *input, uint64_t bits, mpfr_ptr error)
{
    mpfr_t y;
    mpfr_init2(y, 53);
    read_number(error, input->exact_hex);
    fpc_round_from_bits(y, input->format, bits);
    mpfr_sub(error, y, error, MPFR_RNDN);
    mpfr_abs(error, error, MPFR_RNDN);
    mpfr_clear(y);
}

const struct fpc_pattern *fpc_baseline_beyond(const struct fpc_input_findings *input,
                                              const struct fpc_kernel_findings *kernel,
                                              const char *bound, bool without_flushed)
{
    const struct fpc_pattern *beyond = NULL;
    mpfr_t error, limit;
    if (input->exact_hex == NULL)
        return NULL;
    mpfr_inits2(FPC_ERROR_PRECISION, error, limit, (mpfr_ptr)0);
    read_number(limit, bound);
    for (size_t i = 0; i < kernel->results.count && !beyond; i++) {
        const struct fpc_pattern *pattern = &kernel->results.items[i];
        enum fpc_class class = fpc_bits_class(input->format, pattern->bits);
        if (class == FPC_NAN || class == FPC_INFINITE ||
            (without_flushed && pattern->verdict == FPC_VERDICT_FLUSHED))
            continue;
        error_of(input, pattern->bits, error);
        if (mpfr_cmp(error, limit) > 0)
            beyond = pattern;
    }
    mpfr_clears(error, limit, (mpfr_ptr)0);
    return beyond;
}

char *fpc_baseline_error(const struct fpc_input_findings *input, uint64_t bits)
{
    mpfr_t error;
    mpfr_init2(error, FPC_ERROR_PRECISION);
    error_of(input, bits, error);
    char *text = fpc_round_decimal(error, FPC_SHORT_DIGITS);
    mpfr_clear(error);
    return text;
}

char *fpc_baseline_figure_short(const char *text)
{
    mpfr_t figure;
    if (text == NULL)
        return NULL;
    mpfr_init2(figure, FPC_ERROR_PRECISION);
    read_number(figure, text);
    char *decimal = fpc_round_decimal(figure, FPC_SHORT_DIGITS);
    mpfr_clear(figure);
    return decimal;
}
