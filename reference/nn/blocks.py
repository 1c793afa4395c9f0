"""BLOCKS of an image that become channels, and the way back."""

from typing import Annotated

import numpy as np

from ..arrays.arguments import whole
from ..errors import InvalidArgumentError, NotFoundError, error
from ..operands import ANY_DTYPE, Among
from ..primitive import primitive
from ..tensor import Tensor
from ..window_operands import Images


def _size(block_size, data_format):
    size = whole(block_size, "block_size")
    if not isinstance(data_format, str | None):
        raise error(TypeError, f"Expected string for argument 'data_format' not {data_format!r}.")
    if data_format not in (None, "NHWC", "NCHW", "NCHW_VECT_C") or size < 2:
        raise error(InvalidArgumentError, f"block_size {size}, data_format {data_format!r} are not allowed")
    if data_format not in (None, "NHWC"):
        raise error(NotFoundError, f"there is no kernel for {data_format}")
    return size


@primitive("nn.space_to_depth", rounds=False)
def space_to_depth(
    input: Annotated[Tensor, Images(2, even=True, dtypes=ANY_DTYPE)],
    block_size: Annotated[int, Among(2)],
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
):
    """Each block of so many rows and columns becomes one entry, with channels row by row.

    Raises InvalidArgumentError for sizes that are no multiples, and for blocks below 2.
    """
    n = _size(block_size, data_format)
    if input.ndim != 4 or input.shape[1] % n or input.shape[2] % n:
        raise error(InvalidArgumentError, f"{input.shape} cannot be cut into blocks of {n}")
    batch, rows, columns, channels = input.shape
    parts = input.reshape(batch, rows // n, n, columns // n, n, channels)
    return parts.transpose(0, 1, 3, 2, 4, 5).reshape(batch, rows // n, columns // n, n * n * channels)


@primitive("nn.depth_to_space", rounds=False)
def depth_to_space(
    input: Annotated[Tensor, Images(2, channels=4, dtypes=ANY_DTYPE)],
    block_size: Annotated[int, Among(2)],
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
):
    """The inverse of `space_to_depth`.

    Raises InvalidArgumentError for channels that do not fill blocks, and for blocks below 2.
    """
    n = _size(block_size, data_format)
    if input.ndim != 4 or input.shape[3] % (n * n):
        raise error(InvalidArgumentError, f"channels of {input.shape} do not fill blocks of {n}")
    batch, rows, columns, channels = input.shape
    parts = input.reshape(batch, rows, columns, n, n, channels // (n * n))
    return np.ascontiguousarray(
        parts.transpose(0, 1, 3, 2, 4, 5).reshape(batch, rows * n, columns * n, channels // (n * n))
    )


@space_to_depth.vjp
def _(ct, y, input, block_size, data_format):
    return (depth_to_space(ct, block_size, data_format),)


@depth_to_space.vjp
def _(ct, y, input, block_size, data_format):
    return (space_to_depth(ct, block_size, data_format),)
