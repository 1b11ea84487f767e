#!/usr/bin/env bats
# Everything on disk is listed, so that nothing is left out of the build, the tests or a release.

# listed FILE LIST: every line of standard input stands as a word in the list.
listed() {
    local missing=0 name
    while read -r name; do
        grep -qwF -- "$name" "$SRCDIR/$1" || { echo "$name is not in $1" >&2; missing=1; }
    done
    return $missing
}

@test "every kernel" {
    cd "$SRCDIR/kernels"
    ls ./*.c | sed 's,.*/,,; s/\.c$//' | grep -v -x -e kernel | listed kernels/local.mk
}

@test "every case" {
    cd "$SRCDIR"
    ls cases/*.case | listed cases/local.mk
}

@test "every test" {
    cd "$SRCDIR"
    ls tests/unit/test_*.c | sed 's/\.c$//' | listed tests/local.mk
    ls tests/*/*.bats tests/unit/*.h tests/unit/*.sh | listed tests/local.mk
    ls tests/data/* | listed tests/local.mk
}

@test "every schema" {
    cd "$SRCDIR"
    ls schema/*.json | listed schema/local.mk
}

@test "every tool" {
    cd "$SRCDIR"
    ls tools/completions* | listed tools/local.mk
}

@test "every source file" {
    cd "$SRCDIR"
    local folder
    for folder in src/*/; do
        ls "$folder"*.[ch] | listed "${folder}local.mk"
    done
}

@test "a file that is not listed is found" {
    run listed kernels/local.mk <<<'nonsense'
    [ "$status" -eq 1 ]
}
