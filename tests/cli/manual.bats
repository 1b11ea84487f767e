#!/usr/bin/env bats
# The manual pages say what the tool does and nothing else: they are held to --help, to what the tool
# prints and to the sources, in both directions where that can be.

load common

# The page that is looked at; tests of another one set it.
page=$SRCDIR/man/fpcheck.1
bench_page=$SRCDIR/man/fpcheck-bench.1
baseline_page=$SRCDIR/man/fpcheck-baseline.1
compare_page=$SRCDIR/man/fpcheck-compare.1
exec_page=$SRCDIR/man/fpcheck-exec.1

# same WHAT LEFT RIGHT: the lines of two texts are the same set, and there are some.
same() {
    [ -n "$2" ] || { echo "$1: nothing was found" >&2; return 1; }
    diff -u --label "$1" --label "${page##*/}" <(sort -u <<<"$2") <(sort -u <<<"$3") >&2
}

# within WHAT LINES: every line of standard input is one of these, and there are some.
within() {
    local lines missing
    lines=$(cat)
    [ -n "$lines" ] || { echo "$1: nothing was found" >&2; return 1; }
    missing=$(grep -vxF -- "$2" <<<"$lines") || return 0
    printf '%s: not in %s:\n%s\n' "$1" "${page##*/}" "$missing" >&2
    return 1
}

# Options, one a line, as "-b, --blocks=" or "--usage"; "=" says that it takes a value. From lines
# "  -b, --blocks=N    Blocks" of --help, and from lines ".It Fl b , Fl -blocks Ns = Ns Ar n".
help_options() {
    sed -n -E 's/^ {2,6}(-[^ ]*( -[^ ]*)?).*/\1/p' | sed 's/=.*/=/'
}
page_options() {
    sed -n 's/^\.It Fl /Fl /p' | sed -e 's/Fl \(\\&\)\{0,1\}/-/g; s/ ,/,/g' -e 's/ Ns = .*/=/'
}
long() {
    grep -oE -- '--[a-z][a-z0-9-]*'
}
short() {
    grep -oE -- '^-[^-]'
}

# group NAME <HELP: its lines.
group() {
    awk -v title=" $1:" '/^ ?[^ ]/ { inside = $0 == title; next } inside'
}

# section NAME: the lines of the page below this .Sh or .Ss.
section() {
    awk -v title="$1" '/^\.S[hs] / { inside = substr($0, 5) == title; next } inside' "$page"
}

# Every word that the page sets in .Cm or .Li, one a line.
words() {
    sed -n -E 's/^\.(It )?(Cm|Li) //p' "$page" | tr ' ,' '\n\n' | sed 's/\[\]$//'
}

@test "long options" {
    same --help "$("$FPCHECK" --help | help_options | long)" "$(page_options <"$page" | long)"
}

@test "short options" {
    same --help "$("$FPCHECK" --help | help_options | short)" "$(page_options <"$page" | short)"
}

@test "which short option is which long one, and which take a value" {
    same --help "$("$FPCHECK" --help | help_options)" "$(page_options <"$page")"
}

@test "a missing and an invented option are found" {
    run same --help $'--runs\n--seed' $'--runs\n--nonsense'
    [ "$status" -ne 0 ]
    [[ $output == *"---seed"* && $output == *"+--nonsense"* ]]
}

@test "options stand in the groups of --help" {
    "$FPCHECK" --help >help
    sed -n 's/^ \([A-Z].*\):$/\1/p' help >groups
    [ -s groups ]
    while read -r name; do
        same "--help, $name" "$(group "$name" <help | help_options)" \
            "$(section "$name" | page_options)"
    done <groups
}

@test "the page mentions no option that is not there" {
    { long <"$page"; sed 's/Fl -/\n--/g' "$page" | grep '^--' | long; } |
        within 'the page' "$("$FPCHECK" --help | help_options | long)"$'\n--force'
}

# choices_are_told [COMMAND]: the words that its options take are on the page.
choices_are_told() {
    "$FPCHECK" "$@" --help | help_options | sed -n 's/.*\(--[a-z-]*\)=$/\1/p' >options
    [ -s options ]
    while read -r option; do
        fpcheck "$@" "$option=?" case:cancel
        sed -n 's/.* is not one of //p' err | tr -d ' ' | tr ',' '\n' >choices
        [ ! -s choices ] || within "$option" "$(words)" <choices || return 1
    done <options
}

@test "the words that options take" {
    choices_are_told
}

@test "subcommands" {
    sed -n 's/.*&fpc_command_\([a-z_]*\),.*/\1/p' "$SRCDIR/src/command/command.c" |
        tr _ - >commands
    same src/command/command.c "$(cat commands)" \
        "$(section DESCRIPTION | sed -n 's/^\.It Cm //p')"
    within src/command/command.c "$(section SYNOPSIS | tr ' ' '\n')" <commands
}

