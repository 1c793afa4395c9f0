"""SAMPLES: for every primitive, arguments on which the endpoints really call it.

The calls of `cotangents` run in float64, with two orders of gradient, and whatever primitive they reach is
noted with the arrays it got.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

import reference
from reference.primitive import REGISTRY, Primitive, evaluated_by

from . import (
    composite_calls,
    cotangents,
    image_calls,
    integral_calls,
    linalg_calls,
    math_calls,
    nn_calls,
    signal_calls,
    sparse_segment_calls,
    special_calls,
    special_function_calls,
    spectral_calls,
    sum_calls,
)
from .calls import As, Call, Cell, observe
from .moving_calls import MOVING
from .sample_values import plain

MOST = 4  # samples of one primitive


@cache
def samples() -> dict[str, list[list[Any]]]:
    """The arguments noted for each primitive, by its name; all floats among them are finite, and
    float64 where there is such an operation."""
    found: dict[str, list[list[Any]]] = {primitive.name: [] for primitive in REGISTRY.values()}

    def note(primitive: Primitive, arrays: list[Any]) -> Any:
        with np.errstate(all="ignore"):
            y = primitive.forward(*arrays)
        noted = found.get(primitive.name)
        if (
            noted is not None
            and len(noted) < MOST
            and _suits(primitive, arrays)
            and not any(_alike(arrays, other) for other in noted)
        ):
            noted.append([list(x) if isinstance(x, list) else x for x in arrays])
        return y

    with evaluated_by(note), in_float64():
        moving = (call for family in (*MOVING, *nn_calls.MORE) for call in family())
        without_path = (
            *math_calls.without_path(),
            *nn_calls.distributions(),
            *linalg_calls.samples(),
            *spectral_calls.samples(),
        )
        without_path += tuple(signal_calls.without_gradient())
        without_path += (
            *special_calls.samples(),
            *integral_calls.samples(),
            *special_function_calls.samples(),
            *sum_calls.samples(),
            *sparse_segment_calls.samples(),
        )
        images = (*image_calls.hues(), *(call for _, call in image_calls.resized()))
        for call in (*cotangents.calls(), *_others(), *moving, *without_path, *images):
            observe(reference, replace(call, operands=tuple(map(_doubled, call.operands))))
        composite_calls.call_each(reference)
    return found


def narrowed(primitive: Primitive, arrays: list[Any]) -> list[Any]:
    """The same in float32 for an operation that has short floats alone."""
    wide = np.dtype(np.float64)
    if not any(family.allowed is not None and wide not in family.allowed for family in primitive.families):
        return arrays
    is_wide = [isinstance(x, np.ndarray) and x.dtype == wide for x in arrays]
    return [x.astype(np.float32) if w else x for x, w in zip(arrays, is_wide, strict=True)]


@contextmanager
def in_float64() -> Iterator[None]:
    """Within the block, operations that have short floats alone take float64 as well."""
    families = [family for primitive in REGISTRY.values() for family in primitive.families]
    before = [(family, family.allowed) for family in families]
    for family, allowed in before:
        if allowed is not None and np.dtype(np.float32) in allowed:
            family.allowed = allowed | {np.dtype(np.float64)}
    try:
        yield
    finally:
        for family, allowed in before:
            family.allowed = allowed


def _others() -> list[Call]:
    """Calls of what has no gradient, and polynomials at zeros."""
    x, b, i = plain("float64", (2, 3)), plain("bool", (2, 3)), plain("int32", (2, 3))
    names = (
        "math.less",
        "math.less_equal",
        "math.greater",
        "math.greater_equal",
        "math.equal",
        "math.not_equal",
        "math.floordiv",
    )
    rows = ([[0.0, 2.0, 3.0]], [[0.0, 0.0, 3.0]], [[2.0, 0.0, 3.0], [1.0, 4.0, 0.0]])
    return [
        *(Call(name, (x, x[::-1].copy())) for name in names),
        *(Call(name, (x,)) for name in ("math.abs", "math.sign", "math.ceil", "math.rint",
        "math.is_nan", "math.is_inf", "nn.relu", "math.negative", "identity",
        "stop_gradient")),
        *(Call(name, (x,)) for name in ("zeros_like", "ones_like", "shape", "size", "rank", "where")),
        *(Call(name, (b, ~b)) for name in ("math.logical_and", "math.logical_or", "&", "|", "^")),
        *(Call(name, (i, i[::-1].copy())) for name in ("&", "|", "^")),
        *(Call(name, (y,)) for name, y in (("~", i), ("math.logical_not", b))),
        *(Call(name, (np.array(row),), {"axis": 1}) for name in ("math.cumprod",
        "math.reduce_prod") for row in rows),
        *(Call(name, (plain("complex128", (2, 3)),)) for name in ("math.conj", "math.real", "math.imag",
        "math.angle", "math.abs")),
        Call("ensure_shape", (x, As((2, None)))), Call("debugging.check_numerics", (x, As("")),),
        Call("bitcast", (x,), {"type": "int64"}),
        Call("saturate_cast", (x,), {"dtype": "int8"}),
        Call("complex", (x, x[::-1].copy())),
        Call("range", tuple(As(np.float64(number)) for number in (1.5, 4.0, 0.5))),
    ]  # fmt: skip


def _doubled(operand: Any) -> Any:
    match operand:
        case np.ndarray() if operand.dtype == np.float32:
            return operand.astype(np.float64)
        case Cell(value) if value.dtype.kind != "c":
            return Cell(value.astype(np.float64))
        case list():
            return [_doubled(x) for x in operand]
    return operand


def floats(arrays: list[Any]) -> list[tuple[int, int | None]]:
    """Where floating operands stand: the slot, and the number within a list."""
    places: list[tuple[int, int | None]] = []
    for i, x in enumerate(arrays):
        items = enumerate(x) if isinstance(x, list) else ((None, x),)
        places += [(i, k) for k, item in items if isinstance(item, np.ndarray) and item.dtype.kind == "f"]
    return places


def at(arrays: list[Any], place: tuple[int, int | None]) -> Any:
    i, k = place
    return arrays[i] if k is None else arrays[i][k]


def _suits(primitive: Primitive, arrays: list[Any]) -> bool:
    kinds = {np.dtype(np.float64), *(family.only for family in primitive.families)}
    inside = [at(arrays, place) for place in floats(arrays)]
    return all(x.dtype in kinds and np.isfinite(x).all() for x in inside)


def _alike(arrays: list[Any], others: list[Any]) -> bool:
    """Whether the floating operands have the same shapes."""
    shapes, other_shapes = ([np.shape(at(a, place)) for place in floats(a)] for a in (arrays, others))
    return shapes == other_shapes
