"""SCRIPT: a program as the Python script that a user of TensorFlow would write.

    import tensorflow as tf

    v1 = tf.Variable([1.0, 2.0], dtype=tf.float32)
    with tf.GradientTape() as tape1:
        t1 = tf.math.square(v1)
    g1 = tape1.gradient(t1, v1)

The script does what the program does, on any module with TensorFlow's names, and shows what it is told to
print.  (One thing it cannot say: TensorFlow makes zeros of subnormals that it is given as Python numbers for
bfloat16 or complex64.)  It is text only: nothing here judges or runs it, and only a program that `wellformed`
accepts is sure to give Python.
"""

from collections.abc import Iterator, Set

from .. import program as p
from .lines import closing_lines, headline, statement_lines

__all__ = ["closing_lines", "headline", "script", "statement_lines"]

Path = tuple[int, ...]
INDENT = "    "


def script(
    program: p.Program,
    module: str = "tensorflow",
    raising: Set[Path] = frozenset(),
    printing: Set[Path] = frozenset(),
) -> str:
    """`program` as a script on `module`.

    Paths are indices into the body, then into inner bodies; `(-1 - i,)` is input i.  Statements at `raising`
    are known to raise, and the script goes on after them.  Results of statements at `printing` are printed,
    save variables, which a tape would then watch; at `()`, the end, the values of all variables are.
    """
    lines = [f"import {module} as tf", ""]
    for i, statement in enumerate(program.inputs):
        lines += _statement(statement, (-1 - i,), raising, printing)
    lines += _body(program.body, (), raising, printing)
    if () in printing:
        lines += [f'print("{name} =", {name}.numpy())' for name in _variables(program, raising)]
    return "\n".join(lines) + "\n"


def _body(body: tuple[p.Statement, ...], above: Path, raising: Set[Path], printing: Set[Path]) -> list[str]:
    lines: list[str] = []
    for i, statement in enumerate(body):
        lines += _statement(statement, (*above, i), raising, printing)
    return lines


def _statement(statement: p.Statement, path: Path, raising: Set[Path], printing: Set[Path]) -> list[str]:
    lines = list(statement_lines(statement))
    if isinstance(statement, p.Scope):
        lines += _indented(_body(statement.body, path, raising, printing) or ["pass"])
    elif isinstance(statement, p.Unit):
        lines += _indented(
            _body(statement.body, path, frozenset(), frozenset()) + list(closing_lines(statement)) or ["pass"]
        )
    if path in raising:
        return [
            "try:",
            *_indented(lines),
            "except Exception as error:",
            INDENT + "print(type(error).__name__)",
        ]
    results = _results(statement) if path in printing else []
    return [*lines, *(f'print("{result} =", {result})' for result in results)]


def _indented(lines: list[str]) -> list[str]:
    return [INDENT + line for line in lines]


def _results(statement: p.Input | p.Statement) -> list[str]:
    """The expressions that show what came of a statement, if it has something to show."""
    if isinstance(statement, p.WatchedVariables):
        return [f"{statement.tape}.watched_variables()"]
    if isinstance(statement, p.Repeat):
        return [name for name, _, _ in statement.carried]
    if isinstance(statement, _SHOWN_LATER) or not hasattr(statement, "out"):
        return []
    return [statement.out]


# Variables, which a tape would watch, and what shows nothing but its address.
_SHOWN_LATER = (
    p.Variable | p.NewVariable | p.Assign | p.AssignSlice | p.ScatterNd | p.IndexedSlices | p.Alias | p.Tape
    | p.Accumulator | p.Optimizer | p.Module | p.ModuleVariables | p.Def
)  # fmt: skip


def _variables(program: p.Program, raising: Set[Path]) -> list[str]:
    """The variables that exist when the program ends, in the order of their definitions."""
    names: list[str] = []
    inputs = [s for i, s in enumerate(program.inputs) if (-1 - i,) not in raising]
    for statement in (*inputs, *_ran(program.body, (), raising)):
        if isinstance(statement, p.Variable | p.NewVariable):
            names.append(statement.out)
        elif isinstance(statement, p.Delete) and statement.name in names:
            names.remove(statement.name)
    return names


def _ran(body: tuple[p.Statement, ...], above: Path, raising: Set[Path]) -> Iterator[p.Statement]:
    """The statements that did not raise, and did not stand in a body that was never entered."""
    for i, statement in enumerate(body):
        path = (*above, i)
        if path not in raising:
            yield statement
            yield from _ran(getattr(statement, "body", ()), path, raising)
