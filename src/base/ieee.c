#include "base/ieee.h"

#include <fenv.h>

enum fpc_status fpc_ieee_check(struct fpc_error *error)
{
    volatile double smallest_normal = DBL_MIN, smallest_subnormal = 0x1p-1074;
    volatile double half = smallest_normal * 0.5, doubled = smallest_subnormal * 0x1p1000;
    if (fegetround() != FE_TONEAREST)
        return fpc_error_set(error, FPC_FAILED, "the processor does not round to nearest");
    if (half == 0.0)
        return fpc_error_set(error, FPC_FAILED,
                             "the processor flushes subnormal results to zero (FTZ is set)");
    if (doubled == 0.0)
        return fpc_error_set(error, FPC_FAILED,
                             "the processor reads subnormals as zero (DAZ is set)");
    return FPC_OK;
}
