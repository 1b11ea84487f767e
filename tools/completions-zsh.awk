# Completions for zsh, from the lines that tools/completions makes.

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/\[/, "\\[", text)
    gsub(/\]/, "\\]", text)
    gsub(/'/, "'\\''", text)
    return text
}

NF == 2 { fact[$1] = $2; next }
{
    name = $5 == "" ? "--" $3 : "--" $3 "="
    if ($2 != "")
        name = "(-" $2 " --" $3 ")'{-" ($2 == "?" ? "\\?" : $2) ($5 == "" ? "" : "+") "," name "}'"
    action = ""
    if ($5 != "")
        action = ":" $4 ":" ($5 == "file" ? "_files" : $5 == "words" ? "(" $6 ")" : $5 == "list" ? "_sequence compadd - " $6 : " ")
    specs[$1] = specs[$1] "                '" name "[" quoted($7) "]" action "' \\\n"
}

END {
    count = split(fact["commands"], command, " ")
    others = fact["commands"]
    sub(/^run /, "", others)
    pattern = fact["commands"]
    gsub(/ /, "|", pattern)
    cases = fact["cases"]
    gsub(/:/, "\\:", cases)
    print "#compdef fpcheck"
    print "# Completions of fpcheck for zsh; made by tools/completions."
    print ""
    print "_fpcheck_inputs() {"
    print "    _alternative 'files:file:_files' 'cases:case:(" cases ")'"
    print "}"
    print ""
    print "_fpcheck_first() {"
    print "    _alternative 'commands:command:(" fact["commands"] ")' 'inputs:input:_fpcheck_inputs'"
    print "}"
    print ""
    print "_fpcheck() {"
    print "    local command=run first=_fpcheck_first"
    print "    if ((CURRENT > 2)) && [[ $words[2] == (" pattern ") ]]; then"
    print "        command=$words[2] first=_fpcheck_inputs"
    print "        shift words"
    print "        ((CURRENT--))"
    print "    fi"
    print "    case $command in"
    for (i = 1; i <= count; i++) {
        chosen = fact["operands " command[i]]
        print "        " command[i] ")"
        print "            _arguments -s -S : \\"
        printf "%s", specs[command[i]]
        if (chosen != "")
            print "                '*:operand:(" chosen ")'"
        else
            print "                \"1:input:$first\" '*:input:_fpcheck_inputs'"
        print "            ;;"
    }
    print "    esac"
    print "}"
    print ""
    print "_fpcheck \"$@\""
}
