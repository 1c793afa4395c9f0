"""WORDS: what programs may be spelled with: names, functions, numbers, strings, literals.

Each function here judges one of them and raises Malformed at the place it is given.  The rules are narrow:
what passes can stand in a script as it is, and a program calls nothing but functions of the reference.
TensorFlow would obey a name such as `io.write_file`.
"""

import keyword
import math
import re
from collections.abc import Collection
from typing import Any

from reference.primitive import ENDPOINTS

from .literals import COMPLEX, DTYPES, LIMITS
from .malformed import Malformed, short
from .program import Attribute, Literal

RANK = 32  # of a literal
ELEMENTS = 100_000  # in a literal, and in one of its dimensions
DEPTH = 8  # of structures in each other
INTEGERS = (-(2**63), 2**64 - 1)

_WORD = r"[A-Za-z][A-Za-z0-9_]{0,40}"
NAME = re.compile(r"[a-z]{1,20}[0-9]{1,9}")
PATH = re.compile(rf"({NAME.pattern})((?:\[(?:0|[1-9][0-9]{{0,5}})\]|\['{_WORD}'\])*)")
KEYWORD = re.compile(_WORD)
FUNCTION = re.compile(rf"{_WORD}(?:\.{_WORD}){{0,5}}")
STRING = re.compile(r"[ -~]{0,200}")
MAKERS = ("constant", "convert_to_tensor", "eye", "ones", "range", "zeros")
# Functions that take functions, and what makes and handles composite tensors.
HIGHER = (
    *("cond", "case", "switch_case", "while_loop", "map_fn", "vectorized_map", "scan", "foldl", "foldr"),
    *("py_function", "numpy_function", "ragged.map_flat_values"),
)
COMPOSITES = (
    *("TensorArray", "SparseTensor", "RaggedTensor.from_row_splits", "RaggedTensor.from_row_lengths"),
    *("RaggedTensor.from_value_rowids", "ragged.constant", "sparse.from_dense"),
)
OF_COMPOSITES = ("sparse.to_dense", "sparse.reduce_sum", "sparse.sparse_dense_matmul", "sparse.add")
MODULE_FIELDS = (
    *("name", "name_scope", "submodules", "trainable_variables", "non_trainable_variables", "variables"),
    "with_name_scope",
)
TEXT = re.compile(r"[^\ud800-\udfff]{0,200}", re.DOTALL)  # what UTF-8 can say


def matches(pattern: re.Pattern[str], word: Any) -> bool:
    return type(word) is str and pattern.fullmatch(word) is not None


def name(word: Any, place: str) -> None:
    """A name that a statement may define."""
    if not matches(NAME, word):
        raise Malformed(place, f"{short(word)} is no name; write small letters and then digits, as in x1")


def path(word: Any, place: str) -> tuple[str, list[int | str]]:
    """The name that `word` begins with, and the steps from there, as 0 and "b" in `g3[0]['b']`."""
    match = PATH.fullmatch(word) if type(word) is str else None
    if match is None:
        raise Malformed(
            place, f"{short(word)} is no name; write one as in x1, or a leaf's as in g3[0] or g3['b']"
        )
    steps = re.findall(r"\[(?:([0-9]+)|'(\w+)')\]", match[2])
    return match[1], [key or int(index) for index, key in steps]


def one_of(word: Any, words: Collection[str], place: str) -> None:
    if type(word) is not str or word not in words:
        raise Malformed(place, f"{short(word)} is none of {', '.join(map(repr, words))}")


def keywords(words: tuple[Any, ...], place: str) -> None:
    """Names of arguments, keys of a dict: each once, and none a word of Python."""
    for word in words:
        if not matches(KEYWORD, word) or keyword.iskeyword(word):
            raise Malformed(
                place, f"{short(word)} cannot stand here; write a plain word that is none of Python's"
            )
    if len(set(words)) != len(words):
        raise Malformed(place, "a word stands here twice; leave one out")


def module_field(word: str, place: str) -> None:
    """A field that a module does not have of itself."""
    if word in MODULE_FIELDS:
        raise Malformed(place, f"{word!r} is a field that every tf.Module has; take another word")


