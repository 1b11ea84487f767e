#!/usr/bin/env bats
# Baselines that cannot be used: exit status 3, one sentence each, and nothing measured.

load common

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    unset CI
    "$FPCHECK" baseline update b.json --runs 2 -k serial,atomic case:tie-up >/dev/null
}

held='--runs 2 -k serial,atomic case:tie-up'

# cannot PATTERN FILE
cannot() {
    # shellcheck disable=SC2086
    refused 3 "$1" --baseline "$2" $held
}

# changed SED PATTERN: refuses b.json once sed changed it.
changed() {
    sed "$1" b.json >c.json
    ! cmp -s b.json c.json || fail "sed changed nothing: $1"
    cannot "$2" c.json
}

have_python() {
    python3 -c 'import json' 2>/dev/null || skip "no python3"
}

@test "missing, empty, a folder, no JSON, another JSON" {
    cannot 'missing.json: No such file or directory' missing.json
    : >empty.json
    cannot 'empty.json: the file is empty' empty.json
    cannot '.: Is a directory' .
    echo 'fpcheck' >text.json
    cannot 'text.json: the baseline is no JSON: ' text.json
    echo '{"baseline_version": 1, "devices": {}, "devices": {}}' >twice.json
    cannot 'duplicate object key' twice.json
    for text in '[]' '{}' '[1]' '{"baseline_version": "1"}' '{"baseline_version": 1.0}'; do
        echo "$text" >other.json
        cannot 'other.json is no baseline: it does not say its baseline_version' other.json
    done
    "$FPCHECK" --runs 2 --json report.json case:cancel >/dev/null
    cannot 'report.json is no baseline' report.json
}

@test "another version" {
    changed 's/"baseline_version": 1/"baseline_version": 2/' \
        'c.json: the baseline is of a newer fpcheck (baseline_version 2, this one reads 1)'
    changed 's/"baseline_version": 1/"baseline_version": 0/' 'c.json: the baseline is damaged'
    # A newer one may look different everywhere else.
    echo '{"baseline_version": 7, "records": []}' >newer.json
    cannot 'of a newer fpcheck (baseline_version 7' newer.json
}

@test "nothing recorded, and nothing of this run" {
    echo '{"baseline_version": 1, "devices": {}}' >none.json
    cannot 'nothing to compare: no input of this run is in the baseline none.json' none.json
    refused 3 'no input of this run is in the baseline b.json' --baseline b.json --runs 10000000 \
        case:uniform-million
}

@test "other values under the same name" {
    printf '\0\0\200\077\0\0\0\100' >x.f32.bin
    "$FPCHECK" baseline update x.json --runs 2 x.f32.bin >/dev/null
    expect 0 --baseline x.json --runs 2 --strict x.f32.bin
    printf '\0\0\200\077\0\0\0\101' >x.f32.bin
    refused 3 'x.f32.bin is not the input that x.json was recorded with: its values have the SHA-256' \
        --baseline x.json --runs 2 x.f32.bin
    printf '\0\0\200\077\0\0\0\100' >x.f32.bin
    refused 3 'it is read as f16' --baseline x.json --runs 2 -t f16 \
        x.f32.bin
    refused 3 'it is read in big-endian order' --baseline x.json --runs 2 --byte-order big x.f32.bin
}

