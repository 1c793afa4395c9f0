"""WINDOW DOMAINS: images, filters for them, and how windows slide over the one with the other.

As those in `operands`, of which these are more kinds.  Images are [batch, axes…, channels].
"""

from dataclasses import dataclass, field

from .dtypes import FLOATING, DType
from .operands import Domain, TensorDomain


class WindowOperand(TensorDomain):
    """A tensor operand."""


class WindowDomain(Domain):
    """An attribute."""


@dataclass(frozen=True)
class Images(WindowOperand):
    """Small images with so many axes, their channels a multiple of `channels`."""

    dtypes: tuple[DType, ...] | None = field(default=FLOATING, kw_only=True)
    axes: int = 2
    channels: int = 1
    even: bool = False


@dataclass(frozen=True)
class Filters(WindowOperand):
    """Filters that fit the images `of`; `kind` tells what follows the window's axes.

    inward   channels of the images, outputs
    outward  outputs, channels of the images
    each     channels of the images, outputs of each
    mixing   channels of the images times the last axis of the filters `by`, outputs; a window of 1
    flat     channels of the images
    """

    of: str
    axes: int = 2
    kind: str = "inward"
    by: str | None = None


@dataclass(frozen=True)
class Sums(WindowOperand):
    """What windows over images of shape `shape` give with filters of shape `filters`, each channel apart;
    these are names of operands or of attributes."""

    shape: str
    filters: str
    strides: str
    padding: str


@dataclass(frozen=True)
class ImageShape(WindowDomain):
    """The shape of small images."""

    axes: int = 2


@dataclass(frozen=True)
class FilterShape(WindowDomain):
    """The shape of filters for images `of`, each channel apart."""

    of: str


@dataclass(frozen=True)
class Steps(WindowDomain):
    """Strides along so many axes: one number, one for each of these, or one for each axis there is.

    `whole` allows the last form only, `alike` one number for all.
    """

    axes: int = 2
    whole: bool = False
    alike: bool = False


@dataclass(frozen=True)
class Extent(WindowDomain):
    """The size of windows that fit the images `of`, written as `Steps` are."""

    of: str
    axes: int = 2
    whole: bool = False


@dataclass(frozen=True)
class Around(WindowDomain):
    """VALID or SAME; where `listed`, also how many zeros before and after each of two axes, fewer than the
    window `within` has where that is named."""

    listed: bool = False
    within: str | None = None


@dataclass(frozen=True)
class Enlarged(WindowDomain):
    """The shape of images that windows, so apart and so padded, make as large as images `of`."""

    of: str
    filters: str
    strides: str
    padding: str
    axes: int = 2
