#!/usr/bin/env bats
# The schemas of JSON. common.bash holds every JSON of every test to them; here, and in schema_others.bats,
# it is the schemas that are tested: they refuse what is wrong.

load common
load reports

@test "reports of every kind are accepted" {
    expect 0 --runs 2 -k all --json a.json case:cancel-blocks case:overflow-between case:infinities \
        case:half-overflow "$data/digits-net.safetensors"
    expect 0 --runs 2 --exact-by none --json b.json case:cancel
    fpcheck --runs 2 --max-ulp 0 --seed 18446744073709551615 -b 1,2 -k two_pass --json c.json "$data/digits-grad-f32.npy"
    [ "$status" -eq 1 ]
    fpcheck --device cuda:255 --json d.json case:cancel
    [ "$status" -eq 77 ]
    interrupted --json e.json
    accepts "$run_schema" ?.json
    expect 0 bench --device host --rounds 15 --count 4096 -k all --json f.json
    accepts "$bench_schema" f.json
}

@test "figures that no double holds" {
    # 1e308 and its negative: the condition is 2e308 / 1e-323, beyond 2^1024.
    printf 'format f64\ndata\n1e308\n-1e308\n1e-323\n' >large.case
    expect 0 --runs 2 -k serial --json r.json large.case
    grep -q '"condition_text": "[0-9.]*e+63[01]"' r.json
    accepts "$run_schema" r.json
    refuses "$run_schema" r.json <<'END'
inputs/0/exact/condition 1
inputs/0/exact/condition_text "large"
inputs/0/exact/condition_text 1e9
END
}

@test "a damaged report of run is refused" {
    fpcheck --arrival random -k atomic,cub --require run-to-run --json r.json case:cancel-blocks
    [ "$status" -eq 1 ]
    refuses "$run_schema" r.json <<'END'
format_version "2.0"
format_version -
complete "true"
complete false
complete null
argv []
seed -1
seed null
seed_text "18446744073709551615"
reason "no GPU"
device/backend "gpu"
device/sms -
extra 1
inputs []
inputs/0/path null
inputs/0/format "float"
inputs/0/format "f64"
inputs/0/format "bf16"
inputs/0/dims -
inputs/0/dims [1.5]
inputs/0/sha256 "DB6E"
inputs/0/blind true
inputs/0/blind_reason "because"
inputs/0/exact/class "finit"
inputs/0/exact/class "nan"
inputs/0/exact/hex null
inputs/0/exact/hex "1.0"
inputs/0/exact/decimal 1
inputs/0/exact/rounded_bits "0x3f80"
inputs/0/exact/rounded_bits "0x3F800000"
inputs/0/exact/condition -1
inputs/0/exact/more 1
inputs/0/kernels/0/name -
inputs/0/kernels/0/shape/blocks 0.5
inputs/0/kernels/0/shape/grid 3
inputs/0/kernels/0/promise "none"
inputs/0/kernels/0/promise "undetermined"
inputs/0/kernels/0/observed "deterministic"
inputs/0/kernels/0/verdict "wrong"
inputs/0/kernels/0/runs 0
inputs/0/kernels/0/runs "100"
inputs/0/kernels/0/accumulator "f8"
inputs/0/kernels/0/reason "does not apply"
inputs/0/kernels/0/results []
inputs/0/kernels/0/results/0/bits "0x0"
inputs/0/kernels/0/results/0/bits 0
inputs/0/kernels/0/results/0/value 1.0
inputs/0/kernels/0/results/0/value "1.0"
inputs/0/kernels/0/results/0/count 0
inputs/0/kernels/0/results/0/faithful "no"
inputs/0/kernels/0/results/0/first_run -
inputs/0/kernels/0/spread_ulp 1.5
inputs/0/kernels/0/spread_ulp_text "18446744073709551615"
inputs/0/kernels/0/max_ulp_error_text "1.0e+400"
inputs/0/kernels/0/bound_kernel "0x1.8"
inputs/0/kernels/0/variability/modal_share 1.5
inputs/0/kernels/0/variability/vs "0"
inputs/0/kernels/0/order/mode "random"
inputs/0/kernels/0/order/mode "none"
inputs/0/kernels/0/order/blind true
inputs/0/kernels/0/order/results/0/bits "0x00"
inputs/0/kernels/0/evidence -
inputs/0/kernels/1/reason -
inputs/0/kernels/1/runs 100
findings []
findings/0/kind "failure"
findings/0/kernel null
findings/0/message ""
findings/0/severity 1
exit_status 0
exit_status 2
exit_status 77
exit_status "1"
END
}

