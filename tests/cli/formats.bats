#!/usr/bin/env bats
# What holds for every report format, and for several at once. The formats are those of --help.

load common
load reports

# The options that write a report, one a line. A baseline is read.
formats() {
    "$FPCHECK" --help | sed -n 's/^ *--\([a-z]*\)=FILE .*/\1/p' | grep -vx baseline
}

# all_formats: --NAME NAME.out for each, in the array outputs.
all_formats() {
    local one
    outputs=()
    for one in $(formats); do
        outputs+=("--$one" "$one.out")
    done
    [ "${#outputs[@]}" -ge 12 ]
}

# hold_together: the six files are there and tell of the same run with 3 test cases, of which 1 failed.
hold_together() {
    [ "$(grep -c '"shape": {' json.out)" -eq 3 ]
    [ "$(wc -l <csv.out)" -eq 3 ] # the kernel that does not apply has no row
    grep -q '<testsuites name="fpcheck" tests="3" failures="1" errors="0">' junit.out
    [ "$(sed -n 2p tap.out)" = 1..3 ]
    [ "$(grep -c '^not ok' tap.out)" -eq 1 ]
    [ "$(grep -c '^::error' github.out)" -eq 1 ]
    [ "$(head -n 1 markdown.out)" = '## fpcheck: failed, 1 finding' ]
}

@test "what a baseline holds and nobody ran is a failed test case" {
    fpcheck baseline update --force b.json -k serial,two_pass --runs 3 case:cancel case:cancel-blocks
    all_formats
    fpcheck "${outputs[@]}" --baseline b.json -k serial --runs 3 case:cancel
    [ "$status" -eq 1 ]
    # The tests of two_pass on one input, and both on the other that was left out.
    grep -q '<testsuites name="fpcheck" tests="3" failures="2" errors="0">' junit.out
    grep -q '<testcase classname="case:cancel-blocks" name="not run">' junit.out
    grep -q '<testcase classname="case:cancel" name="two_pass, not run">' junit.out
    [ "$(sed -n 2p tap.out)" = 1..3 ]
    [ "$(grep -c '^not ok .*not run$' tap.out)" -eq 2 ]
    [ "$(grep -c '^::error title=fpcheck%3A baseline::' github.out)" -eq 2 ]
    [ "$(grep -c '^- \*\*baseline\*\* in `case:cancel' markdown.out)" -eq 2 ]
    [ "$(sed -n '/"findings"/,$p' json.out | grep -c '"kind": "baseline"')" -eq 2 ]
}

@test "all at once, beside the table" {
    all_formats
    fpcheck "${outputs[@]}" "${three_outcomes[@]}"
    [ "$status" -eq 1 ]
    hold_together
    says KERNEL
    [ ! -s err ]
}

@test "each on standard output, with the others in files" {
    local one
    all_formats
    fpcheck "${outputs[@]}" "${three_outcomes[@]}"
    mkdir first
    mv ./*.out first
    for one in $(formats); do
        fpcheck "${outputs[@]/$one.out/-}" "${three_outcomes[@]}"
        [ "$status" -eq 1 ]
        # They hold the command line, but for CSV and annotations.
        diff <(sed "s/$one\.out/-/g" "first/$one.out") out
    done
}

@test "two to one file, to standard output, or onto an input are refused" {
    local one
    cp "$cases/cancel.case" x.case
    for one in $(formats); do
        refused 2 'two outputs would go to same' --json same "--$one" same case:cancel
        refused 2 'two outputs would go to standard output' --csv - "--$one" - case:cancel
        refused 2 'x.case is an input' "--$one" x.case x.case
        refused 2 '/dev/stdin is an input' "--$one" /dev/stdin - <x.case
    done
    [ ! -e same ]
    cmp x.case "$cases/cancel.case"
}

@test "outputs are checked before anything is measured, and then none is there" {
    local one
    for one in $(formats); do
        refused 4 'cannot write missing/x: No such file' --runs 10000000 --json r "--$one" missing/x \
            case:uniform-million
        [ "$(ls)" = "$(printf 'err\nout')" ]
    done
}

@test "an output that fails: exit status 4, and no other is put in place" {
    [ -c /dev/full ] || skip 'no /dev/full'
    local one
    all_formats
    for one in $(formats); do
        [ "$one" != github ] || continue # nothing to write here
        refused 4 'cannot write /dev/full: No space left' "${outputs[@]/$one.out//dev/full}" --runs 2 case:cancel
        [ "$(ls)" = "$(printf 'err\nout')" ]
        status=0
        "$FPCHECK" "--$one" - --runs 2 case:cancel >/dev/full 2>err || status=$?
        [ "$status" -eq 4 ]
        [ "$(cat err)" = 'fpcheck: cannot write standard output: No space left on device' ]
    done
    refused 4 'cannot write /dev/full: No space left' --json r --github /dev/full "${three_outcomes[@]}"
    [ ! -e r ]
}

@test "an old file stays if another output fails" {
    [ -c /dev/full ] || skip 'no /dev/full'
    echo old >r.xml
    refused 4 'cannot write /dev/full' --junit r.xml --tap /dev/full --runs 2 case:cancel
    [ "$(cat r.xml)" = old ]
}

@test "an interrupted run leaves all of them whole" {
    needs xmllint
    all_formats
    interrupted "${outputs[@]}"
    first_line INTERRUPTED
    grep -q '"complete": false' json.out
    xmllint --noout junit.out
    tail -n 1 tap.out | grep -q '^Bail out!'
    grep -q '^::error' github.out
    [ "$(head -n 1 markdown.out)" = '## fpcheck: interrupted' ]
}

@test "no GPU though one was demanded: all of them say so" {
    local one
    all_formats
    fpcheck --device cuda:255 "${outputs[@]}" case:cancel
    [ "$status" -eq 77 ]
    [ ! -s out ]
    for one in $(formats); do
        [ "$one" = csv ] || grep -qF 'cannot use GPU 255' "$one.out"
    done
    [ "$(wc -l <csv.out)" -eq 1 ] # the names of the columns
    [ -c /dev/full ] || return 0
    refused 4 'cannot write /dev/full' --device cuda:255 --tap /dev/full case:cancel
}

@test "the same simulated samples give the same bytes" {
    local one
    all_formats
    fpcheck --arrival random "${outputs[@]}" "$data/digits-grad-f32.npy"
    mkdir first
    mv ./*.out first
    fpcheck --arrival random "${outputs[@]}" "$data/digits-grad-f32.npy"
    for one in $(formats); do
        cmp "first/$one.out" "$one.out"
    done
}
