#!/usr/bin/env bats
# Annotations for GitHub Actions: the grammar of workflow commands, what is told, and how much.

load common
load reports

# annotations FILE COUNT: as many lines, each a command with a title and a message.
annotations() {
    [ "$(wc -l <"$1")" -eq "$2" ] || fail "$2 annotations were expected" "$(cat "$1")"
    [ "$(grep -cE '^::(error|warning|notice) title=[^:,]+::.+$' "$1")" -eq "$2" ] ||
        fail 'not a command' "$(cat "$1")"
}

@test "an error for a finding, a notice for a kernel that does not apply, nothing for what passed" {
    fpcheck --github r "${three_outcomes[@]}"
    [ "$status" -eq 1 ]
    says KERNEL
    diff - r <<'END'
::error title=fpcheck%3A require::case:cancel-blocks: atomic: run-to-run is required, not-guaranteed was observed
::notice title=fpcheck%3A does not apply::case:cancel-blocks: cub 3 x 256: its order is a library's own and cannot be walked
END
}

@test "all is well: an empty file" {
    expect 0 --runs 2 --github r case:cancel
    [ -f r ] && [ ! -s r ]
}

@test "a warning for an overflow that is no finding; with --fail-on it is an error" {
    expect 0 --runs 50 -k atomic --arrival random --github r case:overflow-between
    annotations r 1
    grep -q '^::warning title=fpcheck%3A overflow::case:overflow-between: atomic ' r
    fpcheck --runs 50 -k atomic --arrival random --fail-on overflow --github r case:overflow-between
    annotations r 1
    grep -q '^::error title=fpcheck%3A fail-on::' r
}

@test "a path stays in its message" {
    cp "$cases/cancel.case" "$hostile"
    cp "$cases/cancel.case" $'x\n::error::%0A.case'
    fpcheck --runs 2 -k atomic --fail-on blind --github r "$hostile" $'x\n::error::%0A.case'
    annotations r 2
    grep -qF "::${hostile_shown//%/%25}: atomic: the input is blind" r
    grep -qF '::x\x0a::error::%250A.case: atomic: the input is blind' r
}

@test "at most ten, and the last one says how many were left out" {
    fpcheck --runs 1 -k two_pass --fail-on varies -b 1,2,3,4,5,6,7,8,9,10 --github r case:cancel-four
    annotations r 10
    without 'left out' r
    fpcheck --runs 1 -k two_pass --fail-on varies -b 1,2,3,4,5,6,7,8,9,10,11,12,13 --github r \
        case:cancel-four
    annotations r 10
    [ "$(grep -c 'one run compares nothing' r)" -eq 9 ]
    tail -n 1 r | grep -qx '::error title=fpcheck::4 more annotations were left out'
}

@test "beside the table on standard output, or in its place" {
    [ -L /dev/stdout ] || skip '/dev/stdout is not the usual link'
    fpcheck --github /dev/stdout "${three_outcomes[@]}"
    [ "$(grep -c '^::' out)" -eq 2 ]
    says KERNEL
    fpcheck --github - "${three_outcomes[@]}"
    annotations out 2
}

@test "an interrupted run, and no GPU" {
    interrupted --github r
    grep -qx '::error title=fpcheck::interrupted by signal 15: not everything was measured' r
    fpcheck --device cuda:255 --github r case:cancel
    [ "$status" -eq 77 ]
    annotations r 1
    grep -q '^::warning title=fpcheck::cannot use GPU 255' r
}
