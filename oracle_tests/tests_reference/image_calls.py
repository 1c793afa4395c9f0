"""IMAGE CALLS: images turned, cut and padded, their colours and dtypes."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .sample_values import FLOATS, NUMBERS, Shape, plain

SHAPES: tuple[Shape, ...] = ((2, 3, 3), (2, 2, 4, 1), (1, 1, 1))
HALVES = ("float16", "bfloat16")


def light(dtype: str, shape: Shape, salt: int = 0) -> np.ndarray:
    """Numbers from 0.05 to 1, no two of them the same."""
    count = int(np.prod(shape))
    order = np.random.default_rng([salt, *shape]).permutation(count)
    return np.asarray(((order.reshape(shape) + 1) / (count + 1) * 0.95 + 0.05).astype(plain(dtype, ()).dtype))


def turning() -> Iterator[Call]:
    for shape in (*SHAPES, (0, 2, 2, 1)):
        for dtype in ("float32", "float64", "int32", "bool"):
            x = plain(dtype, shape)
            for name in ("flip_left_right", "flip_up_down", "transpose"):
                yield Call(f"image.{name}", (x,))
            for k in (-1, 0, 1, 2, 3, 5):
                yield Call("image.rot90", (x,), {"k": k})
    yield Call("image.rot90", (Cell(plain("float32", (2, 3, 1))), np.array(3, "int32")))


def cutting() -> Iterator[Call]:
    for shape in ((4, 5, 2), (2, 4, 3, 1), (3, 3, 1)):
        for dtype in ("float32", "int32"):
            x = plain(dtype, shape)
            for fraction in (0.5, 1.0, 0.9, 0.1, 1e-9, np.float32(0.3)):
                yield Call("image.central_crop", (x, As(fraction)))
            for box in ((0, 0, 2, 2), (1, 1, 1, 2), (2, 0, 1, 3)):
                yield Call("image.crop_to_bounding_box", (x, *map(As, box)))
            for box in ((0, 0, 5, 6), (1, 1, 5, 6), (0, 2, 4, 8)):
                yield Call("image.pad_to_bounding_box", (x, *map(As, box)))
            for size in ((3, 3), (1, 7), (6, 2), (4, 5)):
                yield Call("image.resize_with_crop_or_pad", (x, *map(As, size)))
    yield Call("image.central_crop", (plain("float32", (2, 2)), As(1.0)))
    yield Call("image.crop_to_bounding_box", (Cell(plain("float64", (2, 2, 1))), *map(As, (0, 1, 2, 1))))
    yield Call(
        "image.crop_to_bounding_box",
        (plain("float64", (2, 2, 1)), np.array(0, "int32"), *map(As, (1, 2, 1))),
    )


TIES = ([0.5, 0.5, 0.5], [0.5, 0.5, 0.2], [0.0, 0.0, 0.0], [0.2, 0.5, 0.5], [0.5, 0.2, 0.5], [0.9, 0.2, 0.2],
        [0.2, 0.9, 0.2], [0.2, 0.2, 0.9], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.5, 0.0, 0.2],
        [0.0, 0.5, 0.2], [0.1, 0.0, 0.5], [-0.5, 0.2, 0.1])  # fmt: skip


def colours() -> Iterator[Call]:
    for name in ("rgb_to_yiq", "yiq_to_rgb", "rgb_to_yuv", "yuv_to_rgb", "rgb_to_grayscale", "rgb_to_hsv"):
        for shape in ((2, 2, 3), (3,), (0, 3), (1, 2, 2, 3)):
            for dtype in FLOATS:
                yield Call(f"image.{name}", (light(dtype, shape),))
        yield Call(f"image.{name}", (Cell(light("float32", (2, 3))),))
    for row in TIES:
        yield Call("image.rgb_to_hsv", (np.array(row, "float32"),))
    yield Call("image.hsv_to_rgb", (np.ones((2, 3), "int32"),))
    yield Call("image.rgb_to_grayscale", (plain("uint8", (2, 3)),))
    for dtype in (*NUMBERS, "bool"):
        yield Call("image.grayscale_to_rgb", (plain(dtype, (2, 2, 1)),))
    yield Call("image.grayscale_to_rgb", (plain("float32", (3, 1)),))


def adjusting() -> Iterator[Call]:
    x = light("float32", (2, 2, 3))
    for delta in (As(0.25), As(1), As([0.1, 0.2, 0.3]), light("float64", ()), Cell(light("float32", (3,)))):
        yield Call("image.adjust_brightness", (x, delta))
    for gamma, gain in ((As(0.5), As(2.0)), (As(2), As(1)), (As(0.0), As(1.0))):
        yield Call("image.adjust_gamma", (x, gamma, gain))
    for delta in (0.1, -0.5, 0.0, 1.0, 0.75):
        yield Call("image.adjust_hue", (x, As(delta)))
    for factor in (0.5, 2.0, 0.0, -1.0):
        yield Call("image.adjust_saturation", (x, As(factor)))
        yield Call("image.adjust_contrast", (x, As(factor)))
    for shape in ((2, 3, 1), (2, 2, 2, 3), (1, 1, 1), (1, 1, 2, 2, 1)):
        yield Call("image.per_image_standardization", (light("float32", shape),))
    yield Call("image.per_image_standardization", (np.ones((2, 2, 1)),))
    yield Call("image.adjust_gamma", (np.zeros((1, 1, 1), "float32"), As(0.5)))
    yield Call("image.adjust_gamma", (x, np.array(1.5, "float32"), Cell(np.array(2.0, "float32"))))
    yield Call("image.adjust_gamma", (x,))
    half = np.full((1, 1, 3), 0.5)
    for name, number in (
        ("brightness", 0.25),
        ("gamma", 2.0),
        ("contrast", 2.0),
        ("hue", 0.5),
        ("saturation", 2.0),
    ):
        yield Call(f"image.adjust_{name}", (half, As(number)))
    for name, number in (("brightness", 0.1), ("gamma", 0.5)):
        for dtype in ("uint8", "int16"):
            yield Call(f"image.adjust_{name}", (np.array([[[3, 100, 50]]], dtype), As(number)))


def formats() -> Iterator[Call]:
    kinds = ("float32", "float64", "float16", "int8", "uint8", "int16", "int32", "uint16")
    for source in kinds:
        for to in kinds:
            x = np.array([0, 0.25, 1, 0.5] if source.startswith("float") else [0, 1, 100, 7], source)
            for saturate in (False, True):
                if to != "int32" or not source.startswith("float"):
                    yield Call("image.convert_image_dtype", (x, As(to)), {"saturate": saturate})
    x = np.array([-0.5, 2.0, 0.3], "float32")
    yield Call("image.convert_image_dtype", (x, As("uint8")), {"saturate": True})
    yield Call("image.convert_image_dtype", (Cell(x), As("float64")))
    yield Call("image.convert_image_dtype", (Cell(x), As("float32")))


def resizing() -> Iterator[Call]:
    for method in LINEAR:
        for shape, size in SIZES:
            yield Call("image.resize", (plain("int32", shape), As(size)), {"method": method})
    x = plain("float32", (1, 2, 4, 2))
    for options in (
        {"antialias": True, "method": "nearest"},
        {"preserve_aspect_ratio": True, "method": "nearest"},
    ):
        yield Call("image.resize", (plain("int32", (2, 4, 1)), As([2, 3])), options)
    for size in ((3, 3), (1, 6), (2, 4), np.array([2, 2], "int32")):
        yield Call("image.resize", (plain("uint8", (0, 2, 2, 1)), As(size)))
    yield Call("image.resize_with_pad", (plain("int32", (2, 3, 1)), As(3), As(5)))
    yield Call("image.resize_with_pad", (x.astype("int32"), As(2), As(2)), {"method": "bicubic"})


LINEAR = ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic")
SIZES = (((2, 3, 1), (3, 4)), ((1, 4, 4, 2), (2, 3)), ((1, 2, 1), (1, 5)), ((3, 3, 1), (3, 3)))


def resized() -> Iterator[tuple[str, Call]]:
    """Calls whose first order TensorFlow has, but for the area."""
    for method in LINEAR:
        variant = "resize-bilinear-twice" if method == "bilinear" else "resize-twice"
        for shape, size in SIZES:
            yield variant, Call("image.resize", (plain("float32", shape), As(size)), {"method": method})
        options = {"method": method, "antialias": True}
        variant = "resize-twice"
        yield variant, Call("image.resize", (plain("float32", (1, 5, 4, 1)), As([2, 3])), options)
        if method in ("bilinear", "bicubic"):
            variant = "resize-bilinear-twice" if method == "bilinear" else "resize-twice"
            for dtype in ("float64", "float16"):
                whole = plain("int32", (2, 2, 1)).astype(dtype)
                yield variant, Call("image.resize", (whole, As([4, 2])), {"method": method})
    for method in ("bilinear", "nearest"):
        variant = "resize-bilinear-twice" if method == "bilinear" else "resize-twice"
        x = Cell(plain("float32", (1, 2, 4, 2)))
        yield variant, Call("image.resize_with_pad", (x, As(3), As(5)), {"method": method})


FAMILIES = (turning, cutting, colours, adjusting, formats, resizing)


def hues() -> Iterator[Call]:
    for dtype in FLOATS:
        for shape in ((2, 3, 3), (3,)):
            yield Call("image.hsv_to_rgb", (light(dtype, shape),))


def faulty() -> Iterator[tuple[str, Call]]:
    """Calls that TensorFlow answers wrongly, with the variants that do likewise."""
    yield from resized()
    for call in hues():
        yield "hsv-to-nothing", call
    for gamma in (0.0, 1.0):
        yield "pow-zero-base", Call("image.adjust_gamma", (np.zeros((1, 1, 1), "float32"), As(gamma)))
    yield "hsv-to-nothing", Call("image.hsv_to_rgb", (np.array([[0.0, 0.5, 1.0], [0.5, 1.0, 0.0]]),))


def cotangents() -> Iterator[Call]:
    """One call of each operation that has a gradient of its own, and takes any seed."""
    yield Call("image.rgb_to_yiq", (light("float32", (2, 3)),))


def in_dtype(dtype: str) -> Iterator[Call]:
    x = plain(dtype, (2, 2, 3))
    if dtype in (*FLOATS, *HALVES):
        x = light(dtype, (2, 2, 3))
    for name in ("flip_left_right", "flip_up_down", "transpose", "rot90"):
        yield Call(f"image.{name}", (x,))
    yield Call("image.grayscale_to_rgb", (x[..., :1],))
    yield Call("image.crop_to_bounding_box", (x, *map(As, (0, 1, 2, 1))))
    yield Call("image.pad_to_bounding_box", (x, *map(As, (0, 1, 2, 4))))
    for name in ("rgb_to_yuv", "rgb_to_grayscale"):  # hues cancel in halves
        yield Call(f"image.{name}", (x,))
    if dtype != "float32" and "complex" not in dtype and dtype != "string":  # no second order: resize-twice
        yield Call("image.resize", (x, As([3, 1])), {"method": "lanczos3"})


def wrong() -> Iterator[Call]:
    yield from _wrong_places()
    yield from _wrong_sizes()
    x = light("float32", (2, 2, 3))
    for name in (
        "rgb_to_hsv",
        "hsv_to_rgb",
        "rgb_to_yiq",
        "yuv_to_rgb",
        "rgb_to_grayscale",
        "grayscale_to_rgb",
    ):
        for bad in (x[..., :2], np.array(1.0), np.zeros((2, 0)), As(None), np.ones((2, 3), bool)):
            yield Call(f"image.{name}", (bad,))
        yield Call(f"image.{name}", (np.ones((1, 3), "complex64"),))
    for name in ("rgb_to_hsv", "hsv_to_rgb", "rgb_to_yiq", "yuv_to_rgb"):
        yield Call(f"image.{name}", (np.ones((2, 3), "int32"),))
    yield Call("image.grayscale_to_rgb", (As([[1.0]]),))
    yield Call("image.grayscale_to_rgb", (np.ones((1,), "float32"),))
    for name, number in (
        ("brightness", 0.1),
        ("gamma", 0.5),
        ("hue", 0.1),
        ("saturation", 0.5),
        ("contrast", 0.5),
    ):
        for bad in (np.ones((2, 2, 3), "complex64"), np.ones((2, 2, 3), bool), As(None)):
            yield Call(f"image.adjust_{name}", (bad, As(number)))
        yield Call(f"image.adjust_{name}", (x, As(None)))
        if name not in ("brightness", "gamma"):
            for bad in (x[0], x.astype("float16")):
                yield Call(f"image.adjust_{name}", (bad, As(number)))
            if name != "contrast":
                yield Call(f"image.adjust_{name}", (x[..., :1], As(number)))
    yield Call("image.adjust_brightness", (x, As([0.1, 0.2])))
    yield Call("image.adjust_saturation", (x, As([0.1])))
    for gamma in (As(-1.0), np.array(-1.0, "float32"), np.ones((3,), "float32"), np.array(2.0)):
        yield Call("image.adjust_gamma", (x, gamma))
    yield Call("image.adjust_hue", (x, As(2.0)))
    for bad in (x[0], np.zeros((0, 2, 3)), np.zeros((2, 2, 0)), As(None), As(np.array([[["a"]]]))):
        yield Call("image.per_image_standardization", (bad,))
    for source, to in (
        ("bool", "float32"),
        ("complex64", "float32"),
        ("float32", "bool"),
        ("float32", "complex64"),
    ):
        yield Call("image.convert_image_dtype", (np.ones((2,), source), As(to)))
    yield Call("image.convert_image_dtype", (np.ones((2,), "uint32"), As("int8")), {"saturate": True})


def _wrong_sizes() -> Iterator[Call]:
    x = plain("float32", (1, 2, 4, 1))
    for size in ([0, 2], [-1, 2], [2], [2, 2, 2], [2.0, 2.0], None, "a", 3, [2, 2.5]):
        yield Call("image.resize", (x, As(size)))
    for method in ("foo", 0, "BILINEAR", None):
        yield Call("image.resize", (x, As([2, 2])), {"method": method})
    yield Call("image.resize", (x, np.array([2, 2])))
    for method in LINEAR:
        for bad in (x.astype("complex64"), x > 0, x.astype("uint32"), x[:, :0], x[..., :0], x[0, 0], x[None]):
            yield Call("image.resize", (bad, As([2, 2])), {"method": method})
        yield Call("image.resize", (x, As([0, 2])), {"method": method})
    for size in ((0, 2), (2.0, 3), ("a", 2), (None, 2)):
        yield Call("image.resize_with_pad", (x, *map(As, size)))
    for bad in (x[0, 0], x[None], x[:, :0], As(None)):
        yield Call("image.resize_with_pad", (bad, As(2), As(2)))


def _wrong_places() -> Iterator[Call]:
    x = plain("float32", (2, 4, 3))
    more = {"central_crop": (0.5,), "crop_to_bounding_box": (0, 0, 1, 1), "pad_to_bounding_box": (0, 0, 5, 5)}
    more["resize_with_crop_or_pad"] = (3, 3)
    for name in ("flip_left_right", "flip_up_down", "rot90", "transpose", *more):
        for bad in (x[0], x[None, None], x[:0], x[..., :0], As(None), As("a")):
            yield Call(f"image.{name}", (bad, *map(As, more.get(name, ()))))
    for k in (1.0, [1], None, np.int64(1)):
        yield Call("image.rot90", (x, As(k)))
    yield Call("image.rot90", (x, np.array(1)))
    for fraction in (0, 1.5, -1, "a", None):
        yield Call("image.central_crop", (x, As(fraction)))
    for box in ((-1, 0, 2, 2), (0, 0, 0, 2), (0, 0, 3, 2), ("a", 0, 1, 1), (None, 0, 1, 1), (0, 0, 2.0, 2)):
        yield Call("image.crop_to_bounding_box", (x, *map(As, box)))
    yield Call("image.crop_to_bounding_box", (x, *map(As, (0.0, 0, 2, 2))))
    for box in ((-1, 0, 9, 9), (1, 1, 2, 5), (0.0, 0, 4, 5), (0, 0, 4.0, 5), ("a", 0, 9, 9), (None, 0, 9, 9)):
        yield Call("image.pad_to_bounding_box", (x, *map(As, box)))
    for size in ((0, 2), (2.0, 3), ("a", 2), (None, 2)):
        yield Call("image.resize_with_crop_or_pad", (x, *map(As, size)))
