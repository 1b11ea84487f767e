#!/usr/bin/env bats
# Inputs that cannot be used: exit status 3, one line, nothing on standard output, no file.

load common

# unusable PATTERN ARG...: refused with 3, and the JSON file that was asked for is not there.
unusable() {
    local pattern=$1
    shift
    refused 3 "$pattern" --json r.json "$@"
    [ -z "$(ls | grep r.json)" ] || fail "an output file was left"
}

# npy HEADER [PAYLOAD-BYTES]: a version 1 file on standard output.
npy() {
    local header=$1$'\n' payload=${2:-0}
    bytes 934e554d50590100
    bytes "$(printf '%02x%02x' $((${#header} % 256)) $((${#header} / 256)))"
    printf '%s' "$header"
    head -c "$payload" /dev/zero
}

@test "files: missing, a folder, empty, not a multiple of the element" {
    unusable 'missing.bin: No such file or directory' missing.bin
    mkdir folder
    unusable 'folder: Is a directory' folder
    : >empty.bin
    unusable 'empty.bin: the file is empty' empty.bin
    printf abcde >x-f32.bin
    unusable 'x-f32.bin: ' x-f32.bin
    printf abcd >x-f64.bin
    unusable 'x-f64.bin: ' x-f64.bin
    unusable 'case:nothing' case:nothing
}

@test "one bad input among good ones: nothing is measured" {
    unusable 'missing.bin' case:cancel missing.bin case:cancel
}

@test "standard input: empty" {
    : >nothing
    refused 3 'empty' - <nothing
}

@test "npy: magic, version, header length" {
    bytes 934e554d50580100 >magic.npy
    unusable 'magic.npy: ' magic.npy
    bytes 934e554d5059 >short.npy
    unusable 'short.npy: ' short.npy
    bytes 934e554d505904007600 >version.npy
    unusable 'version.npy: ' version.npy
    bytes 934e554d50590100ffff >long.npy
    unusable 'long.npy: ' long.npy
    { bytes 934e554d5059020000000200; head -c 200000 /dev/zero; } >huge.npy
    unusable 'huge.npy: ' huge.npy
}

@test "npy: shape against the bytes" {
    npy "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }" 8 >few.npy
    unusable 'few.npy: ' few.npy
    npy "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }" 16 >many.npy
    unusable 'many.npy: ' many.npy
    npy "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }" 16 >over.npy
    unusable 'over.npy: ' over.npy
    npy "{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }" 0 >none.npy
    unusable 'none.npy: ' none.npy
}

@test "npy: dtypes that are no numbers of ours" {
    local descr
    for descr in '|O' '<i4' '<c8' '|b1' '<U8' '<f16' '|V2'; do
        npy "{'descr': '$descr', 'fortran_order': False, 'shape': (2,), }" 8 >dtype.npy
        unusable 'dtype.npy: ' dtype.npy
    done
    npy "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }" 8 >structured.npy
    unusable 'structured.npy: ' structured.npy
}

@test "npy: V2 with --dtype bf16 is bf16" {
    npy "{'descr': '|V2', 'fortran_order': False, 'shape': (2,), }" 4 >brain.npy
    expect 0 --runs 2 --dtype bf16 brain.npy
    says 'bf16[2]'
}

@test "npy: Fortran order is summed as in memory, and said so" {
    npy "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }" 48 >fortran.npy
    expect 0 --runs 2 fortran.npy
    says 'f64[2,3] Fortran order, summed as in memory'
}

@test "case files: FILE:LINE: what" {
    printf 'format f32\ndata\n1\nnonsense\n' >a.case
    unusable 'a.case:4: ' a.case
    printf 'format f99\ndata\n1\n' >b.case
    unusable 'b.case:1: ' b.case
    printf 'data\n1\n' >c.case
    unusable 'c.case:1: ' c.case
    printf 'format f32\ndata\n@5 1\n@5 1\n' >d.case
    unusable 'd.case:4: ' d.case
    printf 'format f32\ndata\n0x1.0000001p0\n' >e.case
    unusable 'e.case:3: ' e.case
    printf 'format f32\ndata\n1 x 99999999999999\n' >f.case
    unusable 'f.case:3: ' f.case
    printf 'format f32\ndata\n' >g.case
    unusable 'g.case' g.case
    printf 'format f32\ndata\ngenerate chaos 10\n' >h.case
    unusable 'h.case:3: ' h.case
}

@test "a case that claims another sum than it has" {
    sed 's/^exact.*/exact 0x1.8p+0/' "$cases/cancel.case" >wrong.case
    unusable 'wrong.case: the case says its exact sum is 0x1.8p+0, but it is 0x1p+0' wrong.case
}

@test "a claim that is off by one bit, however far down" {
    sed "s/^exact.*/exact 0x1.$(printf '%0200d' 0)1p+0/" "$cases/cancel.case" >far.case
    unusable 'but it is 0x1p+0' far.case
}

@test "a message is one line whatever the name holds" {
    refused 3 'a?b: No such file' $'a\nb'
}
