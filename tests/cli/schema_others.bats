#!/usr/bin/env bats
# The schemas of compare, exec and baselines, as schema.bats has those of run and bench.

load common
load reports

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    unset CI
}

@test "a damaged report of compare is refused" {
    printf '1 2 4 8' >a.txt
    printf '1 3 nan 9' >b.txt
    expect 1 compare --json r.json a.txt b.txt
    refuses "$compare_schema" r.json <<'END'
format_version "2.0"
command "exec"
command -
complete false
argv []
a null
limit_ulp 1.5
limit_ulp_text "1"
extra 1
tensors []
tensors/0/name -
tensors/0/pairing "same"
tensors/0/pairing "dims"
tensors/0/pairing -
tensors/0/different false
tensors/0/a null
tensors/0/a/format "f8"
tensors/0/a/format "f32"
tensors/0/b/format "f32"
tensors/0/a/dims [-1]
tensors/0/a/count 0
tensors/0/a/more 1
tensors/0/b/fortran_order -
tensors/0/differing 0
tensors/0/beyond_limit 0
tensors/0/first null
tensors/0/first/index -1
tensors/0/first/a "3"
tensors/0/first/a_bits "0x40000000"
tensors/0/first/b_bits "0x4008"
tensors/0/first/b_bits 0
tensors/0/max_ulp null
tensors/0/max_ulp -1
tensors/0/max_ulp_text "18446744073709551615"
tensors/0/max_ulp_index null
tensors/0/histogram []
tensors/0/histogram/0/count 0
tensors/0/histogram/0/to_ulp null
tensors/0/histogram/0/to_ulp_text "18446744073709551615"
tensors/0/histogram/0/from_ulp -
tensors/0/zero_signs -
tensors/0/nan_against_number -1
tensors/0/vermv "0.1"
tensors/0/vermv_text "1e+400"
tensors/0/vc 0
tensors/0/vc 1.5
tensors/0/more 1
findings []
findings/0/kind "baseline"
findings/0/kernel "serial"
findings/0/input null
findings/0/tensor -
findings/0/message ""
exit_status 0
exit_status 3
exit_status 143
END
}

@test "what a limit excuses, and what was not compared" {
    printf '1 2 4 8' >a.txt
    printf '1 3 4 9' >b.txt
    expect 0 compare --max-ulp 2251799813685248 --json r.json a.txt b.txt
    refuses "$compare_schema" r.json <<'END'
limit_ulp null
tensors/0/different true
tensors/0/beyond_limit 1
findings [{"kind": "difference", "input": "b.txt", "kernel": null, "tensor": null, "message": "differs"}]
exit_status 1
END
    expect 1 compare --json r.json a.txt case:cancel
    refuses "$compare_schema" r.json <<'END'
tensors/0/pairing "compared"
tensors/0/pairing "only-a"
tensors/0/pairing "only-b"
tensors/0/different false
tensors/0/b null
tensors/0/differing 1
END
}

@test "distances of 2^63 and more, and a Vermv that no double holds" {
    # The ends of f64 are 2 (2^63 - 2^52) - 2 steps apart; 2^-1074 and 2^1023 a factor of 2^2097 = 1.5e631.
    printf '0x1p-1074 -0x1.fffffffffffffp1023' >a.txt
    printf '0x1p1023 0x1.fffffffffffffp1023' >b.txt
    expect 1 compare --json r.json a.txt b.txt
    grep -q '"max_ulp_text": "18437736874454810622"' r.json
    grep -q '"vermv_text": "[0-9.]*e+630"' r.json # half of it, for the other element has 2
    refuses "$compare_schema" r.json <<'END'
tensors/0/max_ulp 5
tensors/0/max_ulp_text -
tensors/0/max_ulp_text "5"
tensors/0/max_ulp_index null
tensors/0/vermv 1
tensors/0/vermv_text "1"
tensors/0/histogram/1/from_ulp_text -
tensors/0/histogram/1/to_ulp 5
tensors/0/histogram/1/to_ulp_text "18446744073709551614"
END
    expect 1 compare --max-ulp 1e19 --json r.json a.txt b.txt
    grep -q '"limit_ulp_text": "10000000000000000000"' r.json
    refuses "$compare_schema" r.json <<'END'
limit_ulp 5
limit_ulp_text "5"
END
    expect 1 exec -r 2 --json r.json -- sh -c 'test $FPCHECK_RUN = 0 && cat a.txt || cat b.txt'
    refuses "$exec_schema" r.json <<'END'
tensors/0/max_ulp 5
tensors/0/max_ulp_text -
tensors/0/max_vermv 1
tensors/0/max_vermv_text "1"
tensors/0/first/max_ulp 5
tensors/0/first/histogram/1/from_ulp_text -
tensors/0/first/vermv_text "1"
END
}

