"""PRODUCTS of matrices."""

from typing import Annotated

import numpy as np

from ..arrays.arguments import flag
from ..errors import InvalidArgumentError, error
from ..operands import Flag, Multiplies, Numbers
from ..primitive import composed, primitive
from ..shapes import broadcast
from ..tensor import Tensor, convert_to_tensor


def _turned(x, turn):
    return np.swapaxes(x, -1, -2) if turn else x


def _check(a, b, shape_a, shape_b):
    if shape_a[-1] != shape_b[-2]:
        raise error(
            InvalidArgumentError, f"Matrix size-incompatible: In[0]: {list(a.shape)}, In[1]: {list(b.shape)}"
        )
    if broadcast(a.shape[:-2], b.shape[:-2]) is None:
        raise error(
            InvalidArgumentError,
            f"In[0] and In[1] must have compatible batch dimensions: {a.shape} vs. {b.shape}",
        )


def _product(a, b, turn_a, turn_b):
    if a.ndim < 2 or b.ndim < 2:
        raise error(
            InvalidArgumentError, f"In[0] and In[1] ndims must be >= 2: {list(a.shape)} vs. {list(b.shape)}"
        )
    x, y = _turned(a, turn_a), _turned(b, turn_b)
    _check(a, b, x.shape, y.shape)
    return np.einsum("...ij,...jk->...ik", x, y)  # term after term, as BLAS may not


@primitive("raw_ops.MatMul", internal=True, accumulates=True)
def _mat_mul(
    a: Annotated[Tensor, Numbers(least_rank=2)],
    b: Annotated[Tensor, Multiplies("a")],
    transpose_a: Annotated[bool, Flag()] = False,
    transpose_b: Annotated[bool, Flag()] = False,
):
    """c = a b, each transposed first where asked"""
    if a.ndim != 2 or b.ndim != 2:
        raise error(
            InvalidArgumentError, f"In[0] and In[1] must be matrices: {list(a.shape)} vs. {list(b.shape)}"
        )
    return _product(a, b, transpose_a, transpose_b)


@_mat_mul.vjp
def _(ct, c, a, b, transpose_a, transpose_b):
    return _cotangents(_mat_mul, ct, a, b, transpose_a, transpose_b)


def _cotangents(product, ct, a, b, turn_a, turn_b):
    return (
        lambda: product(b, ct, turn_b, True) if turn_a else product(ct, b, False, not turn_b),
        lambda: product(ct, a, True, turn_a) if turn_b else product(a, ct, not turn_a, False),
    )


@primitive("raw_ops.BatchMatMulV2", internal=True, accumulates=True)
def _batch_mat_mul(
    x: Annotated[Tensor, Numbers(least_rank=2)],
    y: Annotated[Tensor, Multiplies("x")],
    adj_x: Annotated[bool, Flag()] = False,
    adj_y: Annotated[bool, Flag()] = False,
):
    """c = x y for each matrix of two batches, which broadcast"""
    return _product(x, y, adj_x, adj_y)


@_batch_mat_mul.vjp
def _(ct, c, x, y, adj_x, adj_y):
    from ..arrays.shaping import reshape
    from ..broadcasting import repeated_axes
    from ..math.reductions import reduce_sum

    of_x, of_y = (answer() for answer in _cotangents(matmul, ct, x, y, adj_x, adj_y))
    batch_x, batch_y = x._array.shape[:-2], y._array.shape[:-2]
    if batch_x == batch_y:
        return of_x, of_y
    axes_x, axes_y = repeated_axes(batch_x, batch_y), repeated_axes(batch_y, batch_x)
    return reshape(reduce_sum(of_x, axes_x), x.shape), reshape(reduce_sum(of_y, axes_y), y.shape)


@composed("linalg.matmul", "matmul")
def matmul(
    a: Annotated[Tensor, Numbers(least_rank=2)],
    b: Annotated[Tensor, Multiplies("a")],
    transpose_a: Annotated[bool, Flag()] = False,
    transpose_b: Annotated[bool, Flag()] = False,
    adjoint_a=False,
    adjoint_b=False,
    name=None,
):
    """c = a b, or for each matrix of two batches.  Raises InvalidArgumentError where inner sizes differ."""
    if (transpose_a and adjoint_a) or (transpose_b and adjoint_b):
        raise error(ValueError, "Only one of transpose and adjoint can be True.")
    a = convert_to_tensor(a)
    b = convert_to_tensor(b, dtype_hint=a.dtype)
    turn_a = flag(transpose_a, "transpose_a") or flag(adjoint_a, "adjoint_a")
    turn_b = flag(transpose_b, "transpose_b") or flag(adjoint_b, "adjoint_b")
    if a.ndim <= 2 and b.ndim <= 2:
        return _mat_mul(a, b, turn_a, turn_b)
    for x, transposed in ((a, transpose_a), (b, transpose_b)):
        if transposed and x.dtype.is_bool:  # quirk: a batch is transposed by way of its conjugate
            raise error(TypeError, f"Expected numeric or variant tensor, got dtype {x.dtype!r}.")
    return _batch_mat_mul(a, b, turn_a, turn_b)
