#!/bin/sh
# check_layers.sh ROOT: prints every include that looks up, and fails if there is one.
# A file includes only from its own folder and from folders that come earlier in this list:
layers='base number input exact order kernels run analysis report command'
cd "$1" || exit 2

position() {
    n=0
    for layer in $layers; do
        n=$((n + 1))
        test "$layer" = "$1" && echo "$n" && return
    done
    echo 0
}

find src kernels -name '*.[ch]' -o -name '*.inc' -o -name '*.cu' -o -name '*.cuh' | sort | while read -r file; do
    case $file in
    src/main.c) own=99 ;;
    kernels/*) own=$(position kernels) ;;
    *) own=$(position "$(echo "$file" | cut -d / -f 2)") ;;
    esac
    sed -n 's/^#include "\(.*\)"/\1/p' "$file" | while read -r included; do
        theirs=$(position "${included%%/*}")
        if test "$theirs" = 0 || test "$theirs" -gt "$own"; then
            echo "$file includes $included"
        fi
    done
done | { ! grep .; }
