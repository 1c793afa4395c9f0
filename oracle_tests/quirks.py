"""QUIRKS: where TensorFlow departs from its documentation, or from what one expects, as the reference says.

In the reference's source each stands in one sentence at the line that implements it,

    Quirk only-true-counts: both flags count only if they are the object True (W01, W02).

with the facts that show it.  `quirks.toml` holds for each what one would expect, and a script of three lines
that lets one see what happens.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

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
