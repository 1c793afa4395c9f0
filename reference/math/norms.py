"""NORMS: lengths of vectors and matrices, normalising, and clipping by them."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from ..arrays.generators import ones_like
from ..arrays.joining import stack
from ..arrays.shaping import expand_dims, reshape, squeeze, transpose
from ..dtypes import FLOATING, INEXACT, bfloat16
from ..errors import InvalidArgumentError, error, said_by_python
from ..operands import Among, Axes, Flag, Floats, Numbers, Several
from ..primitive import composed, flushed, primitive
from ..slices import IndexedSlices
from ..tensor import Tensor, constant, convert_to_tensor
from .arithmetic import identity, multiply, pow, square, truediv
from .basics import abs, cast
from .comparisons import greater
from .complexes import complex, conj, imag, real
from .elementwise import sqrt
from .powers import rsqrt
from .reductions import added, axes_of, in_order, kept, reduce_max, reduce_sum, unseeing
from .selection import maximum, minimum, where

VECTOR_NORMS, MATRIX_NORMS = ("euclidean", 1, 2, np.inf), ("euclidean", "fro", 1, 2, np.inf)


@composed("norm", "linalg.norm")
def norm(
    tensor: Annotated[Tensor, Floats(dtypes=INEXACT)],
    ord: Annotated[str | float, Among("euclidean", 1, np.inf, 3.0, 0.5)] = "euclidean",
    axis: Annotated[int | None, Axes("tensor")] = None,
    keepdims: Annotated[bool | None, Flag()] = None,
    name=None,
):
    """y = (Σ |x|^ord)^(1/ord), max |x| for ord = inf; over two axes, a norm of matrices.

    The Euclidean one is √Σ x², whose gradient at 0 is nan.  Raises ValueError for an `ord` or `axis` that has
    no norm.
    """
    of_matrices = isinstance(axis, list | tuple) and len(axis) == 2
    axes = _norm_axes(axis, ord, of_matrices)
    x = convert_to_tensor(tensor)
    y = _norm(x, ord, axes, of_matrices)
    return y if keepdims else squeeze(y, axes)


def _norm_axes(axis, ord, of_matrices):
    if of_matrices:
        if not all(isinstance(a, int) for a in axis) or axis[0] == axis[1]:
            raise error(ValueError, f"'axis' must be None, an int, or two different ints, got {axis}")
        if ord not in MATRIX_NORMS:
            raise error(ValueError, f"'ord' must be a supported matrix norm in {MATRIX_NORMS}, got {ord}")
        return tuple(axis)
    if not (isinstance(axis, int) or axis is None):
        raise error(ValueError, f"'axis' must be None, an int, or two different ints, got {axis}")
    if ord not in VECTOR_NORMS and not _is_positive(ord):
        raise error(ValueError, f"'ord' must be a supported vector norm, got {ord}")
    return None if axis is None else (axis,)


def _is_positive(ord):
    with said_by_python():
        return bool(np.isreal(ord)) and not ord <= 0


def _norm(x, ord, axes, of_matrices):
    """The norm, with the axes that it is over kept as axes of size 1."""
    if ord in ("fro", "euclidean", 2):
        if of_matrices and ord == 2:
            return _largest_singular_value(x, axes)
        return sqrt(reduce_sum(x * conj(x), axes, True))
    size = abs(x)
    first = None if axes is None else axes[0]
    if ord == 1:
        sums = reduce_sum(size, first, True)
        return reduce_max(sums, axes[-1], True) if of_matrices else sums
    if ord == np.inf:
        return reduce_max(reduce_sum(size, axes[1], True) if of_matrices else size, first, True)
    return pow(reduce_sum(pow(size, ord), axes, True), 1.0 / ord)


def _largest_singular_value(x, axes):
    """The 2-norm of matrices in two axes.  Raises InvalidArgumentError for axes that there are not."""
    from ..linalg.singular_values import singular_values

    if not all(-x.ndim <= a < x.ndim for a in axes):
        raise error(InvalidArgumentError, f"axes {axes} of a tensor of shape {x.shape}")
    last = [a % x.ndim for a in axes]
    order = [*(a for a in range(x.ndim) if a not in last), *last]
    largest = reduce_max(abs(singular_values(transpose(x, order))), -1, True)
    return transpose(expand_dims(largest, -1), np.argsort(order).tolist())


@primitive("math.reduce_euclidean_norm", accumulates=True)
def reduce_euclidean_norm(
    input_tensor: Annotated[Tensor, Numbers()],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
):
    """y = √Σ |x|², of ints rounded down; bfloat16 in float32.  The gradient at 0 is nan."""
    x = input_tensor.astype(np.float32) if input_tensor.dtype == bfloat16.numpy else input_tensor
    squares = added(flushed(x * np.conj(x)), axes_of(axis, x.ndim), keepdims)
    return np.sqrt(squares).astype(input_tensor.dtype)


@reduce_euclidean_norm.vjp
def _(ct, y, x, axis, keepdims):
    if not keepdims:
        shape = kept(x.shape, axes_of(axis, x.ndim))
        y, ct = reshape(y, shape), reshape(ct, shape)
    return (truediv(x, y / ct),)


reduce_euclidean_norm.vjp_unseeing(unseeing(reduce_euclidean_norm.rule))


@composed("math.l2_normalize", "linalg.l2_normalize", "nn.l2_normalize")
def l2_normalize(
    x: Annotated[Tensor, Floats(dtypes=INEXACT)],
    axis: Annotated[int | None, Axes("x")] = None,
    epsilon: Annotated[float, Among(1e-12, 1e-3, 1.0)] = 1e-12,
    name=None,
):
    """y = x / √max(Σ |x|², epsilon)"""
    x = convert_to_tensor(x)
    if x.dtype.is_complex:
        squares = reduce_sum(square(real(x)) + square(imag(x)), axis, True)
        inverse = rsqrt(maximum(squares, epsilon))
        return complex(multiply(real(x), inverse), multiply(imag(x), inverse))
    inverse = rsqrt(maximum(reduce_sum(square(x), axis, True), epsilon))
    return multiply(x, inverse)


@composed("clip_by_norm")
def clip_by_norm(
    t: Annotated[Tensor, Floats()],
    clip_norm: Annotated[float, Among(1.0, 1.5, 5.0, 0.0, -1.0)],
    axes: Annotated[int | None, Axes("t")] = None,
    name=None,
):
    """y = x c / max(‖x‖, c), so x itself where its norm is at most c; of slices, their rows.

    At x = 0 the norm counts as a constant.  A c below 0 is 0.  Raises ValueError where c has a larger shape
    than x.
    """
    values = convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t)
    clip_norm = _bound(clip_norm, values.dtype)
    squares = reduce_sum(values * values, axes, True)
    positive = greater(squares, 0)
    root = sqrt(where(positive, squares, ones_like(squares)))
    length = where(positive, root, squares)
    scaled = values * clip_norm
    if scaled.shape != values.shape:
        raise error(ValueError, f"Shapes {values.shape} and {scaled.shape} are incompatible")
    y = identity(scaled / maximum(length, clip_norm))
    return IndexedSlices(y, t.indices, t.dense_shape) if isinstance(t, IndexedSlices) else y


def _bound(clip_norm, dtype):
    if np.isscalar(clip_norm):
        with said_by_python():
            return 0 if clip_norm < 0 else clip_norm
    return cast(maximum(clip_norm, 0), dtype)


@primitive("nn.l2_loss", accumulates=True)
def l2_loss(t: Annotated[Tensor, Floats()]):
    """y = Σ x² / 2"""
    squares = np.square(t).reshape(-1)
    total = in_order(np.add, squares, (0,)) if t.dtype.itemsize == 2 else np.sum(squares)
    return np.asarray(total / 2, t.dtype)


@l2_loss.vjp
def _(ct, y, t):
    return (t * ct,)


@composed("linalg.global_norm")
def global_norm(t_list: Annotated[list[Tensor], Several(dtypes=FLOATING)], name=None):
    """y = √Σ x² over all tensors of a list; None is left out.  Raises TypeError for what is no list."""
    if not isinstance(t_list, Sequence) or isinstance(t_list, str):
        raise error(TypeError, f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    halves = reduce_sum(stack([l2_loss(_values(t)) for t in t_list if t is not None]))
    return sqrt(halves * constant(2.0, halves.dtype))


def _values(t):
    return convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t)


@composed("clip_by_global_norm")
def clip_by_global_norm(
    t_list: Annotated[list[Tensor], Several(dtypes=FLOATING)],
    clip_norm: Annotated[float, Among(1.0, 1.5, 5.0, 0.0)],
    use_norm=None,
    name=None,
):
    """ys = each x c / max(‖all x‖, c), and the norm ‖all x‖.

    None stays None, slices stay slices.  Where the norm is not finite, all are nan; at 0, so is the gradient.
    """
    if not isinstance(t_list, Sequence) or isinstance(t_list, str):
        raise error(TypeError, f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    use_norm = global_norm(t_list) if use_norm is None else use_norm
    scale = clip_norm * minimum(1.0 / use_norm, constant(1.0, use_norm.dtype) / clip_norm)
    scale = scale + (use_norm - use_norm)
    return [_scaled(t, scale) for t in t_list], use_norm


def _scaled(t, scale):
    if t is None:
        return None
    values = _values(t)
    y = identity(values * cast(scale, values.dtype))
    return IndexedSlices(y, t.indices, t.dense_shape) if isinstance(t, IndexedSlices) else y
