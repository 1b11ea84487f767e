#!/bin/sh
# Runs one bats file as TAP, or says that it cannot.
if test -z "$BATS"; then
    echo '1..0 # SKIP bats is not installed'
else
    exec "$BATS" --tap "$@"
fi
