#!/usr/bin/env bats
# JUnit reports: valid, complete, and the same for the same samples.

load common
load reports

# valid FILE: by the schema, and the counts are those of the elements.
valid() {
    local one
    xmllint --noout --schema "$data/junit.xsd" "$1" 2>xmllint.err || { cat "$1" xmllint.err >&2; return 1; }
    [ "$(value 'count(//testcase)' "$1")" = "$(value 'sum(//testsuite/@tests)' "$1")" ]
    for one in tests:testcase failures:failure errors:error; do
        [ "$(value "//testsuites/@${one%:*}" "$1")" = "$(value "count(//${one#*:})" "$1")" ]
        [ "$(value "sum(//testsuite/@${one%:*})" "$1")" = "$(value "count(//${one#*:})" "$1")" ]
    done
    [ "$(value 'sum(//testsuite/@skipped)' "$1")" = "$(value 'count(//skipped)' "$1")" ]
}

# value XPATH FILE: as text.
value() {
    xmllint --xpath "string($1)" "$2"
}

is() {
    [ "$(value "$1" r.xml)" = "$2" ] || fail "$1 is '$(value "$1" r.xml)', '$2' was expected"
}

@test "a finding is a failure, a kernel that does not apply is skipped, the rest passed" {
    needs xmllint
    fpcheck --junit r.xml "${three_outcomes[@]}"
    [ "$status" -eq 1 ]
    says KERNEL
    valid r.xml
    is '//testsuite/@name' case:cancel-blocks
    is '//testsuites/@tests' 3
    is '//testsuites/@failures' 1
    is '//testsuite/@skipped' 1
    is '//testcase[failure]/@name' 'atomic 3 x 256'
    is '//failure/@type' require
    is '//failure/@message' 'atomic: run-to-run is required, not-guaranteed was observed'
    is '//testcase[skipped]/@name' 'cub 3 x 256'
    is '//skipped/@message' "its order is a library's own and cannot be walked"
    is '//testcase[system-out]/@name' 'two_pass 3 x 256'
    is '//property[@name="exact"]/@value' 1
    is '//property[@name="exit_status"]/@value' 1
}

@test "the facts stand in the body" {
    needs xmllint
    fpcheck --junit r.xml "${three_outcomes[@]}"
    value //failure r.xml >out
    says 'promise: not-guaranteed' 'observed: not-guaranteed' 'distinct: 2 in 100 runs' \
        'arrival: simulated' 'spread: 1065353216 ulp' 'max_error: condition > 1/u' \
        'any_block_order: 2 results, 1065353216 ulp' 'verdict: rounding' 'evidence: run ' \
        'command: fpcheck --junit r.xml --arrival random'
    value //system-out r.xml >out
    says 'promise: run-to-run' 'distinct: 1 in 100 runs' 'verdict: exact'
}

@test "every input is a suite, every launch shape a test case" {
    needs xmllint
    expect 0 --runs 2 -k two_pass,serial -b 1,2 --junit r.xml case:cancel-four "$data/digits-net.safetensors"
    valid r.xml
    is 'count(//testsuite)' 4
    is '//testsuites/@tests' 12
    is '//testsuite[1]/testcase[2]/@name' 'two_pass 2 x 256'
    is '//testsuite[2]/@name' "$data/digits-net.safetensors:fc1.weight"
}

@test "several findings on one test case are one failure" {
    needs xmllint
    fpcheck --arrival random -k atomic --require run-to-run --max-spread 0 --fail-on varies \
        --junit r.xml case:cancel-blocks
    [ "$status" -eq 1 ]
    valid r.xml
    is 'count(//failure)' 1
    is '//failure/@message' "$(printf '%s; ' \
        'atomic: run-to-run is required, not-guaranteed was observed' \
        'atomic varies: 2 different results in 100 runs')atomic: --max-spread 0: runs differ by 1065353216 ulp"
}

@test "a path of forbidden bytes is shown, and the command repeats the run all the same" {
    needs xmllint
    cp "$cases/cancel.case" "$hostile"
    expect 0 --runs 2 --junit r.xml "$hostile"
    valid r.xml
    is '//testsuite/@name' "$hostile_shown"
    is '//testcase/@classname' "$hostile_shown"
    cp r.xml first
    eval "$(value '//property[@name="command"]/@value' r.xml)"
    [ "$status" -eq 0 ] || fail 'the command does not repeat the run'
    cmp first r.xml
}

@test "no times, and the same samples give the same bytes" {
    expect 0 --arrival random --junit - case:cancel-four
    mv out first
    expect 0 --arrival random --junit - case:cancel-four
    cmp first out
    without 'time\|hostname' out
}

@test "an interrupted run has an error" {
    needs xmllint
    interrupted --junit r.xml
    valid r.xml
    is '//testsuites/@errors' 1
    is '//testcase[error]/@name' measurement
    is '//error/@message' 'interrupted by signal 15: not everything was measured'
}

@test "no GPU though one was demanded: one test case, skipped, and exit status 77" {
    needs xmllint
    fpcheck --device cuda:255 --junit r.xml case:cancel
    [ "$status" -eq 77 ] || fail '77 was expected'
    [ ! -s out ]
    [ "$(wc -l <err)" -eq 1 ]
    valid r.xml
    is 'count(//testcase)' 1
    is '//testsuite/@skipped' 1
    is '//skipped/@message' "$(sed 's/^fpcheck: //' err)"
}

@test "the schema refuses what it should" {
    needs xmllint
    expect 0 --runs 2 --junit r.xml case:cancel
    valid r.xml
    local damage
    for damage in 's/<testsuites /&time="x" /' 's/failures="0"/failures="none"/' 's/ name="two_pass[^"]*"//' \
        's/<system-out>/<system-out><b\/>/' 's/testcase/testcas/g' 's/ skipped="0"//'; do
        sed "$damage" r.xml >damaged.xml
        differ r.xml damaged.xml
        run valid damaged.xml
        [ "$status" -ne 0 ] || fail "$damage was not seen"
    done
}
