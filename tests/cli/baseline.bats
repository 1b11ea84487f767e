#!/usr/bin/env bats
# Baselines: recording, and what a run that is held to one finds. baseline_refused.bats has those that
# cannot be used, tests/unit/test_baseline*.c the rules one by one.

load common

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    unset CI
}

three='case:cancel-blocks case:repeated-tenth case:tie-up'
H200='NVIDIA H200, sm_90, CUDA 13.0'

# update ARG...: records b.json with three kernels
update() {
    expect 0 baseline update b.json --runs 3 --orders 0 -k serial,two_pass,atomic "$@"
}

# gate STATUS ARG...: the same run held to b.json
gate() {
    expect "$1" --baseline b.json --runs 3 --orders 0 -k serial,two_pass,atomic "${@:2}"
}

# edit PYTHON: changes the baseline `d`; `kernels(device)` are all (input, kernel) of a device.
edit() {
    python3 - "$1" 2>edit-err <<'END' || { cat edit-err >&2; return 1; }
import json, sys
d = json.load(open('b.json'))
def kernels(device='host'):
    return [(i, k) for i in d['devices'][device]['inputs'] for k in i['kernels']]
exec(sys.argv[1])
json.dump(d, open('b.json', 'w'), indent=2, sort_keys=True)
open('b.json', 'a').write('\n')
END
}
have_python() {
    python3 -c 'import json' 2>/dev/null || skip "no python3"
}

@test "update records and says what is new; again it is unchanged and not written" {
    update case:cancel-blocks case:tie-up
    first_line 'b.json: 6 new, 0 changed, 0 removed, 0 unchanged (host)'
    says 'new: case:cancel-blocks: serial at 1 x 1: 0x00000000 = 0x0p+0, run-to-run' \
        'new: case:cancel-blocks: two_pass at 3 x 256: 0x3f800000 = 0x1p+0, run-to-run' \
        'new: case:cancel-blocks: atomic at 3 x 256: not-guaranteed, bound 0x1.'
    cp -p b.json first
    ls -i b.json >inode
    update case:tie-up case:cancel-blocks
    [ "$(cat out)" = 'b.json: unchanged (host, 6 recorded)' ]
    cmp b.json first
    [ "$(ls -i b.json)" = "$(cat inode)" ]
    [ "$(ls b.json*)" = b.json ]
}

@test "the file is JSON with sorted keys, and holds no time, host or processor" {
    have_python
    update case:cancel-blocks
    python3 -c 'import json; d = json.load(open("b.json"))
assert open("b.json").read() == json.dumps(d, indent=2, sort_keys=True) + "\n"
assert d["baseline_version"] == 1 and list(d["devices"]) == ["host"]
i, = d["devices"]["host"]["inputs"]
assert (i["path"], i["name"], i["format"], i["dims"]) == ("case:cancel-blocks", None, "f32", [513])
serial, = [k for k in i["kernels"] if k["name"] == "serial"]
# 1e8 + 1 is 1e8 in f32, whose gap there is 8, so the serial sum is 0, off by 1 where the sum is 1.
assert serial["bits"] == "0x00000000" and float.fromhex(serial["ulp_error"]) == 2.0**23
atomic, = [k for k in i["kernels"] if k["name"] == "atomic"]
assert atomic["bits"] is None and atomic["verdict"] == "explained"
assert float.fromhex(atomic["bound"]) > 0'
    ! grep -qF "$(hostname)" b.json
}

@test "a member is recorded with its name and the digest of its values" {
    update "$data/digits-net.safetensors" "$data/digits-grad-f32.npy"
    grep -q '"name": "' b.json
    grep -q "\"sha256\": \"$(tail -c 65536 "$data/digits-grad-f32.npy" | sha256sum | cut -d ' ' -f 1)\"" \
        b.json
    gate 0 --strict "$data/digits-net.safetensors" "$data/digits-grad-f32.npy"
}

