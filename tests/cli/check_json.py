"""Holds JSON files to a schema.

    check_json.py SCHEMA FILE...            every file must be valid
    check_json.py --damage SCHEMA FILE      every damage on standard input must be refused
    check_json.py --keys SCHEMA FILE...     every key of the schema must stand in some file, but for KEY_text

A damage is a line "PATH VALUE" or "PATH -": the member at PATH, names and indices with slashes between
them, is set to the VALUE, which is JSON, or taken out. Exit status 77 without Python's jsonschema.
"""
import copy
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def errors(validator, document):
    return [f"{'/'.join(map(str, one.absolute_path))}: {one.message[:200]}"
            for one in validator.iter_errors(document)]


def damaged(document, path, value):
    document = copy.deepcopy(document)
    *way, last = [int(name) if name.isdigit() else name for name in path.split("/")]
    place = document
    for name in way:
        place = place[name]
    if value == "-":
        del place[last]
    else:
        assert last not in place or place[last] != json.loads(value), f"{path}: no damage"
        place[last] = json.loads(value)
    return document


def keys(document):
    if isinstance(document, list):
        return set().union(*map(keys, document))
    if isinstance(document, dict):
        return set(document).union(*map(keys, document.values()))
    return set()


def keys_of_schema(schema):
    if isinstance(schema, list):
        return set().union(*map(keys_of_schema, schema))
    if isinstance(schema, dict):
        return set(schema.get("properties", {})).union(*map(keys_of_schema, schema.values()))
    return set()


def main(arguments):
    damage, of_keys = arguments[:1] == ["--damage"], arguments[:1] == ["--keys"]
    schema, *paths = arguments[damage or of_keys:]
    validator = jsonschema.Draft202012Validator(read(schema))
    validator.check_schema(validator.schema)
    wrong = [f"{path}: {error}" for path in paths for error in errors(validator, read(path))]
    for line in sys.stdin if damage else []:
        path, value = line.split(None, 1)
        if not errors(validator, damaged(read(paths[0]), path, value.strip())):
            wrong.append(f"not refused: {line.strip()}")
    if of_keys:
        unwritten = keys_of_schema(validator.schema) - keys([read(path) for path in paths])
        wrong += [f"in no report: {key}" for key in sorted(unwritten) if not key.endswith("_text")]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
