"""GENERATORS: tensors of zeros and ones, ranges, and shapes as tensors.

There is no path through any of them.
"""

import math
from typing import Annotated

import numpy as np

from ..array_operands import Shape
from ..dtypes import BOOL, FLOATING, INDICES, NUMERIC, as_dtype
from ..errors import InvalidArgumentError, error
from ..graph import not_allowed
from ..math.basics import cast
from ..math.comparisons import no_path
from ..operands import Among, Anything, Broadcasts, DtypeName, Numbers, Several
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from ..values import ones as ones_array
from ..values import zeros as zeros_array
from .arguments import vector


def zeros(shape: Annotated[tuple, Shape()], dtype: Annotated[str, DtypeName()] = "float32", name=None):
    """Zeros in `shape`."""
    return _filled(shape, as_dtype(dtype), zeros_array)


def ones(shape: Annotated[tuple, Shape()], dtype: Annotated[str, DtypeName()] = "float32", name=None):
    """Ones in `shape`.  Raises TypeError for strings."""
    return _filled(shape, as_dtype(dtype), ones_array)


def _filled(shape, dtype, make):
    if not isinstance(shape, Tensor):
        shape = _shape_tensor(shape)
    sizes = vector(shape, lone=True)
    if min(sizes, default=0) < 0 or math.prod(sizes) >= 2**63:
        raise error(InvalidArgumentError, f"{list(sizes)} is no shape")
    return Tensor(make(sizes, dtype))


def _shape_tensor(shape):
    """A shape as a tensor: int32 where nothing says otherwise, int64 where sizes need it."""
    items = shape if isinstance(shape, list | tuple) else (shape,)
    if any(hasattr(item, "_array") for item in items):
        return convert_to_tensor(shape)
    is_large = all(isinstance(n, int) for n in items) and any(not -(2**31) <= n < 2**31 for n in items)
    return convert_to_tensor(shape, dtype="int64" if is_large and items is shape else "int32")


@primitive("raw_ops.ZerosLike", internal=True, rounds=False)
def _zeros_like(x: Annotated[Tensor, Anything()]):
    """Zeros in the shape and dtype of x; the empty string for strings"""
    return np.full(x.shape, b"", object) if x.dtype == object else np.zeros(x.shape, x.dtype)


@primitive("raw_ops.OnesLike", internal=True, rounds=False)
def _ones_like(x: Annotated[Tensor, Anything(dtypes=(*NUMERIC, *BOOL))]):
    """Ones in the shape and dtype of x"""
    return np.ones(x.shape, x.dtype)


@composed("zeros_like")
def zeros_like(
    input: Annotated[Tensor, Anything()], dtype: Annotated[str | None, DtypeName()] = None, name=None
):
    """Zeros in the shape of x, and in its dtype where none is given.

    Recorded only where the dtype is x's own.
    """
    x = convert_to_tensor(input)
    return _zeros_like(x) if dtype is None or as_dtype(dtype) is x.dtype else zeros(x.shape, dtype)


@composed("ones_like")
def ones_like(
    input: Annotated[Tensor, Anything()], dtype: Annotated[str | None, DtypeName()] = None, name=None
):
    """Ones in the shape of x, and in its dtype where none is given.

    Recorded only where the dtype is x's own.
    """
    x = convert_to_tensor(input)
    return _ones_like(x) if dtype is None or as_dtype(dtype) is x.dtype else ones(x.shape, dtype)


@primitive("shape", rounds=False)
def shape(
    input: Annotated[Tensor, Anything()],
    out_type: Annotated[str | None, Among(None, "int32", "int64")] = None,
):
    """The sizes of x's axes.  Raises InvalidArgumentError for an `out_type` that is not int."""
    dtype = as_dtype("int32" if out_type is None else out_type)
    if dtype not in INDICES:
        raise not_allowed(f"{dtype.name} is not in the list of allowed values: int32, int64")
    return np.array(input.shape, dtype.numpy)


