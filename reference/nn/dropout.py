"""DROPOUT: some entries become 0, at random, and the others larger, so that the mean stays."""

import numbers
from typing import Annotated

from ..dtypes import FLOATING
from ..errors import error
from ..math.arithmetic import multiply
from ..math.basics import cast
from ..math.comparisons import greater_equal
from ..math.selection import where
from ..operands import Among, Floats
from ..primitive import composed
from ..random.drawing import draw_nothing, stateless_uniform, uniform
from ..tensor import Tensor, convert_to_tensor, is_tensor


def _kept(x, rate):
    """`x` as it is where it stays, and the rate in its dtype."""
    if is_tensor(rate):
        rate = convert_to_tensor(rate)
        if rate.ndim:
            raise error(ValueError, f"rate must have rank 0, not shape {rate.shape}")
        if rate.dtype is not x.dtype:
            raise error(ValueError, f"`x.dtype` must be compatible with `rate.dtype`: {rate.dtype.name}")
        return x / (convert_to_tensor(1, x.dtype) - rate), rate
    if not isinstance(rate, numbers.Real):
        raise error(ValueError, f"`rate` must be a scalar or scalar tensor. Received: rate={rate}")
    return multiply(x, convert_to_tensor(1 / (1 - rate), x.dtype)), rate


def _shape(x, noise_shape):
    if noise_shape is None:
        return tuple(map(int, x.shape))
    if isinstance(noise_shape, list | tuple) and len(noise_shape) == x.ndim:
        return tuple(int(n) if m is None else m for m, n in zip(noise_shape, x.shape, strict=True))
    return noise_shape


def _dropped(x, rate, noise_shape, draw, skip):
    if isinstance(rate, numbers.Real) and not 0 <= rate < 1:
        raise error(ValueError, f"`rate` must be in the range [0, 1). Received: rate={rate}")
    x = convert_to_tensor(x)
    if x.dtype not in FLOATING:
        raise error(ValueError, f"`x.dtype` must be a floating one. Received: {x.dtype.name}")
    if isinstance(rate, numbers.Real) and rate == 0:
        skip()
        return x
    kept, rate = _kept(x, rate)
    chances = draw(shape=_shape(x, noise_shape), dtype=x.dtype)
    return where(greater_equal(chances, rate), kept, cast(0, x.dtype))


def dropout(x, rate, noise_shape=None, seed=None, name=None):
    """x/(1 - rate) or 0, this with probability `rate`; entries that `noise_shape` has once share their fate.

    Raises ValueError for a rate outside [0, 1) and for a dtype without fractions.
    """

    def draw(shape, dtype):
        return uniform(shape, dtype=dtype, seed=seed)

    return _dropped(x, rate, noise_shape, draw, lambda: draw_nothing(seed))


def general_dropout(x, rate, uniform_sampler, noise_shape=None, name=None):
    """As `dropout`, with numbers from 0 to 1 that `uniform_sampler` gives for a shape and a dtype."""
    return _dropped(x, rate, noise_shape, uniform_sampler, lambda: None)


@composed("nn.experimental.stateless_dropout")
def stateless_dropout(
    x: Annotated[Tensor, Floats()],
    rate: Annotated[float, Among(0.4, 0.0, 0.5, 0.75)],
    seed: Annotated[tuple, Among((1, 2), (3, 4), (0, 7))],
    rng_alg=None,
    noise_shape=None,
    name=None,
):
    """As `dropout`, a function of a seed of two ints."""

    def draw(shape, dtype):
        return stateless_uniform(shape, seed, dtype=dtype)

    return _dropped(x, rate, noise_shape, draw, lambda: None)