@test "update, then gate: every case and every kernel hold, without a notice" {
    local inputs
    inputs=$("$FPCHECK" list cases | sed -e 1d -e 's/ .*//')
    # shellcheck disable=SC2086
    expect 0 baseline update b.json --runs 2 --orders 0 -k all $inputs
    # shellcheck disable=SC2086
    expect 0 --baseline b.json --strict --runs 2 --orders 0 -k all --json - $inputs
    says '"findings": []' '"notices": []'
    # Neither the number of CPU threads nor the order of arrival, nor its seed, matter.
    # shellcheck disable=SC2086
    expect 0 --baseline b.json --strict --runs 5 -q --orders 3 -k all -j 1 --arrival random --seed 7 \
        $inputs
    # shellcheck disable=SC2086
    expect 0 --baseline b.json --strict --runs 2 -q --orders 0 -k all -j 7 --arrival reverse $inputs
    [ "$(grep -c 'the baseline held$' out)" -eq 30 ]
}

@test "with what a kernel promises: f64, f16, bf16, and sums in 16 bits" {
    local inputs="$data/diabetes-residual-f64.bin $data/digits-act-f16.npy case:uniform-bf16"
    # shellcheck disable=SC2086
    update --accumulate native $inputs
    # shellcheck disable=SC2086
    gate 0 --accumulate native --strict $inputs
    # shellcheck disable=SC2086
    refused 3 'digits-act-f16.npy is not the input that b.json was recorded with: its sums are kept' \
        --baseline b.json $inputs
}

@test "atomic runs differ from time to time, and that is no finding" {
    local i
    update case:cancel-blocks
    for i in $(seq 30); do
        gate 0 --strict -q case:cancel-blocks
        gate 0 --strict -q --arrival random --seed "$i" case:cancel-blocks
        cat out >>seen
    done
    # Three runs in 6 orders, of which 4 give 0 and 2 give 1, agree once in three times.
    grep -q 'atomic varies as it may' seen
    grep -q 'atomic did not vary' seen
}

@test "other bits: both patterns, their distance, and the line that repeats it" {
    have_python
    update case:cancel-blocks case:repeated-tenth
    # As if two_pass had given a result 3 ulp larger when it was recorded.
    edit 'for i, k in kernels():
    if k["name"] == "two_pass" and "tenth" in i["path"]: k["bits"] = "0x%08x" % (int(k["bits"], 16) + 3)'
    fpcheck --baseline b.json --runs 3 -k serial,two_pass,atomic case:cancel-blocks case:repeated-tenth
    [ "$status" -eq 1 ]
    first_line 'case:cancel-blocks: '
    ! head -n 1 out | grep -q MISSED
    [[ $(sed -n 2p out) == 'case:repeated-tenth: the baseline was MISSED (1 finding); serial held'* ]]
    says 'baseline: two_pass at 528 x 256: the bits were 0x47c34cd1 = 0x1.8699a2p+16, are 0x47c34cce = 0x1.86999cp+16 in run 0, 3 ulp apart'
    sed -n 's/^baseline: .*; repeat: fpcheck //p' out >line
    [ "$(wc -l <line)" -eq 1 ]
    status=0
    eval "\"\$FPCHECK\" $(cat line)" >again || status=$?
    [ "$status" -eq 1 ]
    grep -q 'the bits were 0x47c34cd1' again
    fpcheck --baseline b.json --runs 3 -k serial,two_pass,atomic --json - case:cancel-blocks case:repeated-tenth
    says '"kind": "baseline"' '"kernel": "two_pass"' '"exit_status": 1'
}

