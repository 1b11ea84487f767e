#!/usr/bin/env bats
# What the tool says of inputs whose answers are known from elsewhere.

load common

@test "cancel-blocks: six block orders, 0 four times and 1 twice, exact sum 1" {
    expect 0 --json r.json "$cases/cancel-blocks.case"
    cp r.json out
    says '"decimal": "1"' '"mode": "exhaustive"' '"tried": 6' '"distinct": 2'
    sed -n '/"mode": "exhaustive"/,/"verdict"/p' r.json >orders
    grep -A 2 '"bits": "0x00000000"' orders | grep -q '"count": 4'
    grep -A 2 '"bits": "0x3f800000"' orders | grep -q '"count": 2'
}

@test "cancel-four: 24 orders, 0 twelve times, 1 eight times, 2 four times" {
    expect 0 --json r.json "$cases/cancel-four.case"
    sed -n '/"mode": "exhaustive"/,/"verdict"/p' r.json >orders
    grep -q '"tried": 24' orders
    grep -A 2 '"bits": "0x00000000"' orders | grep -q '"count": 12'
    grep -A 2 '"bits": "0x3f800000"' orders | grep -q '"count": 8'
    grep -A 2 '"bits": "0x40000000"' orders | grep -q '"count": 4'
}

@test "real data: correct roundings computed with integers only" {
    local one
    for one in digits-grad-f32.npy:0xbcb62515 digits-loss-f32.npy:0x4230abc6 \
        digits-act-f16.npy:0x7820 diabetes-residual-f64.bin:0xbe06849000000000; do
        expect 0 --runs 2 --json - "$data/${one%:*}"
        says "\"rounded_bits\": \"${one#*:}\""
    done
}

@test "real data: condition numbers" {
    expect 0 --runs 2 "$data/digits-grad-f32.npy"
    says 'condition 21.8789'
    expect 0 --runs 2 "$data/diabetes-residual-f64.bin"
    says 'condition 2.91882e+13'
}

@test "real data: zeros, subnormals and exponents, counted with Python's struct and math" {
    expect 0 --runs 2 -k serial --json - "$data/digits-act-f16.npy"
    says '"zeros": 17852' '"negative_zeros": 0' '"subnormals": 3' '"nans": 0'
    says '"smallest_exponent": -14' '"largest_exponent": 1'
}

@test "SHA-256 is that of the value bytes" {
    expect 0 --runs 2 --json - "$data/diabetes-residual-f64.bin"
    says "$(sha256sum <"$data/diabetes-residual-f64.bin" | cut -d ' ' -f 1)"
    expect 0 --runs 2 --json - "$data/digits-grad-f32.npy"
    says "$(tail -c 65536 "$data/digits-grad-f32.npy" | sha256sum | cut -d ' ' -f 1)"
}

@test "simulated orders decide the bits, and the report says that they are simulated" {
    expect 0 --arrival index --runs 3 --json - "$cases/cancel-blocks.case"
    says '"simulated": true' '"bits": "0x00000000"'
    expect 0 --arrival reverse --runs 3 "$cases/cancel-blocks.case"
    says 'simulated, not observed'
    expect 0 --arrival random --runs 100 "$cases/cancel-blocks.case"
    first_line 'atomic varies as it may (2 results in 100 runs); two_pass held'
}

@test "the same simulated samples give the same bytes" {
    expect 0 --arrival random --jobs 2 --json - "$data/digits-grad-f32.npy"
    mv out first
    expect 0 --arrival random --jobs 2 --json - "$data/digits-grad-f32.npy"
    cmp out first
}

@test "with one thread blocks arrive in index order" {
    expect 0 --jobs 1 --runs 20 "$data/digits-grad-f32.npy"
    says 'arrived in the same order in all runs'
}

@test "an input that is blind to order is called so, and is no success" {
    expect 0 --runs 5 "$cases/cancel.case"
    first_line 'blind to order'
    says 'cannot show whether order matters'
}

@test "detection power stands beside 'no difference'" {
    expect 0 --runs 100 -k two_pass "$data/digits-grad-f32.npy"
    says 'two_pass: no difference in 100 runs, so at 95 % the rate is below 3 %'
}

@test "one run compares nothing" {
    expect 0 --runs 1 -k two_pass "$data/digits-grad-f32.npy"
    first_line 'nothing was compared'
    says 'undetermined'
}

@test "serial is the plain loop: stagnation at 2^24" {
    expect 0 -k serial --runs 2 --json - case:stagnation
    says '"bits": "0x4b800000"'
}

@test "special cases have the right verdicts" {
    expect 0 --runs 20 --arrival random case:overflow-between
    says 'overflow'
    expect 0 --runs 2 case:infinities
    says 'non-finite' 'exact sum nan'
    expect 0 --runs 2 -k two_pass,serial --json - case:signed-zeros
    says '"rounded_bits": "0x00000000"' '"condition_class": "zero"'
    expect 0 --runs 2 -k serial --json - case:half-overflow
    says '"rounded_bits": "0x7c00"' '"verdict": "exact"' '"ulp_error": null'
}

@test "case:NAME, the file and standard input are the same input" {
    # The lines that name the input are left out.
    expect 0 --arrival index --json - "$cases/cancel-four.case"
    grep -v -e cancel-four -e '"-"' out >wanted
    expect 0 --arrival index --json - case:cancel-four
    diff wanted <(grep -v -e cancel-four -e '"-"' out)
    expect 0 --arrival index --json - - <"$cases/cancel-four.case"
    diff wanted <(grep -v -e cancel-four -e '"-"' out)
    [ "$(wc -l <wanted)" -gt 100 ]
}

@test "raw data: format by name, by --dtype, or assumed and said so" {
    cp "$data/diabetes-residual-f64.bin" x.bin
    expect 0 --runs 2 --dtype f64 x.bin
    says 'f64[442]   condition 2.91882e+13'
    fpcheck --runs 2 x.bin
    [ "$status" -eq 0 ]
    says 'f32[884] (assumed)'
    grep -q '^fpcheck: note: x.bin: .*f32' err
}

@test "every case claims the exact sum that it has" {
    local name
    for name in $("$FPCHECK" list cases | tail -n +2 | cut -d ' ' -f 1); do
        expect 0 --runs 1 --orders 0 -q "$name"
    done
}

@test "list names every kernel and case" {
    expect 0 list
    says atomic two_pass serial case:cancel-blocks
    expect 0 list kernels
    ! grep -q case: out
    refused 2 "'nonsense' is not one of" list nonsense
}

@test "a subcommand is only the first argument" {
    cp "$cases/cancel.case" list
    expect 0 --runs 2 --input-format case ./list
    expect 0 run --runs 2 --input-format case list
}

@test "2^26 values need no memory beyond the input's" {
    truncate -s 256M zeros-f32.bin
    (
        ulimit -v $((256 * 1024 + 192 * 1024))
        expect 0 --jobs 2 --runs 3 zeros-f32.bin
    ) || { is_sanitized && skip "sanitizers reserve address space"; false; }
    says 'f32[67108864]'
}

is_sanitized() {
    grep -q __sanitizer "$FPCHECK"
}
