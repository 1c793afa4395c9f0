"""OUTCOMES: what a program lets one observe, as values that can be compared, kept and shown.

    outcome = Returned(value, warned) | Raised(error class, warned)
    value   = ndarray | Slices | Composite | None | Names | Done | list, tuple or dict of values

A dense tensor is observed as the array that its `numpy()` gives (dtype and shape included), IndexedSlices
as `Slices`.  Messages of errors are kept to be shown, never compared.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np


@dataclass(frozen=True)
class Slices:
    """An IndexedSlices: rows `values` at `indices` of a tensor of shape `dense_shape`."""

    values: np.ndarray
    indices: np.ndarray
    dense_shape: np.ndarray | None


@dataclass(frozen=True)
class Composite:
    """A RaggedTensor or SparseTensor, by the parts that say what it is."""

    kind: str
    parts: dict[str, "Value"]

    def __getitem__(self, part: str) -> "Value":
        return self.parts[part]


@dataclass(frozen=True)
class Names:
    """Variables, by the names under which the program knows them."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Done:
    """Nothing to see: the statement ended."""


Value: TypeAlias = (
    "np.ndarray | Slices | Composite | Names | Done | None"
    " | list[Value] | tuple[Value, ...] | dict[str, Value]"
)


@dataclass(frozen=True, eq=False)
class Returned:
    """A statement that ended normally; `value` is what it lets one see.

    `warned` has the kinds of what was logged meanwhile, each once, in alphabetical order.
    """

    value: Value
    warned: tuple[str, ...] = ()


@dataclass(frozen=True)
class Raised:
    """A statement that raised.

    `error` is the public name of the class.  `fault` marks an exception that a subject did not mean to
    raise: a reference that fails in a way it does not declare never agrees with anything.  `ends_process`
    marks what the reference refuses because it would end TensorFlow's process.
    """

    error: str
    message: str = field(default="", compare=False)
    fault: bool = False
    ends_process: bool = field(default=False, compare=False)
    warned: tuple[str, ...] = field(default=(), compare=False)


Outcome: TypeAlias = Returned | Raised


@dataclass(frozen=True)
class Observation:
    """An outcome and where it was seen.

    `path` leads to the statement: indices into the body, then into inner bodies; `()` is the end of the
    program, where the final values of its variables are read.
    """

    path: tuple[int, ...]
    statement: object
    outcome: Outcome
