"""SHOWN: outcomes as text, and where two texts part.

    float32 [2]: [6.0, 0.5]
    done; logged: watched dtype
    IndexedSlices(values=float32 [1]: [2.0], indices=int32 [1]: [3], dense_shape=int32 [1]: [5])
    Raised InvalidArgumentError: Incompatible shapes: [2] vs. [3]

Numbers are the shortest decimals that read back as the same value of their dtype.  What is long is cut in the
middle, with the count of what is not shown; nothing else is left out but the further lines of an error's
message, the sign and payload of NaN, and the difference between a 0-d array and a NumPy scalar.
"""

import itertools
import math
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any, TypeAlias

import numpy as np

from strategies.outcome import Composite, Done, Names, Outcome, Raised, Returned, Slices, Value

Segments: TypeAlias = list[tuple[str, bool]]

ENTRIES = 24  # an array with more is cut
ITEMS = 12  # so is a structure with more
CHARACTERS = 300  # and a message, a string in an array
ENDS = 3  # what stays at either end
TELLING = 4  # and in between, where the other side differs most


def shown(outcome: Outcome, beside: Outcome | None = None) -> str:
    """`outcome` as one line of text.

    Where it must be cut, the parts that differ most from `beside`, another side's outcome, are kept.
    """
    text = _what(outcome, beside)
    return f"{text}; logged: {', '.join(outcome.warned)}" if outcome.warned else text


def _what(outcome: Outcome, beside: Outcome | None) -> str:
    match outcome:
        case Raised(error, message, fault, ends_process):
            name = f"{error} (not meant to be raised)" if fault else error
            name += " (refused: TensorFlow's process would end)" if ends_process else ""
            first_line = next(iter(message.strip().splitlines()), "").strip()
            return f"Raised {name}: {_cut(first_line)}" if first_line else f"Raised {name}"
        case Returned(value):
            return _value(value, beside.value if isinstance(beside, Returned) else None)
    raise TypeError(f"{outcome!r} is no outcome")


def _value(value: Value, beside: Value) -> str:
    match value:
        case None:
            return "None"
        case Done():
            return "done"
        case np.ndarray() | np.generic():
            return _array(np.asarray(value), beside)
        case Slices(values, indices, dense_shape):
            three: tuple[Value, ...] = (None, None, None)
            if isinstance(beside, Slices):
                three = (beside.values, beside.indices, beside.dense_shape)
            v, i, d = (
                _value(part, other) for part, other in zip((values, indices, dense_shape), three, strict=True)
            )
            return f"IndexedSlices(values={v}, indices={i}, dense_shape={d})"
        case Composite(kind, parts):
            there = beside.parts if isinstance(beside, Composite) and beside.kind == kind else {}
            texts = (f"{name}={_value(part, there.get(name))}" for name, part in parts.items())
            return f"{kind}({', '.join(texts)})"
        case Names(names):
            return f"variables ({_joined(list(names))})"
        case list():
            return f"[{_items(value, beside if isinstance(beside, list) else [])}]"
        case tuple():
            comma = "," if len(value) == 1 else ""
            return f"({_items(value, beside if isinstance(beside, tuple) else ())}{comma})"
        case dict():
            same = isinstance(beside, dict) and list(beside) == list(value)
            labels = [f"{key!r}: " for key in value]
            others = tuple(beside.values()) if isinstance(beside, dict) and same else ()
            return f"{{{_items(tuple(value.values()), others, labels)}}}"
    raise TypeError(f"{value!r} is no value of an outcome")


def _items(items: Sequence[Value], others: Sequence[Value], labels: Sequence[str] = ()) -> str:
    """The items of a structure; `others` are those of a structure beside it, alike if as many."""
    texts, telling = [_value(item, None) for item in items], []
    if len(items) == len(others):
        texts = [_value(item, other) for item, other in zip(items, others, strict=True)]
        there = [_value(other, item) for item, other in zip(items, others, strict=True)]
        telling = [i for i, text in enumerate(texts) if text != there[i]][:TELLING]
    return _joined(
        [label + text for label, text in zip(labels or [""] * len(texts), texts, strict=True)], telling
    )


def _array(array: np.ndarray, beside: Value) -> str:
    head = f"{_dtype(array.dtype)} [{', '.join(map(str, array.shape))}]"
    entries = array.reshape(-1)
    if array.size <= ENTRIES:
        return f"{head}: {_nested([_entry(x) for x in entries], array.shape)}"
    kept = _kept(array.size, _telling(array, beside))
    texts = {i: _entry(entries[i]) for i in kept}
    for i in kept:
        if ENDS <= i < array.size - ENDS:
            position = ", ".join(str(int(k)) for k in np.unravel_index(i, array.shape))
            texts[i] = f"at [{position}]: {texts[i]}"
    order = " row by row" if array.ndim > 1 else ""
    return f"{head}{order}: [{_gaps(texts, array.size)}]"


def _nested(texts: list[str], shape: tuple[int, ...]) -> str:
    if not shape:
        return texts[0]
    if not texts:
        return "[]"
    step = len(texts) // shape[0]
    rows = (_nested(texts[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0]))
    return f"[{', '.join(rows)}]"