def function(word: Any, place: str) -> None:
    """An operation of the reference, by its dotted name, or a function that makes a tensor.

    What the reference has beside these is no part of the language: TensorFlow's `print` can write a file.
    """
    if not matches(FUNCTION, word):
        raise Malformed(place, f"{short(word)} is no function; write its name without tf., as in math.sin")
    if word not in ENDPOINTS and word not in (*MAKERS, *HIGHER, *COMPOSITES, *OF_COMPOSITES):
        raise Malformed(place, f"the reference has no function tf.{word}; use one that it has")


def number(value: Any, place: str) -> None:
    """A Python number: a bool, a float, a complex number, or an int of at most 64 bits."""
    if type(value) is int:
        integer(value, place)
    elif type(value) not in (bool, float, complex):
        raise Malformed(
            place, f"{short(value)} is no number; write a bool, an int, a float or a complex number"
        )


def integer(value: Any, place: str, least: int = INTEGERS[0], most: int = INTEGERS[1]) -> None:
    if type(value) is not int:
        raise Malformed(place, f"{short(value)} is no integer; write one")
    if not least <= value <= most:
        raise Malformed(place, f"an integer of {value.bit_length()} bits; write one from {least} to {most}")


def boolean(value: Any, place: str) -> None:
    if type(value) is not bool:
        raise Malformed(place, f"{short(value)} is neither true nor false; write one of them")


def attribute(value: Attribute, place: str, depth: int = 0) -> None:
    """None, a number, a string of printable ASCII, or a tuple of attributes."""
    if depth > DEPTH:
        raise Malformed(place, f"more than {DEPTH} tuples in each other; take one away")
    if type(value) is tuple:
        for i, item in enumerate(value):
            attribute(item, f"{place}[{i}]", depth + 1)
    elif type(value) is str:
        if not matches(STRING, value):
            raise Malformed(place, f"{short(value)}: write at most 200 printable characters of ASCII")
    elif type(value) is complex:
        raise Malformed(place, f"{short(value)} cannot stand here; write an int or a float")
    elif value is not None:
        number(value, place)


def shape(value: tuple[int, ...], place: str) -> None:
    """A shape with no more elements than a literal may have; only arithmetic, nothing is built."""
    if type(value) is not tuple or len(value) > RANK:
        raise Malformed(place, f"write a shape of at most {RANK} dimensions")
    for i, n in enumerate(value):
        integer(n, f"{place}[{i}]", 0, ELEMENTS)
    if math.prod(value) > ELEMENTS:
        raise Malformed(place, f"{math.prod(value)} elements; write a literal of at most {ELEMENTS}")


def open_shape(value: Attribute, place: str) -> None:
    """The shape of a variable: None where it is left out, "unknown", or sizes that may be None."""
    if value not in (None, "unknown"):
        if type(value) is not tuple:
            raise Malformed(place, 'write null, "unknown", or a list of sizes, of which some may be null')
        shape(tuple(0 if n is None else n for n in value), place)  # type: ignore[misc]


def literal(value: Literal, place: str) -> None:
    """Values that fill the shape, all of them scalars that the dtype has."""
    if type(value) is not Literal:
        raise Malformed(place, f"{short(value)} is no literal")
    one_of(value.dtype, DTYPES, f"{place}.dtype")
    shape(value.shape, f"{place}.shape")
    if type(value.values) is not tuple or len(value.values) != math.prod(value.shape):
        raise Malformed(f"{place}.values", f"write {math.prod(value.shape)} values, as many as the shape has")
    kind = scalar(value.dtype)
    if not all(type(x) is kind for x in value.values):
        raise Malformed(f"{place}.values", f"write values of type {kind.__name__}, as {value.dtype} has them")
    if kind is int and value.values:
        integers: Any = value.values
        for extreme in (min(integers), max(integers)):
            integer(extreme, f"{place}.values", *LIMITS[value.dtype])
    for x in value.values if kind is str else ():
        text(x, f"{place}.values")


def text(value: Any, place: str) -> None:
    """A string in a literal."""
    if not matches(TEXT, value):
        raise Malformed(place, f"{short(value)}: write at most 200 characters, and none of half a pair")


def scalar(dtype: str) -> type:
    """The Python type of a dtype's values."""
    if dtype == "string":
        return str
    if dtype in COMPLEX:
        return complex
    return bool if dtype == "bool" else int if dtype in LIMITS else float
