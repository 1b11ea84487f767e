# FPC_CUDA
# --------
# --with-cuda[=DIR], --without-cuda, default: use it if it is there. An nvcc counts only once a kernel
# was compiled with our flags and linked by CC. Sets HAVE_CUDA, NVCC, NVCCFLAGS, CUDA_LIBS.
AC_DEFUN([FPC_CUDA], [
  AC_ARG_WITH([cuda],
    [AS_HELP_STRING([--with-cuda@<:@=DIR@:>@], [build the GPU kernels; DIR holds bin/nvcc (default: if found)])],
    [], [with_cuda=check])
  AC_ARG_WITH([cuda-arch],
    [AS_HELP_STRING([--with-cuda-arch=ARCH], [nvcc's -arch: sm_90, native, all, ... (default: all-major)])],
    [], [with_cuda_arch=all-major])
  fpc_have_cuda=no
  AS_IF([test "$with_cuda" != no], [
    AS_CASE([$with_cuda],
      [yes|check], [fpc_cuda_path=$CUDA_HOME/bin:$PATH:/usr/local/cuda/bin],
      [fpc_cuda_path=$with_cuda/bin])
    AC_PATH_PROG([NVCC], [nvcc], [], [$fpc_cuda_path])
    AS_IF([test -n "$NVCC"], [_FPC_CUDA_PROVE])
    AS_IF([test "$fpc_have_cuda" = no && test "$with_cuda" != check],
      [AC_MSG_ERROR([--with-cuda: no nvcc that compiles and links a kernel was found; see config.log])])
  ])
  AC_SUBST([NVCCFLAGS])
  AC_SUBST([CUDA_LIBS])
  AM_CONDITIONAL([HAVE_CUDA], [test "$fpc_have_cuda" = yes])
])

# The flags that results depend on stand last in the compile rule: see FPC_LAST_NVCCFLAGS.
AC_DEFUN([_FPC_CUDA_PROVE], [
  fpc_cuda_root=`dirname "$NVCC"`
  fpc_cuda_root=`cd "$fpc_cuda_root/.." && pwd`
  NVCCFLAGS="-arch=$with_cuda_arch -std=c++17 -O3 -t2"
  CUDA_LIBS="-L$fpc_cuda_root/lib64 -lcudart_static -lrt -ldl -lpthread -lstdc++"
  CUDA_CPPFLAGS="-I$fpc_cuda_root/include"
  AC_SUBST([CUDA_CPPFLAGS])
  AC_MSG_CHECKING([whether $NVCC compiles a kernel that $CC links])
  cat >conftest.cu <<'_FPC_EOF'
#include <cuda_runtime.h>
__global__ void add(float *out, const float *in) { atomicAdd(out, in@<:@threadIdx.x@:>@); }
extern "C" int fpc_launch_conftest(float *out, const float *in)
{
    add<<<1, 32>>>(out, in);
    return (int)cudaGetLastError();
}
_FPC_EOF
  cat >conftest.c <<'_FPC_EOF'
int fpc_launch_conftest(float *out, const float *in);
int main(void) { return fpc_launch_conftest(0, 0) < 0; }
_FPC_EOF
  AS_IF([$NVCC $NVCCFLAGS -fmad=false -c conftest.cu -o conftest-cu.o >&AS_MESSAGE_LOG_FD 2>&1 &&
         $CC $CFLAGS conftest.c conftest-cu.o $CUDA_LIBS -o conftest-cuda >&AS_MESSAGE_LOG_FD 2>&1],
    [fpc_have_cuda=yes])
  rm -f conftest.cu conftest.c conftest-cu.o conftest-cuda
  AC_MSG_RESULT([$fpc_have_cuda])
])
