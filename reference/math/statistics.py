"""STATISTICS over axes: log-sum-exp, variance, standard deviation, all composed of reductions."""

from typing import Annotated

from ..arrays.shaping import reshape
from ..dtypes import INEXACT
from ..errors import error
from ..operands import Axes, Flag, Floats
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from .arithmetic import add, square, stop_gradient, subtract
from .complexes import conj, real
from .elementwise import exp, log, sqrt
from .reductions import reduce_max, reduce_mean, reduce_sum
from .rounding import is_finite
from .selection import where_v2


@composed("math.reduce_logsumexp", "reduce_logsumexp")
def reduce_logsumexp(
    input_tensor: Annotated[Tensor, Floats()],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
    name=None,
):
    """y = ln Σ e^x, computed from x - max x, the maximum counting as a constant; -inf of nothing.

    Where the maximum is not finite, 0 takes its place.
    """
    largest = reduce_max(input_tensor, axis, True)
    largest = stop_gradient(where_v2(is_finite(largest), largest, 0))
    result = log(reduce_sum(exp(subtract(input_tensor, largest)), axis, keepdims))
    return add(result, largest if keepdims else reshape(largest, result.shape))


@composed("math.reduce_variance")
def reduce_variance(
    input_tensor: Annotated[Tensor, Floats(dtypes=INEXACT)],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
    name=None,
):
    """y = the mean of |x - mean x|².  Raises TypeError for ints."""
    x = convert_to_tensor(input_tensor)
    mean = reduce_mean(x, axis, True)
    if mean.dtype.is_integer:
        raise error(TypeError, f"Input must be either real or complex. Received integer type {mean.dtype}.")
    apart = x - mean
    squares = real(conj(apart) * apart) if apart.dtype.is_complex else square(apart)
    return reduce_mean(squares, axis, keepdims)


@composed("math.reduce_std")
def reduce_std(
    input_tensor: Annotated[Tensor, Floats(dtypes=INEXACT)],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
    name=None,
):
    """y = √ of the variance.  Where that is 0, dy/dx = nan: infinity times 0."""
    return sqrt(reduce_variance(input_tensor, axis, keepdims))
