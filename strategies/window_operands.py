"""WINDOW OPERANDS: how domains of `reference.window_operands` become operands and attributes."""

from typing import Any, assert_never

from reference import window_operands as w
from reference.dtypes import FLOATING

from . import program as p
from . import values
from .draft import Draft
from .pools import fitting

_IMAGES = {
    1: ((1, 4, 1), (2, 3, 2), (1, 3, 2), (1, 2, 1), (2, 5, 1)),
    2: ((1, 3, 3, 1), (1, 2, 3, 2), (2, 2, 2, 1), (1, 4, 2, 1), (1, 3, 2, 2), (1, 2, 2, 4)),
    3: ((1, 2, 2, 2, 1), (1, 2, 3, 2, 1), (2, 2, 1, 2, 1), (1, 2, 2, 2, 2)),
}
_MOST = 36  # entries of an image, so that what is made of it stays small


def window_operand(draft: Draft, domain: w.WindowOperand, drawn: dict, shape: tuple, dtype: str) -> p.Tree:
    """A tree for a tensor operand; `shape` and `dtype` are those of the operand that the domain names."""
    match domain:
        case w.Images():
            return _images(draft, domain)
        case w.Filters(of):
            if isinstance(drawn.get(of), tuple):  # a shape
                shape, dtype = drawn[of], values.near(draft.any_dtype(), tuple(t.name for t in FLOATING))
            return _like(draft, dtype, _filters(draft, domain, shape, drawn))
        case w.Sums():
            return _sums(draft, domain, drawn)
        case _:
            raise AssertionError(f"no strategy for {domain}")


def _sums(draft, domain, drawn):
    operands = [drawn.get(domain.shape), drawn.get(domain.filters)]
    image, kernel = (_shape(draft, x) for x in operands)
    if len(image) != 4 or len(kernel) != 4:
        return draft.constant(None, (1, 2, 2, 1))
    strides = map(_at_least_one, _numbers(drawn.get(domain.strides), 2))
    counts = [
        -(-n // s) if drawn.get(domain.padding) != "VALID" else max((n - k) // s + 1, 0)
        for n, k, s in zip(image[1:3], kernel, strides, strict=False)
    ]
    given = [draft.dtype_of(x) for x in operands if isinstance(x, str) and x in draft.operands()]
    dtype = values.near((*given, draft.dtype)[0], tuple(t.name for t in FLOATING))
    return _like(draft, dtype, (image[0], *counts, kernel[2] * kernel[3]))


def _at_least_one(stride):
    """A stride to reckon with, also where it is wrong on purpose."""
    return max(stride, 1) if isinstance(stride, int) else 1


def _images(draft, domain):
    allowed = tuple(t.name for t in domain.dtypes)
    dtype = values.near(draft.any_dtype(), allowed)

    def fits(x):
        whole = x.ndim == domain.axes + 2 and 0 < x.size <= _MOST and x.shape[-1] % domain.channels == 0
        return whole and not (domain.even and any(n % 2 for n in x.shape[1:-1]))

    name = fitting(draft, (dtype,), fits)
    if name is not None and draft.choose(8):
        return name
    shapes = _IMAGES[domain.axes]
    shape = shapes[draft.choose(len(shapes))]
    inner = tuple(n + n % 2 for n in shape[1:-1]) if domain.even else shape[1:-1]
    return draft.constant(dtype, (shape[0], *inner, shape[-1] * domain.channels))


def _like(draft, dtype, shape):
    return fitting(draft, (dtype,), lambda x: x.shape == shape) or draft.constant(dtype, shape)


def _filters(draft, domain, shape, drawn):
    inner = shape[1 : 1 + domain.axes] if len(shape) == domain.axes + 2 else (2,) * domain.axes
    channels, outputs = shape[-1] if shape else 1, 1 + draft.choose(2)
    if domain.kind == "mixing":
        kernel = _shape(draft, drawn.get(domain.by))
        return (*(1,) * domain.axes, channels * (kernel[-1] if kernel else 1), outputs)
    window = tuple(_extent(draft, n) for n in inner)
    last = {
        "inward": (channels, outputs),
        "each": (channels, outputs),
        "outward": (outputs, channels),
        "flat": (channels,),
    }
    return (*window, *last[domain.kind])


def _extent(draft, size):
    return min((2, 1, 2, 3)[draft.choose(4)], max(size, 1))


def _shape(draft, tree: Any) -> tuple[int, ...]:
    """Of an operand, or a shape that was drawn itself."""
    if isinstance(tree, tuple):
        return tree
    return draft.array(tree).shape if isinstance(tree, str) and tree in draft.operands() else ()


def _numbers(strides: Any, axes: int) -> tuple[int, ...]:
    """What strides of any form say of the axes between batch and channels."""
    items = (strides or 1,) if not isinstance(strides, tuple) else strides
    return items[1:-1] if len(items) == axes + 2 else (items * axes)[:axes]


def window_attribute(
    draft: Draft, domain: w.WindowDomain, drawn: dict, shape: tuple[int, ...]
) -> p.Attribute:
    """A value for an argument that is no tensor; `shape` is that of the operand that the domain names."""
    match domain:
        case w.ImageShape(axes):
            shapes = _IMAGES[axes]
            return shapes[draft.choose(len(shapes))]
        case w.FilterShape():
            rows = [_extent(draft, n) for n in (shape[1:-1] if len(shape) == 4 else (2, 2))]
            return (*rows, shape[-1] if shape else 1, 1 + draft.choose(2))
        case w.Steps(axes, whole, alike):
            first = (1, 2, 1)[draft.choose(3)] - draft.wrong
            alike = alike or draft.flag()
            return _written(draft, (*((first if alike else 1),) * (axes - 1), first), whole)
        case w.Extent(_, axes, whole):
            inner = shape[1:-1] if len(shape) == axes + 2 else (2,) * axes
            return _written(draft, tuple(_extent(draft, n) + 4 * draft.wrong for n in inner), whole)
        case w.Around(listed, within):
            if listed and draft.choose(4) == 0:
                most = _numbers(drawn.get(within), 2) if within else (2, 2)
                pairs = [(draft.choose(n), draft.choose(n)) for n in most]
                return ((0, 0), *pairs, (int(draft.wrong), 0))
            return ("VALID", "SAME")[draft.choose(2)] if not draft.wrong else "FULL"
        case w.Enlarged():
            return _enlarged(draft, domain, drawn, shape)
        case w.WindowDomain():
            raise AssertionError(f"no strategy for {domain}")
        case _:
            assert_never(domain)


def _written(draft, numbers, whole):
    if whole:
        return (1, *numbers, 1)
    form = draft.choose(3)
    if form == 0:
        return (1, *numbers, 1)
    return numbers if form == 1 or len(set(numbers)) > 1 else numbers[0]


def _enlarged(draft, domain, drawn, shape):
    kernel, axes = _shape(draft, drawn.get(domain.filters)), domain.axes
    if len(shape) != axes + 2 or len(kernel) != axes + 2:
        return (1, *(3,) * axes, 1)
    steps = _numbers(drawn.get(domain.strides), axes)
    padding = drawn.get(domain.padding)
    sizes = []
    for n, k, s in zip(shape[1:-1], kernel, steps, strict=False):
        rest = draft.choose(max(s, 1)) + draft.wrong
        sizes.append(max(n * s - rest, 1) if padding != "VALID" else (n - 1) * s + k + rest)
    return (shape[0], *sizes, kernel[-2])
