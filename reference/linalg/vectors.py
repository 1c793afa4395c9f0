"""VECTORS: their cross products and directions."""

from typing import Annotated

import numpy as np

from ..dtypes import INEXACT, REAL
from ..errors import FailedPreconditionError, InvalidArgumentError, error
from ..math.basics import cast
from ..math.norms import norm
from ..matrix_operands import Triples
from ..operands import Among, Axes, Floats, Like
from ..primitive import composed, flushed, primitive
from ..tensor import Tensor, convert_to_tensor


@primitive("linalg.cross", accumulates=True)
def cross(a: Annotated[Tensor, Triples(dtypes=REAL)], b: Annotated[Tensor, Like("a")]):
    """y = a × b for vectors of three along the last axis.

    Raises InvalidArgumentError where shapes differ, FailedPreconditionError for other vectors.
    """
    if a.shape != b.shape or not a.ndim:
        raise error(InvalidArgumentError, f"Both inputs must be of same shape: {a.shape} vs. {b.shape}")
    if a.shape[-1] != 3:
        raise error(
            FailedPreconditionError, f"Cross-products are only defined for 3-element vectors: {a.shape}"
        )
    (p, q, r), (u, v, w) = (np.moveaxis(x, -1, 0) for x in (a, b))
    return np.stack(
        [flushed(q * w) - flushed(r * v), flushed(r * u) - flushed(p * w), flushed(p * v) - flushed(q * u)],
        -1,
    )


@cross.vjp
def _(ct, y, a, b):
    return cross(b, ct), cross(ct, a)


@composed("linalg.normalize")
def normalize(
    tensor: Annotated[Tensor, Floats(dtypes=INEXACT)],
    ord: Annotated[str | float, Among("euclidean", 1, np.inf, 3.0)] = "euclidean",
    axis: Annotated[int | None, Axes("tensor")] = None,
    name=None,
):
    """x / ‖x‖, and ‖x‖ with axes of size 1.  At 0 it is nan.

    Raises ValueError for an `ord` or `axis` that has no norm.
    """
    x = convert_to_tensor(tensor)
    size = cast(norm(x, ord, axis, keepdims=True), x.dtype)
    return x / size, size