@test "exit statuses" {
    local named
    named=$(section 'EXIT STATUS' | sed -n 's/^\.It //p')
    same 'the exit statuses' "$(printf '%s\n' 0 1 2 3 4 77 128+n)" "$named"
    same src/base/status.h "$(sed -n -e 's/^ *FPC_[A-Z_]* = \([0-9]*\).*/\1/p' \
        -e 's/^#define FPC_SIGNALLED \([0-9]*\)/\1+n/p' "$SRCDIR/src/base/status.h")" "$named"
}

@test "kernels" {
    same 'fpcheck list kernels' "$("$FPCHECK" list kernels | sed -e 1d -e 's/ .*//')" \
        "$(section KERNELS | sed -n 's/^\.It Cm //p')"
}

@test "generators and their arguments" {
    same src/input/generator.c \
        "$(sed -n 's/.* fpc_generator .* = {"\([a-z-]*\)", "\([^"]*\)".*/\1 Ar COUNT \2/p' \
            "$SRCDIR/src/input/generator.c" | sed -e 's/ $//' -e 's/\.\.\.$/ .../')" \
        "$(section Cases | sed -n '/ Ar COUNT/s/^\.It Cm //p')"
}

@test "JSON keys" {
    expect 0 --runs 2 -k all --json - case:cancel-blocks
    grep -oE '^ *"[a-z0-9_]+":' out | tr -d ' ":' | within 'the JSON report' "$(words)"
}

@test "CSV columns" {
    expect 0 --runs 2 --csv - case:cancel-blocks
    head -n 1 out | tr -d '\r' | tr ',' '\n' | within 'the CSV report' "$(words)"
}

@test "columns of the table" {
    expect 0 --runs 2 -k all case:cancel-blocks
    grep '^KERNEL ' out | sed 's/   */\n/g' |
        within 'the table' "$(section Columns | sed -n 's/^\.It //p')"
}

@test "bench: options, and which take a value" {
    page=$bench_page
    same 'bench --help' "$("$FPCHECK" bench --help | help_options)" "$(page_options <"$page")"
}

@test "bench: the page mentions no option that is not there" {
    page=$bench_page
    { long <"$page"; sed 's/Fl -/\n--/g' "$page" | grep '^--' | long; } |
        within 'the page' "$("$FPCHECK" bench --help | help_options | long)"
}

@test "bench: the words that options take" {
    page=$bench_page
    choices_are_told bench
}

@test "bench: exit statuses" {
    page=$bench_page
    same 'the exit statuses' "$(printf '%s\n' 0 2 3 4 77 128+n)" \
        "$(section 'EXIT STATUS' | sed -n 's/^\.It //p')"
}

@test "bench: JSON keys" {
    page=$bench_page
    expect 0 bench --device host --rounds 15 --count 4096 -k atomic,cub --json -
    same 'the JSON report' "$(grep -oE '^ *"[a-z0-9_]+":' out | tr -d ' ":')" \
        "$(section JSON | sed -n 's/^\.Li //p' | sed 's/ .*//')"
}

@test "bench: columns of both tables" {
    page=$bench_page
    expect 0 bench --device host --rounds 15 --count 4096 -k atomic
    same 'the tables' "$(grep -E '^ *(KERNEL|BLOCKS) ' out | sed 's/^ *//; s/   */\n/g')" \
        "$(section 'What is printed' | sed -n 's/^\.It //p')"
}

@test "baseline: update has the options of run, but for those of a gate, and those on the page" {
    page=$baseline_page
    own=$(page_options <"$page")
    same 'baseline update --help' "$("$FPCHECK" baseline update --help | help_options)" \
        "$({ "$FPCHECK" --help | help_options | grep -vxE -- '--baseline=|--strict'; echo "$own"; })"
    grep -qx -- --force <<<"$own"
}

@test "baseline: the page mentions no option that is not there" {
    page=$baseline_page
    { long <"$page"; sed 's/Fl -/\n--/g' "$page" | grep '^--' | long; } |
        within 'the page' "$({ "$FPCHECK" --help; "$FPCHECK" baseline update --help; } | help_options | long)"
}

@test "baseline: exit statuses" {
    page=$baseline_page
    same 'the exit statuses' "$(printf '%s\n' 0 1 2 3 4 77 128+n)" \
        "$(section 'EXIT STATUS' | sed -n 's/^\.It //p')"
}

@test "baseline: JSON keys" {
    page=$baseline_page
    CI='' expect 0 baseline update b.json --runs 2 -k all case:cancel-blocks
    same 'the file' "$(grep -oE '^ *"[a-z0-9_]+":' b.json | tr -d ' ":' | grep -vx host)" \
        "$(section 'FILE FORMAT' | sed -n 's/^\.Li //p' | sed 's/ .*//' | grep -vx explained)"
}

@test "baseline: columns of show" {
    page=$baseline_page
    CI='' expect 0 baseline update b.json --runs 2 -k all case:cancel-blocks
    expect 0 baseline show b.json
    same 'the tables' "$(grep -E '^KERNEL ' out | sed 's/   */\n/g')" \
        "$(section 'What show prints' | sed -n 's/^\.It //p')"
}

@test "compare: options, and which take a value" {
    page=$compare_page
    same 'compare --help' "$("$FPCHECK" compare --help | help_options)" "$(page_options <"$page")"
}

@test "compare: the page mentions no option that is not there" {
    page=$compare_page
    { long <"$page"; sed 's/Fl -/\n--/g' "$page" | grep '^--' | long; } |
        within 'the page' "$("$FPCHECK" compare --help | help_options | long)"
}

@test "compare: the words that options take" {
    page=$compare_page
    choices_are_told compare
}

@test "compare: exit statuses" {
    page=$compare_page
    same 'the exit statuses' "$(printf '%s\n' 0 1 2 3 4 128+n)" \
        "$(section 'EXIT STATUS' | sed -n 's/^\.It //p')"
}

@test "compare: JSON keys" {
    page=$compare_page
    printf '1 2' >a.txt
    printf '1 3' >b.txt
    expect 1 compare --json - a.txt b.txt
    same 'the JSON report' "$(grep -oE '^ *"[a-z0-9_]+":' out | tr -d ' ":')" \
        "$(section JSON | sed -n 's/^\.Li //p' | sed 's/ .*//')"
}

@test "compare: pairings" {
    page=$compare_page
    grep -oE '\[FPC_PAIR_[A-Z_]*\] = "[a-z-]*"' "$SRCDIR/src/analysis/comparison.c" |
        cut -d '"' -f 2 >pairings
    [ "$(wc -l <pairings)" -eq 6 ]
    within src/analysis/comparison.c "$(section JSON | sed -n '/^(compared/p' | tr -c 'a-z\n-' '\n')" \
        <pairings
}

@test "compare: columns of the table" {
    page=$compare_page
    { head -c -1 "$data/digits-net.safetensors" && printf x; } >x.safetensors
    expect 1 compare "$data/digits-net.safetensors" x.safetensors
    same 'the table' "$(grep -E '^TENSOR ' out | sed 's/   */\n/g')" \
        "$(section 'What is printed' | sed -n 's/^\.It //p')"
}

@test "exec: options, and which take a value" {
    page=$exec_page
    same 'exec --help' "$("$FPCHECK" exec --help | help_options)" "$(page_options <"$page")"
}

@test "exec: the page mentions no option that is not there" {
    page=$exec_page
    { long <"$page"; sed 's/Fl -/\n--/g' "$page" | grep '^--' | long; } | grep -vx -e --seed |
        within 'the page' "$("$FPCHECK" exec --help | help_options | long)"
}

@test "exec: the words that options take" {
    page=$exec_page
    choices_are_told exec
}

@test "exec: exit statuses" {
    page=$exec_page
    same 'the exit statuses' "$(printf '%s\n' 0 1 2 3 4 128+n)" \
        "$(section 'EXIT STATUS' | sed -n 's/^\.It //p')"
}

@test "exec: JSON keys" {
    page=$exec_page
    echo 3 >ref.txt
    expect 1 exec -r 2 --expect ref.txt --env A=1,2 --json - -- sh -c 'echo $FPCHECK_RUN'
    same 'the JSON report' "$(grep -oE '^ *"[a-z0-9_]+":' out | tr -d ' ":')" \
        "$(section JSON | sed -n 's/^\.Li //p' | sed 's/ .*//')"
}

@test "exec: columns of the tables" {
    page=$exec_page
    echo 3 >ref.txt
    expect 1 exec -r 2 --expect ref.txt --env A=1,2 -- sh -c 'echo $FPCHECK_RUN'
    same 'the tables' "$(grep -E '^(SHAPE|ENVIRONMENT|TENSOR) ' out | sed 's/   */\n/g')" \
        "$(section 'What is printed' | sed -n 's/^\.It //p')"
}

@test "the pages name each other" {
    for other in "$baseline_page" "$bench_page" "$compare_page" "$exec_page"; do
        name=${other##*/}
        grep -qE "^\.Xr ${name%.1} 1( ,)?\$" "$page"
        grep -qE '^\.Xr fpcheck 1( ,)?$' "$other"
    done
}

@test "mandoc has nothing to warn of" {
    command -v mandoc >/dev/null || skip 'mandoc is not installed'
    run mandoc -T lint -W warning "$page" "$baseline_page" "$bench_page" "$compare_page" "$exec_page"
    [ "$status" -eq 0 ] && [ -z "$output" ] || { echo "$output" >&2; return 1; }
}
