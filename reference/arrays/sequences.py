"""SEQUENCES: the first entries of each slice, as many as its length says, backwards; values and how often
they come.
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..array_operands import Row
from ..dtypes import COMPLEX, as_dtype
from ..errors import InvalidArgumentError, error
from ..graph import not_allowed
from ..moving_operands import AxisBut, Lengths
from ..operands import Among, Anything, DtypeName, Internal
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .arguments import positions, whole
from .numbering import COUNTED, numbered

HIGHEST = 5  # rank that TensorFlow reverses so


@primitive("raw_ops.ReverseSequence", internal=True, rounds=False)
def _reverse_sequence(
    input: Annotated[Tensor, Anything(2)],
    seq_lengths: Annotated[tuple, Internal()],
    seq_dim: Annotated[int, Internal()],
    batch_dim: Annotated[int, Internal()] = 0,
):
    """y = x with the first entries of each slice along `batch_dim` backwards along `seq_dim`"""
    axis, batch = whole(seq_dim, "seq_dim"), whole(batch_dim, "batch_dim")
    lengths = positions(seq_lengths)
    if not (0 <= axis < input.ndim and 0 <= batch < input.ndim) or axis == batch or input.ndim > HIGHEST:
        raise error(InvalidArgumentError, f"axes {axis} and {batch} do not fit shape {input.shape}")
    if lengths.shape != input.shape[batch : batch + 1]:
        raise error(InvalidArgumentError, f"{lengths.tolist()} are no lengths of {input.shape[batch]} slices")
    if lengths.size and not (0 <= lengths.min() and lengths.max() <= input.shape[axis]):
        raise error(InvalidArgumentError, f"seq_lengths is not in [0, {input.shape[axis]}]")
    y = input.copy()
    for slice_, turned, n in zip(
        np.moveaxis(input, batch, 0), np.moveaxis(y, batch, 0), lengths, strict=True
    ):
        along = axis - (batch < axis)
        np.moveaxis(turned, along, 0)[:n] = np.moveaxis(slice_, along, 0)[:n][::-1]
    return y


_reverse_sequence.vjp(lambda ct, y, x, lengths, axis, batch: (_reverse_sequence(ct, lengths, axis, batch),))


@composed("reverse_sequence")
def reverse_sequence(
    input: Annotated[Tensor, Anything(2)],
    seq_lengths: Annotated[tuple, Lengths("input", axis="seq_axis", batch="batch_axis")],
    seq_axis: Annotated[int, AxisBut("input")],
    batch_axis: Annotated[int | None, AxisBut("input", other="seq_axis")] = None,
    name=None,
):
    """y = x with the first entries of each slice along `batch_axis` (0), as many as `seq_lengths` says,
    backwards along `seq_axis`.

    Raises InvalidArgumentError for axes that are the same, negative or beyond the last, and for lengths out
    of range; TypeError without `seq_axis`.
    """
    if isinstance(seq_lengths, list | tuple) and not seq_lengths:
        seq_lengths = convert_to_tensor(seq_lengths, dtype="int64")
    return _reverse_sequence(input, seq_lengths, seq_axis, 0 if batch_axis is None else batch_axis)


class UniqueWithCounts(NamedTuple):
    """What `unique_with_counts` returns."""

    y: Tensor
    idx: Tensor
    count: Tensor


@primitive("raw_ops.UniqueWithCounts", internal=True, rounds=False, decides=lambda x, *_: numbered(x)[1])
def _unique_with_counts(
    x: Annotated[Tensor, Anything(dtypes=COUNTED, listed=COMPLEX)], out_idx: Annotated[str, DtypeName()]
):
    """y = the values of a vector, each once; idx = which one each entry is; count = how often it comes"""
    first, idx = numbered(x)
    counts = np.bincount(idx, minlength=len(first))
    kind = as_dtype(out_idx).numpy
    return x[first], np.array(idx, kind), counts.astype(kind)


@composed("unique_with_counts")
def unique_with_counts(
    x: Annotated[Tensor, Row()], out_idx: Annotated[str, Among("int32", "int64")] = "int32", name=None
):
    """The values of a vector, each once (a nan every time), for each entry the number of its value, and how
    often each value comes.

    It has no gradient.  Raises InvalidArgumentError for anything but a vector.
    """
    kind = as_dtype(out_idx).name
    if kind not in ("int32", "int64"):
        convert_to_tensor(x)
        raise not_allowed(f"{kind} is not in the list of allowed values: int32, int64")
    return UniqueWithCounts(*_unique_with_counts(x, kind))
