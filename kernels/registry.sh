#!/bin/sh
# Prints the registry of the kernels named as arguments, as C.
echo '/* Generated from kernels/local.mk. */'
echo '#include "kernels/kernel.h"'
echo
echo '#include <stddef.h>'
echo
for name in "$@"; do
    echo "extern const struct fpc_kernel fpc_kernel_$name;"
done
echo
echo 'const struct fpc_kernel_entry fpc_kernel_registry[] = {'
for name in "$@"; do
    echo "    {&fpc_kernel_$name, NULL},"
done
echo '    {NULL, NULL},'
echo '};'
