"""VARIANTS of Fourier transforms, which `variants` knows with its own."""

from collections.abc import Iterator
from contextlib import ExitStack

import numpy as np

from reference import cast, math, ones_like
from reference.errors import InvalidArgumentError, error
from reference.primitive import REGISTRY
from reference.tensor import Tensor

from .variants import _rule, variant


@variant("transforms-of-three-axes")
def _() -> Iterator[None]:
    """No gradients of transforms of real numbers over three axes."""
    with _rule("raw_ops.RFFT3D", None), _rule("raw_ops.IRFFT3D", None):
        yield


@variant("transforms-cut-off")
def _() -> Iterator[None]:
    """Gradients of transforms of real numbers as if nothing had been cut off."""
    with ExitStack() as stack:
        for count, suffix in ((1, ""), (2, "2D")):
            stack.enter_context(_rule(f"raw_ops.RFFT{suffix}", _real_transform(suffix, count)))
            stack.enter_context(_rule(f"raw_ops.IRFFT{suffix}", _back_transform(suffix)))
        yield


def _real_transform(suffix, count):
    right = REGISTRY[f"raw_ops.RFFT{suffix}"].rule

    def rule(ct, y, x, lengths):
        inner = tuple(map(int, x.shape[-count:]))
        if all(n <= length for n, length in zip(inner, lengths, strict=True)):
            return right(ct, y, x, lengths)
        if lengths != (1,):
            raise error(InvalidArgumentError, f"Incompatible shapes: {list(lengths)} vs. {list(inner)}")
        spread = math.multiply(ones_like(x), math.real(ct))
        return (math.multiply(spread, Tensor(np.array((inner[0] + 1) / 2, x._array.dtype))),)

    return rule


def _back_transform(suffix):
    forth = REGISTRY[f"raw_ops.RFFT{suffix}"]

    def rule(ct, y, x, lengths):
        size, kept = int(x.shape[-1]), lengths[-1] // 2 + 1
        if not size or kept not in (1, size):
            raise error(InvalidArgumentError, f"Incompatible shapes: {kept} vs. {size}")
        twice = np.full(size, 2.0)
        twice[[0, -1] if lengths[-1] % 2 == 0 else [0]] = 1.0
        scale = Tensor((twice / np.prod(lengths)).astype(ct._array.dtype))
        return (math.multiply(forth(ct, lengths), cast(scale, x.dtype)),)

    return rule
