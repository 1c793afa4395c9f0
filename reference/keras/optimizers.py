"""OPTIMIZERS: `SGD`, plain gradient descent."""

import warnings

import numpy as np

from ..errors import error
from ..math.arithmetic import multiply
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor


class SGD:
    """variable ← variable - learning_rate · gradient

    The learning rate is kept in float32.  The first call fixes the variables: later ones raise ValueError for
    any other (K05).
    """

    def __init__(self, learning_rate=0.01):
        self.learning_rate = np.float32(learning_rate)
        self._variables = None

    def apply_gradients(self, grads_and_vars):
        """Updates each variable of the pairs (gradient, variable).

        A gradient of None is left out with a warning; raises ValueError where all are, and for no pairs at all.
        """
        pairs = list(grads_and_vars)
        if not pairs:
            raise error(ValueError, "not enough values to unpack (expected 2, got 0)")
        if self._variables is None:
            self._variables = {v.id for _, v in pairs}
        for _, variable in pairs:
            if variable.id not in self._variables:
                raise error(ValueError, f"Unknown variable: {variable!r}. Recreate a new optimizer instance.")
        given = [(g, v) for g, v in pairs if g is not None]
        if not given:
            raise error(ValueError, "No gradients provided for any variable.")
        if len(given) < len(pairs):
            names = [v.name for g, v in pairs if g is None]
            warnings.warn(f"Gradients do not exist for variables {names} when minimizing the loss.", stacklevel=2)
        for gradient, variable in given:
            self._update(gradient, variable)

    def _update(self, gradient, variable):
        rate = Tensor(np.asarray(self.learning_rate, variable.dtype.numpy))
        if isinstance(gradient, IndexedSlices):
            gradient = convert_to_tensor(gradient)
        variable.assign_sub(multiply(gradient, rate))
