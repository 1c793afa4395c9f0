"""PRINTING: `tf.print`, whose way with numbers is not Python's.

Floats have six significant digits where these are enough to tell them from all others, else nine; in float64
15 or 17.  Truth values are 1 and 0.  Of each dimension the
first and the last `summarize` items are printed.
"""

import builtins
import os
import sys

import numpy as np

from .errors import error
from .slices import IndexedSlices
from .tensor import convert_to_tensor, is_dense


def print(*inputs, output_stream=None, summarize=3, sep=" ", end=os.linesep, name=None):
    """Prints values, tensors within lists and mappings too, to standard error unless told otherwise.

    `output_stream` is sys.stdout, sys.stderr or "file://path", to which is appended; `summarize=-1` prints
    all.  Raises ValueError for another stream.

    Quirk complex-in-print: for a complex number a question mark is printed (Q12).
    """
    text = sep.join(_text(item, summarize, True) for item in inputs) + end
    if isinstance(output_stream, str) and output_stream.startswith("file://"):
        with open(output_stream.removeprefix("file://"), "a", encoding="utf-8") as stream:
            stream.write(text)
        return
    if output_stream not in (None, sys.stdout, sys.stderr):
        raise error(ValueError, f"Unsupported output stream, logging level, or file. {output_stream}")
    builtins.print(text, end="", file=output_stream or sys.stderr, flush=True)


def _text(value, summarize, alone=False):
    if is_dense(value) or isinstance(value, IndexedSlices):
        tensor = convert_to_tensor(value)
        return _array(np.asarray(tensor._array), tensor.dtype, summarize)
    match value:
        case dict():
            items = (f"{_text(key, summarize)}: {_text(value[key], summarize)}" for key in value)
            return "{" + ", ".join(items) + "}"
        case list():
            return "[" + ", ".join(_text(item, summarize) for item in value) + "]"
        case tuple():
            inner = ", ".join(_text(item, summarize) for item in value)
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case str() if alone:
            return value
        case _:
            return repr(value)


def _array(array, dtype, summarize, depth=1):
    if array.ndim == 0:
        return _number(array[()], dtype)
    items = list(array)
    if 0 <= summarize and len(items) > 2 * summarize:
        items = [*items[:summarize], ..., *items[len(items) - summarize :]]
    texts = [
        "..." if item is ... else _array(np.asarray(item), dtype, summarize, depth + 1) for item in items
    ]
    return "[" + (" " if array.ndim == 1 else "\n" * (array.ndim - 1) + " " * depth).join(texts) + "]"


def _number(number, dtype):
    if dtype.is_complex:
        return "?"
    if dtype.is_floating:
        return _float(float(number), dtype.name == "float64")
    if dtype.name == "string":
        return f'"{number.decode("utf-8", "backslashreplace")}"'
    return str(int(number))


def _float(number, is_double):
    kind, few, many = (np.float64, 15, 17) if is_double else (np.float32, 6, 9)
    text = f"{number:.{few}g}"
    return text if kind(text) == kind(number) or number != number else f"{number:.{many}g}"