@test "each key is checked" {
    changed '/"fpcheck"/d' 'the baseline is damaged: host: Object item not found: fpcheck'
    changed 's/"fpcheck": .*,/"fpcheck": 1,/' 'the baseline is damaged: host: '
    changed '/"sha256"/s/.*/"sha256": "00"/' "host, case:tie-up: 'sha256' is none"
    changed 's/"format": "f../"format": "f33/' "host, case:tie-up: 'f33' or "
    changed 's/"byte_order": "little"/"byte_order": "middle"/' "'middle' is no byte order"
    changed 's/"dims": \[/"dims": [-1,/' "'dims' is no shape"
    changed 's/"name": null/"name": 3/' "'name' is no text"
    changed 's/"name": null/"title": null/' 'Object item not found: name'
    changed 's/"name": null/"name": null, "more": 1/' 'unpacked: more'
    changed 's/"promise": "shape-invariant"/"promise": "always"/' \
        "host, case:tie-up, serial: 'always' is no promise"
    changed 's/"promise": "shape-invariant"/"promise": "undetermined"/' 'is no promise'
    changed 's/"observed": "run-to-run"/"observed": "correctly-rounded"/' \
        "'correctly-rounded' is no level up to the promise"
    changed 's/"verdict": "explained"/"verdict": "fine"/' "atomic: 'fine' is no verdict"
    changed 's/"verdict": "explained"/"verdict": 1/' "'verdict' is no text"
    changed 's/"bits": "0x/"bits": "0x0/' "serial: 'bits' is no result of a kernel"
    changed 's/"bits": "0x/"bits": "0X/' "'bits' is no result of a kernel"
    changed 's/"bits": null/"bits": "0x3f800000"/' "atomic: 'bits' is no result of a kernel"
    changed 's/"bits": "0x.*"/"bits": null/' "serial: 'bits' is null, and no promise of them was broken"
    changed 's/"bound": "0x/"bound": "-0x/' 'an error or bound is no number >= 0'
    changed 's/"bound": "/"bound": "nan/' 'an error or bound is no number >= 0'
    changed 's/"ulp_error": "/"ulp_error": "+/' 'an error or bound is no number >= 0'
    changed 's/"blocks": 1/"blocks": 0/' "'shape' is no launch shape"
    changed 's/"threads": 1$/"threads": 4294967296/' "'shape' is no launch shape"
    changed 's/"devices": {/"devices": [/' 'the baseline is no JSON'
    changed 's/"name": "serial"/"name": "atomic"/; s/"blocks": 1,*/"blocks": 1,/; s/"threads": 1$/"threads": 256/; s/"bits": "0x.*"/"bits": null/; s/"promise": "shape-invariant"/"promise": "not-guaranteed"/; s/"observed": "run-to-run"/"observed": "not-guaranteed"/' \
        'c.json: the baseline holds atomic twice'
}

# tests/unit/test_baseline_file.c has every length and every bit.
@test "cut short" {
    local length size
    size=$(wc -c <b.json)
    for ((length = 1; length < size - 1; length += 23)); do
        head -c "$length" b.json >short.json
        # shellcheck disable=SC2086
        fpcheck --baseline short.json $held
        [[ $status -eq 3 && ! -s out && $(<err) == 'fpcheck: short.json: the baseline is no JSON: '* ]] ||
            fail "cut at $length"
    done
    head -c $((size - 1)) b.json >short.json # without its last newline
    # shellcheck disable=SC2086
    expect 0 --baseline short.json --strict $held
}

# Never a crash, and never a pass as if nothing were: either it is refused, or there is a finding, or
# a notice. But the version of fpcheck that recorded it is only said.
@test "damaged bytes" {
    have_python
    # shellcheck disable=SC2086
    python3 - "$FPCHECK" $held <<'END'
import json, re, subprocess, sys
whole = open('b.json', 'rb').read()
version = re.search(rb'"fpcheck": "([^"]*)"', whole).span(1)
seen = {0: 0, 1: 0, 3: 0}
for at in range(0, len(whole), 5):
    for flip in 1, 16:
        bad = bytearray(whole)
        bad[at] ^= flip
        open('bad.json', 'wb').write(bad)
        run = subprocess.run([sys.argv[1], '--baseline', 'bad.json', '--json', '-'] + sys.argv[2:],
                             capture_output=True)
        where = 'byte %d ^ %d: exit %d: %r' % (at, flip, run.returncode, run.stderr)
        seen[run.returncode] += 1 # no other status
        if run.returncode == 3:
            assert run.stdout == b'' and run.stderr.startswith(b'fpcheck: '), where
            assert run.stderr.count(b'\n') == 1 and run.stderr.endswith(b'\n'), where
            continue
        report = json.loads(run.stdout)
        if run.returncode == 1:
            assert any(f['kind'] == 'baseline' for f in report['findings']), where
        elif not version[0] <= at < version[1]:
            assert report['notices'], where
print('#', seen, file=sys.stderr)
assert seen[3] > 100 and seen[1] > 3
END
}