@test "a damaged report of exec is refused" {
    echo 1 2 >ref.txt
    expect 1 exec -r 2 --expect ref.txt --env A=1,2 --json r.json -- sh -c 'echo 1 $((FPCHECK_RUN / 2 + 2))'
    refuses "$exec_schema" r.json <<'END'
format_version 1.0
command "run"
complete false
program []
program -
runs 0
runs 1
distinct 0
distinct 1
results []
results/0/count 0
results/0/first_run -
results/0/bits "0x00"
rate_below_95 0.5
rate_below_95 2
warning ""
warning -
extra 1
tensors []
tensors/0/name null
tensors/0/format "f32"
tensors/0/format "float"
tensors/0/dims [0.5]
tensors/0/count 0
tensors/0/differing_runs 0
tensors/0/failing_runs 0
tensors/0/most_differing 0
tensors/0/max_ulp null
tensors/0/max_ulp_text "18446744073709551615"
tensors/0/max_ulp_run null
tensors/0/max_ulp_run 0
tensors/0/max_ulp_index null
tensors/0/max_vermv -1
tensors/0/max_vc 0
tensors/0/first null
tensors/0/first/run 0
tensors/0/first/run -
tensors/0/first/pairing "dims"
tensors/0/first/pairing "same"
tensors/0/first/differing 0
tensors/0/first/beyond_limit 0
tensors/0/first/first null
tensors/0/first/first/a_bits "0x40000000"
tensors/0/first/max_ulp null
tensors/0/first/max_ulp_index null
tensors/0/first/histogram []
tensors/0/first/histogram/0/to_ulp null
tensors/0/first/vc 0
tensors/0/more 1
expected/path -
expected/path null
expected/limit_ulp -1
expected/limit_ulp_text "large"
expected/tensors []
expected/tensors/0/failing_runs 1
expected/tensors/0/first/first/index -
environment []
environment/0/name ""
environment/0/values []
environment/0/effect "some"
combinations []
combinations/0/setting ""
combinations/0/distinct 0
findings []
findings/0/kind "crash"
findings/0/tensor 1
exit_status 0
exit_status 4
END
}

@test "runs without a difference, and runs that cannot be compared" {
    expect 0 exec -r 2 --json r.json echo 1
    refuses "$exec_schema" r.json <<'END'
distinct 2
rate_below_95 null
rate_below_95 0
tensors []
tensors/0/differing_runs 1
tensors/0/failing_runs 1
tensors/0/max_ulp null
combinations/0/setting "A=1"
exit_status 1
END
    expect 1 exec -r 2 --json r.json -- sh -c 'seq $((FPCHECK_RUN + 1))'
    refuses "$exec_schema" r.json <<'END'
tensors/0/failing_runs 0
tensors/0/first/pairing "compared"
tensors/0/first/differing 1
END
}

@test "a damaged baseline is refused" {
    expect 0 baseline update b.json --runs 2 -k atomic,kahan,two_pass "$data/digits-act-f16.npy"
    sed 's|^\([^ ]*/\)*|devices/host/inputs/0/&|' >damages <<'END'
path null
path ""
name -
name 1
sha256 null
sha256 "00"
format "f8"
format "f32"
format "f64"
accumulator "f64"
accumulator "bf16"
byte_order "middle"
dims [-1]
dims 1
count 1
kernels/0/name ""
kernels/0/shape/blocks 0
kernels/0/shape/threads 4294967296
kernels/0/shape/threads -
kernels/0/promise "always"
kernels/0/promise "undetermined"
kernels/0/observed "run-to-run"
kernels/0/bits "0x3c00"
kernels/0/ulp_error "0x1p+0"
kernels/0/verdict "rounding"
kernels/1/observed "order-invariant"
kernels/1/bits null
kernels/1/bits "0x3F00"
kernels/1/bits "0x3f800000"
kernels/1/ulp_error 1
kernels/1/ulp_error "-0x1p+0"
kernels/1/error_ratio "nan"
kernels/1/error_ratio -
kernels/1/bound "1e+400"
kernels/1/bound "inf"
kernels/1/verdict "explained"
kernels/1/verdict "fine"
kernels/2/observed "shape-invariant"
kernels/2/runs 2
END
    cat >>damages <<'END'
baseline_version 2
baseline_version "1"
baseline_version -
devices {}
devices []
extra 1
devices/host/fpcheck 1
devices/host/fpcheck -
devices/host/time 1
devices/host/inputs []
END
    refuses "$baseline_schema" b.json <damages
}

@test "an interrupted report may not claim to be whole" {
    printf 1 >a.txt
    mkfifo pipe
    sleep 30 >pipe &
    timeout --preserve-status -s TERM 0.5 "$FPCHECK" compare --json r.json a.txt - <pipe >out 2>err || true
    kill %1
    refuses "$compare_schema" r.json <<'END'
complete true
exit_status 0
exit_status 1
END
    timeout --preserve-status -s TERM 0.5 "$FPCHECK" exec --json s.json sleep 10 >out 2>err || true
    refuses "$exec_schema" s.json <<'END'
complete true
exit_status 0
exit_status 1
distinct 1
results [{"count": 1, "first_run": 0}]
combinations [{"setting": "", "from_run": 0, "distinct": 1}]
END
}
