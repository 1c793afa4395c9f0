"""ELEMENTWISE: a sparse tensor times or by a dense one, and functions of its values."""

from typing import Annotated

import numpy as np

from ..arrays.scattering import gather_nd, scatter_nd
from ..arrays.shaping import dense as as_dense
from ..arrays.shaping import reshape
from ..errors import InvalidArgumentError, error
from ..math.arithmetic import multiply, realdiv, square
from ..operands import Internal, Numbers
from ..primitive import primitive
from ..tensor import Tensor, convert_to_tensor
from .tensor import SparseTensor

UNARY = (
    "math.abs", "math.negative", "math.sign", "math.sin", "math.tanh", "math.sqrt", "math.square",
    "math.expm1", "math.log1p", "math.exp", "math.log", "math.cos", "math.floor", "math.ceil", "math.round",
    "math.rint", "math.sigmoid", "math.softplus", "math.softsign", "math.rsqrt", "math.reciprocal",
    "math.conj", "math.real", "math.imag", "math.is_nan", "math.is_inf", "math.is_finite", "math.logical_not",
    "math.erfc", "nn.relu", "nn.relu6", "nn.elu", "nn.selu", "nn.leaky_relu", "nn.silu", "nn.gelu", "cast",
    "identity", "stop_gradient", "zeros_like", "ones_like",
)  # fmt: skip


def _unary(operation, x, *attributes):
    return x.with_values(operation(x.values, *attributes))


def times(sparse, other):
    """The sparse tensor of the products.  Raises ValueError for another dtype and beside another sparse one,
    InvalidArgumentError for a dense one that is larger or does not broadcast."""
    return _with_dense(_product, sparse, other)


def divided(sparse, other):
    """The sparse tensor of the quotients, where it has values; raises as `times`."""
    return _with_dense(_quotient, sparse, other)


def _with_dense(operation, sparse, other):
    other = convert_to_tensor(other, dtype=sparse.dtype)
    shape, sizes = sparse.dense_shape._array, other._array.shape
    added = len(shape) - len(sizes)
    inner = shape[max(added, 0) :]
    if added < 0 or any(n not in (1, m) for n, m in zip(sizes, inner, strict=True)):
        raise error(InvalidArgumentError, f"broadcasts dense to sparse only; got {shape} and {sizes}")
    places = np.where(np.array(sizes, int) == 1, 0, sparse.indices._array[:, added:])
    return sparse.with_values(operation(sparse.values, other, places.astype(np.int64)))


@primitive("raw_ops.SparseDenseCwiseMul", internal=True, on=lambda tf, x, y, at: x * tf.gather_nd(y, at))
def _product(
    sp_values: Annotated[Tensor, Numbers()],
    dense: Annotated[Tensor, Numbers()],
    places: Annotated[np.ndarray, Internal()],
):
    """y = each of `sp_values` times the element of `dense` at its place"""
    return sp_values * dense[tuple(places.T)]


@_product.vjp
def _(ct, y, values, dense, places):
    return (
        lambda: multiply(as_dense(ct), gather_nd(dense, Tensor(places))),
        lambda: _put(multiply(as_dense(ct), values), places, dense),
    )


@primitive("raw_ops.SparseDenseCwiseDiv", internal=True, on=lambda tf, x, y, at: x / tf.gather_nd(y, at))
def _quotient(
    sp_values: Annotated[Tensor, Numbers()],
    dense: Annotated[Tensor, Numbers()],
    places: Annotated[np.ndarray, Internal()],
):
    """y = each of `sp_values` divided by the element of `dense` at its place"""
    of = dense[tuple(places.T)]
    return sp_values / of if sp_values.dtype.kind not in "iu" else (sp_values // of).astype(sp_values.dtype)


@_quotient.vjp
def _(ct, y, values, dense, places):
    def by_dense():
        of = gather_nd(dense, Tensor(places))
        return _put(multiply(as_dense(ct), realdiv(-values, square(of))), places, dense)

    return lambda: realdiv(as_dense(ct), gather_nd(dense, Tensor(places))), by_dense


def _put(values, places, like):
    """Zeros in the shape of `like`, to which each value is added at its place."""
    if not like.ndim:
        return reshape(scatter_nd(Tensor(np.zeros((len(places), 1), np.int64)), values, (1,)), ())
    return scatter_nd(Tensor(places), values, like._array.shape)


def map_values(op, *args, **kwargs):
    """`op` of the values of all sparse arguments, which have the same indices.

    Raises InvalidArgumentError for other indices, ValueError without sparse arguments.
    """
    found = [x for x in (*args, *kwargs.values()) if isinstance(x, SparseTensor)]
    if not found:
        raise error(ValueError, "No SparseTensor in argument list of map_values")
    for other in found[1:]:
        if not np.array_equal(other.indices._array, found[0].indices._array):
            raise error(InvalidArgumentError, "Arguments have other indices")
    values = [x.values if isinstance(x, SparseTensor) else x for x in args]
    named = {k: x.values if isinstance(x, SparseTensor) else x for k, x in kwargs.items()}
    return found[0].with_values(op(*values, **named))


SparseTensor.handlers.update(dict.fromkeys(UNARY, _unary))
SparseTensor.handlers["math.multiply"] = lambda operation, x, y: (
    times(x, y) if isinstance(x, SparseTensor) else times(y, x)
)
SparseTensor.handlers["math.truediv"] = lambda operation, x, y, name=None: divided(x, y)
