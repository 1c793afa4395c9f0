"""Calls: which operands of which functions are functions, and how many arguments these are given."""

from .. import words
from ..malformed import Malformed
from ..program import Apply, Sequence, Tree
from .names import Names

# How each operand stands: "value"; a number, for a function of so many arguments; "each", for a function of
# as many arguments as the operand "items" has items; "pairs" of a value and a function; "branches".
HIGHER: dict[str, tuple[str | int, ...]] = {
    "cond": ("value", 0, 0),
    "case": ("pairs", 0),
    "switch_case": ("value", "branches", 0),
    "while_loop": ("each", "each", "items"),
    "map_fn": (1, "value"),
    "vectorized_map": (1, "value"),
    "scan": (2, "value", "value"),
    "foldl": (2, "value", "value"),
    "foldr": (2, "value", "value"),
    "py_function": ("each", "items", "value"),
    "numpy_function": ("each", "items", "value"),
    "ragged.map_flat_values": (1, "value"),
}
FEWEST = {"cond": 3, "case": 1, "switch_case": 2, "while_loop": 3, "py_function": 2, "numpy_function": 2}


def apply(names: Names, s: Apply) -> None:
    """An Apply: functions stand where functions are wanted, and nowhere else."""
    words.function(s.function, "function")
    forms = HIGHER.get(s.function)
    if forms is None:
        names.trees(s.operands, "operands")
    else:
        _higher(names, s, forms)
    names.attributes(s.attributes)


def _higher(names: Names, s: Apply, forms: tuple[str | int, ...]) -> None:
    fewest = FEWEST.get(s.function, 2)
    if not fewest <= len(s.operands) <= len(forms):
        raise Malformed("operands", f"{s.function} takes {fewest} to {len(forms)} operands")
    count = 1
    if "items" in forms:
        items = s.operands[forms.index("items")]
        count = len(items.items) if isinstance(items, Sequence) else 1
    for i, (operand, form) in enumerate(zip(s.operands, forms, strict=False)):
        _operand(names, operand, count if form == "each" else form, f"operands[{i}]")


def _operand(names: Names, operand: Tree, form: str | int, place: str) -> None:
    if isinstance(form, int):
        names.function(operand, place, form)
    elif form in ("value", "items"):
        names.tree(operand, place)
    elif not isinstance(operand, Sequence):
        raise Malformed(place, "write a list")
    elif form == "branches":
        for i, branch in enumerate(operand.items):
            names.function(branch, f"{place}[{i}]", 0)
    else:
        for i, pair in enumerate(operand.items):
            if not isinstance(pair, Sequence) or len(pair.items) != 2:
                raise Malformed(f"{place}[{i}]", "write a pair of a condition and a function")
            names.tree(pair.items[0], f"{place}[{i}][0]")
            names.function(pair.items[1], f"{place}[{i}][1]", 0)
