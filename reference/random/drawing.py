"""DRAWING: random numbers of a shape, scaled; paths lead to the bounds, the mean and the deviation.

The `stateless_` ones are functions of a seed of two ints.  The others draw from a source for each operation,
dtype and seed, which goes on from call to call until `set_seed`.
"""

import math
import random as python_random

from ..arrays.arguments import positions, vector
from ..dtypes import FLOATING, as_dtype
from ..errors import InvalidArgumentError, error
from ..tensor import Tensor, convert_to_tensor
from . import philox

DEFAULT = 87654321  # what stands for the global seed where there is only one of an operation
_LARGEST = 2**31 - 1


class _State:
    """The global seed, numbers that it gives operations without a seed, and how far each source is."""

    seed: int | None = None
    numbers = python_random.Random()
    sources: dict = {}  # noqa: RUF012


def set_seed(seed):
    """All sources begin anew.  Takes anything, as TensorFlow does; only ints have an effect here."""
    _State.seed = seed if isinstance(seed, int) else None
    _State.numbers = python_random.Random(seed if isinstance(seed, int) else None)
    _State.sources = {}


def _seeds(seed):
    if _State.seed is None and seed is None:
        return python_random.getrandbits(62), python_random.getrandbits(62)
    if seed is None:
        seed = _State.numbers.randint(0, _LARGEST)
    first = DEFAULT if _State.seed is None else _State.seed
    pair = first % _LARGEST, int(seed) % _LARGEST
    return pair if any(pair) else (0, _LARGEST)


def draw_nothing(seed):
    """Uses up what a call without a seed of its own would."""
    _seeds(seed)


def shape_sizes(shape):
    sizes = vector(shape, lone=True)
    if min(sizes, default=0) < 0:
        raise error(InvalidArgumentError, f"{list(sizes)} is no shape")
    return sizes


def floating(dtype):
    dtype = as_dtype(dtype)
    if dtype not in FLOATING:
        raise error(ValueError, f"Argument `dtype` got invalid value {dtype.name}.")
    return dtype


def drawn(distribution, source, sizes, dtype):
    return Tensor(distribution(source, math.prod(sizes), dtype).reshape(sizes))


def of_pair(seed):
    """The source of a seed of two ints.  Raises InvalidArgumentError for any other shape."""
    pair = positions(convert_to_tensor(seed))
    if pair.shape != (2,):
        raise error(InvalidArgumentError, f"seed must have shape [2], not {list(pair.shape)}")
    return philox.Source.of_pair(pair)


def _of_pair(distribution, shape, seed, dtype):
    source = of_pair(seed)
    return drawn(distribution, source, shape_sizes(shape), dtype)


def going_on(distribution, count, blocks, seed, dtype):
    """What a source of an operation and its seed draws next; it takes so many `blocks` of it."""
    name = (distribution.__name__, dtype and dtype.name, *_seeds(seed))
    source = _State.sources.get(name) or philox.Source.of_ints(*name[2:])
    y = distribution(source, count, dtype)
    _State.sources[name] = source.skip(blocks)
    return y


def _going_on(distribution, shape, seed, dtype):
    sizes = shape_sizes(shape)
    count = math.prod(sizes)
    return Tensor(going_on(distribution, count, 256 * count, seed, dtype).reshape(sizes))


def _scaled(y, times, plus):
    return y * times + plus


def stateless_uniform(shape, seed, minval=0, maxval=None, dtype="float32", name=None, alg="auto_select"):
    """Numbers from `minval` to `maxval`, not included.  Raises ValueError for a dtype without fractions."""
    dtype = floating(dtype)
    low = convert_to_tensor(minval, dtype)
    high = convert_to_tensor(1 if maxval is None else maxval, dtype)
    return _scaled(_of_pair(philox.uniform, shape, seed, dtype), high - low, low)


def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype="float32", name=None, alg="auto_select"):
    """Numbers of a normal distribution."""
    dtype = floating(dtype)
    mean, stddev = convert_to_tensor(mean, dtype), convert_to_tensor(stddev, dtype)
    return _scaled(_of_pair(philox.normal, shape, seed, dtype), stddev, mean)


def stateless_truncated_normal(
    shape, seed, mean=0.0, stddev=1.0, dtype="float32", name=None, alg="auto_select"
):
    """As `stateless_normal`, without numbers two deviations and more away from the mean."""
    dtype = floating(dtype)
    mean, stddev = convert_to_tensor(mean, dtype), convert_to_tensor(stddev, dtype)
    return _scaled(_of_pair(philox.truncated_normal, shape, seed, dtype), stddev, mean)


def uniform(shape, minval=0, maxval=None, dtype="float32", seed=None, name=None):
    """Numbers from `minval` to `maxval`, not included.  Raises ValueError for a dtype without fractions."""
    dtype = floating(dtype)
    high = 1 if maxval is None else maxval
    y = _going_on(philox.uniform, shape, seed, dtype)
    if isinstance(minval, int) and minval == 0:
        return y if isinstance(high, int) and high == 1 else y * convert_to_tensor(high, dtype)
    low = convert_to_tensor(minval, dtype)
    return _scaled(y, convert_to_tensor(high, dtype) - low, low)


def normal(shape, mean=0.0, stddev=1.0, dtype="float32", seed=None, name=None):
    """Numbers of a normal distribution."""
    dtype = floating(dtype)
    mean, stddev = convert_to_tensor(mean, dtype), convert_to_tensor(stddev, dtype)
    return _scaled(_going_on(philox.normal, shape, seed, dtype), stddev, mean)


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype="float32", seed=None, name=None):
    """As `normal`, without numbers two deviations and more away from the mean."""
    dtype = floating(dtype)
    mean, stddev = convert_to_tensor(mean, dtype), convert_to_tensor(stddev, dtype)
    return _scaled(_going_on(philox.truncated_normal, shape, seed, dtype), stddev, mean)
