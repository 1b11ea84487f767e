#!/usr/bin/env bats
# Launch shapes as lists, the level across them, CPU threads, accumulation in 16 bits, CSV.

load common

@test "every combination of blocks and threads is a shape of its own" {
    expect 0 --runs 2 -k two_pass -b 1,4,default -T 33,256 --json - "$data/digits-grad-f32.npy"
    [ "$(grep -c '"name": "two_pass"' out)" -eq 6 ]
    says '"shapes_tried": 6'
}

@test "shapes that come to the same are run once, and so is a kernel that ignores them" {
    expect 0 --runs 2 -k two_pass,serial -b 64,default,64 --json - "$data/digits-grad-f32.npy"
    [ "$(grep -c '"name": "two_pass"' out)" -eq 1 ]
    [ "$(grep -c '"name": "serial"' out)" -eq 1 ]
}

@test "odd numbers of threads are right: all sums of whole numbers are exact" {
    # 1 + 2 + ... + 5000 = 12502500, below 2^24: every order gives exactly that.
    { echo 'format f32'; echo data; seq 5000; } >whole.case
    expect 0 --runs 2 -k all -b 1,2,7,132 -T 1,2,31,32,33,48,96,100,768,1024 --max-ulp 0 whole.case
    says 'no order can matter here: every sum of these values is exact'
    ! grep -q shape-invariant <(cut -c 44-60 out | grep -v PROMISE)
}

@test "the same bits at several shapes are shape-invariant, unless the input cannot show it" {
    expect 0 --runs 3 -k two_pass -b 1 -T 128,256 --require shape-invariant --json - \
        "$data/digits-grad-f32.npy"
    [ "$(grep -c '"observed": "shape-invariant"' out)" -eq 2 ]
    [ "$(grep '"bits": "0x........"' out | sort -u | wc -l)" -eq 1 ]
    fpcheck --runs 3 -k two_pass -b 1,2 --require shape-invariant case:subnormals
    [ "$status" -eq 1 ]
    says 'on this input no order can matter'
    fpcheck --runs 3 -k serial -b 1,2 --require shape-invariant "$data/digits-grad-f32.npy"
    [ "$status" -eq 1 ]
    says 'the kernel ignores the launch shape'
    fpcheck --runs 3 -k two_pass --require shape-invariant "$data/digits-grad-f32.npy"
    [ "$status" -eq 1 ]
    says 'one launch shape compares nothing'
}

@test "different bits at different shapes are grouped" {
    # 2^24 and 4096 ones: with b blocks of 256 threads the lane of 2^24 loses 16/b ones.
    expect 0 --runs 2 -k two_pass -b 1,2,4 case:stagnation
    first_line 'held at 3 launch shapes, which gave 3 different results'
    says '0x1.000ffp+24 at 1 x 256' '0x1.000ff8p+24 at 2 x 256' '0x1.000ffcp+24 at 4 x 256'
    fpcheck --runs 2 -k two_pass -b 1,2,4 --require shape-invariant case:stagnation
    [ "$status" -eq 1 ]
    says '3 different results with 3 launch shapes'
}

@test "threads: --jobs changes the chunks, and with them the bits" {
    # 2^24 and 4096 ones in chunks: the first chunk stays at 2^24, the others count.
    expect 0 --runs 2 -k threads -j 1 --json - case:stagnation
    says '"bits": "0x4b800000"' '"blocks": 1'
    expect 0 --runs 2 -k threads -j 2 --arrival index --json - case:stagnation
    # chunks of 2049 and 2048 values: 2^24 + 2048
    says '"bits": "0x4b800400"' '"blocks": 2'
    expect 0 --runs 2 -k threads -j 4 --arrival index --json - case:stagnation
    # chunks of 1025 and three of 1024: 2^24 + 3072
    says '"bits": "0x4b800600"' '"blocks": 4'
}

@test "--accumulate native keeps 16-bit sums in 16 bits" {
    # 4096 ones: an f16 sum stays at 2048, a bf16 sum at 256; in f32 both are exact.
    printf 'format f16\ndata\n1 x 4096\n' >f16.case
    printf 'format bf16\ndata\n1 x 4096\n' >bf16.case
    expect 0 --runs 2 -k serial --accumulate native --json - f16.case
    says '"value": "0x1p+11"' '"accumulator": "f16"'
    expect 0 --runs 2 -k serial --accumulate native --json - bf16.case
    says '"value": "0x1p+8"' '"accumulator": "bf16"'
    expect 0 --runs 2 -k serial --json - f16.case
    says '"value": "0x1p+12"' '"accumulator": "f32"'
    refused 2 "'f32' is not one of default, native" --accumulate f32 f16.case
}

@test "compensated sums find what is lost" {
    # Left to right 1e8 + 1 - 1e8 = 0 in f32; both compensations keep the 1.
    expect 0 --runs 2 -k neumaier --max-ulp 0 case:cancel
    # Kahan's takes the lost 1 off the next value, which is too large to notice.
    expect 0 --runs 2 -k kahan --json - case:cancel
    says '"bits": "0x00000000"'
}

@test "--csv: a row for each input, kernel and shape" {
    expect 0 --runs 2 -k two_pass,serial -b 1,2 --csv t.csv case:cancel-four case:cancel
    [ "$(wc -l <t.csv)" -eq 7 ]
    [ "$(head -n 1 t.csv | tr ',' '\n' | wc -l)" -eq 30 ]
    [ "$(awk -F, '{ print NF }' t.csv | sort -u)" = 30 ]
    grep -q '^case:cancel-four,,f32,769,two_pass,2,256,f32,2,0,run-to-run,run-to-run,1,1,0,' t.csv
}

@test "--csv quotes names" {
    cp "$cases/cancel.case" 'a,"b".case'
    expect 0 --runs 2 -k serial --csv - 'a,"b".case'
    says '"a,""b"".case",,f32,3,serial,'
    refused 2 'two outputs would go to standard output' --csv - --json - case:cancel
}

@test "lists: what is wrong in them" {
    refused 2 "--blocks: ''" -b 1,,2 case:cancel
    refused 2 "--blocks: 'x'" -b 1,x case:cancel
    refused 2 "--threads: '0'" -T 256,0 case:cancel
    refused 2 "--threads: '2000'" -T 2000 case:cancel
}

@test "an input that no order can matter to shows nothing above run-to-run" {
    local one
    printf 'format f32\ndata\n1\n0x1.99999ap-4\n' >two.case
    for one in two.case case:infinities case:infinity case:not-a-number case:single; do
        fpcheck -q --runs 3 -k two_pass -b 1,2,3 -T 1,2,32 --require shape-invariant "$one"
        [ "$status" -eq 1 ] || fail "$one: 1 was expected"
        fpcheck --runs 3 -k two_pass --fail-on blind "$one"
        [ "$status" -eq 1 ] || fail "$one: blind was expected"
        says 'no order can matter here'
    done
}
