#!/usr/bin/env bats
# The manual page says what the tool does, and nothing else: held to --help, to what the tool prints
# and to the sources, in both directions where that can be.

load common

page=$SRCDIR/man/fpcheck.1

# same WHAT LEFT RIGHT: the sorted lines of two texts are the same, and there are some.
same() {
    local left right
    left=$(LC_ALL=C sort -u <<<"$2") right=$(LC_ALL=C sort -u <<<"$3")
    [ -n "$2" ] || { echo "$1: nothing was found" >&2; return 1; }
    diff -u --label "$1" --label "man/fpcheck.1" <(echo "$left") <(echo "$right") >&2
}

# within WHAT: every line of standard input stands as a line in the text; there are some.
within() {
    local lines missing
    lines=$(cat)
    [ -n "$lines" ] || { echo "$1: nothing was found" >&2; return 1; }
    missing=$(grep -vxF -- "$2" <<<"$lines") || return 0
    printf '%s: not in man/fpcheck.1:\n%s\n' "$1" "$missing" >&2
    return 1
}

# The options of --help, one a line: "-b, --blocks=", "--usage". The "=" says that it takes a value.
help_options() {
    "$FPCHECK" --help | sed -n -E 's/^ {2,6}(-[^ ]*( -[^ ]*)?).*/\1/p' | sed 's/=.*/=/'
}

# The same of the manual: .It Fl b , Fl -blocks Ns = Ns Ar n
page_options() {
    sed -n 's/^\.It Fl /Fl /p' "$page" |
        sed -e 's/Fl \(\\&\)\{0,1\}/-/g; s/ ,/,/g' -e 's/ Ns = .*/=/' -e 's/ Ar .*/=/'
}

# long / short <OPTIONS
long() {
    grep -oE -- '--[a-z0-9-]+'
}
short() {
    grep -oE -- '^-[^-]'
}

# section NAME: the lines of a .Sh or .Ss section.
section() {
    awk -v title="$1" '/^\.S[hs] / { inside = substr($0, 5) == title; next } inside' "$page"
}

# words: what the page sets in .Cm or .Li, in .It lines too, one a line.
words() {
    sed -n -E 's/^\.(It )?(Cm|Li) //p' "$page" | tr ' ,' '\n\n' | sed 's/"//g; s/\[\]$//'
}

@test "long options" {
    same '--help' "$(help_options | long)" "$(page_options | long)"
}

@test "short options" {
    same '--help' "$(help_options | short)" "$(page_options | short)"
}

@test "which short option is which long one, and which take a value" {
    same '--help' "$(help_options)" "$(page_options)"
}

@test "a missing and an invented option are found" {
    run same '--help' $'--runs\n--seed' $'--runs\n--nonsense'
    [ "$status" -ne 0 ]
    [[ $output == *-"--seed"* && $output == *+"--nonsense"* ]]
}

@test "options stand in the groups of --help" {
    "$FPCHECK" --help | sed -n 's/^ \([A-Z].*\):$/\1/p' | while read -r group; do
        same "--help, $group" "$("$FPCHECK" --help |
            awk -v group=" $group:" '/^ [A-Z]/ || /^[^ ]/ { inside = $0 == group } inside' |
            sed -n -E 's/^ {2,6}-.*--([a-z-]+).*/\1/p; s/^ {2,6}--([a-z-]+).*/\1/p')" \
            "$(section "$group" | sed -n 's/^\.It Fl .*Fl -\([a-z-]*\).*/\1/p;
                                          s/^\.It Fl -\([a-z-]*\).*/\1/p' | sort -u)"
    done
}

@test "the text and the examples mention no option that is not there" {
    { sed -n 's/^\.[A-Z].*Fl \(-[a-z-]*\).*/-\1/p; s/^\(\.Op \)\{0,1\}\.Fl \(-[a-z-]*\).*/-\2/p' "$page"
      grep -v '^\.' "$page" | long; } | within 'the page' "$(help_options | long)"
}

@test "the words that options take" {
    local option word
    help_options | sed -n 's/.*\(--[a-z-]*\)=$/\1/p' | while read -r option; do
        fpcheck "$option=?" case:cancel
        sed -n 's/.* is not one of //p' err | tr -d ' ' | tr ',' '\n' >words_of_option
        [ ! -s words_of_option ] || within "$option" "$(words)" <words_of_option
    done
}

@test "subcommands" {
    sed -n 's/.*&fpc_command_\([a-z_]*\),.*/\1/p' "$SRCDIR/src/command/command.c" | tr _ - >commands
    within 'src/command/command.c' "$(section DESCRIPTION | sed -n 's/^\.It Cm //p')" <commands
    within 'src/command/command.c' "$(section SYNOPSIS | tr ' ' '\n')" <commands
}

@test "exit statuses" {
    same 'the table of exit statuses' "$(printf '%s\n' 0 1 2 3 4 77 128+n)" \
        "$(section 'EXIT STATUS' | sed -n 's/^\.It //p')"
    same 'src/base/status.h' "$(sed -n 's/^ *FPC_[A-Z_]* = \([0-9]*\).*/\1/p; s/^#define FPC_SIGNALLED \([0-9]*\)/\1+n/p' \
        "$SRCDIR/src/base/status.h")" "$(section 'EXIT STATUS' | sed -n 's/^\.It //p')"
}

@test "kernels" {
    same 'fpcheck list kernels' "$("$FPCHECK" list kernels | sed -e 1d -e 's/ .*//')" \
        "$(section KERNELS | sed -n 's/^\.It Cm //p')"
}

@test "generators and their arguments" {
    same 'src/input/generator.c' \
        "$(sed -n 's/.*= {"\([a-z-]*\)", "\([^"]*\)".*/\1 Ar COUNT \2/p' "$SRCDIR/src/input/generator.c" |
            sed -e 's/ $//' -e 's/\.\.\.$/ .../')" \
        "$(section Cases | sed -n '/ Ar COUNT/s/^\.It Cm //p')"
}

@test "JSON keys" {
    expect 0 --runs 2 --json - case:cancel-blocks
    grep -oE '^ *"[a-z0-9_]+":' out | tr -d ' ":' | sort -u | within 'the JSON report' "$(words)"
}

@test "columns of the table" {
    expect 0 --runs 2 -k all case:cancel-blocks
    grep '^KERNEL ' out | sed 's/   */\n/g; s/  /\n/g' |
        within 'the table' "$(section Columns | sed -n 's/^\.It //p')"
}

@test "mandoc finds nothing to warn of" {
    command -v mandoc >/dev/null || skip 'mandoc is not installed'
    run mandoc -T lint -W warning "$page"
    [ "$status" -eq 0 ] && [ -z "$output" ] || { echo "$output" >&2; return 1; }
}
