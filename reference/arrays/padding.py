"""PADDING: a tensor with more entries before and after, and the way back."""

from typing import Annotated

import numpy as np

from ..array_operands import Paddings, Scalar
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..operands import Among, Anything, Internal
from ..primitive import composed, primitive
from ..tensor import Tensor, is_tensor
from .arguments import ints


def _pairs(paddings, rank):
    """How many entries before and after, for each axis.

    Raises InvalidArgumentError for anything but a pair of counts for each axis.
    """
    pairs = ints(paddings)
    if pairs.shape != (rank, 2):
        raise error(InvalidArgumentError, f"paddings of shape {list(pairs.shape)} do not fit rank {rank}")
    if pairs.size and pairs.min() < 0:
        raise error(InvalidArgumentError, f"Paddings must be non-negative: {pairs.tolist()}")
    return pairs


def _surrounded(x, paddings, value):
    pairs = _pairs(paddings, x.ndim)
    y = np.full(tuple(x.shape + pairs.sum(axis=1)) if x.ndim else (), value, x.dtype)
    _check_rank(pairs, y.size)
    y[tuple(slice(before, before + n) for before, n in zip(pairs[:, 0], x.shape, strict=True))] = x
    return y


def _check_rank(pairs, size):
    """Raises for more than six axes, those that lie next to each other without padding counting as one."""
    if len(pairs) > 8:
        raise error(UnimplementedError, f"inputs rank not in [0,8]: {len(pairs)}")
    padded = pairs.any(axis=1).tolist()
    if size and sum(here or i == 0 or padded[i - 1] for i, here in enumerate(padded)) > 6:
        raise error(InvalidArgumentError, f"Only ranks up to 6 supported, not {len(pairs)}")


@primitive("raw_ops.Pad", internal=True, rounds=False)
def pad_zeros(input: Annotated[Tensor, Anything()], paddings: Annotated[tuple, Internal()]):
    """y = x with zeros before and after, as many as the pair for each axis says"""
    return _surrounded(input, paddings, b"" if input.dtype.kind == "O" else 0)


@primitive("raw_ops.PadV2", internal=True, rounds=False)
def _pad_values(
    input: Annotated[Tensor, Anything()],
    paddings: Annotated[tuple, Internal()],
    constant_values: Annotated[Tensor, Scalar()],
):
    """y = x with `constant_values`, a scalar, before and after.  No path to the scalar."""
    if constant_values.ndim:
        raise error(InvalidArgumentError, f"constant_values must be a scalar, not {constant_values.shape}")
    return _surrounded(input, paddings, constant_values[()])


def _inner(ct, y, x, paddings, *_):
    from .slicing import slice_

    begin, sizes = ints(paddings)[:, 0], np.array(x._array.shape, np.int64)
    return (slice_(ct, Tensor(begin.astype(np.int64)), Tensor(sizes)),)


pad_zeros.vjp(_inner)
_pad_values.vjp(lambda *arguments: (*_inner(*arguments), None))


def _sources(shape, paddings, mode):
    """For each entry of the padded tensor, which one of a tensor of `shape` it mirrors."""
    if len(shape) > 5:
        raise error(UnimplementedError, f"inputs rank not in [0,5]: {len(shape)}")
    pairs = _pairs(paddings, len(shape))
    mode = _mode(mode)
    for (before, after), n in zip(pairs.tolist(), shape, strict=True):
        if max(before, after) > n - (mode == "reflect"):
            raise error(InvalidArgumentError, f"paddings {before}, {after} are too large to mirror {n}")
    numbers = np.arange(int(np.prod(shape, dtype=int))).reshape(shape)
    if not numbers.ndim:
        return numbers
    return np.pad(numbers, pairs, mode) if numbers.size else np.zeros(shape + pairs.sum(axis=1), int)


def _mode(mode):
    if mode not in ("REFLECT", "SYMMETRIC"):
        raise error(InvalidArgumentError, f"mode must be REFLECT or SYMMETRIC, not {mode!r}")
    return mode.lower()


@primitive("raw_ops.MirrorPad", internal=True, rounds=False)
def _mirror_pad(
    input: Annotated[Tensor, Anything()],
    paddings: Annotated[tuple, Internal()],
    mode: Annotated[str, Internal()],
):
    """y = x mirrored before and after: "REFLECT" leaves the border out, "SYMMETRIC" repeats it"""
    sources = _sources(input.shape, paddings, mode)
    return input.reshape(-1)[sources].reshape(sources.shape)


@primitive("raw_ops.MirrorPadGrad", internal=True, accumulates=True)
def _mirror_pad_grad(
    input: Annotated[Tensor, Anything()],
    paddings: Annotated[tuple, Internal()],
    mode: Annotated[str, Internal()],
):
    """dx = each entry of dy added where it was mirrored from"""
    pairs = _pairs(paddings, input.ndim)
    shape = tuple(n - a - b for n, (a, b) in zip(input.shape, pairs.tolist(), strict=True))
    if (
        min(shape, default=1) < 1
    ):  # Quirk padded-nothing: empty tensors are padded, and have no way back (Q52).
        raise error(InvalidArgumentError, "Total paddings must be less than the input dimension size")
    dx = np.zeros(shape, input.dtype)
    np.add.at(dx.reshape(-1), _sources(shape, paddings, mode), input)
    return dx


_mirror_pad.vjp(lambda ct, y, x, paddings, mode: (_mirror_pad_grad(ct, paddings, mode),))
_mirror_pad_grad.vjp(lambda ct, dx, dy, paddings, mode: (_mirror_pad(ct, paddings, mode),))


@composed("pad")
def pad(
    tensor: Annotated[Tensor, Anything(1)],
    paddings: Annotated[tuple, Paddings("tensor")],
    mode: Annotated[str, Among("CONSTANT", "REFLECT", "SYMMETRIC", "constant")] = "CONSTANT",
    constant_values: Annotated[float, Among(0, 1, -2)] = 0,
    name=None,
):
    """y = x with entries before and after, as many as the pair for each axis says.

    They are `constant_values`, or mirrored.  Raises ValueError for another mode.
    """
    if not isinstance(mode, str):
        raise error(AttributeError, f"{type(mode).__name__!r} object has no attribute 'upper'")
    match mode.upper():
        case "CONSTANT":
            plain = not is_tensor(constant_values) and np.ndim(constant_values) == 0
            if plain and constant_values == np.zeros_like(constant_values):
                return pad_zeros(tensor, paddings)
            return _pad_values(tensor, paddings, constant_values)
        case "REFLECT" | "SYMMETRIC" as mirrored:
            return _mirror_pad(tensor, paddings, mirrored)
    raise error(ValueError, f'`mode` must be one of "CONSTANT", "REFLECT" or "SYMMETRIC", not {mode}')
