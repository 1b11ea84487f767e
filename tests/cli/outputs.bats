#!/usr/bin/env bats
# Outputs: written whole or not at all; what cannot be written is exit status 4.

load common

@test "the table has the answer first" {
    expect 0 --arrival random case:cancel-blocks
    first_line 'atomic varies as it may'
    says 'run on CPU threads, not on a GPU' 'KERNEL' 'VERDICT'
}

@test "--quiet is the first line" {
    expect 0 -q case:cancel-blocks
    [ "$(wc -l <out)" -eq 1 ]
}

@test "--verbose gives the evidence" {
    expect 0 -v -k serial case:cancel
    says 'of a tree of height 2'
}

@test "--json FILE writes the file and leaves the table on standard output" {
    expect 0 --json r.json case:cancel
    says 'KERNEL'
    grep -q '"format_version": "1.0"' r.json
    [ "$(ls)" = "$(printf 'err\nout\nr.json')" ]
}

@test "--json - takes the place of the table" {
    expect 0 --json - case:cancel
    [ "$(head -n 1 out)" = '{' ]
    ! grep -q KERNEL out
}

@test "an existing file is replaced and keeps its mode" {
    echo old >r.json
    chmod 640 r.json
    expect 0 --json r.json case:cancel
    grep -q '"complete": true' r.json
    [ "$(stat -c %a r.json)" = 640 ]
}

@test "a folder that is missing is known before measuring" {
    refused 4 'cannot write missing/r.json: No such file or directory' \
        --runs 10000000 --json missing/r.json case:uniform-million
    refused 4 'cannot write .: Is a directory' --runs 10000000 --json . case:uniform-million
}

@test "/dev/full" {
    [ -c /dev/full ] || skip "no /dev/full"
    refused 4 'cannot write /dev/full: No space left on device' --json /dev/full case:cancel
    for arguments in 'case:cancel' '--json - case:cancel' '--help' '--version' 'list'; do
        status=0
        # shellcheck disable=SC2086
        "$FPCHECK" $arguments >/dev/full 2>err || status=$?
        [ "$status" -eq 4 ]
        grep -q '^fpcheck: cannot write standard output: No space left on device$' err
        [ "$(wc -l <err)" -eq 1 ]
    done
}

@test "a signal: what was measured is reported, and the exit status is 128 + n" {
    status=0
    timeout --preserve-status -s TERM 1 "$FPCHECK" --runs 10000000 --json r.json \
        case:uniform-million >out 2>err || status=$?
    [ "$status" -eq 143 ] || fail "143 was expected"
    first_line 'INTERRUPTED'
    grep -q '"complete": false' r.json
    grep -q '"exit_status": 143' r.json
    tail -n 1 r.json | grep -qx '}'
}

@test "SIGINT is 130" {
    env --default-signal=INT true 2>err || skip "env cannot reset signals"
    status=0
    timeout --preserve-status -s INT 1 env --default-signal=INT "$FPCHECK" --runs 10000000 \
        case:uniform-million >out 2>err || status=$?
    [ "$status" -eq 130 ] || fail "130 was expected"
    first_line 'INTERRUPTED'
}

@test "no progress and no colour where there is no terminal" {
    expect 0 --runs 1000 case:uniform-million
    ! grep -q $'\033' out
    fpcheck --runs 200 --progress always --color always case:uniform-million
    grep -q 'of 200 runs' err
    grep -q $'\033' out
}

@test "NO_COLOR does not break --color always, and --version names the libraries" {
    NO_COLOR=1 expect 0 --color always -q case:cancel
    grep -q $'\033' out
    expect 0 --version
    first_line 'fpcheck '
    says 'MPFR'
}

@test "--exact-by none: runs are compared, nothing is judged" {
    expect 0 --exact-by none --arrival random case:cancel-blocks
    first_line 'atomic varies as it may (2 results in 100 runs); two_pass held'
    says 'not judged'
    ! grep -q exact out
    expect 0 --exact-by none --runs 3 --json - case:cancel-blocks
    says '"exact": null' '"verdict": null' '"ulp_error": null' '"correctly_rounded": null'
    refused 2 '--max-ulp needs the exact sum' --exact-by none --max-ulp 1 case:cancel
    refused 2 "'abacus' is not one of cpu, gpu, mpfr, both, none" --exact-by abacus case:cancel
}

