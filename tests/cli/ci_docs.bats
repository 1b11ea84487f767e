#!/usr/bin/env bats
# docs/ci.md: every command in it is run as it stands there, and does what the text says.

load common
load reports

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    needs python3
    mkdir commands bin
    python3 "$SRCDIR/tests/cli/ci_commands.py" "$SRCDIR/docs/ci.md" commands
    ln -s "$FPCHECK" bin/fpcheck
    cp "$data/digits-grad-f32.npy" gradient.npy
    export PATH=$PWD/bin:$PATH GITHUB_STEP_SUMMARY=$PWD/summary.md
}

# step PATTERN...: runs the one command that matches all, as CI systems do.
step() {
    local found pattern
    found=$(ls commands/*.sh)
    for pattern; do
        # shellcheck disable=SC2086
        found=$(grep -lF -- "$pattern" $found)
    done
    [ "$(wc -l <<<"$found")" -eq 1 ] && [ -n "$found" ] || fail "not one command: $*" "$found"
    echo "$found" >>ran
    status=0
    sh -e "$found" >out 2>err || status=$?
}

passes() {
    [ "$status" -eq 0 ] || fail 'the step should pass'
    [ ! -s err ] || fail 'standard error should be empty'
}

# A step that demands a GPU: it is there, or it is not and that is said.
skipped_or_passes() {
    [ "$status" -eq 0 ] || [ "$status" -eq 77 ] || fail 'the step should pass or be skipped'
    [ "$status" -eq 0 ] || grep -q '^fpcheck: cannot use GPU 0' err
}

@test "GitHub: the gate passes, with the table in the log, a summary and JSON" {
    step '--markdown "$GITHUB_STEP_SUMMARY"'
    passes
    first_line 'two_pass held'
    without '^::' out
    grep -q '^## fpcheck: passed' summary.md
    grep -q '"exit_status": 0' fpcheck.json
}

@test "GitHub: two gates, one summary" {
    step '--markdown -' 'serial'
    passes
    [ "$(grep -c '^## fpcheck: passed' summary.md)" -eq 2 ]
}

@test "GitHub: the annotation of a finding is the one that is printed there" {
    local one found=0
    for one in commands/*.wanted; do
        sh "${one%.wanted}.sh" >out 2>err
        diff "$one" out
        [ ! -s err ]
        found=$((found + 1))
    done
    [ "$found" -eq 1 ]
}

@test "GitHub: without a GPU the step passes" {
    step '--device cuda' 'test $? -eq 77'
    [ "$status" -eq 0 ]
    [ ! -s err ] || grep -q '^::warning title=fpcheck::cannot use GPU 0' out
}

@test "GitLab and Jenkins: a JUnit report" {
    needs xmllint
    local file
    # The command is the same on both.
    [ "$(cat commands/*.sh | grep -c -- '--device host .*--junit fpcheck.xml')" -eq 2 ]
    for file in $(grep -l -- '--device host .*--junit fpcheck.xml' commands/*.sh); do
        rm -f fpcheck.xml
        sh -e "$file" >out
        xmllint --noout --schema "$data/junit.xsd" fpcheck.xml
        [ "$(xmllint --xpath 'string(//testsuites/@tests)' fpcheck.xml)" = 1 ]
    done
}

@test "GitLab: a GPU job writes its report with and without one" {
    needs xmllint
    step '--device cuda' '--junit'
    skipped_or_passes
    xmllint --noout --schema "$data/junit.xsd" fpcheck.xml
    [ "$status" -eq 0 ] || [ "$(xmllint --xpath 'count(//skipped)' fpcheck.xml)" = 1 ]
}

@test "TAP: prove passes" {
    needs prove
    step prove
    passes
    says 'Result: PASS'
}

@test "several reports at once" {
    step '--csv r.csv'
    passes
    [ ! -s out ]
    ls r.csv r.json r.md r.tap r.xml
    [ "$(sed -n 2p r.tap)" = 1..1 ]
}

@test "baselines: recorded where one develops, held in CI" {
    unset CI
    step 'baseline update'
    passes
    says 'sums.json: 2 new'
    export CI=true
    step '--baseline sums.json'
    passes
    first_line 'two_pass held; serial held; no promise was broken; the baseline held'
    step 'baseline update'
    [ "$status" -eq 2 ]
    sed -i 's/"bits": "0x\(.*\)[0-9a-f]"/"bits": "0x\1z"/; s/z"/0"/' sums.json
    step '--baseline sums.json'
    [ "$status" -eq 1 ]
    grep -q '<failure type="baseline"' fpcheck.xml
}

@test "there are as many commands as are tested above" {
    [ "$(ls commands/*.sh | wc -l)" -eq 11 ] || { ls commands >&2; return 1; }
}

@test "exit statuses and options of the tables are the tool's" {
    local option
    for option in $(grep -oE -- '`--[a-z-]+' "$SRCDIR/docs/ci.md" | tr -d '`' | sort -u); do
        { "$FPCHECK" --help; "$FPCHECK" baseline update --help; } | grep -qE -- " $option(=|\$| )" ||
            fail "there is no $option"
    done
    sed -n 's/^| \([0-9, n+]*\) | .*/\1/p' "$SRCDIR/docs/ci.md" | tr -d ' ' | tr ',' '\n' | sort >told
    sed -n 's/^\.It \([0-9+n]*\)$/\1/p' "$SRCDIR/man/fpcheck.1" | sort | diff - told
}
