# FPC_COMPILER_FLAGS
# ------------------
# Sets FPC_CFLAGS (language and warnings, before the user's CFLAGS) and FPC_LAST_CFLAGS (what the
# results depend on; after the user's CFLAGS, so that nothing there can undo it).
AC_DEFUN([FPC_COMPILER_FLAGS], [
  FPC_CFLAGS="-std=c11 -pthread -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wpointer-arith -Wvla"
  FPC_LAST_CFLAGS="-ffp-contract=off"
  AC_SUBST([FPC_CFLAGS])
  AC_SUBST([FPC_LAST_CFLAGS])
  AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror], [make compiler warnings errors])],
    [AS_IF([test "$enableval" = yes], [FPC_CFLAGS="$FPC_CFLAGS -Werror"])])
])