@test "--exact-by and FPC_EXACT_PATH: whoever computes the exact sum, it is the same" {
    local how path
    expect 0 --runs 3 -k serial --exact-by mpfr --json - "$data/digits-grad-f32.npy"
    sed '/"argv"/,/\]/d' out >mpfr.json
    says '"hex": "'
    for how in cpu both; do
        expect 0 --runs 3 -k serial --exact-by "$how" --json - "$data/digits-grad-f32.npy"
        sed '/"argv"/,/\]/d' out | diff - mpfr.json
    done
    for path in portable portable-wide; do # those that every processor has
        FPC_EXACT_PATH=$path expect 0 --runs 3 -k serial --exact-by cpu --json - "$data/digits-grad-f32.npy"
        sed '/"argv"/,/\]/d' out | diff - mpfr.json
    done
    FPC_EXACT_PATH=abacus refused 2 'FPC_EXACT_PATH=abacus: not known' case:cancel
    FPC_EXACT_PATH=abacus expect 0 --help # nobody asked for a sum
}

@test "--exact-by gpu needs a GPU" {
    refused 2 '--exact-by gpu needs a GPU' --exact-by gpu --device host case:cancel
}

@test "a link stays a link, and what it leads to is replaced" {
    echo old >target.json
    ln -s target.json link.json
    expect 0 --json link.json case:cancel
    [ -L link.json ]
    grep -q '"complete": true' target.json
}

@test "/dev/stdout is standard output" {
    [ -L /dev/stdout ] || skip "/dev/stdout is not the usual link"
    "$FPCHECK" -q --json /dev/stdout case:cancel >both
    [ -L /dev/stdout ]
    grep -q '"complete": true' both
    tail -n 1 both | grep -q 'blind to order'
}

@test "closed standard output: the loss is told, and no file takes its place" {
    status=0
    "$FPCHECK" --json - --csv m.csv case:cancel 2>err >&- || status=$?
    [ "$status" -eq 4 ]
    grep -q 'cannot write standard output' err
    ! grep -q format_version m.csv
}

@test "a link to nothing stays a link, and what it leads to is made" {
    mkdir folder
    ln -s folder/new.json one
    ln -s "$PWD/one" two
    ln -s loop loop
    expect 0 --json two case:cancel
    [ -L two ] && [ -L one ] && [ -f folder/new.json ]
    grep -q '"complete": true' folder/new.json
    rm folder/new.json
    refused 2 'two outputs would go to folder/new.json' --json two --csv folder/new.json case:cancel
    refused 4 'cannot write loop: Too many levels' --json loop case:cancel
    [ -L loop ]
}

@test "a broken pipe ends the tool, and no temporary file is left" {
    mkfifo pipe
    status=0
    env --default-signal=PIPE true 2>err || skip 'env cannot reset signals'
    true <pipe &
    { wait $! && env --default-signal=PIPE "$FPCHECK" --json - --tap t.tap case:cancel >&9; } 9>pipe ||
        status=$?
    [ "$status" -eq 141 ] || fail "141 was expected, not $status"
    [ "$(ls)" = "$(printf 'err\npipe')" ] || fail "left: $(ls)"
}

@test "a limit on the size of files is an error, and leaves nothing" {
    status=0
    if ! (ulimit -f 0 && "$FPCHECK" --version | cat >/dev/null && exit "${PIPESTATUS[0]}"); then
        grep -q __sanitizer "$FPCHECK" && skip 'sanitizers make a large file'
    fi
    (ulimit -f 0 && "$FPCHECK" --json r.json case:cancel 2>&1 >/dev/null) | cat >err || status=$?
    grep -qx 'fpcheck: cannot write r.json: File too large' err
    [ "$(ls)" = err ] || fail "left: $(ls)"
}

@test "argv in JSON is as it was given" {
    expect 0 case:cancel --runs 3 --json -
    head -n 12 out | tr -d ' \n' | grep -qF '"argv":["fpcheck","case:cancel","--runs","3","--json","-"]'
}

@test "a signal while standard input is read: JSON says that nothing is complete" {
    mkfifo pipe
    sleep 30 >pipe &
    status=0
    timeout --preserve-status -s TERM 0.5 "$FPCHECK" --json r.json - <pipe >out 2>err || status=$?
    kill %1
    [ "$status" -eq 143 ] || fail "143 was expected"
    grep -q '"complete": false' r.json
    grep -q '"exit_status": 143' r.json
    [ ! -s err ]
}
