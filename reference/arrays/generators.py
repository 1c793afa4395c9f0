"""GENERATORS: tensors of zeros and ones, ranges, and shapes as tensors.

There is no path through any of them.
"""

from typing import Annotated

import numpy as np

from ..dtypes import FLOATING, INDICES, as_dtype
from ..errors import InvalidArgumentError, error
from ..math.basics import cast
from ..math.comparisons import no_path
from ..operands import Anything, Broadcasts, DtypeName, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .arguments import vector


def zeros(shape, dtype="float32", name=None):
    """Zeros in `shape`."""
    return Tensor(np.zeros(vector(shape, lone=True), as_dtype(dtype).numpy))


def ones(shape, dtype="float32", name=None):
    """Ones in `shape`."""
    return Tensor(np.ones(vector(shape, lone=True), as_dtype(dtype).numpy))


@primitive("raw_ops.ZerosLike", internal=True, rounds=False)
def _zeros_like(x: Annotated[Tensor, Anything()]):
    """Zeros in the shape and dtype of x"""
    return np.zeros(x.shape, x.dtype)


@primitive("raw_ops.OnesLike", internal=True, rounds=False)
def _ones_like(x: Annotated[Tensor, Anything()]):
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
def shape(input: Annotated[Tensor, Anything()], out_type: Annotated[str | None, DtypeName()] = None):
    """The sizes of x's axes.  Raises InvalidArgumentError for an `out_type` that is not int."""
    dtype = as_dtype("int32" if out_type is None else out_type)
    if dtype not in INDICES:
        raise error(InvalidArgumentError, f"{dtype.name} is not in the list of allowed values: int32, int64")
    return np.array(input.shape, dtype.numpy)


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

    Quirk: the name of a dtype raises AttributeError, only the dtype will do.
    """
    x = convert_to_tensor(input)
    if isinstance(out_type, str):
        raise error(AttributeError, "'str' object has no attribute 'as_numpy_dtype'")
    return _size(x, "int32" if out_type is None else as_dtype(out_type).name)


@primitive("rank", rounds=False)
def rank(input: Annotated[Tensor, Anything()]):
    """The number of x's axes"""
    return np.array(input.ndim, np.int32)


@primitive("raw_ops.Range", internal=True)
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
    count = int(np.ceil((limit - start) / delta))
    return (start + np.arange(count) * delta).astype(start.dtype)


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
