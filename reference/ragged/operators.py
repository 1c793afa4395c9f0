"""OPERATORS: what works on each element of a ragged tensor, and what broadcasts beside one.

A dimension whose rows differ in length takes another one of the same lengths, or of size 1; shapes are
matched from the last dimension on.  Raises InvalidArgumentError for others.
"""

import math

import numpy as np

from ..arrays.gathering import gather
from ..arrays.shaping import reshape
from ..dtypes import int64
from ..errors import InvalidArgumentError, error
from ..math import arithmetic, basics, comparisons
from ..tensor import Tensor
from . import partition
from .slicing import index
from .tensor import RaggedTensor, as_ragged

UNARY = (
    "math.abs", "math.angle", "math.ceil", "math.conj", "math.cos", "math.erfc", "math.exp", "math.expm1",
    "math.floor", "math.imag", "math.is_finite", "math.is_inf", "math.is_nan", "math.log", "math.log1p",
    "math.log_sigmoid", "math.logical_not", "math.negative", "math.real", "math.reciprocal", "math.rint",
    "math.round", "math.rsqrt", "math.sigmoid", "math.sign", "math.sin", "math.softplus", "math.softsign",
    "math.sqrt", "math.square", "math.tanh", "nn.elu", "nn.gelu", "nn.leaky_relu", "nn.relu", "nn.relu6",
    "nn.selu", "nn.silu", "nn.sigmoid", "nn.softplus", "nn.softsign", "cast", "identity", "stop_gradient",
    "zeros_like", "ones_like", "clip_by_value",
)  # fmt: skip
BINARY = (
    "math.add", "math.subtract", "math.multiply", "math.truediv", "math.divide", "math.divide_no_nan",
    "math.floordiv", "math.floormod", "math.pow", "math.maximum", "math.minimum", "math.squared_difference",
    "math.equal", "math.not_equal", "math.less", "math.less_equal", "math.greater", "math.greater_equal",
    "math.logical_and", "math.logical_or",
)  # fmt: skip


def _unary(operation, x, *attributes):
    return x.with_flat_values(operation(x.flat_values, *attributes))


def _binary(operation, x, y, *attributes):
    """Both broadcast to the rows of the ragged one, then the operation on flat values."""
    of = next(z for z in (x, y) if isinstance(z, RaggedTensor))
    x, y = (as_ragged(z, dtype_hint=of.dtype) for z in (x, y))
    x, y = _deepened(x, y), _deepened(y, x)
    of = next(z for z in (x, y) if isinstance(z, RaggedTensor))
    a, b = _flat_pair(x, y)
    return of.with_flat_values(operation(a, b, *attributes))


def _deepened(x, y):
    """`x`, once for each entry of those leading dimensions of the dense `y` that a ragged `x` lacks, and its
    row for each of y's where it has but one.

    Raises InvalidArgumentError where its rows are told in int32.
    """
    if not isinstance(x, RaggedTensor) or isinstance(y, RaggedTensor) or y.ndim < len(x.shape):
        return x
    *leading, wanted = y._array.shape[: y.ndim - len(x.shape) + 1]
    rows = len(x.row_splits._array) - 1
    repeats = wanted if rows == 1 else 1
    if not leading and repeats == 1:
        return x
    if x.row_splits.dtype is not int64:
        raise error(InvalidArgumentError, "cannot multiply lengths of int32 by sizes of int64")
    count = math.prod(leading) * repeats
    deep = gather(x.flat_values, Tensor(np.tile(np.arange(len(x.flat_values._array)), count)))
    for splits in reversed(x.nested_row_splits):
        deep = RaggedTensor.from_row_lengths(deep, np.tile(partition.lengths_of(splits), count))
    sizes = (*leading, rows * repeats)
    for depth in range(len(leading), 0, -1):
        starts = np.arange(math.prod(leading[:depth]) + 1) * sizes[depth]
        deep = RaggedTensor._of(deep, Tensor(starts), np.int64(sizes[depth]))
    return deep


