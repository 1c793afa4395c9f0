"""CONVOLUTION of two axes or three by one operation, `tf.conv`."""

from typing import Annotated

from ..arrays.shaping import dense as as_dense
from ..dtypes import FLOATING, int32
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..operands import Among, Internal, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor
from ..window_operands import Around, Filters, Images, Steps
from .bilinear import PLANES, VOLUMES
from .windows import Windows, check, correlated, named, of_one_dtype, whole_list, wide


def _family(rank):
    return PLANES if rank == 4 else VOLUMES


def _on(tf, input, filters, windows):
    return tf.raw_ops.Conv(input=input, filter=filters, **windows.attributes())


@primitive("raw_ops.Conv", internal=True, accumulates=True, on=_on)
def _conv(
    input: Annotated[Tensor, Numbers(dtypes=(*FLOATING, int32))],
    filters: Annotated[Tensor, Numbers(dtypes=(*FLOATING, int32))],
    windows: Annotated[Windows, Internal()],
):
    """y = the windows of `input` times `filters`"""
    check(input.shape, filters.shape)
    return correlated(wide(input), wide(filters), windows).astype(input.dtype)


@_conv.vjp
def _(ct, y, input, filters, windows):
    ct, family = as_dense(ct), _family(input.ndim)
    return (
        family.to_images(filters, ct, input._array.shape, windows),
        family.to_filters(input, ct, filters._array.shape, windows),
    )


@composed("conv")
def conv(
    input: Annotated[Tensor, Images(2)],
    filter: Annotated[Tensor, Filters("input")],
    strides: Annotated[tuple, Steps(2, whole=True)],
    padding: Annotated[str, Around()],
    explicit_paddings=(),
    data_format: Annotated[str, Among("CHANNELS_LAST")] = "CHANNELS_LAST",
    dilations=(),
    batch_dims=1,
    groups=1,
    name=None,
):
    """`conv2d` or `conv3d`, by the rank of `input`, one batch axis and one group of channels alone

    TensorFlow has no gradient of it.  Raises TypeError for strides that are no list, UnimplementedError for
    groups, InvalidArgumentError for all else that does not fit.
    """
    images, kernel = of_one_dtype(input, filter)
    rank = images.ndim
    steps = whole_list(strides, 0, "strides")
    apart = whole_list(dilations, 0, "dilations") or [1] * rank
    padding = _padding(padding, list(explicit_paddings), rank)
    if data_format not in ("CHANNELS_FIRST", "CHANNELS_LAST"):
        raise error(InvalidArgumentError, f"{data_format!r} is not in the list of allowed values")
    fitting = rank in (4, 5) and kernel.ndim == rank and len(steps) == len(apart) == rank and batch_dims == 1
    if not fitting or data_format != "CHANNELS_LAST":
        raise error(InvalidArgumentError, f"images and strides do not fit: {images.shape}, {strides}")
    if steps[0] != 1 or steps[-1] != 1 or min(*steps, *apart) < 1:
        raise error(
            InvalidArgumentError, f"these strides and dilations are not served: {strides}, {dilations}"
        )
    if groups != 1:
        raise error(UnimplementedError, "there are no groups of channels on CPUs")
    if images._array.shape[-1] != kernel._array.shape[-2]:
        raise error(InvalidArgumentError, f"channels do not fit: {images.shape}, {kernel.shape}")
    return _conv(images, kernel, Windows(tuple(steps[1:-1]), tuple(apart[1:-1]), padding))


def _padding(padding, explicit, rank):
    if padding != "EXPLICIT":
        return named(padding)
    if len(explicit) != 2 * rank or min(explicit) < 0 or any(explicit[:2]) or any(explicit[-2:]):
        raise error(InvalidArgumentError, f"{explicit} is no padding of images")
    pairs = zip(explicit[2:-2:2], explicit[3:-2:2], strict=True)
    return tuple((int(before), int(after)) for before, after in pairs)
