# Completions for bash, from the lines that tools/completions makes.

NF == 2 { fact[$1] = $2; next }
{
    long[$1] = long[$1] " --" $3 ($5 == "" ? "" : "=")
    if ($2 != "")
        long[$1] = long[$1] " -" $2
    if ($5 != "") {
        names = $1 "/--" $3 ($2 == "" ? "" : " | " $1 "/-" $2)
        values = values "        " names ") kind=" $5 " words='" $6 "' ;;\n"
    }
}

END {
    count = split(fact["commands"], command, " ")
    others = fact["commands"]
    sub(/^run /, "", others)
    pattern = others
    gsub(/ /, " | ", pattern)
    print "# Completions of fpcheck for bash; made by tools/completions."
    print ""
    print "_fpcheck() {"
    print "    local current=${COMP_WORDS[COMP_CWORD]} before='' command=run option='' kind='' words='' head=''"
    print "    local first=1 word only_inputs='' cases='" fact["cases"] "'"
    print "    ((COMP_CWORD < 1)) || before=${COMP_WORDS[COMP_CWORD - 1]}"
    print "    if ((COMP_CWORD > 1)); then"
    print "        first=''"
    print "        case ${COMP_WORDS[1]} in"
    print "            run | " pattern ") command=${COMP_WORDS[1]} ;;"
    print "        esac"
    print "    fi"
    print "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do"
    print "        [[ $word == -- ]] && only_inputs=1"
    print "    done"
    print ""
    print "    # Whether = and : are words of their own depends on COMP_WORDBREAKS."
    print "    if [[ $current == '=' ]]; then"
    print "        option=$before current=''"
    print "    elif [[ $before == '=' ]]; then"
    print "        option=${COMP_WORDS[COMP_CWORD - 2]}"
    print "    elif [[ $current == --*=* ]]; then"
    print "        option=${current%%=*} head=${current%%=*}= current=${current#*=}"
    print "    elif [[ $before == -* ]]; then"
    print "        option=$before"
    print "    elif [[ $current == ':' && $before == case ]]; then"
    print "        current='' cases=${cases//case:/}"
    print "    elif [[ $before == ':' && ${COMP_WORDS[COMP_CWORD - 2]} == case ]]; then"
    print "        cases=${cases//case:/}"
    print "    fi"
    print "    [[ $only_inputs ]] && option=''"
    print ""
    print "    case $command/$option in"
    printf "%s", values
    print "    esac"
    print "    if [[ $kind == list ]]; then"
    print "        head=$head${current%\"${current##*,}\"}"
    print "        current=${current##*,}"
    print "    elif [[ -z $kind && $current == -* && -z $only_inputs ]]; then"
    print "        kind=options"
    print "        case $command in"
    for (i = 1; i <= count; i++)
        print "            " command[i] ") words='" substr(long[command[i]], 2) "' ;;"
    print "        esac"
    print "    elif [[ -z $kind ]]; then"
    print "        kind=input words=$cases"
    print "        case $command in"
    for (i = 1; i <= count; i++)
        if (fact["operands " command[i]] != "")
            print "            " command[i] ") kind=words words='" fact["operands " command[i]] "' ;;"
    print "        esac"
    print "        [[ $first ]] && words=\"$words run " others "\""
    print "    fi"
    print ""
    print "    mapfile -t COMPREPLY < <("
    print "        compgen -W \"$words\" -P \"$head\" -- \"$current\""
    print "        [[ $kind == file || $kind == input ]] && compgen -f -P \"$head\" -- \"$current\""
    print "    )"
    print "    [[ $kind == file || $kind == input ]] && compopt -o filenames 2>/dev/null"
    print "    [[ $kind == options && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null"
    print "    return 0"
    print "}"
    print ""
    print "complete -F _fpcheck fpcheck"
}