def _flat_pair(x, y):
    """The flat values of both, gathered row by row unless both have the very same rows, or one is a tensor of
    fewer dimensions than the flat values of the other."""
    if isinstance(x, RaggedTensor) and isinstance(y, RaggedTensor):
        if all(a is b for a, b in zip(x.nested_row_splits, y.nested_row_splits, strict=False)):
            return x.flat_values, y.flat_values
        _require_same(x, y)
        return _each(x), _each(y)
    if isinstance(y, RaggedTensor):
        return _flat_pair(y, x)[::-1]
    if y.ndim < x.flat_values.ndim:
        return x.flat_values, y
    repeated = _repeated(y, x)
    return _each(x), repeated


def _each(ragged):
    return gather(ragged.flat_values, Tensor(np.arange(len(ragged.flat_values._array))))


def _require_same(x, y):
    splits = [[s._array.tolist() for s in z.nested_row_splits] for z in (x, y)]
    if len(x.shape) != len(y.shape) or splits[0] != splits[1]:
        raise error(InvalidArgumentError, "Unable to broadcast: rows of other lengths")


def _repeated(x, ragged):
    """A row of the dense `x` for each flat value of `ragged`."""
    outer, shape = ragged.ragged_rank + 1, x._array.shape
    inner = len(ragged.shape) - outer
    if x.ndim > outer + inner:
        raise error(ValueError, "Incompatible with shape: rank mismatch")
    sizes = (1,) * (outer + inner - x.ndim) + shape
    flat = reshape(x, (-1, *sizes[outer:]))
    place = rows = np.arange(len(ragged.row_splits._array) - 1)
    place = _along(rows, sizes[0], len(rows))
    leading = x.ndim < outer + inner
    for splits, size in zip(ragged.nested_row_splits, sizes[1:outer], strict=True):
        ids = partition.rowids_of(splits)
        column = np.arange(len(ids)) - splits._array[:-1][ids]
        lengths = set(partition.lengths_of(splits).tolist())
        place = place[ids] * size + _along(column, size, size if lengths <= {size} and not leading else None)
    return gather(flat, Tensor(place))


def _along(numbers, size, wanted):
    if size == 1:
        return np.zeros_like(numbers)
    if size != wanted:
        raise error(InvalidArgumentError, f"Unable to broadcast: dimension size mismatch: {size}, {wanted}")
    return numbers


def _equal(x, y):
    return False if y is None else comparisons.equal(x, y)


def _not_equal(x, y):
    return True if y is None else comparisons.not_equal(x, y)


def _reflected(function):
    return lambda y, x: function(x, y)


_PYTHON = {
    "add": arithmetic.add,
    "sub": arithmetic.subtract,
    "mul": arithmetic.multiply,
    "truediv": arithmetic.truediv,
    "floordiv": arithmetic.floordiv,
    "mod": arithmetic.floormod,
    "pow": arithmetic.pow,
    "and": comparisons.logical_and,
    "or": comparisons.logical_or,
}
_OTHERS = {
    "lt": lambda x, y: comparisons.less(x, y),
    "le": lambda x, y: comparisons.less_equal(x, y),
    "gt": lambda x, y: comparisons.greater(x, y),
    "ge": lambda x, y: comparisons.greater_equal(x, y),
    "eq": _equal,
    "ne": _not_equal,
    "neg": lambda x: arithmetic.negative(x),
    "abs": lambda x: basics.abs(x),
    "invert": lambda x: comparisons.logical_not(x),
    "getitem": index,
}
for _name, _function in _PYTHON.items():
    setattr(RaggedTensor, f"__{_name}__", lambda x, y, f=_function: f(x, y))
    setattr(RaggedTensor, f"__r{_name}__", _reflected(_function))
for _name, _function in _OTHERS.items():
    setattr(RaggedTensor, f"__{_name}__", _function)
RaggedTensor.handlers.update(dict.fromkeys(UNARY, _unary))
RaggedTensor.handlers.update(dict.fromkeys(BINARY, _binary))
