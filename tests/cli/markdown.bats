#!/usr/bin/env bats
# The summary in Markdown, as cmark-gfm and a browser read it.

load common
load reports

# elements <HTML: which there are, with their attributes, each once; texts of code in the file codes.
elements() {
    python3 "$SRCDIR/tests/cli/elements.py" >list
    sed -n 's/^CODE //p' list >codes
    grep -v '^CODE ' list | sort -u
}

as_html() {
    cmark-gfm --unsafe -e table -e autolink -e strikethrough "$1"
}

# What a summary with a table and a list is made of.
plain_elements='<code>
<h2>
<h3>
<li>
<p>
<strong>
<table>
<tbody>
<td>
<td> align=right
<th>
<th> align=right
<thead>
<tr>
<ul>'

@test "the answer, the findings and a row for each test case" {
    fpcheck --markdown r.md "${three_outcomes[@]}"
    [ "$status" -eq 1 ]
    cp r.md out
    first_line '## fpcheck: failed, 1 finding'
    says '- **require** in `case:cancel-blocks`: `atomic: run-to-run is required, not-guaranteed was observed`' \
        '### `case:cancel-blocks`' '513 values in f32, exact sum `1`' \
        '| atomic 3 x 256 | not-guaranteed | not-guaranteed | 2/100 | 1065353216 ulp | condition \> 1/u | 2 results, 1065353216 ulp | rounding | **failed** |' \
        '| two\_pass 3 x 256 | run-to-run | run-to-run | 1/100 | 0 | 0 ulp |  | exact | passed |' \
        '| cub 3 x 256 | run-to-run |  |  |  |  |  |  | skipped |' \
        "- \`cub 3 x 256\` does not apply: \`its order is a library's own and cannot be walked\`" \
        'Repeat it with `fpcheck --markdown r.md --arrival random'
    needs cmark-gfm python3
    as_html r.md | elements >seen
    diff - seen <<<"$plain_elements"
}

@test "all is well" {
    expect 0 --runs 2 -k two_pass --markdown - case:cancel-four
    first_line '## fpcheck: passed'
    says 'Run on CPU threads, not on a GPU'
    without '\*\*' out
}

@test "a path shows as itself and injects nothing" {
    needs cmark-gfm python3
    cp "$cases/cancel.case" "$hostile"
    fpcheck --runs 2 -k two_pass,atomic,cub --fail-on blind --markdown r.md "$hostile"
    [ "$status" -eq 1 ]
    as_html r.md >r.html
    elements <r.html >seen
    diff - seen <<<"$plain_elements"
    # In the finding and in the heading.
    [ "$(grep -cxF -- "$hostile_shown" codes)" -eq 2 ]
}

@test "backticks and blanks at the ends" {
    needs cmark-gfm python3
    local name
    for name in '`' '``' ' ` ' ' a ' '`a' 'b`' ' `` ` ' '&amp;' '\`' '  '; do
        cp "$cases/cancel.case" "$name"
        expect 0 --runs 2 -k two_pass --input-format case --markdown r.md "$name"
        as_html r.md | elements >seen
        grep -qxF -- "$name" codes || fail "'$name' was expected" "$(cat r.md codes)"
        without 'em>\|a>' seen
    done
}

@test "a browser shows the same" {
    needs cmark-gfm python3 chromium
    cp "$cases/cancel.case" "$hostile"
    fpcheck --runs 2 -k two_pass,atomic,cub --fail-on blind --markdown r.md "$hostile"
    { echo '<!DOCTYPE html><meta charset="utf-8"><body>'; as_html r.md; } >r.html
    timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" \
        --dump-dom "file://$PWD/r.html" >dom 2>err || skip "chromium cannot run here: $(tail -n 1 err)"
    elements <dom | grep -vE '^<(html|head|meta|body)>' >seen
    diff - seen <<<"$plain_elements"
    [ "$(grep -cxF -- "$hostile_shown" codes)" -eq 2 ]
}

@test "at most 1 MiB, and the last line says what was left out" {
    local i blocks many=()
    blocks=$(seq -s , 1 250)
    for ((i = 0; i < 50; i++)); do
        many+=(case:cancel-four)
    done
    expect 0 --runs 1 --orders 0 -k two_pass -b "$blocks" --markdown r.md "${many[@]}"
    [ "$(wc -c <r.md)" -le 1048576 ]
    [ "$(wc -c <r.md)" -gt 1000000 ]
    tail -n 1 r.md | grep -qE '^\*\*What follows, [0-9]+ pieces of it, was left out'
    expect 0 --runs 1 --orders 0 -k two_pass -b "$blocks" --markdown r.md case:cancel-four
    without 'left out' r.md
}

@test "an interrupted run, and no GPU" {
    interrupted --markdown r.md
    head -n 3 r.md >out
    first_line '## fpcheck: interrupted'
    says 'interrupted by signal 15: not everything was measured'
    fpcheck --device cuda:255 --markdown r.md case:cancel
    [ "$status" -eq 77 ]
    cp r.md out
    first_line '## fpcheck: skipped'
    says 'cannot use GPU 255'
}

@test "appended to what is there" {
    echo before >summary
    "$FPCHECK" --runs 2 --markdown - case:cancel >>summary 2>err
    [ ! -s err ]
    [ "$(head -n 1 summary)" = before ]
    grep -q '^## fpcheck: passed' summary
}
