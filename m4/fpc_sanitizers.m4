# FPC_SANITIZERS
# --------------
# --enable-sanitizers is address and undefined; --enable-sanitizers=thread is ThreadSanitizer.
AC_DEFUN([FPC_SANITIZERS], [
  AC_ARG_ENABLE([sanitizers],
    [AS_HELP_STRING([--enable-sanitizers@<:@=LIST@:>@],
      [build tool and tests with sanitizers (LIST default: address,undefined)])],
    [], [enable_sanitizers=no])
  AS_CASE([$enable_sanitizers],
    [no], [fpc_sanitizers=],
    [yes], [fpc_sanitizers=address,undefined],
    [fpc_sanitizers=$enable_sanitizers])
  AS_IF([test -n "$fpc_sanitizers"], [
    FPC_CFLAGS="$FPC_CFLAGS -fsanitize=$fpc_sanitizers -fno-sanitize-recover=all -fno-omit-frame-pointer"
    FPC_LDFLAGS="-fsanitize=$fpc_sanitizers"
  ])
  AC_SUBST([FPC_LDFLAGS])
])
