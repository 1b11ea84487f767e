#include "base/ieee.h"

#include <stdbool.h>

/* Probed by adding: fegetround() tells the mode of the x87 unit, which does not do the adding.
 * With u = 2^-53, 1 + u is a tie and goes to the even 1, 1 + 1.5u goes up to 1 + 2u; each of the
 * directed modes gets one of the three wrong. */
static bool rounds_to_nearest(void)
{
    volatile double one = 1.0, tie = 0x1p-53, above = 0x1.8p-53;
    volatile double down = one + tie, up = one + above, mirrored = -one - tie;
    return down == 1.0 && up == 1.0 + 0x1p-52 && mirrored == -1.0;
}

enum fpc_status fpc_ieee_check(struct fpc_error *error)
{
    volatile double smallest_normal = DBL_MIN, smallest_subnormal = 0x1p-1074;
    volatile double half = smallest_normal * 0.5, scaled = smallest_subnormal * 0x1p1000;
    if (!rounds_to_nearest())
        return fpc_error_set(error, FPC_FAILED, "the processor does not round to nearest");
    if (scaled == 0.0)
        return fpc_error_set(error, FPC_FAILED,
                             "the processor reads subnormals as zero (DAZ is set)");
    if (half == 0.0)
        return fpc_error_set(error, FPC_FAILED,
                             "the processor flushes subnormal results to zero (FTZ is set)");
    return FPC_OK;
}
