#!/usr/bin/env bats
# TAP reports: by a strict reading here, and by Perl's parser.

load common
load reports

# strict FILE: version, plan, points numbered as planned, diagnostics behind failed ones alone; what
# is left of the plan only before "Bail out!".
strict() {
    awk '
        function wrong(why) { print "line " NR ": " why ": " $0 >"/dev/stderr"; bad = 1; exit 1 }
        NR == 1 { if ($0 != "TAP version 14") wrong("version"); next }
        NR == 2 {
            if ($0 !~ /^1\.\.[0-9]+( # SKIP .+)?$/) wrong("plan")
            planned = substr($1, 4); next
        }
        bailed { wrong("behind the end") }
        inside && /^  \.\.\.$/ { inside = 0; failed = 0; next }
        inside { if ($0 !~ /^  [a-z_]+: "([^"\\]|\\["\\])*"$/) wrong("YAML"); next }
        /^  ---$/ { if (!failed) wrong("diagnostic"); inside = 1; next }
        failed { wrong("no diagnostic") }
        /^Bail out! .+$/ { bailed = 1; next }
        /^(not )?ok [0-9]+ - / {
            failed = $1 == "not"
            if ($(failed ? 3 : 2) != ++points) wrong("number")
            rest = $0
            gsub(/\\[#\\]/, "", rest)
            if (rest ~ /\\/) wrong("escape")
            if (gsub(/#/, "", rest) && $0 !~ / # SKIP /) wrong("directive")
            next
        }
        { wrong("unknown") }
        END { if (!bad && (inside || failed || points + 0 != planned + 0)) { print "plan " planned ", " points + 0 " points"; exit 1 } exit bad }
    ' "$1"
}

# What Perl makes of it, a line for each test point. Its parser knew only version 13 until lately.
perl_reads() {
    perl -MTAP::Parser -e '
        undef $/; open my $file, "<", $ARGV[0]; my $tap = <$file>; $tap =~ s/^TAP version 14/TAP version 13/;
        my $parser = TAP::Parser->new({tap => $tap});
        while (my $one = $parser->next) {
            print join("|", $one->is_ok ? "ok" : "not ok", $one->number, $one->description, $one->directive,
                $one->explanation), "\n" if $one->is_test;
            print "message=", $one->data->{message}, "\n" if $one->is_yaml;
        }
        print "errors: ", join("; ", $parser->parse_errors), "\n" if $parser->parse_errors;
        print "skipped: ", $parser->skip_all, "\n" if $parser->skip_all;' "$1"
}

@test "one point for each outcome" {
    fpcheck --tap r.tap "${three_outcomes[@]}"
    [ "$status" -eq 1 ]
    strict r.tap
    cp r.tap out
    says 'not ok 1 - case:cancel-blocks: atomic 3 x 256' 'ok 2 - case:cancel-blocks: two_pass 3 x 256' \
        "ok 3 - case:cancel-blocks: cub 3 x 256 # SKIP its order is a library's own and cannot be walked" \
        '  kind: "require"' '  verdict: "rounding"' '  distinct: "2 in 100 runs"' '  command: "fpcheck --tap r.tap '
}

@test "Perl reads the same" {
    needs perl
    fpcheck --tap r.tap "${three_outcomes[@]}"
    perl_reads r.tap >read
    diff - read <<'END'
not ok|1|- case:cancel-blocks: atomic 3 x 256||
message=atomic: run-to-run is required, not-guaranteed was observed
ok|2|- case:cancel-blocks: two_pass 3 x 256||
ok|3|- case:cancel-blocks: cub 3 x 256|SKIP|its order is a library's own and cannot be walked
END
}

@test "prove fails if a point does, and only then" {
    needs prove
    fpcheck --tap r.tap "${three_outcomes[@]}"
    sed '1s/14/13/' r.tap >r13.tap
    run prove -e cat r13.tap
    [ "$status" -ne 0 ]
    [[ $output == *'Failed test:  1'* && $output != *'Parse errors'* ]]
    expect 0 --runs 2 -k all --tap r.tap case:cancel "$data/digits-grad-f32.npy"
    strict r.tap
    sed '1s/14/13/' r.tap >r13.tap
    run prove -e cat r13.tap
    [ "$status" -eq 0 ]
    [[ $output == *"Tests=$(sed -n 's/^1\.\.//p' r.tap),"* ]]
}

@test "a path that would be a directive, a line or YAML" {
    cp "$cases/cancel.case" "$hostile"
    cp "$cases/cancel.case" 'x # SKIP no.case'
    fpcheck --runs 2 -k two_pass,atomic --fail-on blind --tap r.tap "$hostile" 'x # SKIP no.case'
    [ "$status" -eq 1 ]
    strict r.tap
    cp r.tap out
    says 'ok 3 - x \# SKIP no.case: two_pass'
    says "ok 1 - $(sed 's/[\\#]/\\&/g' <<<"$hostile_shown"): two_pass 1 x 256"
    needs perl
    perl_reads r.tap >read
    [ "$(grep -c '^ok|[13]|.*||$' read)" -eq 2 ]
    [ "$(grep -c 'message=atomic: the input is blind' read)" -eq 2 ]
    without errors read
}

@test "an interrupted run bails out" {
    interrupted --tap r.tap
    strict r.tap
    tail -n 1 r.tap | grep -qx 'Bail out! interrupted by signal 15: not everything was measured'
    needs prove
    sed '1s/14/13/' r.tap >r13.tap
    run prove -e cat r13.tap
    [ "$status" -ne 0 ]
    [[ $output == *'FAILED--Further testing stopped: interrupted by signal 15'* ]]
}

@test "no GPU though one was demanded: everything is skipped" {
    fpcheck --device cuda:255 --tap - case:cancel
    [ "$status" -eq 77 ] || fail '77 was expected'
    strict out
    [ "$(tail -n 1 out)" = "1..0 # SKIP $(sed 's/^fpcheck: //' err)" ]
    needs perl
    perl_reads out >read
    grep -q '^skipped: cannot use GPU 255' read
}

@test "the strict reading refuses what it should" {
    fpcheck --tap r.tap "${three_outcomes[@]}"
    strict r.tap
    local damage
    for damage in 1d 's/14/13/' 's/1\.\.3/1..4/' 's/^ok 2/ok 3/' '/^ok 2/d' 's/^  \.\.\.$//' 's/^  kind: .*/  kind: "a"b"/' \
        's/^not ok 1/ok 1/' 's/^\(ok 2.*\)/\1 #x/' '$aBail out!' '/^  ---/,/^  \.\.\./d'; do
        sed "$damage" r.tap >damaged.tap
        differ r.tap damaged.tap
        run strict damaged.tap
        [ "$status" -ne 0 ] || fail "$damage was not seen"
    done
}
