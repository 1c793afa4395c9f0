"""PRINTED: whether two texts say the same.

White space is one space, wherever lines break: NumPy sets numbers into columns, whose width is that of the
longest.  Addresses in memory are alike, the class of a tensor or variable has its public name, and behind
`SomeError:` or `SomeError('` the rest of the line is a message, which is not compared.  Words and whole
numbers are compared as they stand.  Complex numbers and those with a point or an exponent agree

    within 2⁻¹⁹ of the larger, about 2·10⁻⁶, where both may come from single precision (either they are single
    precision numbers to the last digit, or they have no more digits than those have),
    within 2⁻⁴⁰, about 10⁻¹², otherwise.

and numbers that are printed with equally many decimals and at least five digits, as by f"{x:.6f}", also where
they are neighbours: one unit of the last digit apart.  There is no absolute limit: otherwise nothing but zero
agrees with zero.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

SINGLE, DOUBLE = 2.0**-19, 2.0**-40
FEWEST = 5  # digits of neighbours
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TOKEN = re.compile(
    rf"""(?P<space>\s+) | (?P<address>0x[0-9a-fA-F]+) | (?P<word>[^\W\d]\w*)
    | (?P<complex>(?:[-+]?{_NUMBER})?[-+]?{_NUMBER}j\b) | (?P<number>[-+]?{_NUMBER}) | (?P<other>.)""",
    re.VERBOSE,
)
_MESSAGE = re.compile(
    r"(?:\b\w+\.)*(\b\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration)(?::\s|\(['\"])).*"
)
_CLASS = re.compile(r"<class '(?:\w+\.)*(\w+)'>")
_PUBLIC = {"EagerTensor": "Tensor", "ResourceVariable": "Variable"}


@dataclass(frozen=True)
class Token:
    """A piece of text, and the line it stands in, from 1."""

    text: str
    line: int
    kind: str


def first_difference(ours: str, theirs: str) -> tuple[int, int] | None:
    """The lines, from 1, at which two printed texts part; None where they say the same."""
    mine, others = list(_tokens(ours)), list(_tokens(theirs))
    for a, b in zip(mine, others, strict=False):
        if not _agree(a, b):
            return a.line, b.line
    if len(mine) == len(others):
        return None
    shared = min(len(mine), len(others))
    return _line(mine, shared, ours), _line(others, shared, theirs)


def _line(tokens: list[Token], index: int, text: str) -> int:
    """The line of a token, or the one behind the text where there is no such token."""
    return tokens[index].line if index < len(tokens) else len(text.splitlines()) + 1


def _tokens(text: str) -> Iterator[Token]:
    for number, line in enumerate(text.splitlines(), 1):
        plain = _CLASS.sub(r"<class '\1'>", _MESSAGE.sub(r"\1", line))
        for match in _TOKEN.finditer(plain):
            kind = str(match.lastgroup)
            if kind != "space":
                yield Token(_PUBLIC.get(match[0], match[0]), number, kind)


def _agree(a: Token, b: Token) -> bool:
    if a.text == b.text:
        return True
    if a.kind != b.kind:
        return False
    if a.kind == "address":
        return True
    if a.kind == "complex":
        return _close(a.text, b.text)
    return a.kind == "number" and _is_float(a.text) and _is_float(b.text) and _close(a.text, b.text)


def _is_float(text: str) -> bool:
    return not text.lstrip("+-").isdigit()


def _close(a: str, b: str) -> bool:
    if _are_neighbours(a, b):
        return True
    x, y = complex(a), complex(b)
    most = SINGLE if _is_single(a) and _is_single(b) else DOUBLE
    return abs(x - y) <= most * max(abs(x), abs(y))


def _are_neighbours(a: str, b: str) -> bool:
    """Whether two decimals of one format differ by one in the last digit, as a rounded number may."""
    x, y = (re.fullmatch(r"([-+]?)(\d+)\.(\d+)((?:[eE][-+]?\d+)?)", text) for text in (a, b))
    if x is None or y is None or x[1] != y[1] or len(x[3]) != len(y[3]) or x[4] != y[4]:
        return False
    m, n = int(x[2] + x[3]), int(y[2] + y[3])
    return abs(m - n) <= 1 and min(m, n) >= 10 ** (FEWEST - 1)


def _is_single(text: str) -> bool:
    """Whether a number may be a printed single precision one."""
    parts = re.findall(_NUMBER, text)
    digits = (re.split("[eE]", part)[0].replace(".", "").strip("0") for part in parts)
    with np.errstate(over="ignore"):
        return all(
            len(few) <= 9 or float(np.float32(part)) == float(part)
            for few, part in zip(digits, parts, strict=True)
        )
