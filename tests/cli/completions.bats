#!/usr/bin/env bats
# Completions for shells: they are those of the tool, both ways.

load common
load reports

made=${FPCHECK%/*}/completions

# The tool's commands.
commands() {
    sed -n 's/.*&fpc_command_\([a-z_]*\),.*/\1/p' "$SRCDIR/src/command/command.c" | tr _ -
}

# help_options COMMAND: long options of its --help, with "=" if they take a value.
help_options() {
    ARGP_HELP_FMT=rmargin=4000 "$FPCHECK" "$1" --help | grep -oE '^ +(-., )?--[a-z-]+=?' | sed 's/.*--/--/' | sort
}

# completed WORD...: what bash offers for the last word, one a line.
completed() {
    bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        _fpcheck; printf "%s\n" "${COMPREPLY[@]}"' - "$made/fpcheck" "$@" 2>bash.err | sort
    [ ! -s bash.err ] || cat bash.err >&2
}

# offers WORDS WORD...: bash offers these, separated by blanks, for the last word, and nothing else.
offers() {
    local wanted=$1
    shift
    diff <(tr ' ' '\n' <<<"$wanted" | sort) <(completed "$@") || fail "for: $*"
}

@test "bash: the options of every command, both ways" {
    local command
    for command in $(commands); do
        diff <(help_options "$command") <(completed fpcheck "$command" --) || fail "of $command"
    done
    diff <(help_options run) <(completed fpcheck --)
    [ "$(completed fpcheck -- | wc -l)" -gt 25 ]
}

@test "bash: every command, as the first word alone" {
    diff <(commands | sort) <(completed fpcheck '' | grep -v '^case:\|^bash')
    offers list fpcheck lis
    offers '' fpcheck -q lis
}

@test "bash: the words of an option, however it is cut" {
    local levels='run-to-run shape-invariant order-invariant correctly-rounded'
    offers "$levels" fpcheck --require ''
    offers "$levels" fpcheck --require =
    offers run-to-run fpcheck --require = run
    offers --require=run-to-run fpcheck --require=run
    offers 'f64 f32 f16 bf16' fpcheck -t ''
    offers 'host' fpcheck bench --device = h
    offers '' fpcheck --runs ''
}

@test "bash: lists go on behind a comma" {
    offers 'atomic,serial atomic,sequential atomic,segment atomic,segment_coarse atomic,segment_shuffle' \
        fpcheck --kernel atomic,se
    offers 'promise,bug' fpcheck --fail-on = promise,bu
    offers '--kernel=atomic,threads' fpcheck bench --kernel=atomic,th
    diff <("$FPCHECK" list kernels | sed -e 1d -e 's/ .*//' | sort) \
        <(completed fpcheck -k '' | grep -vx all)
}

@test "bash: inputs are files and cases" {
    touch 'a file.npy' other
    offers 'other' fpcheck -q ot
    completed fpcheck -q a >out
    grep -qx 'a file.npy' out
    diff <("$FPCHECK" list cases | sed -n 's/^\(case:n[^ ]*\).*/\1/p' | sort) <(completed fpcheck case:n)
    # The usual COMP_WORDBREAKS has a colon.
    offers 'uniform-bf16 uniform-million' fpcheck case : uni
    completed fpcheck case : >out
    grep -qx cancel out
    offers 'other' fpcheck --json ot
    offers '--csv=other' fpcheck --csv=ot
    offers 'cases kernels' fpcheck list ''
    touch ./--odd
    offers '--odd' fpcheck -- --o
}

@test "fish" {
    needs fish
    fish -n "$made/fpcheck.fish"
    offered() {
        HOME=$PWD fish --no-config -c "source '$made/fpcheck.fish'; complete -C '$1'" | cut -f 1 | sort
    }
    local command
    for command in $(commands); do
        diff <(help_options "$command" | tr -d =) <(offered "fpcheck $command --" | tr -d = | sort -u) || fail "of $command"
    done
    diff <(printf '%s\n' run-to-run shape-invariant order-invariant correctly-rounded | sort) \
        <(offered 'fpcheck --require ')
    [ "$(offered 'fpcheck --require=run' | tail -n 1)" = --require=run-to-run ]
    offered 'fpcheck --kernel atomic,tw' | grep -qx 'atomic,two_pass'
    offered 'fpcheck list ' | grep -qx kernels
    offered 'fpcheck case:unif' | grep -qx case:uniform-million
    offered 'fpcheck ben' | grep -qx bench
}

@test "zsh" {
    needs zsh
    zsh -n "$made/_fpcheck"
    [ "$(head -n 1 "$made/_fpcheck")" = '#compdef fpcheck' ]
    local command
    for command in $(commands); do
        awk -v command="$command" '$0 == "        " command ")" { on = 1 } on && /;;/ { exit } on' "$made/_fpcheck" |
            grep -oE -- '--[a-z][a-z-]*=?[[}]' | tr -d '[}' | sort >told
        diff <(help_options "$command") told || fail "of $command"
    done
    grep -qF ':LEVEL:(run-to-run shape-invariant order-invariant correctly-rounded)' "$made/_fpcheck"
}

@test "they are made anew from any tool: a made-up one with another command" {
    mkdir bin
    cat >bin/fpcheck <<'END'
#!/bin/sh
case $* in
    'run --help') printf 'Usage: x INPUT...\n\n  -a, --alpha=HOW  Take [it]\n\nOther commands: fpcheck go [NAME].\n' ;;
    'go --help') printf 'Usage: x go [up|down]\n\n      --beta  B\n' ;;
    'list cases') printf 'CASE\ncase:one  x\n' ;;
    'run --alpha=?'*) echo "fpcheck: --alpha: '?' is not one of p, q" >&2 ;;
    *) exit 2 ;;
esac
END
    chmod +x bin/fpcheck
    made=$PWD
    "$SRCDIR/tools/completions" bash bin/fpcheck >fpcheck
    offers '--alpha=' fpcheck --
    offers 'p q' fpcheck -a ''
    offers '--beta' fpcheck go --
    offers 'up down' fpcheck go ''
    offers 'go' fpcheck g
    local shell
    for shell in zsh fish; do
        "$SRCDIR/tools/completions" "$shell" bin/fpcheck >"made.$shell"
        grep -q alpha "made.$shell"
        grep -q 'up down' "made.$shell"
    done
    without 'Take \[' made.zsh
}
