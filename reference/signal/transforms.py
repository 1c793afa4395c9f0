"""TRANSFORMS: the discrete Fourier transform of complex numbers over one, two or three axes, and back.

    y[k] = Σ x[n] exp(-2πi kn/N)          x[n] = 1/N Σ y[k] exp(2πi kn/N)

Along several axes one after the other; axes before them are batches.  Both are linear, and but for the
factor 1/N each is the other's adjoint, so the cotangent goes back by the other one.
"""

import math
from typing import Annotated

import numpy as np

from ..dtypes import COMPLEX
from ..errors import InvalidArgumentError, error
from ..operands import Floats
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor


def last(count):
    """The last axes, `count` of them."""
    return tuple(range(-count, 0))


def terms(x, count):
    """The size of what each entry of a transform is a sum of."""
    return np.broadcast_to(np.abs(x).sum(last(count), keepdims=True), x.shape)


def times(ct, number):
    """`number` times the cotangent, in its dtype."""
    return ct * Tensor(np.array(number, ct._array.dtype))


def _declared(name, count, kernel, share):
    """The primitive that TensorFlow calls `name`, and the function under which it is public."""

    @primitive(
        f"raw_ops.{name.upper()}",
        internal=True,
        accumulates=lambda input: terms(input, count) / (math.prod(input.shape[-count:]) if share else 1),
        on=lambda tf, input: getattr(tf.signal, name)(input),
    )
    def transform(input: Annotated[Tensor, Floats(dtypes=COMPLEX, least_rank=count)]):
        """The transform over the last axes, or its inverse."""
        if input.ndim < count:
            raise error(InvalidArgumentError, f"Input must have rank of at least {count}: {input.shape}")
        return kernel(input, axes=last(count)) if np.size(input) else np.array(input)

    @composed(f"signal.{name}")
    def public(input: Annotated[Tensor, Floats(dtypes=COMPLEX, least_rank=count)], name=None):
        """The transform over the last axes, or its inverse; real numbers in a list are taken as complex64.

        Raises InvalidArgumentError for a real tensor, and for one of fewer axes.
        """
        x = convert_to_tensor(input)
        if isinstance(input, bool):
            raise error(TypeError, f"Cannot convert {input} to EagerTensor of dtype complex64")
        if x is not input and not hasattr(input, "dtype") and x.dtype.is_numeric and not x.dtype.is_complex:
            x = convert_to_tensor(input, "complex64")
        return transform(x)

    return transform, public


def _pair(suffix, count):
    """The transform over `count` axes and its inverse, and both as they are public."""
    fft, public_fft = _declared(f"fft{suffix}", count, np.fft.fftn, share=False)
    ifft, public_ifft = _declared(f"ifft{suffix}", count, np.fft.ifftn, share=True)

    @fft.vjp
    def _(ct, y, x):
        return (times(ifft(ct), math.prod(ct.shape[-count:])),)

    @ifft.vjp
    def _(ct, y, x):
        if ct.dtype.is_integer or ct.dtype.is_bool:
            raise error(TypeError, f"Cannot convert 1.0 to EagerTensor of dtype {ct.dtype.name}")
        return (times(fft(ct), 1 / max(math.prod(ct.shape[-count:]), 1)),)

    INVERSES[count] = ifft
    return public_fft, public_ifft


INVERSES = {}  # by the number of axes
fft, ifft = _pair("", 1)
fft2d, ifft2d = _pair("2d", 2)
fft3d, ifft3d = _pair("3d", 3)
