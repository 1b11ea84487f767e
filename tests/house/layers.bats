#!/usr/bin/env bats
# Layers only look down.

check() {
    sh "$SRCDIR/tests/house/check_layers.sh" "$1"
}

@test "no file includes from a layer above its own" {
    check "$SRCDIR"
}

@test "a planted violation is found" {
    mkdir -p "$BATS_TEST_TMPDIR/src" "$BATS_TEST_TMPDIR/kernels"
    cp -R "$SRCDIR/src/." "$BATS_TEST_TMPDIR/src"
    chmod -R u+w "$BATS_TEST_TMPDIR/src"
    check "$BATS_TEST_TMPDIR"
    echo '#include "run/device.h"' >>"$BATS_TEST_TMPDIR/src/order/walk.c"
    run check "$BATS_TEST_TMPDIR"
    [ "$status" -ne 0 ]
    [ "$output" = 'src/order/walk.c includes run/device.h' ]
}
