#include "analysis/figure.h"

#include "number/round.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fpc_figure fpc_figure_quotient(mpfr_srcptr a, mpfr_srcptr b)
{
    struct fpc_figure figure = {.known = true};
    mpfr_t quotient;
    fpc_round_quotient(a, b, &figure.nearest, &figure.up);
    figure.too_large = isinf(figure.nearest);
    if (figure.too_large) {
        mpfr_init2(quotient, 64);
        mpfr_div(quotient, a, b, MPFR_RNDN);
        char *text = fpc_round_decimal(quotient, 17);
        snprintf(figure.text, sizeof figure.text, "%s", text);
        free(text);
        mpfr_clear(quotient);
    }
    return figure;
}

struct fpc_figure fpc_figure_of(double value)
{
    return (struct fpc_figure){.known = true, .nearest = value, .up = value};
}

/* The digits before the exponent. */
static double mantissa(const struct fpc_figure *figure)
{
    char digits[sizeof figure->text];
    snprintf(digits, sizeof digits, "%.*s", (int)strcspn(figure->text, "e"), figure->text);
    return strtod(digits, NULL);
}

/* True if a > b. The texts of figures beyond a double read d.ddd...e+ddd. */
static bool is_larger(const struct fpc_figure *a, const struct fpc_figure *b)
{
    if (!a->too_large || !b->too_large)
        return a->up > b->up;
    long a_exponent = strtol(strchr(a->text, 'e') + 1, NULL, 10);
    long b_exponent = strtol(strchr(b->text, 'e') + 1, NULL, 10);
    if (a_exponent != b_exponent)
        return a_exponent > b_exponent;
    return mantissa(a) > mantissa(b);
}

void fpc_figure_raise(struct fpc_figure *maximum, const struct fpc_figure *figure)
{
    if (!figure->known)
        maximum->known = false;
    else if (maximum->known && is_larger(figure, maximum))
        *maximum = *figure;
}
