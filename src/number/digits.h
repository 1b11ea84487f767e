/* Have the numbers of a text enough digits to tell neighbours of a format apart?
 *
 * One number alone does not say it: 0.1 is both a value in full and a value cut to one digit. So
 * the set is looked at. Numbers that the format holds exactly (0.5, integers, hexadecimal ones) say
 * nothing and are left out; n are left, the longest with d significant digits. For a format of p
 * bits few digits are assumed if
 *
 * - (p log10(2) - d) n >= 1.2: values written in full, as Python's repr does, seldom have fewer
 *   than p log10(2) digits (15.95 for f64, 7.22 for f32), and each digit less is ten times rarer.
 *   10^-1.2, one in sixteen, is the chance by which a set in full may look short;
 * - d >= 6, what printf's %g gives, or n >= 4 and d >= 3: shorter ones may be plain numbers;
 * - they are cut alike: at least half have d digits, or n >= 2 and all have the same number of
 *   digits behind the point. */
#ifndef FPC_NUMBER_DIGITS_H
#define FPC_NUMBER_DIGITS_H

#include "number/format.h"

#include <stdbool.h>
#include <stdint.h>

/* A zeroed struct has seen nothing. */
struct fpc_digits {
    uint64_t numbers;  /* n */
    uint64_t most;     /* d */
    uint64_t reaching; /* how many have d */
    uint64_t decimals; /* digits behind the point, of the first */
    bool mixed;        /* others have other decimals, or an exponent */
};

/* Notes a word that is a number of the format. */
void fpc_digits_note(struct fpc_digits *digits, enum fpc_format format, const char *word);

/* True if few digits are assumed. */
bool fpc_digits_are_few(const struct fpc_digits *digits, enum fpc_format format);

#endif
