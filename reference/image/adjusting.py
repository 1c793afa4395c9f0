"""ADJUSTING: the colours of images."""

import numpy as np

from ..errors import InvalidArgumentError, error
from ..record import record
from ..tensor import Tensor, convert_to_tensor


class _AdjustContrast:
    """y = (x - mean) · factor + mean, the mean of each channel of each image"""

    name, optional_results = "AdjustContrastv2", ()

    def pull_back(self, entry, cts, needed):
        raise error(LookupError, f"gradient registry has no entry for: {self.name}")


def adjust_contrast(images, contrast_factor):
    """Moves each channel of each image from its mean by `contrast_factor`.  It has no gradient (X08).

    Raises InvalidArgumentError below three dimensions.
    """
    images = convert_to_tensor(images)
    factor = convert_to_tensor(contrast_factor, dtype="float32")
    if images.ndim < 3:
        raise error(InvalidArgumentError, f"input must be at least 3-D, got shape {images.shape}")
    x = images._array.astype(np.float32)
    mean = x.mean(axis=(-3, -2), keepdims=True)
    y = Tensor(((x - mean) * factor._array + mean).astype(images._array.dtype))
    record(_AdjustContrast(), (images, factor), (y,), ())
    return y
