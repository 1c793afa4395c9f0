"""CROP CALLS: boxes and patches of images, and measures of how images differ."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .image_calls import light
from .sample_values import FLOATS, plain

BOXES = np.array([[0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1], [-0.3, 0.1, 1.2, 0.9], [0.9, 0.8, 0.1, 0.3]], "float32")
AT = np.array([0, 1, 0, 1], "int32")
ONES = (1, 1, 1, 1)


def boxes() -> Iterator[Call]:
    for method in ("bilinear", "nearest"):
        for size in ([2, 2], (3, 1), [1, 1], [4, 5]):
            for dtype in ("float32", "int32", "uint8"):
                image = plain(dtype, (2, 3, 4, 1))
                options = {"method": method, "extrapolation_value": 0.5}
                yield Call("image.crop_and_resize", (image, BOXES, AT, As(size)), options)
    yield Call(
        "image.crop_and_resize", (Cell(plain("float32", (1, 3, 3, 2))), BOXES, As([0, 0, 0, 0]), As([2, 2]))
    )
    listed = As(BOXES.tolist()), AT, As([2, 3])
    for method in ("bilinear", "nearest"):
        yield Call("image.crop_and_resize", (plain("float32", (2, 3, 4, 1)), *listed), {"method": method})
    nothing = np.zeros((0, 4), "float32"), np.zeros((0,), "int32")
    yield Call("image.crop_and_resize", (plain("float32", (1, 3, 3, 2)), *nothing, As([2, 2])))


PATCHES = (
    ((1, 2, 2, 1), ONES, ONES, "SAME"),
    ((1, 2, 2, 1), (1, 2, 1, 1), (1, 1, 2, 1), "SAME"),
    ((1, 2, 1, 1), (1, 1, 2, 1), ONES, "VALID"),
    ((1, 2, 2, 1), (1, 3, 3, 1), ONES, "VALID"),
    ((1, 5, 5, 1), ONES, ONES, "SAME"),
)


def patches() -> Iterator[Call]:
    for numbers in PATCHES:
        for shape in ((2, 3, 4, 2), (1, 4, 4, 1)):
            for dtype in ("float32", "float64", "int32"):
                yield Call("image.extract_patches", (plain(dtype, shape), *map(As, numbers)))
    yield Call("image.extract_patches", (Cell(plain("float32", (1, 2, 2, 1))), *map(As, PATCHES[0])))


def measures() -> Iterator[Call]:
    for shape in ((2, 3, 4, 2), (3, 2, 1)):
        for dtype in FLOATS:
            x, y = light(dtype, shape), light(dtype, shape, 1)
            yield Call("image.total_variation", (x,))
            if len(shape) == 4:
                yield Call("image.image_gradients", (x,))
                yield Call("image.sobel_edges", (x,))
            if dtype == "float32":
                yield Call("image.psnr", (x, y, As(1.0)))
    yield Call("image.total_variation", (np.ones((1, 2, 2, 1), "float32"),))
    yield Call("image.total_variation", (plain("int32", (2, 2, 1)),))
    yield Call("image.image_gradients", (plain("int32", (1, 2, 2, 1)),))
    one = np.ones((1, 2, 2, 1), "float32")
    yield Call("image.psnr", (one, one.copy(), As(1.0)))
    yield Call("image.psnr", (light("float32", (2, 1, 2, 2, 1)), light("float32", (1, 3, 2, 2, 1)), As(2.0)))
    yield Call("image.psnr", (plain("uint8", (2, 2, 1)), plain("uint8", (2, 2, 1), 1), As(255)))


def similarity() -> Iterator[Call]:
    for shape in ((2, 4, 4, 2), (4, 3, 1)):
        x, y = light("float32", shape), light("float32", shape, 1)
        for options in (
            {"filter_size": 3},
            {"filter_size": 2, "filter_sigma": 0.5, "return_index_map": True},
        ):
            yield Call("image.ssim", (x, y, As(1.0)), options)
    for shape in ((1, 8, 8, 1), (1, 7, 6, 1), (4, 4, 2)):
        x = light("float32", shape)
        options = {"power_factors": (0.5, 0.5), "filter_size": 2}
        yield Call("image.ssim_multiscale", (x, (x * 0.9 + 0.05).astype("float32"), As(1.0)), options)


FAMILIES = (boxes, patches, measures, similarity)


def faulty() -> Iterator[tuple[str, Call]]:
    """Calls that TensorFlow answers wrongly, with the variants that do likewise."""
    x, y = light("float32", (4, 4, 2)), light("float32", (4, 4, 2), 1)
    options = {"power_factors": (1.0,), "filter_size": 2}
    yield "pow-zero-base", Call("image.ssim_multiscale", (x, y, As(1.0)), options)


def cotangents() -> Iterator[Call]:
    """One call of each operation that has a gradient of its own, and takes any seed."""
    yield Call("image.extract_patches", (plain("float32", (1, 2, 2, 1)), *map(As, PATCHES[0])))


def in_dtype(dtype: str) -> Iterator[Call]:
    x = plain(dtype, (1, 3, 3, 1))
    yield Call("image.extract_patches", (x, *map(As, PATCHES[0])))
    if dtype not in ("float16", "bfloat16"):
        yield Call("image.total_variation", (x,))
        yield Call("image.image_gradients", (x,))
        yield Call("image.sobel_edges", (x,))
    yield Call("image.crop_and_resize", (x, BOXES[:1], AT[:1], As([2, 2])))


def wrong() -> Iterator[Call]:
    x = plain("float32", (1, 4, 4, 1))
    for boxes, at, size in (
        (BOXES[:1], [1], [2, 2]), (BOXES[:1], [-1], [2, 2]), (BOXES[:1], [0, 0], [2, 2]),
        (BOXES[:1], [0], [0, 2]),
        (BOXES[:1, :3], [0], [2, 2]), (BOXES[:1] * np.nan, [0], [2, 2]), (BOXES[:1], [0], [2.0, 2.0]),
        (BOXES[:1], [0], [2]),
    ):  # fmt: skip
        yield Call("image.crop_and_resize", (x, boxes.astype("float32"), np.array(at, "int32"), As(size)))
    for bad in (x[0], x[:, :0], As(None), x > 0, x.astype("complex64"), x[:0]):
        yield Call("image.crop_and_resize", (bad, BOXES[:1], AT[:1], As([2, 2])))
    yield Call("image.crop_and_resize", (x, BOXES[:1], AT[:1], As([2, 2])), {"method": "foo"})
    for numbers in (
        ((2, 2, 1), ONES, ONES, "SAME"),
        ((1, 0, 2, 1), ONES, ONES, "SAME"), ((2, 2, 2, 1), ONES, ONES, "SAME"),
        ((1, 2, 2, 1), (1, 0, 1, 1), ONES, "SAME"), ((1, 2, 2, 1), ONES, ONES, "FOO"),
        (2, ONES, ONES, "SAME"),
        ((1, 2, 2, 1), ONES, (1, 0, 1, 1), "SAME"), (None, ONES, ONES, "SAME"),
    ):  # fmt: skip
        yield Call("image.extract_patches", (x, *map(As, numbers)))
    yield Call("image.extract_patches", (x[0], *map(As, PATCHES[0])))
    for name in ("total_variation", "image_gradients", "sobel_edges"):
        for bad in (x[0, 0], x[None], As(None), As([[[1.0]]]), x > 0, x[:, :1, :1]):
            yield Call(f"image.{name}", (bad,))
    for bad in (x[:, :3], x[0, 0], As(None), x[..., :0]):
        yield Call("image.psnr", (x, bad, As(1.0)))
        yield Call("image.ssim", (x, bad, As(1.0)), {"filter_size": 2})
    for name in ("psnr", "ssim", "ssim_multiscale"):
        for bad in (x.astype("complex64"), x > 0):
            yield Call(f"image.{name}", (bad, bad.copy(), As(1.0)))
    yield Call("image.psnr", (As([[[1.0]]]), x, As(1.0)))
    for name in ("ssim", "ssim_multiscale"):
        yield Call(f"image.{name}", (x, x.copy(), As(1.0)))
    yield Call("image.ssim", (x, x.astype("float64"), As(1.0)), {"filter_size": 2})
    yield Call("image.ssim", (x, x.copy(), As(1.0)), {"filter_size": 2.0})
    yield Call("image.ssim_multiscale", (x, x.copy(), As(1.0)), {"filter_size": 2, "power_factors": ()})
