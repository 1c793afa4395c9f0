"""QUIRKS: where TensorFlow departs from its documentation, or from what one expects, as the reference says.

In the reference's source each stands in one sentence at the line that implements it,

    Quirk only-true-counts: both flags count only if they are the object True (W01, W02).

with the facts that show it.  `quirks.toml` holds for each what one would expect, and a script of three lines
that lets one see what happens.
"""

import ast
import contextlib
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy

from reports.quirks import Quirk

from .facts.fact import is_fault
from .subjects import ROOT

REFERENCE = ROOT / "reference"
ENTRIES = Path(__file__).with_name("quirks.toml")
LINES = 3  # of a script, after its import

_WORD = re.compile(r"\bquirks?\b", re.IGNORECASE)
_BREAK = r"(?:\s+|\s*\n\s*#\s*)"
_IDS = rf"[A-Z]\d\d(?:,{_BREAK}[A-Z]\d\d)*"
_FORM = re.compile(rf"Quirk{_BREAK}([a-z0-9]+(?:-[a-z0-9]+)*):{_BREAK}(.+?){_BREAK}\(({_IDS})\)\.", re.DOTALL)


@dataclass(frozen=True)
class Said:
    """A quirk as the source has it: where, and in the body of which function or class (empty: the module)."""

    name: str
    sentence: str
    facts: tuple[str, ...]
    file: str
    line: int
    within: str


class Malformed(ValueError):
    """Raised where the source speaks of a quirk in another form, or two have one name."""


def said_in(folder: Path) -> tuple[Said, ...]:
    """The quirks that the Python files of a folder name, by file and line.  Raises Malformed."""
    found = [quirk for path in sorted(folder.rglob("*.py")) for quirk in _said(path, folder.parent)]
    names: dict[str, Said] = {}
    for quirk in found:
        if quirk.name in names:
            first = names[quirk.name]
            raise Malformed(
                f"{quirk.file}:{quirk.line}: {quirk.name} stands in {first.file}:{first.line} too"
            )
        names[quirk.name] = quirk
    return tuple(found)


def _said(path: Path, root: Path) -> Iterator[Said]:
    text, file = path.read_text(encoding="utf-8"), path.relative_to(root).as_posix()
    at, tree = 0, None
    for word in _WORD.finditer(text):
        line = text.count("\n", 0, word.start()) + 1
        match = _FORM.match(text, word.start())
        if match is None or word.start() < at or _WORD.search(match[2]) or '"""' in match[2]:
            raise Malformed(f"{file}:{line}: not in the form `Quirk its-name: one sentence (L03, T06).`")
        at = match.end()
        tree = tree or ast.parse(text)
        yield Said(
            match[1], _joined(match[2]), tuple(_joined(match[3]).split(", ")), file, line, _within(tree, line)
        )


def _joined(text: str) -> str:
    """What runs over lines, of comments too, as one line."""
    return re.sub(r"\s*\n\s*(?:#\s*)?|\s+", " ", text)


def _within(node: ast.AST, line: int) -> str:
    """The dotted name of the innermost function or class that has the line, decorators included."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
            if first <= line <= (child.end_lineno or first):
                inner = _within(child, line)
                return f"{child.name}.{inner}" if inner else child.name
    return ""


def load(reference: Path = REFERENCE, entries: Path = ENTRIES) -> tuple[Quirk, ...]:
    """The quirks of the reference that have an entry, by file and line.

    Raises Malformed, also where an entry is not whole.
    """
    known = tomllib.loads(entries.read_text(encoding="utf-8"))
    said = [quirk for quirk in said_in(reference) if quirk.name in known]
    return tuple(_with_entry(quirk, known[quirk.name], entries.name) for quirk in said)


def apart(reference: Path = REFERENCE, entries: Path = ENTRIES) -> set[str]:
    """The names of quirks without an entry, and of entries without a quirk."""
    known = tomllib.loads(entries.read_text(encoding="utf-8"))
    return {quirk.name for quirk in said_in(reference)} ^ set(known)


def _with_entry(said: Said, entry: dict, file: str) -> Quirk:
    documented = "documented" in entry
    fields = {"documented" if documented else "expected", "script", "prints"}
    if set(entry) != fields or not all(isinstance(text, str) and text.strip() for text in entry.values()):
        raise Malformed(f"{file}: {said.name} has to have either documented or expected, script and prints")
    if len(entry["script"].strip().splitlines()) > LINES:
        raise Malformed(f"{file}: the script of {said.name} has more than {LINES} lines")
    expected = entry["documented"] if documented else entry["expected"]
    script, prints = entry["script"].strip("\n"), entry["prints"].strip("\n")
    return Quirk(**vars(said), expected=expected, documented=documented, script=script, prints=prints)


def performed(script: str, tf: ModuleType) -> str:
    """What a script prints on a module with TensorFlow's names, and the class of what it raises.

    Raises what the reference did not mean to raise.
    """
    names = {"tf": tf, "np": numpy, "contextlib": contextlib, "sys": sys}
    with _captured() as printed:
        try:
            exec(script, names)
        except Exception as problem:
            if is_fault(problem):
                raise
            print(type(problem).__name__)
    return printed()


@contextmanager
def _captured() -> Iterator[Callable[[], str]]:
    """Within the block what goes to standard output is kept, that of TensorFlow's own code too."""
    sys.stdout.flush()
    kept, before = os.dup(1), sys.stdout
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        sys.stdout = file
        text = ""
        try:
            yield lambda: text
        finally:
            sys.stdout = before
            os.dup2(kept, 1)
            os.close(kept)
            file.flush()
            file.seek(0)
            text = file.read()
