"""COMPLEX NUMBERS: parts, conjugates, angles.

The gradient by a complex x = a + ib is the derivative by a plus i times that by b, so the cotangent of a
holomorphic operation is multiplied by the conjugate of its derivative (D03).
"""

from typing import Annotated

import numpy as np

from ..backprop import zeros_like
from ..dtypes import COMPLEX, INEXACT, complex64, complex128, float32, float64
from ..errors import error
from ..operands import Anything, Broadcasts, Floats, Numbers
from ..primitive import composed, primitive
from ..record import recording
from ..tensor import Tensor, convert_to_tensor

_OF_PARTS = {float32: complex64, float64: complex128}


@primitive("raw_ops.Conj", internal=True, rounds=False)
def _conj(input: Annotated[Tensor, Floats(dtypes=COMPLEX)]):
    """y = the conjugate of x"""
    return np.conj(input)


@_conj.vjp
def _(ct, y, input):
    return (conj(ct),)


@composed("math.conj")
def conj(x: Annotated[Tensor, Numbers()], name=None):
    """The conjugate of x; of a real tensor, that very tensor.  Raises TypeError for bools and strings."""
    if x.__class__ is not Tensor:
        x = convert_to_tensor(x)
    if x._array.dtype.kind == "c":
        return _conj(x)
    if not x.dtype.is_numeric:
        raise error(TypeError, f"Expected numeric or variant tensor, got dtype {x.dtype!r}")
    return x


@primitive("raw_ops.Real", internal=True, rounds=False, on=lambda tf, input: tf.math.real(input))
def _real(input: Annotated[Tensor, Floats(dtypes=COMPLEX)]):
    """y = the real part of x"""
    return input.real.copy()


@_real.vjp
def _(ct, y, input):
    return (complex(ct, zeros_like(ct)),)


@composed("math.real")
def real(input: Annotated[Tensor, Numbers()], name=None):
    """The real part of x; of a real tensor, that very tensor.  Raises TypeError for bools and strings."""
    x = convert_to_tensor(input)
    if x.dtype.is_complex:
        return _real(x)
    if not x.dtype.is_numeric:
        raise error(TypeError, f"input must be a numeric tensor, but got tensor with dtype {x.dtype}")
    if recording.function is None:
        return x
    from .arithmetic import identity

    return identity(x)  # in a function a tensor of its own


@primitive("raw_ops.Imag", internal=True, rounds=False, on=lambda tf, input: tf.math.imag(input))
def _imag(input: Annotated[Tensor, Floats(dtypes=COMPLEX)]):
    """y = the imaginary part of x"""
    return input.imag.copy()


@_imag.vjp
def _(ct, y, input):
    return (complex(zeros_like(ct), ct),)


@composed("math.imag")
def imag(input: Annotated[Tensor, Anything()], name=None):
    """The imaginary part of x; zeros for anything else."""
    from ..arrays.generators import zeros_like as zeros

    x = convert_to_tensor(input)
    return _imag(x) if x.dtype.is_complex else zeros(x)


@primitive(
    "raw_ops.Angle",
    internal=True,
    decides=lambda input: np.signbit(input.imag) & (input.real < 0),
    on=lambda tf, input: tf.math.angle(input),
)
def _angle(input: Annotated[Tensor, Floats(dtypes=COMPLEX)]):
    """y = the angle between x and the positive real numbers, from -π to π"""
    return np.angle(input)


@_angle.vjp
def _(ct, y, input):
    from .elementwise import reciprocal

    turned = reciprocal(complex(imag(input), real(input)))
    return (-complex(ct, zeros_like(ct)) * turned,)


@composed("math.angle")
def angle(input: Annotated[Tensor, Floats(dtypes=INEXACT)], name=None):
    """The angle of x; of a real number 0 or π, with no path to it.  Raises TypeError for ints."""
    from ..arrays.generators import ones_like
    from ..arrays.generators import zeros_like as zeros
    from .comparisons import less
    from .selection import select

    x = convert_to_tensor(input)
    if x.dtype.is_complex:
        return _angle(x)
    return select(less(x, 0), np.pi * ones_like(x), zeros(x))


@primitive("raw_ops.Complex", internal=True, rounds=False, on=lambda tf, real, imag: tf.complex(real, imag))
def _complex(
    real: Annotated[Tensor, Floats(dtypes=(float32, float64))], imag: Annotated[Tensor, Broadcasts("real")]
):
    """z = x + iy"""
    x, y = np.broadcast_arrays(real, imag)
    z = np.empty(x.shape, np.result_type(x, np.complex64))
    z.real, z.imag = x, y
    return z


@_complex.vjp
def _(ct, z, x, y):
    return real(ct), imag(ct)


@composed("complex", "dtypes.complex")
def complex(
    real: Annotated[Tensor, Floats(dtypes=(float32, float64))],
    imag: Annotated[Tensor, Broadcasts("real")],
    name=None,
):
    """z = x + iy.  Raises TypeError unless both parts are float32, or both float64."""
    x, y = convert_to_tensor(real), convert_to_tensor(imag)
    if x.dtype is not y.dtype or x.dtype not in _OF_PARTS:
        raise error(TypeError, f"The parts have incorrect types: {x.dtype.name} {y.dtype.name}")
    return _complex(x, y)
