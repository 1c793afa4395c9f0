"""TREES: what stands within statements: names, values, structures, arguments, indices."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Name: TypeAlias = str
RARE = {"rare": True}  # of a field: JSON leaves it out where it has its default
Scalar: TypeAlias = bool | int | float | complex | str


@dataclass(frozen=True, eq=False)
class Literal:
    """A dense value: `values` are Python scalars in row-major order.

    Literals are equal when their values are written alike: NaN equals NaN, also in a complex number, and 0.0
    is not -0.0.
    """

    dtype: str
    shape: tuple[int, ...]
    values: tuple[Scalar, ...]

    def _written(self) -> tuple[str, tuple[int, ...], str]:
        return self.dtype, self.shape, repr(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._written() == other._written()

    def __hash__(self) -> int:
        return hash(self._written())


@dataclass(frozen=True)
class Number:
    """A Python number written in the program."""

    value: bool | int | float | complex


@dataclass(frozen=True)
class Text:
    """A Python string among operands, as the equation of `einsum`."""

    value: str


@dataclass(frozen=True)
class Nothing:
    """Python's None where a tensor could stand."""


OMITTED = Nothing()  # what stands for an argument that is left out


@dataclass(frozen=True)
class Sequence:
    """A Python list or tuple of trees."""

    kind: str  # "list" or "tuple"
    items: tuple["Tree", ...]


@dataclass(frozen=True)
class Mapping:
    """A Python dict from strings to trees, in writing order."""

    keys: tuple[str, ...]
    items: tuple["Tree", ...]


Tree: TypeAlias = Name | Number | Text | Nothing | Sequence | Mapping

# Arguments that are not tensors: an axis, a shape, a flag, the name of a dtype.
Attribute: TypeAlias = None | bool | int | float | str | tuple["Attribute", ...]


@dataclass(frozen=True)
class Slice:
    """`start:stop:step` in an index."""

    start: int | None
    stop: int | None
    step: int | None


@dataclass(frozen=True)
class Dots:
    """`...` in an index."""


@dataclass(frozen=True)
class NewAxis:
    """`tf.newaxis` in an index."""


IndexItem: TypeAlias = int | Slice | Dots | NewAxis


def leaves(tree: Tree) -> Iterator[Name]:
    """The names in a tree, left to right."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, Sequence | Mapping):
        for item in tree.items:
            yield from leaves(item)


def root(name: Name) -> Name:
    """The name that a statement defined: `g3` for `g3['b'][1]`."""
    return name.split("[", 1)[0]
