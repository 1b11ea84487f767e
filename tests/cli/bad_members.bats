#!/usr/bin/env bats
# Files that hold several inputs, text, and files of other programs: what is refused, and how.

load common

# unusable PATTERN ARG...: refused with 3, and the JSON file that was asked for is not there.
unusable() {
    local pattern=$1
    shift
    refused 3 "$pattern" --json r.json "$@"
    [ ! -e r.json ] || fail "an output file was left"
}

# little SIZE NUMBER: the number in that many bytes, least significant first.
little() {
    local i hex=
    for ((i = 0; i < $1; i++)); do
        hex+=$(printf %02x $(($2 >> 8 * i & 255)))
    done
    bytes "$hex"
}

# tensors HEADER DATA-BYTES: a safetensors file on standard output.
tensors() {
    little 8 ${#1}
    printf '%s' "$1"
    head -c "$2" /dev/zero
}

# tensor NAME DTYPE SHAPE BEGIN END: an entry of the header.
tensor() {
    printf '"%s":{"dtype":"%s","shape":%s,"data_offsets":[%s,%s]}' "$@"
}

# zipped NAME [FLAGS [CRC-HEX]]: an npz archive with one stored member, a npy file of four zeros.
zipped() {
    local name=$1 flags=${2:-0} crc=${3:-79da97a3} size=77 directory
    facts() {
        little 2 20
        little 2 "$flags"
        little 2 0
        little 4 2162688
        bytes "$crc"
        little 4 $size
        little 4 $size
        little 2 ${#name}
        little 2 0
    }
    directory=$((30 + ${#name} + size))
    bytes 504b0304
    facts
    printf '%s' "$name"
    bytes 934e554d505901003300
    printf "{'descr':'<f4','fortran_order':False,'shape':(4,)}\n"
    head -c 16 /dev/zero
    bytes 504b01021403
    facts
    little 6 0
    little 8 0
    printf '%s' "$name"
    bytes 504b050600000000
    little 2 1
    little 2 1
    little 4 $((46 + ${#name}))
    little 4 $directory
    little 2 0
}

@test "safetensors: the known sums of a real file, each tensor an input of its own" {
    expect 0 --runs 2 --json - "$data/digits-net.safetensors"
    says '"name": "fc1.weight"' '"name": "fc2.weight"' '"name": "fc1.grad.bf16"'
    says '"rounded_bits": "0x43395f56"' '"rounded_bits": "0x3eca3bea"' '"rounded_bits": "0xbcb6"'
    expect 0 --runs 2 --tensor fc2.weight --json - "$data/digits-net.safetensors"
    says '"name": "fc2.weight"' '"rounded_bits": "0x3eca3bea"'
    ! grep -q fc1 out
    expect 0 --runs 2 --input-format safetensors --tensor fc2.weight --json - - \
        <"$data/digits-net.safetensors"
    says '"rounded_bits": "0x3eca3bea"'
}

@test "safetensors: header" {
    printf '\1\0\0' >short.safetensors
    unusable 'short.safetensors: the safetensors file ends before its header' short.safetensors
    { little 8 100; printf '{}'; } >long.safetensors
    unusable 'long.safetensors: the safetensors header is longer (100 bytes)' long.safetensors
    { little 8 100000001; } >huge.safetensors
    truncate -s 100000100 huge.safetensors
    unusable 'than 100 MB' huge.safetensors
    tensors "{$(tensor a F32 '[1]' 0 4),$(tensor a F32 '[1]' 0 4)}" 4 >twice.safetensors
    unusable 'duplicate' twice.safetensors
    tensors 'nonsense' 4 >json.safetensors
    unusable 'json.safetensors: ' json.safetensors
    tensors '{}' 0 >none.safetensors
    unusable 'holds no tensors' none.safetensors
}

@test "safetensors: every byte belongs to one tensor" {
    tensors "{$(tensor a F32 '[1]' 4 8)}" 8 >hole.safetensors
    unusable 'hole of 4 bytes' hole.safetensors
    tensors "{$(tensor a F32 '[2]' 0 8),$(tensor b F32 '[2]' 4 12)}" 12 >overlap.safetensors
    unusable "overlaps 'a'" overlap.safetensors
    tensors "{$(tensor a F32 '[2]' 0 8)}" 4 >past.safetensors
    unusable 'ends at byte 8, but only 4' past.safetensors
    tensors "{$(tensor a F32 '[2]' 0 8)}" 12 >rest.safetensors
    unusable '4 bytes follow' rest.safetensors
    tensors "{$(tensor a F32 '[4611686018427387906]' 0 8)}" 8 >wraps.safetensors
    unusable 'wraps.safetensors: ' wraps.safetensors
}

@test "safetensors: unknown tensors and dtypes" {
    tensors "{$(tensor ids I64 '[1]' 0 8),$(tensor w F32 '[1]' 8 12)}" 12 >two.safetensors
    unusable "there is no tensor 'v'; there are ids, w" --tensor v two.safetensors
    unusable 'I64' --tensor ids two.safetensors
    fpcheck --runs 2 two.safetensors
    [ "$status" -eq 0 ]
    [ "$(cat err)" = 'fpcheck: note: two.safetensors: not summed: ids (I64)' ]
    says 'two.safetensors:w'
    tensors "{$(tensor ids I64 '[1]' 0 8)}" 8 >ids.safetensors
    unusable 'no tensor can be summed' ids.safetensors
    unusable "there is no tensor 'w'" --tensor w two.safetensors ids.safetensors
}

@test "--tensor is for files with members" {
    refused 2 '--tensor' --tensor a case:cancel
    printf '1\n' >x.txt
    refused 2 'x.txt: --tensor' --tensor a x.txt
}

@test "npz: read, and refused" {
    zipped a.npy >a.npz
    expect 0 --runs 2 --json - a.npz
    says '"name": "a"' '"dims"'
    expect 0 --runs 2 --tensor a.npy - <a.npz
    unusable "there is no member 'b'; there are a" --tensor b a.npz
    zipped a.npy 1 >secret.npz
    unusable "secret.npz: member 'a.npy' is encrypted" secret.npz
    zipped a.npy 0 79da97a4 >crc.npz
    unusable "crc.npz: member 'a.npy' CRC" crc.npz
    zipped a.txt >text.npz
    unusable 'text.npz: no member' text.npz
    head -c 100 a.npz >cut.npz
    unusable 'cut.npz: ' cut.npz
    bytes 504b0506 >empty.npz
    head -c 18 /dev/zero >>empty.npz
    unusable 'empty.npz: no member' empty.npz
}

@test "npz: what Python's zipfile compresses" {
    python3 -c '
import zipfile
z = zipfile.ZipFile("z.npz", "w", zipfile.ZIP_DEFLATED)
h = b"{\"descr\": \"<f8\", \"fortran_order\": False, \"shape\": (100000,)}"
z.writestr("big.npy", b"\x93NUMPY\1\0" + bytes([len(h), 0]) + h + bytes(800000))
z.writestr("not.npy", b"1 2 3")
z.close()' || skip "no python3"
    expect 0 --runs 2 --tensor big z.npz
    says 'z.npz:big' 'f64[100000]'
    unusable 'z.npz:not: no npy file' z.npz
}

@test "text: FILE:LINE: what" {
    printf '1e8 0x1p0 # one\n-1e8\n' >x.txt
    expect 0 --runs 2 --json - x.txt
    says '"format": "f64"' '"hex": "0x1p+0"'
    expect 0 --runs 2 --dtype f32 --input-format text --json - - <x.txt
    says '"format": "f32"' '"hex": "0x1p+0"'
    printf '1\n\n2 three\n' >word.txt
    unusable "word.txt:3: 'three' is not a number" word.txt
    printf '1,5\n' >comma.txt
    unusable "comma.txt:1: '1,5' is not a number" comma.txt
    printf '65520\n' >large.txt
    unusable "large.txt:1: '65520' is too large for this format" --dtype f16 large.txt
    printf '# 1\n' >none.txt
    unusable 'none.txt: the text holds no values' none.txt
}

@test "PyTorch and HDF5: refused with the line of Python that converts" {
    { bytes 504b0304; head -c 22 /dev/zero; bytes 0c000000; printf 'net/data.pkl'; } >net.pt
    unusable 'net.pt: a PyTorch file is not read; convert it: python3 -c "' net.pt
    bytes 80027d71002e >old.pth
    unusable 'old.pth: a PyTorch file is not read' old.pth
    bytes 894844460d0a1a0a >x.h5
    unusable 'x.h5: an HDF5 file is not read; convert it: python3 -c "' x.h5
    cp x.h5 x.bin
    unusable 'x.bin: an HDF5 file' x.bin
}
