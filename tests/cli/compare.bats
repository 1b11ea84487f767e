#!/usr/bin/env bats
# fpcheck compare: two files, tensor by tensor. Files are written byte by byte or by python3, and
# expected figures come from arithmetic by hand or from Python's fractions.

load common

# f32 VALUE-BITS... >FILE: little-endian words.
f32() {
    local word
    for word in "$@"; do
        bytes "${word:6:2}${word:4:2}${word:2:2}${word:0:2}"
    done
}

# npz and npy files need python3; no numpy.
python() {
    command -v python3 >/dev/null || skip 'python3 is not installed'
    python3 "$@"
}

# npy FILE SHAPE FORTRAN: 1.0 up to 6.0 as f4.
npy() {
    python - "$@" <<'END'
import struct, sys
head = "{'descr': '<f4', 'fortran_order': %s, 'shape': %s, }" % (sys.argv[3], sys.argv[2])
head += ' ' * (63 - (len(head) + 10) % 64) + '\n'
with open(sys.argv[1], 'wb') as out:
    out.write(b'\x93NUMPY\x01\0' + struct.pack('<H', len(head)) + head.encode())
    out.write(struct.pack('<6f', 1, 2, 3, 4, 5, 6))
END
}

# safetensors FILE NAME=COUNT...: values 0, 1, 2, ... as F32; COUNT! has the last one changed.
safetensors() {
    python - "$@" <<'END'
import json, struct, sys
head, data = {}, b''
for word in sys.argv[2:]:
    name, count = word.split('=')
    values = [float(i) for i in range(int(count.rstrip('!')))]
    if count.endswith('!'):
        values[-1] += 0.5
    part = struct.pack('<%df' % len(values), *values)
    head[name] = {'dtype': 'F32', 'shape': [len(values)],
                  'data_offsets': [len(data), len(data) + len(part)]}
    data += part
text = json.dumps(head).encode()
with open(sys.argv[1], 'wb') as out:
    out.write(struct.pack('<Q', len(text)) + text + data)
END
}

@test "identical files, of every kind" {
    for file in digits-grad-f32.npy digits-act-f16.npy digits-net.safetensors \
        diabetes-residual-f64.bin; do
        cp "$data/$file" "x-$file"
        expect 0 compare "$data/$file" "x-$file"
        first_line 'identical: '
    done
    expect 0 compare case:cancel "$cases/cancel.case"
    first_line 'identical: 3 values in 1 tensor'
}

@test "values in other containers are the same values" {
    f32 3f800000 40000000 40400000 40800000 40a00000 40c00000 >raw
    npy x.npy '(6,)' False
    expect 0 compare --dtype f32 raw x.npy
    first_line 'identical: 6 values in 1 tensor'
    printf '1 2 3 4 5 6\n' >x.txt
    expect 0 compare --dtype f32 x.txt x.npy
    bytes 3f80000040000000404000004080000040a0000040c00000 >big
    expect 0 compare --dtype f32 --input-format raw --byte-order big big big
    fpcheck compare --dtype f32 --byte-order big raw big
    [ "$status" -eq 1 ]
}

# 1 and 2 against 1 + 1 ulp and 2 + 3 ulp: Vermv is (2^-23 + 3 2^-22 / 2) / 4 = 2^-25 (1 + 3).
@test "what differs is counted, named and measured" {
    f32 3f800000 40000000 40400000 80000000 >a.f32.bin
    f32 3f800001 40000003 40400000 80000000 >b.f32.bin
    expect 1 compare a.f32.bin b.f32.bin
    first_line 'different: 2 of 4 values differ, first at 0: 0x1p+0 against 0x1.000002p+0, by at most 3 ulp'
    says 'f32[4]' '2/4' '1.19e-07' '0.5' 'by ulp distance: 1: 1, 2 to 3: 1'
    expect 1 compare --json - a.f32.bin b.f32.bin
    says '"differing": 2' '"max_ulp": 3' '"max_ulp_index": 1' '"vermv": 1.1920928955078125e-' \
        '"vc": 0.5' '"a_bits": "0x3f800000"' '"b_bits": "0x3f800001"' '"kind": "difference"' \
        '"exit_status": 1' '"complete": true'
    expect 1 compare -q a.f32.bin b.f32.bin
    [ "$(wc -l <out)" -eq 1 ]
}

