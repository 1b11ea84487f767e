/* What the tool's own arithmetic relies on: IEEE 754 binary arithmetic as written in the source.
 *
 * Including this file refuses compilers that were told to break it; fpc_ieee_check() refuses a
 * processor whose modes do (a program linked with -ffast-math starts with subnormals flushed). */
#ifndef FPC_BASE_IEEE_H
#define FPC_BASE_IEEE_H

#include "base/status.h"

#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||           \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "fpcheck must be compiled with IEEE arithmetic: drop -ffast-math and its parts"
#endif
#if FLT_EVAL_METHOD != 0
#error "fpcheck needs float and double evaluated in their own precision: use -mfpmath=sse"
#endif

/* Round to nearest, ties to even, and subnormals neither flushed nor read as zero.
 * Errors: FPC_FAILED, naming the mode that is wrong. */
enum fpc_status fpc_ieee_check(struct fpc_error *error);

#endif
