# What the tests of report formats share, beside common.bash.

# A path with everything in it that XML, TAP, YAML, Markdown, HTML, a shell or a terminal gives a
# meaning to; and how reports show it.
hostile=$'<b>&"\'`x`|*_[l](u)# \\~$% ]]> \x01\n\t\xff\xe2\x80\xae@u, x@y.org www.e.org::\xc3\xa9.case'
hostile_shown='<b>&"'\''`x`|*_[l](u)# \~$% ]]> \x01\x0a\x09\xff\xe2\x80\xae@u, x@y.org www.e.org::é.case'

# One test case of each outcome: atomic failed, two_pass passed, cub skipped.
three_outcomes=(--arrival random -k 'atomic,two_pass,cub' --require run-to-run case:cancel-blocks)

# A run that a signal ends; its outputs as arguments.
interrupted() {
    status=0
    timeout --preserve-status -s TERM 1 "$FPCHECK" --runs 10000000 "$@" case:uniform-million \
        >out 2>err || status=$?
    [ "$status" -eq 143 ] || fail "143 was expected"
    keep_json "$@"
}

needs() {
    local tool
    for tool in "$@"; do
        command -v "$tool" >/dev/null || skip "$tool is not installed"
    done
}

# without PATTERN FILE: no line matches. (A test does not notice that "! grep" failed.)
without() {
    ! grep -- "$1" "$2" >&2
}

# differ FILE FILE
differ() {
    ! cmp -s "$1" "$2"
}

run_schema=$SRCDIR/schema/fpcheck-run.schema.json
bench_schema=$SRCDIR/schema/fpcheck-bench.schema.json
compare_schema=$SRCDIR/schema/fpcheck-compare.schema.json
exec_schema=$SRCDIR/schema/fpcheck-exec.schema.json
baseline_schema=$SRCDIR/schema/fpcheck-baseline.schema.json

# accepts SCHEMA FILE...
accepts() {
    local result=0
    check_json "$@" || result=$?
    [ "$result" -ne 77 ] || skip "Python's jsonschema is not installed"
    return "$result"
}

# refuses SCHEMA FILE <DAMAGES: the file is valid, and each damage makes it invalid.
refuses() {
    accepts --damage "$@"
}
