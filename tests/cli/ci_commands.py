"""Takes the shell commands out of the fenced blocks of a Markdown file.

    ci_commands.py FILE FOLDER

Writes FOLDER/N.sh for each, N = 01, 02, ... in the order of the file: a step's "run: |" and an item of
"script:" of yaml blocks, what stands in sh '...' of groovy blocks, sh blocks as they are, and of
console blocks what follows "$ ", with the lines after it as FOLDER/N.wanted.
"""
import re
import sys
import textwrap


def of_yaml(block):
    yield from map(textwrap.dedent, re.findall(r"^ *(?:- )?run: \|\n((?: {10,}.*\n)+)", block, re.M))
    for script in re.findall(r"^ *script:\n((?: +- .*\n)+)", block, re.M):
        yield from (line.strip()[2:] + "\n" for line in script.splitlines())


def of_groovy(block):
    yield from (command + "\n" for command in re.findall(r"\bsh '([^']*)'", block))


def of_sh(block):
    yield block


def of_console(block):
    first, *wanted = block.splitlines(keepends=True)
    yield first.removeprefix("$ "), "".join(wanted)


def main(path, folder):
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", file.read(), re.M | re.S)
    number = 0
    for language, block in blocks:
        found = list(globals()[f"of_{language}"](block))
        assert found or "fpcheck --" not in block, f"a {language} block without a command"
        for command in found:
            number += 1
            command, *wanted = (command,) if isinstance(command, str) else command
            with open(f"{folder}/{number:02}.sh", "w", encoding="utf-8") as out:
                out.write(command)
            for text in wanted:
                with open(f"{folder}/{number:02}.wanted", "w", encoding="utf-8") as out:
                    out.write(text)


main(*sys.argv[1:])
