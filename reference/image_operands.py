"""IMAGE DOMAINS: images, boxes on them, and sizes that suit them.

As those in `operands`, of which these are more kinds.  Images are [height, width, channels], or batches.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from .dtypes import ALL, DType, float32, int32
from .operands import Domain, TensorDomain


class ImageOperand(TensorDomain):
    """A tensor operand."""


class ImageDomain(Domain):
    """An attribute."""


@dataclass(frozen=True)
class Pictures(ImageOperand):
    """Small images, in a batch or not: of `ranks`, with so many `channels` where that is not 0, with at least
    `least` rows and columns; `likely` in bounds."""

    dtypes: tuple[DType, ...] | None = field(default=ALL, kw_only=True)
    channels: int = 0
    ranks: tuple[int, ...] = (3, 4)
    least: int = 1
    likely: tuple[float, float] | None = None


@dataclass(frozen=True)
class SamePictures(ImageOperand):
    """Images of the dtype and shape of images `of`."""

    of: str


@dataclass(frozen=True)
class Factor(ImageOperand):
    """A float32 scalar."""

    dtypes: tuple[DType, ...] | None = field(default=(float32,), kw_only=True)
    family: ClassVar[str] = "factor"


@dataclass(frozen=True)
class Grads(ImageOperand):
    """Cotangents in float32."""

    dtypes: tuple[DType, ...] | None = field(default=(float32,), kw_only=True)
    family: ClassVar[str] = "grads"


@dataclass(frozen=True)
class Boxes(ImageOperand):
    """Boxes [top, left, bottom, right] in parts of an image, some of them reaching out of it."""

    dtypes: tuple[DType, ...] | None = field(default=(float32,), kw_only=True)
    family: ClassVar[str] = "boxes"


@dataclass(frozen=True)
class BoxImages(ImageOperand):
    """For each of the boxes `boxes` the number of one of the images `of`."""

    dtypes: tuple[DType, ...] | None = field(default=(int32,), kw_only=True)
    family: ClassVar[str] = "box_indices"
    of: str
    boxes: str


@dataclass(frozen=True)
class Offset(ImageDomain):
    """A place on axis `axis` (rows, columns) of images `of`."""

    of: str
    axis: int


@dataclass(frozen=True)
class Within(ImageDomain):
    """A size that fits on axis `axis` of images `of` behind the `offset`."""

    of: str
    axis: int
    offset: str


@dataclass(frozen=True)
class Wide(ImageDomain):
    """A size in which axis `axis` of images `of` has a place behind the `offset`."""

    of: str
    axis: int
    offset: str


@dataclass(frozen=True)
class NewSize(ImageDomain):
    """A height and a width."""


@dataclass(frozen=True)
class PatchSize(ImageDomain):
    """One of four numbers that say what patches are cut of images: `most` along rows and columns, else 1."""

    most: int