@test "a damaged report of bench is refused" {
    expect 0 bench --device host --rounds 15 --count 4096 -k atomic,cub --json r.json
    refuses "$bench_schema" r.json <<'END'
format_version 1.0
backend "gpu"
device null
count 0
count 1.5
rounds -
format "f8"
read_limit/median_s "fast"
read_limit/mean_s 1
empty_launch/low_s -
read_limit_bytes_per_s -1
kernels []
kernels/0/name 1
kernels/0/share_of_read_limit -
kernels/0/reason "does not apply"
kernels/0/shape/threads "256"
kernels/1/reason -
kernels/1/median_s 1.5
price_of_a_fixed_order/threads -
price_of_a_fixed_order/two_pass_as_fast_from_blocks 0
price_of_a_fixed_order/by_blocks/0/atomic_s null
extra null
END
}

@test "an interrupted report may not claim to be whole, nor one without a GPU to hold anything" {
    interrupted --json r.json
    refuses "$run_schema" r.json <<'END'
complete true
exit_status 0
exit_status 1
reason "no GPU"
END
    fpcheck --device cuda:255 --json r.json case:cancel
    [ "$status" -eq 77 ]
    refuses "$run_schema" r.json <<'END'
complete true
exit_status 0
exit_status 143
reason -
reason ""
END
}

@test "keys of the schemas are those of the reports" {
    expect 0 --runs 2 -k all --json r.json case:cancel-blocks
    grep -oE '^ *"[a-z0-9_]+":' r.json | tr -d ' ":' | sort -u >written
    while read -r key; do
        grep -q "\"$key\": {" "$run_schema" || fail "$key is not in the schema"
    done <written
    [ "$(wc -l <written)" -gt 40 ]
    fpcheck --device cuda:255 --json s.json case:cancel
    fpcheck -k atomic,cub --runs 2 --max-ulp 0 --json t.json case:cancel-blocks
    accepts --keys "$run_schema" r.json s.json t.json
    expect 0 bench --device host --rounds 15 --count 4096 -k atomic,cub --json r.json
    accepts --keys "$bench_schema" r.json
    printf '1 2' >a.txt
    printf '1 3' >b.txt
    expect 1 compare --json r.json a.txt b.txt
    accepts --keys "$compare_schema" r.json
    expect 1 exec -r 2 --expect a.txt --env A=1,2 --json r.json -- sh -c 'echo 1 $FPCHECK_RUN'
    accepts --keys "$exec_schema" r.json
    CI='' expect 0 baseline update b.json --runs 2 -k two_pass case:cancel-blocks
    accepts --keys "$baseline_schema" b.json
}

# constant KEY SCHEMA: what the schema's key must be.
constant() {
    sed -n "s/^    \"$1\": {\"const\": \(.*\)},\$/\1/p" "$2"
}

@test "versions in the schemas are those of the sources" {
    version=$(sed -n 's/^#define FPC_JSON_VERSION "\([^"]*\)".*/\1/p' "$SRCDIR/src/report/json_values.h")
    [ -n "$version" ]
    for command in run bench compare exec; do
        schema=$SRCDIR/schema/fpcheck-$command.schema.json
        [ "$(constant format_version "$schema")" = "\"$version\"" ]
        grep -qF "\"urn:fpcheck:$command:$version\"" "$schema"
    done
    version=$(sed -n 's/^#define FPC_BASELINE_VERSION //p' "$SRCDIR/src/command/baseline_file.h")
    [ -n "$version" ]
    [ "$(constant baseline_version "$baseline_schema")" = "$version" ]
    grep -qF "\"urn:fpcheck:baseline:$version\"" "$baseline_schema"
}
