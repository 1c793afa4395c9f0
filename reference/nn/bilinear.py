"""SUMS UNDER WINDOWS, for images of two axes and three, and for each channel apart.

Forward and both gradients are bilinear and are one another's gradients, so that all orders follow.
"""

from typing import Annotated, NamedTuple

from ..arrays.shaping import dense as as_dense
from ..dtypes import FLOATING, int32
from ..errors import InvalidArgumentError, error
from ..operands import Internal, Numbers
from ..primitive import Primitive, primitive
from ..tensor import Tensor
from .windows import Windows, check, check_seed, correlated, matched, spread, wide


class Family(NamedTuple):
    """Three operations: images and filters to sums, and filters, or images, and the sums' cotangent back."""

    forward: Primitive
    to_images: Primitive
    to_filters: Primitive


def _on(name, *parameters):
    """Performs an operation whose operands TensorFlow calls `parameters`."""

    def run(tf, *arguments):
        *operands, windows = arguments
        given = dict(zip(parameters, operands, strict=True))
        return getattr(tf.raw_ops, name.removeprefix("raw_ops."))(**given, **windows.attributes())

    return run


def _family(axes, forward_name, images_name, filters_name, dtypes=FLOATING, apart=False):
    """The family for images of so many axes; filters are for each channel `apart`, [window…, channels,
    outputs of each], or [window…, channels, outputs]."""

    @primitive(forward_name, internal=True, accumulates=True, on=_on(forward_name, "input", "filter"))
    def forward(
        input: Annotated[Tensor, Numbers(dtypes=dtypes)],
        filters: Annotated[Tensor, Numbers(dtypes=dtypes)],
        windows: Annotated[Windows, Internal()],
    ):
        """y = the windows of `input` times `filters`"""
        kernel = checked(input.shape, filters.shape)
        return correlated(wide(input), wide(filters).reshape(kernel), windows).astype(input.dtype)

    @primitive(
        images_name,
        internal=True,
        accumulates=True,
        on=_on(images_name, "filter", "out_backprop", "input_sizes"),
    )
    def to_images(
        filters: Annotated[Tensor, Numbers(dtypes=dtypes)],
        out_backprop: Annotated[Tensor, Numbers(dtypes=dtypes)],
        input_sizes: Annotated[tuple, Internal()],
        windows: Annotated[Windows, Internal()],
    ):
        """dx = at each element the sum over the windows that hold it"""
        kernel = checked(input_sizes, filters.shape)
        check_seed(out_backprop.shape, input_sizes, kernel, windows)
        dx = spread(wide(filters).reshape(kernel), wide(out_backprop), input_sizes, windows)
        return dx.astype(filters.dtype)

    @primitive(
        filters_name,
        internal=True,
        accumulates=True,
        on=_on(filters_name, "input", "out_backprop", "filter_sizes"),
    )
    def to_filters(
        input: Annotated[Tensor, Numbers(dtypes=FLOATING)],
        out_backprop: Annotated[Tensor, Numbers(dtypes=FLOATING)],
        filter_sizes: Annotated[tuple, Internal()],
        windows: Annotated[Windows, Internal()],
    ):
        """dw = for each element of a filter the sum over all windows"""
        kernel = checked(input.shape, filter_sizes)
        check_seed(out_backprop.shape, input.shape, kernel, windows)
        dw = matched(wide(input), wide(out_backprop), kernel, windows)
        return dw.reshape(filter_sizes).astype(input.dtype)

    def checked(shape, kernel):
        """The shape of filters for groups of channels.  Raises InvalidArgumentError for what does not fit."""
        if len(shape) != axes + 2 or len(kernel) != axes + 2:
            raise error(InvalidArgumentError, f"images and filters have {axes + 2} axes: {shape}, {kernel}")
        if (apart or axes == 3) and shape[-1] != kernel[-2]:
            raise error(InvalidArgumentError, f"{shape[-1]} channels for the {kernel[-2]} of the filters")
        kernel = (*kernel[:-2], 1, kernel[-2] * kernel[-1]) if apart else tuple(kernel)
        check(shape, kernel)
        return kernel

    @forward.vjp
    def _(ct, y, input, filters, windows):
        ct = as_dense(ct)
        return (
            to_images(filters, ct, input._array.shape, windows),
            to_filters(input, ct, filters._array.shape, windows),
        )

    @to_images.vjp
    def _(ct, y, filters, out_backprop, input_sizes, windows):
        ct = as_dense(ct)
        return (
            to_filters(ct, out_backprop, filters._array.shape, windows),
            forward(ct, filters, windows),
        )

    @to_filters.vjp
    def _(ct, y, input, out_backprop, filter_sizes, windows):
        ct = as_dense(ct)
        return (
            to_images(ct, out_backprop, input._array.shape, windows),
            forward(input, ct, windows),
        )

    return Family(forward, to_images, to_filters)


PLANES = _family(
    2,
    "raw_ops.Conv2D",
    "raw_ops.Conv2DBackpropInput",
    "raw_ops.Conv2DBackpropFilter",
    dtypes=(*FLOATING, int32),
)
VOLUMES = _family(3, "raw_ops.Conv3D", "raw_ops.Conv3DBackpropInputV2", "raw_ops.Conv3DBackpropFilterV2")
CHANNELS = _family(
    2,
    "raw_ops.DepthwiseConv2dNative",
    "raw_ops.DepthwiseConv2dNativeBackpropInput",
    "raw_ops.DepthwiseConv2dNativeBackpropFilter",
    apart=True,
)
