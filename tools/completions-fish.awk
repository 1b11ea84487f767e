# Completions for fish, from the lines that tools/completions makes.

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/'/, "\\'", text)
    return "'" text "'"
}

NF == 2 { fact[$1] = $2; next }
{
    line = "complete -c fpcheck -n '__fpcheck_is " $1 "' -l " $3
    if ($2 != "")
        line = line " -s " quoted($2)
    if ($5 == "file")
        line = line " -r -F"
    else if ($5 == "words")
        line = line " -x -a " quoted($6)
    else if ($5 == "list")
        line = line " -x -a " quoted("(__fish_complete_list , 'string split \" \" \"" $6 "\"')")
    else if ($5 == "any")
        line = line " -x"
    lines = lines line " -d " quoted($7) "\n"
}

END {
    count = split(fact["commands"], command, " ")
    others = fact["commands"]
    sub(/^run /, "", others)
    print "# Completions of fpcheck for fish; made by tools/completions."
    print ""
    print "# The command that is completed, run if none is named, is this one."
    print "function __fpcheck_is"
    print "    set -l words (commandline -opc)"
    print "    set -l command run"
    print "    if set -q words[2]; and contains -- $words[2] " others
    print "        set command $words[2]"
    print "    end"
    print "    test $command = $argv[1]"
    print "end"
    print ""
    print "complete -c fpcheck -n 'test (count (commandline -opc)) -eq 1' -a " quoted(fact["commands"])
    for (i = 1; i <= count; i++) {
        chosen = fact["operands " command[i]]
        if (chosen != "")
            print "complete -c fpcheck -n '__fpcheck_is " command[i] "' -f -a " quoted(chosen)
        else
            print "complete -c fpcheck -n '__fpcheck_is " command[i] "' -a " quoted(fact["cases"])
    }
    printf "%s", lines
}
