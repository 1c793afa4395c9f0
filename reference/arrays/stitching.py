"""STITCHING: rows parted by numbers, rows put where their places say, rows laid side by side."""

from typing import Annotated

import numpy as np

from ..array_operands import Between
from ..errors import InvalidArgumentError, error
from ..moving_operands import PartNumbers, Pieces, Places
from ..operands import Anything
from ..primitive import composed, primitive
from ..record import record, recording
from ..tensor import Tensor, convert_to_tensor, is_tensor
from .arguments import whole
from .shaping import dense, reshape


@primitive("dynamic_partition", rounds=False)
def dynamic_partition(
    data: Annotated[Tensor, Anything(1)],
    partitions: Annotated[Tensor, PartNumbers("data", count="num_partitions")],
    num_partitions: Annotated[int, Between(1, 3)],
):
    """ys = for each number below `num_partitions` the rows of x that `partitions` gives this number.

    Raises InvalidArgumentError for a number out of range, and where shapes do not begin alike.
    """
    count = whole(num_partitions, "num_partitions")
    if count < 1 or data.shape[: partitions.ndim] != partitions.shape:
        raise error(
            InvalidArgumentError, f"{count} parts of {data.shape} by numbers of shape {partitions.shape}"
        )
    if partitions.size and not (0 <= partitions.min() and partitions.max() < count):
        raise error(InvalidArgumentError, f"partitions is not in [0, {count})")
    return tuple(data[partitions == number] for number in range(count))


@dynamic_partition.vjp
def _(cts, ys, data, partitions, num_partitions):
    cts = cts if isinstance(cts, list) else [cts]
    numbers = np.arange(partitions._array.size, dtype=np.int32).reshape(partitions._array.shape)
    places = dynamic_partition(Tensor(numbers), partitions, num_partitions)
    return lambda: reshape(_dynamic_stitch(places, cts), data._array.shape), None


@composed("dynamic_stitch")
def dynamic_stitch(
    indices: Annotated[list[Tensor], Places()], data: Annotated[list[Tensor], Pieces(at="indices")], name=None
):
    """`data` at the places that `indices` gives its rows.  Raises TypeError for what are no lists."""
    for given, what in ((indices, "indices"), (data, "data")):
        if not hasattr(given, "__len__") and not is_tensor(given):
            raise error(
                TypeError, f"Expected list for {what!r} argument to 'dynamic_stitch' Op, not {given!r}."
            )
    return _dynamic_stitch(indices, data)


@primitive("dynamic_stitch", rounds=False)
def _dynamic_stitch(
    indices: Annotated[list[Tensor], Places()], data: Annotated[list[Tensor], Pieces(at="indices")]
):
    """y = the rows of all `data` at the places that `indices` gives them, zeros between; of rows at one place
    the last.  To a row that another replaced leads no cotangent.

    Raises InvalidArgumentError for a negative place, and for rows whose shapes or lists whose lengths differ.
    """
    if len(indices) != len(data):
        raise error(InvalidArgumentError, f"{len(indices)} indices do not fit {len(data)} data")
    if not data:
        raise error(InvalidArgumentError, "there is nothing to stitch")
    rest = data[0].shape[indices[0].ndim :]
    if any(x.shape != i.shape + rest for i, x in zip(indices, data, strict=True)):
        raise error(
            InvalidArgumentError, f"data of shapes {[x.shape for x in data]} do not fit their indices"
        )
    size = max((int(i.max()) + 1 for i in indices if i.size), default=0)
    if any(i.size and i.min() < 0 for i in indices):
        raise error(InvalidArgumentError, "indices is out of range")
    y = np.full((size, *rest), b"" if data[0].dtype.kind == "O" else 0, data[0].dtype)
    for places, rows in zip(indices, data, strict=True):
        for place, row in zip(places.reshape(-1), rows.reshape((places.size, *rest)), strict=False):
            y[place] = row
    return y


@_dynamic_stitch.vjp
def _(ct, y, indices, data):
    from ..math.selection import where
    from .gathering import gather
    from .generators import zeros_like

    ct, cts = dense(ct), []
    for places, last in zip(indices, _lasting([i._array for i in indices]), strict=True):
        rows = gather(ct, places)
        if not last.all():
            mask = last.reshape(last.shape + (1,) * (rows.ndim - last.ndim))
            rows = where(Tensor(mask), rows, zeros_like(rows))
        cts.append(rows)
    return [None] * len(indices), cts


def _lasting(indices):
    """For each place, whether it is the last of its number among all."""
    flat = np.concatenate([i.reshape(-1) for i in indices])
    _, from_behind = np.unique(flat[::-1], return_index=True)
    last = np.zeros(flat.size, bool)
    last[flat.size - 1 - from_behind] = True
    sizes = np.cumsum([i.size for i in indices])[:-1]
    return [part.reshape(i.shape) for part, i in zip(np.split(last, sizes), indices, strict=True)]


class _ParallelConcat:
    """y = the operands along a new first axis"""

    name, optional_results = "ParallelConcat", ()

    def pull_back(self, entry, cts, needed):
        raise error(LookupError, f"gradient registry has no entry for: {self.name}")


def parallel_stack(values, name="parallel_stack"):
    """y = `values` along a new first axis, in a function.  It has no gradient.

    Raises RuntimeError outside of functions, ValueError for shapes that differ.
    """
    if recording.function is None:
        raise error(RuntimeError, "tf.parallel_stack() is not compatible with eager execution.")
    items = [convert_to_tensor(x) for x in values]
    if len({x._array.shape for x in items}) != 1:
        raise error(ValueError, f"shapes differ: {[x.shape for x in items]}")
    y = Tensor(np.stack([x._array for x in items]))
    record(_ParallelConcat(), tuple(items), (y,), ())
    return y