def _telling(array: np.ndarray, beside: Value) -> list[int]:
    """The entries of `array` that differ most from those of `beside`, relatively, at most TELLING."""
    if not isinstance(beside, np.ndarray) or beside.shape != array.shape:
        return []
    x, y = array.reshape(-1), beside.reshape(-1)
    differ = x != y
    distance = np.where(differ, np.inf, 0.0)
    if not {_dtype(x.dtype), _dtype(y.dtype)} & {"string", "bool"}:
        x, y = x.astype(np.complex128), y.astype(np.complex128)
        differ &= ~(np.isnan(x) & np.isnan(y))
        with np.errstate(all="ignore"):
            relative = np.abs(x - y) / (np.abs(x) + np.abs(y))
        distance = np.where(differ & np.isfinite(relative), relative, distance)
    most = np.argsort(-distance, kind="stable")[:TELLING]
    return sorted(int(i) for i in most if differ[i])


def _dtype(dtype: np.dtype) -> str:
    """TensorFlow's name of a dtype."""
    return "string" if dtype.kind in "OSU" else dtype.name


def _entry(x: Any) -> str:
    match getattr(x, "dtype", np.dtype(object)).kind:
        case "b" | "i" | "u" | "f":
            return str(x)
        case "c":
            imaginary = str(x.imag)
            return f"{x.real}{'' if imaginary.startswith('-') else '+'}{imaginary}j"
        case "V" if "int" in x.dtype.name:
            return str(int(x))
        case "V":
            return _shortest(x)
    return _cut(repr(x.item() if isinstance(x, np.generic) else x))


def _shortest(x: Any) -> str:
    """The shortest decimals of a number whose own text is not: bfloat16, float8."""
    number = float(x)
    texts = (f"{number:.{digits}g}" for digits in range(1, 18))
    text = next(t for t in texts if math.isnan(number) or float(x.dtype.type(float(t))) == number)
    return text if re.search(r"[.en]", text) else f"{text}.0"


def _cut(text: str) -> str:
    if len(text) <= CHARACTERS:
        return text
    half = CHARACTERS // 2
    return f"{text[:half]}… {len(text) - 2 * half} more characters …{text[-half:]}"


def _joined(texts: list[str], telling: Sequence[int] = ()) -> str:
    if len(texts) <= ITEMS:
        return ", ".join(texts)
    return _gaps({i: texts[i] for i in _kept(len(texts), telling)}, len(texts))


def _kept(count: int, telling: Sequence[int]) -> list[int]:
    return sorted({*range(ENDS), *telling, *range(count - ENDS, count)})


def _gaps(texts: dict[int, str], count: int) -> str:
    """The kept ones of `count` texts, in order, and how many stand between them."""
    parts, following = [], 0
    for i, text in texts.items():
        if i > following:
            parts.append(f"… {i - following} more …")
        parts.append(text)
        following = i + 1
    return ", ".join(parts)


# Numbers with their sign, exponent and the imaginary part's j; words; blanks; any other character.
_TOKEN = re.compile(r"(?<![\w.)\]])[+-]?\d[\w.]*(?:(?<=e)[+-]\d+)?j?|[+-](?:inf|nan)j?|\w+|\s+|.", re.DOTALL)
_COMPARED = 2000  # tokens; beyond, what lies between the common ends counts as one difference


def difference_marked(a: str, b: str) -> tuple[Segments, Segments]:
    """Both texts as segments (text, differs), cut between tokens; joined, they are the text again."""
    tokens_a, tokens_b = _TOKEN.findall(a), _TOKEN.findall(b)
    differs_a, differs_b = [True] * len(tokens_a), [True] * len(tokens_b)
    for i, j, length in _common(tokens_a, tokens_b):
        differs_a[i : i + length] = differs_b[j : j + length] = [False] * length
    return _segments(tokens_a, differs_a), _segments(tokens_b, differs_b)


def _common(a: list[str], b: list[str]) -> list[tuple[int, int, int]]:
    """Runs of equal tokens: (start in a, start in b, length).  None where only punctuation is common."""
    shorter = min(len(a), len(b))
    head = next((k for k in range(shorter) if a[k] != b[k]), shorter)
    tail = next((k for k in range(shorter - head) if a[-1 - k] != b[-1 - k]), shorter - head)
    inner_a, inner_b = a[head : len(a) - tail], b[head : len(b) - tail]
    runs = [(0, 0, head), (len(a) - tail, len(b) - tail, tail)]
    if max(len(inner_a), len(inner_b)) <= _COMPARED:
        blocks = SequenceMatcher(None, inner_a, inner_b, autojunk=False).get_matching_blocks()
        runs += [(head + i, head + j, length) for i, j, length in blocks]
    telling = any(token[-1].isalnum() for i, _, length in runs for token in a[i : i + length])
    return runs if telling or a == b else []


def _segments(tokens: list[str], differs: list[bool]) -> Segments:
    """Neighbours of one kind together; a blank between two that differ differs too."""
    filled = [
        own or (token.isspace() and 0 < k < len(tokens) - 1 and differs[k - 1] and differs[k + 1])
        for k, (token, own) in enumerate(zip(tokens, differs, strict=True))
    ]
    pairs = itertools.groupby(zip(tokens, filled, strict=True), key=lambda pair: pair[1])
    return [("".join(token for token, _ in group), differ) for differ, group in pairs]
