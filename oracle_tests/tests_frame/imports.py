"""IMPORTS: which file imports what, and the rules that say which file may.

    reference ← strategies ← reports ← oracle_tests

Users' scripts (`oracle_tests/cases/`) are nobody's code and stand outside the rules.  Only imports that are
written out are seen, as statements or as a call with a literal name; a computed name is not.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("reference", "strategies", "reports", "oracle_tests")  # each may import those before it
REFERENCE_MAY_NEED = {"numpy", "scipy", "ml_dtypes"}
TENSORFLOW = {"tensorflow", "keras"}


@cache
def source_files() -> tuple[str, ...]:
    """Every Python file that is under the rules, as a path from the root."""
    files = (path.relative_to(ROOT) for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return tuple(sorted(file.as_posix() for file in files if not file.is_relative_to("oracle_tests/cases")))


@cache
def _parsed(source: str) -> ast.AST:
    return ast.parse(source)


def imported(source: str) -> set[str]:
    """The top-level names in `source`'s import statements; relative imports stay at home and are left out."""
    return {name.partition(".")[0] for name in _in_statements(_parsed(source))}


def imported_by_call(source: str) -> set[str]:
    """The top-level names that `source` gives to `import_module` or `__import__` as they stand."""
    return {name.partition(".")[0] for name in _in_calls(_parsed(source))}


def _in_statements(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module


def _in_calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield module


def violations(file: str, source: str) -> list[str]:
    """What `source`, standing in `file`, imports against the rules."""
    folder = file.partition("/")[0]
    names = imported(source) | imported_by_call(source)
    return [f"{file} must not import {name}" for name in sorted(names) if not _may(file, folder, name)]


def _may(file: str, folder: str, name: str) -> bool:
    if name in FOLDERS:
        return FOLDERS.index(name) <= FOLDERS.index(folder)
    if name in sys.stdlib_module_names:
        return True
    if folder == "reference":
        return name in REFERENCE_MAY_NEED
    if name in TENSORFLOW:
        return is_test(file) or file == "oracle_tests/subjects.py"
    if name == "hypothesis":
        return is_test(file) or file.startswith(("strategies/", "oracle_tests/campaign/"))
    if name == "pytest":
        return is_test(file)
    return True


def is_test(file: str) -> bool:
    """Whether `file` belongs to the tests: `oracle_tests/tests_*/`, `oracle_tests/facts/` or a conftest."""
    parts = Path(file).parts
    return parts[0] == "oracle_tests" and (
        parts[-1] == "conftest.py" or parts[1] == "facts" or parts[1].startswith("tests_")
    )
