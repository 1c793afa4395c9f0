"""PRODUCTS of matrices.

In half precision the terms are summed in float32.

Quirk bfloat16-is-cut-off: a sum of products is rounded to float16, but cut off for bfloat16 (Q27).
"""

from typing import Annotated

import ml_dtypes
import numpy as np

from ..arrays.arguments import flag
from ..dtypes import INDICES, INEXACT, int16, uint8, uint16, uint32, uint64
from ..errors import InvalidArgumentError, error
from ..math.complexes import conj
from ..operands import Flag, Multiplies, Numbers
from ..primitive import composed, primitive
from ..record import recording
from ..shapes import broadcast
from ..tensor import Tensor, convert_to_tensor

UNSERVED = (uint8, uint16, uint32, uint64)


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
    wide = np.float32 if a.dtype.itemsize == 2 and a.dtype.kind != "i" else a.dtype
    if x.size and y.size:
        product = np.einsum("...ij,...jk->...ik", x.astype(wide), y.astype(wide))  # in order, as BLAS may not
    else:  # of nothing, NumPy's einsum writes beside its result
        product = np.zeros((*broadcast(x.shape[:-2], y.shape[:-2]), x.shape[-2], y.shape[-1]), wide)
    return _cut_off(product) if a.dtype == ml_dtypes.bfloat16 else np.asarray(product, a.dtype)


def _cut_off(x):
    """float32 as bfloat16, towards zero; infinities and nan as they are."""
    bits = np.ascontiguousarray(x, np.float32).view(np.uint32) & np.uint32(0xFFFF0000)
    return np.where(np.isfinite(x), bits.view(np.float32), x).astype(ml_dtypes.bfloat16)


@primitive("raw_ops.MatMul", internal=True, accumulates=True)
def _mat_mul(
    a: Annotated[Tensor, Numbers(least_rank=2, dtypes=(*INEXACT, *INDICES), listed=UNSERVED)],
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
    a, b = conj(a), conj(b)
    return (
        lambda: (
            _mat_mul(b, ct, transpose_b, True) if transpose_a else _mat_mul(ct, b, False, not transpose_b)
        ),
        lambda: (
            _mat_mul(ct, a, True, transpose_a) if transpose_b else _mat_mul(a, ct, not transpose_a, False)
        ),
    )


@primitive("raw_ops.BatchMatMulV2", internal=True, accumulates=True)
def _batch_mat_mul(
    x: Annotated[Tensor, Numbers(least_rank=2, dtypes=(*INEXACT, int16, *INDICES), listed=UNSERVED)],
    y: Annotated[Tensor, Multiplies("x")],
    adj_x: Annotated[bool, Flag()] = False,
    adj_y: Annotated[bool, Flag()] = False,
):
    """c = x y for each matrix of two batches, which broadcast; each transposed and conjugated where asked"""
    return _product(np.conj(x) if adj_x else x, np.conj(y) if adj_y else y, adj_x, adj_y)


@_batch_mat_mul.vjp
def _(ct, c, x, y, adj_x, adj_y):
    from ..arrays.shaping import reshape
    from ..broadcasting import repeated_axes
    from ..math.reductions import reduce_sum

    of_x = matmul(y, ct, adjoint_a=adj_y, adjoint_b=True) if adj_x else matmul(ct, y, adjoint_b=not adj_y)
    of_y = matmul(ct, x, adjoint_a=True, adjoint_b=adj_x) if adj_y else matmul(x, ct, adjoint_a=not adj_x)
    batch_x, batch_y = x._array.shape[:-2], y._array.shape[:-2]
    if batch_x == batch_y:
        return of_x, of_y
    axes_x, axes_y = repeated_axes(batch_x, batch_y), repeated_axes(batch_y, batch_x)
    return reshape(reduce_sum(of_x, axes_x), x.shape), reshape(reduce_sum(of_y, axes_y), y.shape)


@composed("linalg.matmul", "matmul")
def matmul(
    a: Annotated[Tensor, Numbers(least_rank=2, dtypes=(*INEXACT, *INDICES))],
    b: Annotated[Tensor, Multiplies("a")],
    transpose_a: Annotated[bool, Flag()] = False,
    transpose_b: Annotated[bool, Flag()] = False,
    adjoint_a=False,
    adjoint_b=False,
    name=None,
):
    """c = a b, or for each matrix of two batches; an adjoint is transposed and conjugated.

    Raises InvalidArgumentError where inner sizes differ.
    """
    if (transpose_a and adjoint_a) or (transpose_b and adjoint_b):
        raise error(ValueError, "Only one of transpose and adjoint can be True.")
    if recording.function is None and hasattr(a, "_cell"):  # a variable is read once b is a tensor
        b = convert_to_tensor(b, dtype_hint=a.dtype)
    a = convert_to_tensor(a)
    b = convert_to_tensor(b, dtype_hint=a.dtype)
    turn_a = flag(transpose_a, "transpose_a") or flag(adjoint_a, "adjoint_a")
    turn_b = flag(transpose_b, "transpose_b") or flag(adjoint_b, "adjoint_b")
    are_matrices = a.ndim <= 2 and b.ndim <= 2
    undone = (adjoint_a, adjoint_b) if are_matrices else (transpose_a, transpose_b)
    a, b = (conj(x) if conjugated else x for x, conjugated in zip((a, b), undone, strict=True))
    return (_mat_mul if are_matrices else _batch_mat_mul)(a, b, turn_a, turn_b)
