"""OPTIMIZERS: `SGD`, plain gradient descent."""

import warnings

from ..errors import error, intended
from ..math.arithmetic import multiply
from ..math.basics import cast
from ..slices import IndexedSlices
from ..tensor import convert_to_tensor
from ..variable import Variable


class SGD:
    """variable ← variable - learning_rate · gradient, in the variable's dtype

    The learning rate is kept in float32.  The first call of `apply_gradients` fixes the variables (K05).
    Raises ValueError for a learning rate that is no Python float, as for an int.
    """

    def __init__(self, learning_rate=0.01):
        if not isinstance(learning_rate, float):
            raise error(ValueError, f"Argument `learning_rate` should be float. Received: {learning_rate!r}")
        self.learning_rate = Variable(learning_rate, trainable=False, name="learning_rate", dtype="float32")
        self.iterations = Variable(0, trainable=False, name="iteration", dtype="int64")
        self._variables = None

    def apply_gradients(self, grads_and_vars):
        """Updates each variable of the pairs (gradient, variable), first to last; returns `iterations`.

        A gradient is converted to its variable's dtype.  Of slices, rows are subtracted one by one.  A
        gradient of None is left out with a warning; raises ValueError where all are (K01), for no pairs at
        all (K03) and for a variable that the first call did not have, AttributeError for what is no
        variable.  A pair that raises leaves those before it updated.
        """
        try:
            gradients, variables = zip(*grads_and_vars, strict=False)
        except (TypeError, ValueError) as problem:
            raise intended(problem) from None
        self._know(variables)
        given = [(g, v) for g, v in zip(gradients, variables, strict=True) if g is not None]
        if not given:
            raise error(ValueError, "No gradients provided for any variable.")
        if len(given) < len(variables):
            names = [v.name for g, v in zip(gradients, variables, strict=True) if g is None]
            warnings.warn(
                f"Gradients do not exist for variables {names} when minimizing the loss.", stacklevel=2
            )
        for gradient, variable in given:
            self._update(gradient, variable)
        self.iterations.assign_add(1)
        return self.iterations

    def _know(self, variables):
        for v in variables:
            if not isinstance(v, Variable):
                raise error(AttributeError, f"{type(v).__name__!r} object has no attribute '_unique_id'")
            if self._variables is not None and v.id not in self._variables:
                raise error(ValueError, f"Unknown variable: {v!r}. Recreate a new optimizer instance.")
        if self._variables is None:
            self._variables = {v.id for v in variables}

    def _update(self, gradient, variable):
        rate = cast(self.learning_rate.read_value(), variable.dtype)
        if isinstance(gradient, IndexedSlices):
            rows = multiply(cast(gradient.values, variable.dtype), rate)
            variable.scatter_sub(IndexedSlices(rows, gradient.indices, gradient.dense_shape))
        else:
            variable.assign_sub(multiply(cast(convert_to_tensor(gradient), variable.dtype), rate))
