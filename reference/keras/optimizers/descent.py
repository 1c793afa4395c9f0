"""DESCENT: `SGD`, with momentum on demand."""

from ...errors import error
from .. import arithmetic as k
from .base import Optimizer
from .writing import add_to, replace, slices_cast, subtract_from


class SGD(Optimizer):
    """variable ← variable - learning_rate · gradient

    With `momentum` m > 0, velocity ← m · velocity - learning_rate · gradient, and the variable moves by the
    velocity, or with `nesterov` by m · velocity - learning_rate · gradient.  Of slices, rows are subtracted
    one by one (K04).  Raises ValueError for a momentum that is no Python float in [0, 1].
    """

    _unfinished = IndexError

    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, *arguments, **options):
        super().__init__(learning_rate, *arguments, **options)
        if not isinstance(momentum, float) or not 0 <= momentum <= 1:
            raise error(ValueError, "`momentum` must be a float between [0, 1].")
        self.momentum, self.nesterov, self.momentums = momentum, nesterov, []

    def build(self, variables):
        if not self.built:
            super().build(variables)
            if self.momentum:
                (self.momentums,) = self._beside(variables, "momentum")

    def update_step(self, gradient, variable, learning_rate):
        rate, gradient = slices_cast(learning_rate, variable.dtype), slices_cast(gradient, variable.dtype)
        if not self.momentum:
            subtract_from(variable, k.multiply(gradient, rate))
            return
        velocity = self.momentums[self._number(variable)].value
        momentum = slices_cast(self.momentum, variable.dtype)

        def moved():
            return k.subtract(k.multiply(velocity, momentum), k.multiply(gradient, rate))

        replace(velocity, moved())
        add_to(variable, moved() if self.nesterov else velocity)
