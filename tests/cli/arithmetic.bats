#!/usr/bin/env bats
# The tool refuses to run where the processor's modes would falsify its own arithmetic.

load common

# with_mode EXPRESSION ARG...: runs the tool after a constructor has changed MXCSR.
with_mode() {
    local expression=$1
    shift
    grep -q __sanitizer "$FPCHECK" && skip "sanitizers must be loaded first"
    cat >mode.c <<END
#include <xmmintrin.h>
__attribute__((constructor)) static void set(void) { _mm_setcsr($expression); }
END
    ${CC:-cc} -shared -fPIC -o mode.so mode.c 2>log || skip "no compiler for this machine"
    status=0
    LD_PRELOAD=$PWD/mode.so "$FPCHECK" "$@" >out 2>err || status=$?
}

@test "flushing subnormal results is refused" {
    with_mode '_mm_getcsr() | 0x8000' case:cancel
    [ "$status" -eq 4 ] || fail "4 was expected"
    grep -q '^fpcheck: .*FTZ' err
    [ ! -s out ]
}

@test "reading subnormals as zero is refused" {
    with_mode '_mm_getcsr() | 0x0040' case:cancel
    [ "$status" -eq 4 ] || fail "4 was expected"
    grep -q '^fpcheck: .*DAZ' err
}

@test "another rounding direction is refused" {
    local direction
    for direction in 0x2000 0x4000 0x6000; do
        with_mode "_mm_getcsr() | $direction" case:cancel
        [ "$status" -eq 4 ] || fail "4 was expected"
        grep -q '^fpcheck: .*round' err
    done
}

@test "without them the same helper changes nothing" {
    with_mode '_mm_getcsr()' -q case:cancel
    [ "$status" -eq 0 ]
}
