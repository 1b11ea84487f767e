#!/usr/bin/env bats
# fpcheck bench: that it measures, says so, and refuses what run refuses. Figures are not tested.

load common

@test "the table names the fastest, the limits and the price" {
    expect 0 bench --count 65536 --rounds 15 -j 1 -k atomic,two_pass,interleaved
    first_line 'is the fastest'
    says '(read only)' 'an empty launch' 'the price of a fixed order' 'interleaved: does not apply'
}

@test "JSON" {
    expect 0 bench --count 65536 --rounds 15 -j 1 -k serial --json -
    says '"name": "serial"' '"read_limit"' '"share_of_read_limit"' '"by_blocks"'
}

@test "what is wrong" {
    refused 2 "--rounds: '3'" bench --rounds 3
    refused 2 'one input is enough' bench case:cancel case:cancel
    refused 3 'missing: No such file' bench missing
    refused 3 'no kernel applies; cub: ' bench --device host -k cub case:cancel
    cp "$data/digits-grad-f32.npy" x.npy
    refused 2 'is an input' bench --json x.npy x.npy
    cmp x.npy "$data/digits-grad-f32.npy"
    refused 4 'cannot write missing/b' bench --json missing/b case:cancel
}
