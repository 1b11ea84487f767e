#!/usr/bin/env bats
# Wrong command lines: exit status 2, one line, nothing on standard output, no file.

load common

@test "unknown options and words" {
    refused 2 "unrecognized option '--nonsense'" --nonsense case:cancel
    refused 2 "invalid option -- 'Z'" -Z case:cancel
    refused 2 "there is no kernel 'tree'; there are all, atomic" --kernel tree case:cancel
    refused 2 "there is no kernel ''" --kernel atomic, case:cancel
    refused 2 "'gpu' is not one of auto, host, cuda" --device gpu case:cancel
    refused 2 "'f8' is not one of f64, f32, f16, bf16" --dtype f8 case:cancel
    refused 2 "is not one of real, index, reverse, random" --arrival shuffled case:cancel
    refused 2 "'csv' is not one of raw, npy" --input-format csv case:cancel
    refused 2 "is not one of little, big" --byte-order middle case:cancel
    refused 2 "is not one of run-to-run" --require always case:cancel
    refused 2 "is not one of run-to-run" --require not-guaranteed case:cancel
    refused 2 "'sometimes' is not one of promise, bug" --fail-on bug,sometimes case:cancel
    refused 2 "is not one of auto, always, never" --color blue case:cancel
    refused 2 "is not one of auto, always, never" --progress yes case:cancel
}

@test "numbers" {
    local bad
    for bad in 0 -5 10x '' ' 1' 1e3 0x10 18446744073709551616 99999999999; do
        refused 2 "--runs: '$bad' is not a whole number from 1 to" "--runs=$bad" case:cancel
    done
    refused 2 "--blocks: '0'" --blocks 0 case:cancel
    refused 2 "--blocks: '99999999999'" --blocks 99999999999 case:cancel
    refused 2 "--threads: '1025'" --threads 1025 case:cancel
    refused 2 "--jobs: '0'" --jobs 0 case:cancel
    refused 2 "--orders: '-1'" --orders=-1 case:cancel
    refused 2 "--seed: 'x'" --seed x case:cancel
    for bad in -1 nan inf 1x '' 1e999; do
        refused 2 "--max-ulp: '$bad' is not a number" "--max-ulp=$bad" case:cancel
        refused 2 "--max-ratio: '$bad' is not a number" "--max-ratio=$bad" case:cancel
        refused 2 "--max-spread: '$bad' is not a number" "--max-spread=$bad" case:cancel
    done
}

@test "no input, or standard input twice" {
    refused 2 'no input' --runs 3
    refused 2 'standard input can be read only once' - -
}

@test "an argument is missing" {
    refused 2 "option '--json' requires an argument" case:cancel --json
}

@test "--dtype and --byte-order against what the file says" {
    refused 2 'f32' --dtype f64 "$data/digits-grad-f32.npy"
    refused 2 'f32' --dtype f16 case:cancel
    refused 2 'byte' --byte-order big "$data/digits-grad-f32.npy"
}

@test "two outputs to one place" {
    refused 2 'two outputs would go to standard output' --json - --json - case:cancel
    refused 2 'two outputs would go to a' --json a --json a case:cancel
    refused 2 'two outputs would go to ./a' --csv a --json ./a case:cancel
    [ ! -e a ]
}

@test "an output onto an input leaves the input alone" {
    cp "$data/digits-grad-f32.npy" x.npy
    ln x.npy y.npy
    refused 2 'is an input; it would be overwritten' --json x.npy x.npy
    refused 2 'is an input; it would be overwritten' --json y.npy x.npy
    refused 2 'is an input; it would be overwritten' --json ./x.npy x.npy
    refused 2 'is an input; it would be overwritten' --json x.npy - <x.npy
    cmp x.npy "$data/digits-grad-f32.npy"
}

@test "no output file is left behind by a wrong command line" {
    refused 2 'unrecognized' --json r.json --nonsense case:cancel
    refused 2 'f32' --json r.json --dtype f64 "$data/digits-grad-f32.npy"
    [ "$(ls)" = "$(printf 'err\nout')" ]
}

@test "a GPU is demanded and there is none" {
    refused 77 'GPU 0' --device cuda case:cancel
    refused 77 'GPU 3' --device cuda:3 case:cancel
    refused 2 "--device cuda:I: 'x'" --device cuda:x case:cancel
}

@test "trouble is told in the order options, outputs, inputs, device" {
    refused 2 'nonsense' --nonsense --json /nonexistent/r --device cuda missing
    refused 4 '/nonexistent/r' --json /nonexistent/r --device cuda missing
    refused 3 'missing' --json r --device cuda missing
    [ ! -e r ]
    # No error of the command line: the output that was asked for says so.
    refused 77 'GPU' --json r --device cuda case:cancel
    grep -q '"complete": false' r
}
