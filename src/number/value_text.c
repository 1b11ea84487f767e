#include "number/value_text.h"

#include "base/text.h"

#include <inttypes.h>

char *fpc_value_text(enum fpc_format format, uint64_t bits)
{
    const int digits = (int)fpc_format_traits(format)->size * 2;
    if (fpc_bits_class(format, bits) == FPC_NAN)
        return fpc_text("nan (0x%0*" PRIx64 ")", digits, bits);
    return fpc_text("%a", fpc_bits_value(format, bits));
}