@test "a bound that errors exceed, and a level that was stronger" {
    have_python
    update case:cancel-four
    edit 'for i, k in kernels():
    if k["name"] == "atomic": k["bound"] = "0x1p-3"'
    gate 1 --arrival random case:cancel-four
    says 'the recorded bound was 0x1p-3, run ' 'which is off by '
    gate 1 -q --arrival random case:cancel-four
    first_line 'the baseline was MISSED'
    update case:cancel-four
    says 'changed: case:cancel-four: atomic at 4 x 256: bound 0x1p-3 -> 0x1.'
    edit 'for i, k in kernels():
    if k["name"] == "serial": k["observed"] = "shape-invariant"'
    gate 1 case:cancel-four
    says 'serial at 1 x 1: shape-invariant was observed, and is run-to-run now (1 results in 3 runs)'
}

@test "what was left out is found, what was added is noticed" {
    # shellcheck disable=SC2086
    update $three
    gate 1 case:cancel-blocks case:tie-up
    says 'baseline: case:repeated-tenth was recorded, and is not among the inputs; repeat: fpcheck --baseline b.json'
    gate 1 case:cancel-blocks case:tie-up --json -
    says '"input": "case:repeated-tenth"' '"kernel": null'
    # shellcheck disable=SC2086
    fpcheck --baseline b.json --runs 3 -k serial,atomic $three
    [ "$status" -eq 1 ]
    says 'baseline: two_pass at 528 x 256 was recorded, and was not run'
    # shellcheck disable=SC2086
    fpcheck --baseline b.json --runs 3 --blocks 5 -k serial,two_pass,atomic $three
    [ "$status" -eq 1 ]
    says 'two_pass at 528 x 256 was recorded, and was not run' 'notice: two_pass at 5 x 256 is new'
    # shellcheck disable=SC2086
    expect 0 --baseline b.json --runs 3 -k serial,two_pass,atomic,kahan $three case:cancel
    says 'notice: kahan at 1 x 1 is new: it was not recorded' \
        'notice: case:cancel is new: it was not recorded'
    [ "$(grep -c '^case:cancel: .*; not in the baseline$' out)" -eq 1 ] || fail 'of case:cancel'
    [ "$(grep -c '; the baseline held$' out)" -eq "$(wc -w <<<"$three")" ] || fail 'of the others'
    # shellcheck disable=SC2086
    fpcheck --baseline b.json --strict --runs 3 -k serial,two_pass,atomic,kahan $three
    [ "$status" -eq 1 ]
    says 'baseline: kahan at 1 x 1 is new'
}

@test "one run compares with the baseline, and says what it does not" {
    update case:cancel-blocks
    fpcheck --baseline b.json --runs 1 -k serial,two_pass,atomic case:cancel-blocks
    [ "$status" -eq 0 ]
    says 'notice: two_pass at 3 x 256: run-to-run was observed, but one run compares nothing'
}

@test "without the exact sum only bits are compared, and the report says so" {
    update case:cancel-blocks
    gate 0 --exact-by none case:cancel-blocks
    says 'notice: bits only: without the exact sum (--exact-by none)'
    update --exact-by none case:cancel-blocks
    says 'bound 0x1.' '-> none'
    gate 0 case:cancel-blocks
    says 'notice: bits only: errors and verdicts were not recorded'
    refused 3 'nothing to compare' baseline update n.json --exact-by none -k atomic case:cancel-blocks
    [ ! -e n.json ]
}

@test "sections of other devices stay as they are" {
    have_python
    update case:cancel-blocks
    edit "d['devices']['$H200'] = d['devices'].pop('host')"
    sed -n "/$H200/,\$p" b.json >section
    update case:cancel-blocks case:tie-up
    says '6 new'
    sed -n "/$H200/,/^    },/p" b.json | head -n 20 >left
    head -n 20 section | cmp - left
    expect 0 baseline show b.json
    says "$H200: 1 input, recorded by fpcheck" 'host: 2 inputs, recorded by fpcheck'
    gate 0 --strict case:cancel-blocks case:tie-up
}

