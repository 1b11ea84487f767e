/* One value as text: exact, and told apart from every other bit pattern of its format. */
#ifndef FPC_NUMBER_VALUE_TEXT_H
#define FPC_NUMBER_VALUE_TEXT_H

#include "number/format.h"

/* "0x1.8p+1", "-0x0p+0", "inf"; a NaN with its bits, "nan (0x7fc00000)". The caller frees. */
char *fpc_value_text(enum fpc_format format, uint64_t bits);

#endif
