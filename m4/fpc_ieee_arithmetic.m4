# FPC_IEEE_ARITHMETIC
# -------------------
# Refuses flags that break IEEE arithmetic, by what a program compiled and linked with them does,
# not by their names. Cross-compiling checks what the preprocessor tells; the tool itself checks
# rounding and subnormals each time it starts.
AC_DEFUN([FPC_IEEE_ARITHMETIC], [
  fpc_saved_cflags=$CFLAGS
  CFLAGS="$FPC_CFLAGS $CFLAGS $FPC_LAST_CFLAGS"
  AC_CACHE_CHECK([whether arithmetic is IEEE with these flags], [fpc_cv_ieee_arithmetic], [
    AC_RUN_IFELSE([AC_LANG_SOURCE([[
#include <float.h>
#if defined __FAST_MATH__ || defined __ASSOCIATIVE_MATH__ || defined __RECIPROCAL_MATH__ \
    || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__) || FLT_EVAL_METHOD != 0
#error "not IEEE"
#endif
#if defined __x86_64__ || defined __i386__
__attribute__ ((noinline, target ("fma")))
#else
__attribute__ ((noinline))
#endif
static double multiply_add (double a, double b, double c) { return a * b + c; }
static int may_fuse (void)
{
#if defined __x86_64__ || defined __i386__
  return __builtin_cpu_supports ("fma");
#else
  return 1;
#endif
}
__attribute__ ((noinline)) static float regroup (float a, float b) { return (a + b) - b; }
__attribute__ ((noinline)) static double divide (double a) { return a / 3.0; }
__attribute__ ((noinline)) static int is_nan (double a) { return a != a; }
__attribute__ ((noinline)) static double plus_zero (double a) { return a + 0.0; }
int main (void)
{
  volatile double tiny = DBL_MIN, subnormal = 0x1p-1074, e = 0x1p-30, zero = 0.0;
  volatile double half = tiny * 0.5, doubled = subnormal * 0x1p1000;
  if (half == 0.0 || doubled == 0.0)
    return 1;
  if (regroup (1.0f, 1e8f) != 0.0f)
    return 2;
  for (int i = 1; i < 100; i++)
    {
      volatile double third = 1.0 / 3.0, a = i, quotient = divide (a), product = a * third;
      if (i == 5 && quotient == product)
        return 3;
    }
  if (!is_nan (zero / zero))
    return 4;
  if (1.0 / plus_zero (-zero) < 0.0)
    return 5;
  if (may_fuse () && multiply_add (1.0 + e, 1.0 + e, -(1.0 + 2.0 * e)) != 0.0)
    return 6;
  return 0;
}
]])],
      [fpc_cv_ieee_arithmetic=yes],
      [fpc_cv_ieee_arithmetic=no],
      [AC_PREPROC_IFELSE([AC_LANG_SOURCE([[
#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "not IEEE"
#endif
]])], [fpc_cv_ieee_arithmetic=yes], [fpc_cv_ieee_arithmetic=no])])
  ])
  CFLAGS=$fpc_saved_cflags
  AS_IF([test "$fpc_cv_ieee_arithmetic" != yes],
    [AC_MSG_ERROR([CFLAGS='$CFLAGS' LDFLAGS='$LDFLAGS' break IEEE arithmetic, and with it every result of this tool: drop -ffast-math, its parts, -ffp-contract and x87 arithmetic])])
])