@primitive("raw_ops.ShapeN", internal=True, rounds=False)
def _shape_n(input: Annotated[list[Tensor], Several()], out_type: Annotated[str, DtypeName()]):
    """The sizes of the axes of each of a list of tensors.  Raises InvalidArgumentError for an empty list."""
    dtype = as_dtype(out_type)
    if dtype.name not in ("int32", "int64") or not input:
        raise not_allowed(f"{dtype.name} is not in the list of allowed values: int32, int64")
    return tuple(np.array(x.shape, dtype.numpy) for x in input)


@composed("shape_n")
def shape_n(
    input: Annotated[list[Tensor], Several()],
    out_type: Annotated[str, Among("int32", "int64")] = "int32",
    name=None,
):
    """The sizes of the axes of each of a list of tensors.  Raises TypeError for a number in its place."""
    if not isinstance(input, list | tuple | Tensor | np.ndarray) and not hasattr(input, "_as_tensor"):
        raise error(TypeError, f"Expected list for 'input' argument to 'shape_n' Op, not {input!r}.")
    if not isinstance(input, list | tuple) and as_dtype(out_type) not in INDICES:
        raise error(TypeError, f"Expected list for 'input' argument to 'shape_n' Op, not {input!r}.")
    return _shape_n(input, as_dtype(out_type).name)


@primitive(
    "raw_ops.Size",
    internal=True,
    rounds=False,
    on=lambda tf, input, out_type: tf.size(input, as_dtype(out_type)),
)
def _size(input: Annotated[Tensor, Anything()], out_type: Annotated[str, DtypeName()]):
    """The number of x's elements"""
    return np.array(input.size, as_dtype(out_type).numpy)


@composed("size")
def size(
    input: Annotated[Tensor, Anything()], out_type: Annotated[str | None, DtypeName()] = None, name=None
):
    """The number of x's elements.

    Quirk size-by-name: the name of a dtype raises AttributeError, only the dtype will do (Q39).
    """
    x = convert_to_tensor(input)
    if isinstance(out_type, str):
        raise error(AttributeError, "'str' object has no attribute 'as_numpy_dtype'")
    return _size(x, "int32" if out_type is None else as_dtype(out_type).name)


@primitive("rank", rounds=False)
def rank(input: Annotated[Tensor, Anything()]):
    """The number of x's axes"""
    return np.array(input.ndim, np.int32)


def _count(start, limit, delta):
    with np.errstate(all="ignore"):
        return np.ceil((limit - start) / delta)


@primitive("raw_ops.Range", internal=True, decides=_count)
def _range(
    start: Annotated[Tensor, Numbers()],
    limit: Annotated[Tensor, Broadcasts("start")],
    delta: Annotated[Tensor, Broadcasts("start")],
):
    """start, start + delta, … before `limit`.

    Raises InvalidArgumentError where `delta` is 0 or leads away from it.
    """
    if start.ndim or limit.ndim or delta.ndim:
        raise error(InvalidArgumentError, "start, limit and delta must be scalars")
    if delta == 0 or (start > limit if delta > 0 else start < limit):
        raise error(InvalidArgumentError, f"no way from {start} to {limit} in steps of {delta}")
    return (start + np.arange(int(_count(start, limit, delta))) * delta).astype(start.dtype)


_shape_n.vjp(lambda cts, ys, input, out_type: ([None] * len(input),))
for _operation in (_zeros_like, _ones_like, shape, _size, rank):
    _operation.vjp(lambda ct, y, input, *_: (None,))
_range.vjp(no_path)


def range(start, limit=None, delta=1, dtype=None, name=None):
    """start, start + delta, … before `limit`; with one argument, from 0.

    Without `dtype`, in the widest of theirs.
    """
    if limit is None:
        start, limit = 0, start
    given = [x if isinstance(x, Tensor) else convert_to_tensor(x, dtype=dtype) for x in (start, limit, delta)]
    if dtype is None:
        order = (*INDICES, *FLOATING)
        if any(x.dtype not in order for x in given):
            raise error(AssertionError, "")
        dtype = max((x.dtype for x in given), key=order.index)
    return _range(*(cast(x, dtype) for x in given))
