"""PATHS: how a script goes on from a name: of `tf.sparse.to_dense(x)`, asked for `tf.sparse`, `.to_dense`."""

import ast
import linecache
from functools import lru_cache
from types import FrameType


def longest_path(frame: FrameType, name: str) -> str:
    """What the script writes behind the dotted `name` that the code in `frame` is asking for: `.a.b`, or
    nothing where the source says no more, or is not there."""
    positions = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    tree = _tree(frame.f_code.co_filename)
    if tree is None or None in positions:
        return ""
    found = [_behind(node, positions, name) for node in ast.walk(tree)]
    return max(found, key=len, default="")


@lru_cache(maxsize=32)
def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _tree(file: str) -> ast.Module | None:
    return _parsed("".join(linecache.getlines(file)))


def _behind(node: ast.AST, positions: tuple, name: str) -> str:
    start, (line, _, column, _) = (
        (getattr(node, "lineno", None), getattr(node, "col_offset", None)),
        positions,
    )
    if start != (line, column):
        return ""
    match node:
        case ast.Attribute():
            return _attributes_behind(node, positions)
        case ast.Import(names=names):
            full = [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), names=names):
            full = [module, *(f"{module}.{alias.name}" for alias in names)]
        case _:
            return ""
    behind = [path.removeprefix(name) for path in full if path.startswith(name + ".")]
    return behind[0] if behind else ""


def _attributes_behind(node: ast.Attribute, positions: tuple) -> str:
    """`.c` for the node a.b.c, where the positions are those of a.b."""
    _, line, _, column = positions
    parts, inner = [], node
    while (inner.end_lineno, inner.end_col_offset) != (line, column):
        parts.append(inner.attr)
        if not isinstance(inner.value, ast.Attribute):
            return ""
        inner = inner.value
    return "".join(f".{part}" for part in reversed(parts))