@test "random bits: counts, distances and Vermv as Python's fractions have them" {
    python - >wanted <<'END'
import math, random, struct
from fractions import Fraction
random.seed(20240813)
a = [random.uniform(-1, 1) * 2.0 ** random.randrange(-40, 40) for _ in range(5000)]
bits = [struct.unpack('<Q', struct.pack('<d', x))[0] for x in a]
other = [b + random.choice([0, 0, 1, 2, 5, 1000]) for b in bits]
b = [struct.unpack('<d', struct.pack('<Q', x))[0] for x in other]
open('a.f64.bin', 'wb').write(struct.pack('<5000d', *a))
open('b.f64.bin', 'wb').write(struct.pack('<5000d', *b))
differ = [i for i in range(5000) if bits[i] != other[i]]
vermv = sum(abs(Fraction(x) - Fraction(y)) / abs(Fraction(x)) for x, y in zip(a, b)) / 5000
print(len(differ), differ[0], max(abs(x - y) for x, y in zip(bits, other)),
      sum(x != y and abs(x - y) == 1 for x, y in zip(bits, other)), float(vermv).hex())
END
    expect 1 compare --json r.json a.f64.bin b.f64.bin
    python - wanted <<'END'
import json, sys
differing, first, ulps, ones, vermv = open(sys.argv[1]).read().split()
tensor = json.load(open('r.json'))['tensors'][0]
assert tensor['differing'] == int(differing), tensor['differing']
assert tensor['first']['index'] == int(first)
assert tensor['max_ulp'] == int(ulps)
assert tensor['histogram'][0] == {'from_ulp': 1, 'to_ulp': 1, 'count': int(ones)}
assert sum(bucket['count'] for bucket in tensor['histogram']) == int(differing)
assert tensor['vc'] == int(differing) / 5000
wanted = float.fromhex(vermv)
assert abs(tensor['vermv'] - wanted) <= 1e-14 * wanted, (tensor['vermv'], wanted)
END
}

@test "signed zeros: other bits at distance 0" {
    f32 00000000 3f800000 >a
    f32 80000000 3f800000 >b
    expect 1 compare -t f32 a b
    says '1 zero of the other sign' 'by ulp distance: 0: 1'
    expect 0 compare -t f32 --max-ulp 0 a b
    first_line 'within 0 ulp: 1 of 2 values differ'
}

@test "NaNs are one class unless --nan-bits; against numbers they always differ" {
    f32 7fc00000 3f800000 >a
    f32 ffc00123 3f800000 >b
    expect 0 compare -t f32 a b
    first_line 'identical: 2 values in 1 tensor, but for the bits of NaNs'
    says '1 NaN of other bits'
    expect 1 compare -t f32 --nan-bits a b
    first_line 'nan (0x7fc00000) against nan (0xffc00123)'
    expect 1 compare -t f32 --nan-bits --json - a b
    says '"a": "nan"' '"a_bits": "0x7fc00000"' '"b": "-nan"' '"b_bits": "0xffc00123"'
    f32 7fc00000 7fc00000 >c
    expect 1 compare -t f32 --max-ulp 1e30 a c
    says '1 NaN against a number'
}

@test "an infinity is within no limit of a number" {
    f32 7f7fffff >a
    f32 7f800000 >b
    expect 1 compare -t f32 --max-ulp 10 a b
    says '1 infinity against another value'
}

@test "--max-ulp excuses, and reports all the same" {
    f32 3f800000 40000000 >a
    f32 3f800001 40000003 >b
    expect 0 compare -t f32 --max-ulp 3 a b
    first_line 'within 3 ulp: 2 of 2 values differ, by at most 3 ulp'
    says 'within limit' 'by ulp distance: 1: 1, 2 to 3: 1'
    expect 1 compare -t f32 --max-ulp 2.9 a b
    first_line '2 of 2 values differ (1 beyond the limit), first at 1'
    says 'different'
    expect 0 compare -t f32 --max-ulp 3 --json - a b
    says '"limit_ulp": 3' '"differing": 2' '"beyond_limit": 0' '"exit_status": 0'
    tr -d ' \n' <out | grep -qF '"findings":[]'
}

