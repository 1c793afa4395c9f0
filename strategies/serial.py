"""SERIAL: programs as JSON, exactly.

    {"format": "tape-program", "version": 1,
     "inputs": [{"kind": "Variable", "out": "v1", "value": ..., "trainable": true}],
     "body": [{"kind": "Gradient", "out": "g1", "tape": "tape1", ...}]}

    literal   = {"dtype": "float32", "shape": [2], "values": ["0.1", "nan"]}; complex ones as [["0.1", "nan"]]
    tree      = "x1" | {"number": attribute} | {"number": {"complex": ["0.0", "1.0"]}} | null
              | {"list": [tree*]} | {"tuple": [tree*]} | {"dict": [["key", tree]*]}
    attribute = null | true | false | 1 | {"float": "0.1"} | "text" | [attribute*]
    item      = 1 | {"slice": [start, stop, step]} | "..." | "newaxis"

A statement has the fields of its class; one with a default may be left out.  Floats, and all values of
literals, are strings in the one form that is written, so that equal programs are equal texts.

A text is parsed and validated, never evaluated.  Its size and depth are measured before it is parsed, the
number of its statements and of a literal's elements before anything is built; `wellformed` has the last word.
"""

import json
import re
from pathlib import Path
from typing import Any, NoReturn

from . import wellformed, words
from .encoding import INTEGER, read_statements, write_statement
from .forms import expect_fields
from .malformed import Malformed as Malformed
from .malformed import short
from .program import Program

FORMAT, VERSION = "tape-program", 1
CHARACTERS = 1_000_000  # in a text
DEPTH = 64  # of JSON; no well-formed program needs more
VALUES = 500_000  # in a document: more do not fit a text


def dumps(program: Program) -> str:
    """`program` as text, a line for each statement."""
    document = to_json(program)
    inputs, body = _lines(document["inputs"], " "), _lines(document["body"], " ")
    return f'{{\n "format": "{FORMAT}",\n "version": {VERSION},\n "inputs": {inputs},\n "body": {body}\n}}\n'


def _lines(statements: list[dict], indent: str) -> str:
    inner = indent + " "
    lines = ",\n".join(inner + _line(statement, inner) for statement in statements)
    return f"[\n{lines}\n{indent}]" if statements else "[]"


def _line(statement: dict, indent: str) -> str:
    if "body" not in statement:
        return json.dumps(statement, allow_nan=False)
    head = json.dumps({key: value for key, value in statement.items() if key != "body"}, allow_nan=False)
    return f'{head[:-1]}, "body": {_lines(statement["body"], indent)}}}'


def load(file: Path | str) -> Program:
    """The program in a file; raises OSError, and what `loads` raises."""
    with open(file, "rb") as stream:
        data = stream.read(CHARACTERS + 1)
    try:
        return loads(data.decode())
    except UnicodeDecodeError:
        raise Malformed(str(file), "the file is not UTF-8; save it as text") from None
    except Malformed as refusal:
        raise Malformed(f"{file}: {refusal.place}", refusal.advice) from None


def loads(text: str) -> Program:
    """The program that `text` means; raises Malformed if it means none."""
    if len(text) > CHARACTERS:
        raise Malformed("text", f"longer than {CHARACTERS} characters; write a smaller program")
    _measure_text(text)
    try:
        document = json.loads(
            text,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
            parse_int=_integer,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno}, column {fault.colno}"
        raise Malformed(place, f"this is not JSON ({fault.msg}); mend it, or fetch the whole text") from None
    return from_json(document)


def _measure_text(text: str) -> None:
    """Refuses brackets in brackets before a parser goes down into them."""
    depth = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', text, re.DOTALL):
        if token[0] in "[{":
            depth += 1
            if depth > DEPTH:
                raise Malformed(f"character {token.start()}", f"more than {DEPTH} brackets in each other")
        elif token[0] in "]}":
            depth -= 1


def _refuse_number(text: str) -> NoReturn:
    raise Malformed("text", f'the number {short(text)} has a fraction; write floats as {{"float": "0.5"}}')


def _integer(text: str) -> int:
    if not INTEGER.fullmatch(text):
        raise Malformed("text", f"an integer of {len(text)} characters; write a smaller one")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise Malformed("text", f"an object has two fields of one name, among {short(keys)}; leave one out")
    return dict(pairs)


def to_json(program: Program) -> dict[str, Any]:
    """`program` as JSON's values; exact for every program that is well formed."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "inputs": [write_statement(statement) for statement in program.inputs],
        "body": [write_statement(statement) for statement in program.body],
    }


def from_json(document: Any) -> Program:
    """The program that JSON's values mean; raises Malformed if they mean none."""
    _measure(document)
    if type(document) is not dict or document.get("format") != FORMAT:
        raise Malformed("format", f'this is no tape program; the format of one is "{FORMAT}"')
    if type(document.get("version")) is not int or document["version"] != VERSION:
        raise Malformed(
            "version", f"{short(document.get('version'))} cannot be read; write version {VERSION}"
        )
    expect_fields(document, "program", ("format", "version", "inputs", "body"))
    inputs = read_statements(document["inputs"], "inputs")
    body = read_statements(document["body"], "body")
    program = Program(inputs, body)
    wellformed.check(program)
    return program


def _measure(document: Any) -> None:
    """Refuses what is too deep or too much, without going down into it."""
    pending, values, statements = [(document, 1)], 0, 0
    while pending:
        value, depth = pending.pop()
        values += 1
        if depth > DEPTH or values > VALUES:
            raise Malformed(
                "program", f"deeper than {DEPTH} or more than {VALUES} values; write a smaller one"
            )
        if isinstance(value, dict):
            statements += "kind" in value
            pending += [(item, depth + 1) for item in value.values()]
        elif isinstance(value, list):
            pending += [(item, depth + 1) for item in value]
        elif type(value) is int:
            words.integer(value, "program")
        if statements > wellformed.STATEMENTS:
            raise Malformed("program", f"more than {wellformed.STATEMENTS} statements; write a smaller one")