@test "another device: limits, and the bits of kernels that promise them everywhere" {
    have_python
    update case:cancel-blocks
    edit "d['devices']['$H200'] = d['devices'].pop('host')"
    gate 0 case:cancel-blocks
    says "notice: two_pass at 3 x 256: bits not compared: other device (recorded on $H200)"
    says 'notice: case:cancel-blocks was recorded on other devices, not on this one'
    [ "$(grep -c '^notice: ' out)" -eq 2 ]
    edit "for i, k in kernels('$H200'):
    if k['bits']: k['bits'] = '0x3f000000'"
    gate 1 case:cancel-blocks
    [ "$(grep -c '^baseline: ' out)" -eq 1 ]
    says 'baseline: serial at 1 x 1: the bits were 0x3f000000 = 0x1p-1, are 0x00000000'
    # Recording says so at once.
    fpcheck baseline update b.json --runs 3 -k serial,two_pass,atomic case:cancel-blocks
    [ "$status" -eq 0 ]
    grep -q "^fpcheck: note: this baseline does not hold: serial at 1 x 1: the bits were 0x3f000000" err
}

@test "in continuous integration nothing is updated, unless that is forced" {
    CI=true refused 2 'CI is set' baseline update b.json case:cancel
    [ ! -e b.json ]
    CI=true expect 0 baseline update b.json --force --runs 2 case:cancel
    CI=true expect 0 --baseline b.json --runs 2 case:cancel
    CI='' expect 0 baseline update b.json --runs 2 case:cancel
}

@test "what fails is not recorded, unless that is forced" {
    update case:cancel-blocks
    cp b.json first
    refused 1 'b.json is left as it is, for this run has 1 finding (--force records it all the same): limit: serial: --max-ulp 1: run 0 is off by' \
        baseline update b.json --runs 2 -k serial --max-ulp 1 case:cancel-blocks
    cmp b.json first
    expect 0 baseline update b.json --force --runs 2 -k serial --max-ulp 1 case:cancel-blocks
    says 'removed: case:cancel-blocks: two_pass at 3 x 256'
}

@test "a gate never writes, and no output goes where the baseline is" {
    update case:cancel-blocks
    cp -p b.json first
    ls -i b.json >inode
    gate 1 case:tie-up case:cancel-blocks --require shape-invariant
    gate 0 case:cancel-blocks --json r.json
    cmp b.json first
    [ "$(ls -i b.json)" = "$(cat inode)" ]
    refused 2 'b.json is the baseline; it would be overwritten' --baseline b.json --json b.json \
        case:cancel-blocks
    refused 2 './b.json is the baseline; it would be overwritten' baseline update b.json \
        --json ./b.json case:cancel-blocks
    cmp b.json first
}

@test "an output that fails leaves the baseline as it is" {
    [ -c /dev/full ] || skip "no /dev/full"
    update case:cancel-blocks
    cp b.json first
    refused 4 'cannot write /dev/full' baseline update b.json --runs 2 --json /dev/full case:tie-up
    cmp b.json first
}

@test "update replaces nothing but a baseline" {
    echo data >data.txt
    refused 3 'data.txt: the baseline is no JSON' baseline update data.txt case:cancel
    echo '{"a": 1}' >data.json
    refused 3 'data.json is no baseline' baseline update data.json case:cancel
    : >empty
    refused 3 'empty: the file is empty' baseline update empty case:cancel
    [ "$(cat data.txt data.json)" = $'data\n{"a": 1}' ]
    refused 2 'data.txt is an input; it would be overwritten' baseline update data.txt ./data.txt
    refused 4 'cannot write /dev/null: it is not a regular file' baseline update /dev/null case:cancel
    refused 4 'cannot write missing/b.json' baseline update missing/b.json case:cancel
    refused 3 'missing.bin: No such file' baseline update new.json missing.bin
    [ "$(ls)" = "$(printf 'data.json\ndata.txt\nempty\nerr\nout')" ]
}

