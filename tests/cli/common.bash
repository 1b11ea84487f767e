# What the command line tests share. FPCHECK is the tool, SRCDIR the source tree.

data=$SRCDIR/tests/data
cases=$SRCDIR/cases

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
}

# Runs the tool; leaves its exit status in $status, its streams in the files out and err.
fpcheck() {
    status=0
    "$FPCHECK" "$@" >out 2>err || status=$?
    keep_json "$@"
}

# keep_json ARG...: the JSON that a run with these arguments wrote is checked when the test ends.
keep_json() {
    local previous='' argument file schema=run
    case $1 in
        bench | compare | exec) schema=$1 ;;
        baseline) keep_baseline "$@" ;;
        list | gen | probe | tree | trace | self-test) return 0 ;;
    esac
    for argument; do
        [[ $argument == --json=* ]] && previous=--json argument=${argument#*=}
        if [ "$previous" = --json ]; then
            file=$argument
            [ "$file" = - ] && file=out
            [ "$status" -ne 2 ] && [ "$status" -ne 3 ] && [ "$status" -ne 4 ] && keep_file "$schema" "$file"
        fi
        previous=$argument
    done
    return 0
}

# keep_baseline baseline update FILE ...: the same for a baseline. One that was there before the run, and
# so before err, was left as it is; a test may have damaged it.
keep_baseline() {
    [ "$2" = update ] && [ "$status" -eq 0 ] && ! [ "$3" -ot err ] && keep_file baseline "$3"
    return 0
}

# keep_file SCHEMA FILE: keeps a copy, unless there is nothing in the file.
keep_file() {
    if [ -f "$2" ] && [ -s "$2" ]; then
        mkdir -p ".json/$1"
        cp "$2" ".json/$1/$(find .json -type f | wc -l)"
    fi
}

# check_json ARG...: check_json.py, with a Python that has jsonschema, if there is one; the system's has it where
# another one stands before it in PATH.
check_json() {
    local python
    for python in python3 /usr/bin/python3; do
        if "$python" -c 'import jsonschema' 2>/dev/null; then
            "$python" "$SRCDIR/tests/cli/check_json.py" "$@"
            return
        fi
    done
    return 77
}

# Every JSON that the test had written is valid. Without jsonschema this is not checked;
# schema.bats says so.
teardown() {
    local schema result
    cd "$BATS_TEST_TMPDIR" || return 1
    for schema in .json/*; do
        [ -d "$schema" ] || continue
        result=0
        check_json "$SRCDIR/schema/fpcheck-${schema##*/}.schema.json" "$schema"/* || result=$?
        [ "$result" -eq 0 ] || [ "$result" -eq 77 ] || return 1
    done
}

fail() {
    printf '%s\n' "$@" "exit status $status" "stdout:" "$(head -20 out)" "stderr:" "$(cat err)" >&2
    return 1
}

# expect STATUS ARG...: the exit status, with nothing on standard error.
expect() {
    local wanted=$1
    shift
    fpcheck "$@"
    [ "$status" -eq "$wanted" ] || fail "fpcheck $*: exit status $wanted was expected"
    [ ! -s err ] || fail "fpcheck $*: standard error should be empty"
}

# refused STATUS PATTERN ARG...: exit status, one line on standard error that matches (a line that
# says what to try may follow), and nothing on standard output.
refused() {
    local wanted=$1 pattern=$2
    shift 2
    fpcheck "$@"
    [ "$status" -eq "$wanted" ] || fail "fpcheck $*: exit status $wanted was expected"
    [ ! -s out ] || fail "fpcheck $*: standard output should be empty"
    [[ $(head -n 1 err) == "fpcheck: "* ]] || fail "fpcheck $*: no message"
    [[ $(head -n 1 err) == *$pattern* ]] || fail "fpcheck $*: '$pattern' was expected"
    [[ $(tail -n +2 err) == "" || $(tail -n +2 err) == "Try "* ]] || fail "more than one line"
}

# says TEXT...: each is somewhere on standard output.
says() {
    local text
    for text in "$@"; do
        grep -qF -- "$text" out || fail "'$text' was expected"
    done
}

# first_line TEXT
first_line() {
    [[ $(head -n 1 out) == *"$1"* ]] || fail "first line: '$1' was expected"
}

# bytes HEX >FILE
bytes() {
    local hex=$1 i
    for ((i = 0; i < ${#hex}; i += 2)); do
        printf "\\x${hex:i:2}"
    done
}
