#!/usr/bin/env bats
# The gate: what fails, with which exit status, and what the report says of it.

load common

grad() {
    fpcheck --arrival random --runs 50 "$@" "$data/digits-grad-f32.npy"
}

# gate STATUS [KIND] ARG...
holds() {
    grad "$@"
    [ "$status" -eq 0 ] || fail "exit status 0 was expected"
}
fails() {
    local kind=$1
    shift
    grad "$@"
    [ "$status" -eq 1 ] || fail "exit status 1 was expected"
    says "$kind: "
    grad "$@" --json -
    says "\"kind\": \"$kind\"" '"exit_status": 1'
}

@test "--require" {
    holds -k two_pass --require run-to-run
    fails require -k atomic --require run-to-run
    fails require -k two_pass --require shape-invariant
    fails require -k two_pass --require correctly-rounded
    fpcheck -k two_pass --runs 1 --require run-to-run "$data/digits-grad-f32.npy"
    [ "$status" -eq 1 ]
    says 'run-to-run is required, undetermined was observed'
}

@test "--max-ulp holds at the figure itself and fails just below" {
    fpcheck -k serial --runs 2 --json - case:stagnation
    # 2^24 against 2^24 + 4096 exactly: the gap there is 2, so 2048 ulp.
    says '"ulp_error": 2048.0'
    expect 0 -k serial --runs 2 --max-ulp 2048 case:stagnation
    fpcheck -k serial --runs 2 --max-ulp 2047.9999999999998 case:stagnation
    [ "$status" -eq 1 ]
    says 'limit: serial: --max-ulp'
}

@test "--max-ratio" {
    holds --max-ratio 10
    fails limit -k atomic --max-ratio 0
}

@test "--max-spread" {
    holds -k two_pass --max-spread 0
    fails limit -k atomic --max-spread 0
    holds -k atomic --max-spread 1e30
}

@test "--fail-on replaces the list" {
    holds -k two_pass --fail-on varies
    fails fail-on -k atomic --fail-on varies
    fpcheck --runs 2 --fail-on blind case:cancel
    [ "$status" -eq 1 ]
    says 'fail-on: atomic: the input is blind to order'
    fpcheck --runs 2 --fail-on non-finite case:infinities
    [ "$status" -eq 1 ]
    fpcheck --runs 50 --arrival random --fail-on overflow case:overflow-between
    [ "$status" -eq 1 ]
}

@test "a limit on a result that is not finite fails" {
    fpcheck --runs 50 --arrival random --max-ulp 1e300 case:overflow-between
    [ "$status" -eq 1 ]
    says 'has no finite value'
}

@test "the first line says that something failed" {
    grad -k atomic --require run-to-run --max-spread 0
    first_line '1 requirement was missed; 1 limit was exceeded'
}

@test "a requirement is not lost where the first launch shape does not apply" {
    fpcheck --runs 3 -k recursive -T 1,64,256 --require shape-invariant "$data/digits-grad-f32.npy"
    [ "$status" -eq 1 ]
    says 'require: recursive: shape-invariant is required'
}

@test "a gate is not advised where there is one" {
    expect 0 --runs 3 -k two_pass "$data/digits-grad-f32.npy"
    says 'makes this a gate'
    expect 0 --runs 3 -k two_pass --require run-to-run "$data/digits-grad-f32.npy"
    ! grep -q 'makes this a gate' out
}

@test "verdicts cannot be gated without the exact sum" {
    refused 2 '--fail-on with a verdict needs the exact sum' --exact-by none --fail-on overflow \
        case:cancel
    expect 0 --exact-by none --runs 3 -k two_pass --fail-on promise,bug,varies case:cancel
}

@test "no kernel applies" {
    refused 3 'no kernel applies; cub: ' --device host -k cub case:cancel
    refused 3 'no kernel applies; exact: it runs on a GPU only' --device host -k exact case:cancel
}

@test "one run is no comparison" {
    fpcheck --runs 1 --max-spread 0 case:cancel-four
    [ "$status" -eq 1 ]
    says 'one run compares nothing'
    fpcheck --runs 1 --fail-on varies case:cancel-four
    [ "$status" -eq 1 ]
}
