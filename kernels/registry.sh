#!/bin/sh
# registry.sh "OBJECT..." KERNEL...: prints the registry of the kernels as C. The first argument has
# the objects of the device code in this build, kernels/NAME-cu.o.
gpu=$(for object in $1; do basename "$object" -cu.o; done | tr '\n' ' ')
shift

launch() {
    case " $gpu " in
    *" $1 "*) echo "fpc_launch_$1" ;;
    *) echo NULL ;;
    esac
}

echo '/* Generated from kernels/local.mk. */'
echo '#include "kernels/kernel.h"'
echo
echo '#include <stddef.h>'
echo
for name in "$@"; do
    echo "extern const struct fpc_kernel fpc_kernel_$name;"
done
for name in $gpu; do
    echo "extern fpc_launch fpc_launch_$name;"
done
echo
echo 'const struct fpc_kernel_entry fpc_kernel_registry[] = {'
for name in "$@"; do
    echo "    {&fpc_kernel_$name, $(launch "$name")},"
done
echo '    {NULL, NULL},'
echo '};'