@test "another format, other dims and another memory order are differences" {
    npy a.npy '(2, 3)' False
    npy b.npy '(3, 2)' False
    npy c.npy '(2, 3)' True
    expect 1 compare a.npy b.npy
    first_line 'different: f32[2,3] against f32[3,2]'
    says 'values were not compared'
    expect 1 compare a.npy c.npy
    first_line 'different: f32[2,3] against f32[2,3] in Fortran order'
    expect 0 compare c.npy c.npy
    printf '1 2 3' >x.txt
    printf '1 2' >y.txt
    expect 1 compare x.txt y.txt
    first_line 'f64[3] against f64[2]'
    printf 'format f32\ndata\n1\n2\n3\n' >x.case
    expect 1 compare x.txt x.case
    first_line 'different: f64[3] against f32[3]'
    expect 1 compare --json - x.txt x.case
    says '"pairing": "format"'
}

@test "tensors are paired by name; one that is missing or extra is a difference" {
    safetensors a v=4 w=5
    safetensors b w=5 v=4
    safetensors c w=5! v=4
    safetensors d v=4
    safetensors e v=4 x=5
    opt='--input-format safetensors'
    expect 0 compare $opt a b
    first_line 'identical: 9 values in 2 tensors'
    expect 1 compare $opt a c
    first_line 'different: 1 of 2 tensors; the first is w: 1 of 5 values differs, first at 4'
    expect 1 compare $opt a d
    first_line 'different: 1 of 2 tensors; the first is w: f32[5], only in A'
    expect 1 compare $opt d a
    first_line 'w: f32[5], only in B'
    expect 1 compare $opt a e
    first_line 'different: 2 of 3 tensors'
    says 'w: f32[5], only in A' 'x: f32[5], only in B'
    expect 0 compare $opt --tensor v a c
    # Two arrays of one element each, but of other names, are not the same.
    safetensors f y=4
    expect 1 compare $opt d f
    first_line 'different: 2 of 2 tensors'
    # One without a name is compared with the only one of the other file.
    printf '0 1 2 3' >x.txt
    mv d d.safetensors
    expect 0 compare --dtype f32 x.txt d.safetensors
}

@test "argv in JSON is as it was given" {
    expect 0 compare case:cancel --json - case:cancel
    tr -d ' \n' <out | grep -qF '"argv":["fpcheck","compare","case:cancel","--json","-","case:cancel"]'
}

@test "standard input can be one of them" {
    printf '1 2 3' >a.txt
    expect 0 compare --input-format text a.txt - <a.txt
    expect 0 compare --input-format text - a.txt <a.txt
    says 'A: -'
    refused 2 'standard input can be read only once' compare - - <a.txt
}

@test "what is wrong" {
    printf '1' >a.txt
    refused 2 'two files are needed' compare a.txt
    refused 2 'two files are needed' compare
    refused 2 "'c' is one file too many" compare a.txt a.txt c
    refused 3 'missing: No such file' compare a.txt missing
    refused 3 'missing: No such file' compare missing a.txt
    refused 2 "--max-ulp: '-1' is not a number >= 0" compare --max-ulp=-1 a.txt a.txt
    refused 2 'a.txt is an input; it would be overwritten' compare --json a.txt missing a.txt
    [ "$(cat a.txt)" = 1 ]
    refused 4 'cannot write missing/r' compare --json missing/r a.txt a.txt
    refused 2 '--tensor is for files that hold several' compare --tensor x a.txt a.txt
}

@test "/dev/full" {
    [ -c /dev/full ] || skip 'no /dev/full'
    printf '1' >a.txt
    status=0
    "$FPCHECK" compare a.txt a.txt >/dev/full 2>err || status=$?
    [ "$status" -eq 4 ]
    refused 4 'cannot write /dev/full' compare --json /dev/full a.txt a.txt
}

@test "a signal while standard input is read: JSON says that nothing is complete" {
    printf '1' >a.txt
    mkfifo pipe
    sleep 30 >pipe &
    status=0
    timeout --preserve-status -s TERM 0.5 "$FPCHECK" compare --json r.json a.txt - <pipe \
        >out 2>err || status=$?
    kill %1
    [ "$status" -eq 143 ] || fail '143 was expected'
    first_line 'INTERRUPTED'
    grep -q '"complete": false' r.json
    grep -q '"exit_status": 143' r.json
    keep_json compare --json r.json
}
