"""LOCAL RESPONSE: an entry divided by what its neighbours among the channels amount to."""

from typing import Annotated

import numpy as np

from ..arrays.arguments import number, whole
from ..arrays.shaping import dense as as_dense
from ..backprop import zeros_like
from ..dtypes import bfloat16, float16, float32
from ..errors import InvalidArgumentError, error
from ..linalg.products import matmul
from ..operands import Among, Internal, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from ..window_operands import Images

DTYPES: dict = {"dtypes": (float32, float16), "listed": (bfloat16,)}


def _near(channels, radius, dtype):
    """A matrix of ones where two channels are no more than `radius` apart."""
    numbers = np.arange(channels)
    return (abs(numbers[:, None] - numbers) <= radius).astype(dtype)


def _on(tf, input, radius, bias, alpha, beta):
    return tf.raw_ops.LRN(input=input, depth_radius=radius, bias=bias, alpha=alpha, beta=beta)


@primitive("raw_ops.LRN", internal=True, accumulates=True, on=_on)
def _lrn(
    input: Annotated[Tensor, Numbers(**DTYPES)],
    radius: Annotated[int, Internal()],
    bias: Annotated[float, Internal()],
    alpha: Annotated[float, Internal()],
    beta: Annotated[float, Internal()],
):
    """y = x (bias + alpha Σ x² of near channels)^-beta"""
    if input.ndim != 4:
        raise error(InvalidArgumentError, f"in must be 4-dimensional, not {input.shape}")
    x = input.astype(np.float32) if input.dtype.itemsize == 2 else input
    total = (x * x) @ _near(x.shape[3], radius, x.dtype)
    return (x * (bias + alpha * total) ** np.asarray(-beta, x.dtype)).astype(input.dtype)


def _grad_on(tf, grads, image, output, radius, bias, alpha, beta):
    given = {"input_grads": grads, "input_image": image, "output_image": output}
    return tf.raw_ops.LRNGrad(**given, depth_radius=radius, bias=bias, alpha=alpha, beta=beta)


@primitive("raw_ops.LRNGrad", internal=True, accumulates=True, on=_grad_on)
def _lrn_grad(
    input_grads: Annotated[Tensor, Numbers(**DTYPES)],
    input_image: Annotated[Tensor, Numbers(**DTYPES)],
    output_image: Annotated[Tensor, Numbers(**DTYPES)],
    radius: Annotated[int, Internal()],
    bias: Annotated[float, Internal()],
    alpha: Annotated[float, Internal()],
    beta: Annotated[float, Internal()],
):
    """dx = ct n^-beta - 2 alpha beta x Σ (ct x n^(-beta - 1)) of near channels, n = bias + alpha Σ x²"""
    if input_grads.shape != input_image.shape:
        raise error(InvalidArgumentError, f"a cotangent of shape {input_grads.shape} for {input_image.shape}")
    half = input_image.dtype.itemsize == 2
    ct, x = (a.astype(np.float32) if half else a for a in (input_grads, input_image))
    near = _near(x.shape[3], radius, x.dtype)
    n = bias + alpha * ((x * x) @ near)
    power = n ** np.asarray(-beta, x.dtype)
    return (ct * power - 2 * alpha * beta * x * ((ct * x * power / n) @ near)).astype(input_image.dtype)


@_lrn.vjp
def _(ct, y, input, *attributes):
    return (_lrn_grad(as_dense(ct), input, y, *attributes),)


@_lrn_grad.vjp
def _(ct, dx, input_grads, input_image, output_image, radius, bias, alpha, beta):
    from ..tape import GradientTape

    near = Tensor(_near(input_image._array.shape[3], radius, input_image._array.dtype))
    with GradientTape() as tape:
        tape.watch([input_grads, input_image])
        n = bias + alpha * matmul(input_image * input_image, near)
        power = n**-beta
        crossed = matmul(input_grads * input_image * power / n, near)
        again = input_grads * power - 2 * alpha * beta * input_image * crossed
    first, second = tape.gradient(again, [input_grads, input_image], output_gradients=as_dense(ct))
    return first, second, zeros_like(output_image)


@composed("nn.local_response_normalization", "nn.lrn")
def local_response_normalization(
    input: Annotated[Tensor, Images(2, dtypes=(float32, float16))],
    depth_radius: Annotated[int, Among(1, 5, 2)] = 5,
    bias: Annotated[float, Among(1, 2.0)] = 1,
    alpha: Annotated[float, Among(1, 0.5)] = 1,
    beta: Annotated[float, Among(0.5, 1.0, 0.75)] = 0.5,
    name=None,
):
    """y = x / (bias + alpha Σ x²)^beta, the sum being over channels no more than `depth_radius` away

    In float32 and float16 alone.  TensorFlow has no gradient of the gradient.  Raises TypeError for
    attributes that are no numbers, InvalidArgumentError for another rank and a negative radius.
    """
    radius = 5 if depth_radius is None else whole(depth_radius, "depth_radius")
    values = {"bias": (bias, 1.0), "alpha": (alpha, 1.0), "beta": (beta, 0.5)}
    given = [default if value is None else number(value, name) for name, (value, default) in values.items()]
    if radius < 0:
        raise error(InvalidArgumentError, f"depth_radius must not be negative: {radius}")
    return _lrn(convert_to_tensor(input), radius, *given)
