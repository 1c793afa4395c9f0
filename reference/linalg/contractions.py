"""CONTRACTIONS: products summed over axes that two tensors share, composed of matrix products."""

from typing import Annotated

import numpy as np

from ..array_operands import Contraction, Contracts, MultipliesVector
from ..arrays.gathering import check_range
from ..arrays.shaping import expand_dims, reshape, squeeze, transpose
from ..errors import InvalidArgumentError, error
from ..operands import Flag, Numbers
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from .products import matmul


@composed("linalg.matvec")
def matvec(
    a: Annotated[Tensor, Numbers(least_rank=2)],
    b: Annotated[Tensor, MultipliesVector("a", "transpose_a", "adjoint_a")],
    transpose_a: Annotated[bool, Flag()] = False,
    adjoint_a: Annotated[bool, Flag()] = False,
    a_is_sparse=False,
    b_is_sparse=False,
    name=None,
):
    """c = a b for a matrix and a vector, or for each of two batches"""
    product = matmul(a, expand_dims(b, -1), transpose_a=transpose_a, adjoint_a=adjoint_a)
    return squeeze(product, -1)


@composed("linalg.tensordot", "tensordot")
def tensordot(
    a: Annotated[Tensor, Numbers()],
    b: Annotated[Tensor, Contracts("a")],
    axes: Annotated[int | tuple, Contraction("a", "b")],
    name=None,
):
    """c = Σ of products over `axes`: the last n of `a` and first n of `b`, or a list for each of them.

    Raises ValueError where the lists differ in length, InvalidArgumentError where sizes do.

    Quirk axes-in-a-list: an axis out of range raises IndexError in a list, InvalidArgumentError in a tensor
    (Q28).
    """
    a, b = convert_to_tensor(a), convert_to_tensor(b)
    of_a, of_b = _axes(a, axes)
    first, free_a = _matrix(a, of_a, flipped=False)
    second, free_b = _matrix(b, of_b, flipped=True)
    product = matmul(first, second)
    free = (*free_a, *free_b)
    is_static = isinstance(of_a, list) and isinstance(of_b, list)
    return product if is_static and product._array.shape == free else reshape(product, free)


def _axes(a, axes):
    """The axes of each: two lists, or two tensors of ints."""
    if isinstance(axes, int | np.integer):
        if axes < 0:
            raise error(ValueError, f"`axes` must be at least 0. Received: {axes}.")
        if axes > a.ndim:
            raise error(ValueError, f"`axes` must not be larger than the number of dimensions of {a}")
        return list(range(a.ndim - axes, a.ndim)), list(range(axes))
    if not isinstance(axes, list | tuple):
        axes = convert_to_tensor(axes, dtype="int32")
        return axes[0], axes[1]
    if len(axes) != 2:
        raise error(ValueError, f"`axes` must be an integer or have length 2. Received {axes}.")
    of_a, of_b = axes
    if isinstance(of_a, int | np.integer) and isinstance(of_b, int | np.integer):
        return [of_a], [of_b]
    for numbers in (of_a, of_b):
        if not hasattr(numbers, "__len__"):
            raise error(TypeError, f"object of type {type(numbers).__name__!r} has no len()")
    if len(of_a) != len(of_b):
        raise error(
            ValueError, f"Different number of contraction axes `a` and `b`, {len(of_a)} != {len(of_b)}."
        )
    return of_a, of_b


def _matrix(x, axes, flipped):
    """`x` as a matrix whose columns (where `flipped`: rows) are what is summed over, and its other sizes."""
    shape, is_static = x._array.shape, isinstance(axes, list | tuple)
    axes = _static(axes, shape) if is_static else _dynamic(axes, shape)
    free = [i for i in range(len(shape)) if i not in axes]
    order = [*axes, *free] if flipped else [*free, *axes]
    if len(order) != len(shape):
        raise error(ValueError, f"axes {axes} are not axes of shape {shape}, each once")
    count, rest = (int(np.prod([shape[i] for i in some], dtype=int)) for some in (axes, free))
    sizes = (count, rest) if flipped else (rest, count)
    if not is_static or order != list(range(len(shape))):
        x = transpose(x, tuple(order))
    if not is_static or x._array.shape != sizes:
        x = reshape(x, sizes)
    return x, [shape[i] for i in free]


def _static(axes, shape):
    axes = [i if i >= 0 else i + len(shape) for i in axes]
    if any(not -len(shape) <= i < len(shape) for i in axes):
        raise error(IndexError, "list index out of range")
    return axes


def _dynamic(axes, shape):
    numbers = axes._array
    if numbers.ndim != 1:
        raise error(InvalidArgumentError, "y should be a 1D vector.")
    numbers = np.where(numbers >= 0, numbers, numbers + len(shape))
    check_range(numbers, len(shape))
    return numbers.tolist()