@test "a name that is not UTF-8 is not recorded, and a strange one is" {
    printf '\0\0\200\077' >$'\377.bin'
    refused 3 'its name is not UTF-8' baseline update b.json -t f32 -k serial --runs 2 --json r.json --tap - $'\377.bin'
    [ ! -e r.json ]
    [ ! -e b.json ]
    printf '\0\0\200\077' >$'a b\n\'"\\.bin'
    expect 0 baseline update b.json -t f32 -k serial --runs 2 $'a b\n\'"\\.bin'
    [ "$(wc -l <out)" -eq 2 ]
    expect 0 --baseline b.json --strict -t f32 -k serial --runs 2 $'a b\n\'"\\.bin'
}

@test "a signal: nothing is recorded" {
    update case:cancel-blocks
    cp b.json first
    status=0
    timeout --preserve-status -s TERM 1 "$FPCHECK" baseline update b.json --runs 10000000 \
        case:uniform-million >out 2>err || status=$?
    [ "$status" -eq 143 ] || fail "143 was expected"
    cmp b.json first
    [ "$(ls b.json*)" = b.json ]
    status=0
    timeout --preserve-status -s TERM 1 "$FPCHECK" --baseline first --runs 10000000 \
        case:cancel-blocks case:uniform-million >out 2>err || status=$?
    [ "$status" -eq 143 ] || fail "143 was expected"
    first_line 'INTERRUPTED'
}

@test "killed at any moment, the file is the old or the new baseline" {
    local i old=0 new=0 pid
    expect 0 baseline update two.json --runs 2 --orders 0 -k all case:tie-up case:cancel
    expect 0 baseline update one.json --runs 2 --orders 0 -k all case:tie-up
    for i in $(seq 60); do
        cp one.json b.json
        "$FPCHECK" baseline update b.json --runs 2 --orders 0 -k all case:tie-up case:cancel \
            >/dev/null 2>&1 &
        pid=$!
        sleep "$(printf '0.%03d' $((i % 30)))"
        { kill -9 "$pid" && wait "$pid"; } 2>/dev/null || true
        if cmp -s b.json one.json; then
            old=$((old + 1))
        elif cmp -s b.json two.json; then
            new=$((new + 1))
        else
            fail "neither the old nor the new baseline"
        fi
    done
    echo "# killed before: $old, after: $new" >&3
    [ $((old + new)) -eq 60 ]
}

@test "show prints what is recorded" {
    update case:cancel-blocks
    expect 0 baseline show b.json
    first_line 'host: 1 input, recorded by fpcheck'
    says 'case:cancel-blocks   f32[513]   sums in f32   SHA-256 db6eb933' \
        '0x3f800000 = 0x1p+0' 'explained'
    refused 3 'missing.json: No such file or directory' baseline show missing.json
}

@test "quiet is the first line, and --json works beside it" {
    expect 0 baseline update b.json -q --runs 2 --json r.json case:cancel-blocks
    [ "$(wc -l <out)" -eq 1 ]
    grep -q '"update"' r.json
    expect 0 baseline update b.json --runs 2 --json - case:cancel-blocks
    [ "$(head -n 1 out)" = '{' ]
}

@test "wrong command lines" {
    refused 2 'baseline: say update or show' baseline
    refused 2 "baseline: 'add' is not one of update, show" baseline add b.json
    refused 2 'name the file to write, then the inputs' baseline update
    refused 2 'no input: name a file' baseline update b.json
    refused 2 'name a file, not standard output' baseline update - case:cancel
    refused 2 "unrecognized option '--baseline=b.json'" baseline update c.json --baseline=b.json \
        case:cancel
    refused 2 'baseline show: name a baseline' baseline show
    refused 2 'baseline show: one baseline is enough' baseline show a.json b.json
    refused 2 '--strict needs --baseline' --strict case:cancel
    refused 2 '--baseline: name a file' --baseline - case:cancel
    [ ! -e b.json ]
}
