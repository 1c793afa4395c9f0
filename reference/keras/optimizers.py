"""OPTIMIZERS: `SGD`, plain gradient descent, with gradients clipped on demand."""

import warnings

from ..errors import error, intended
from ..math.arithmetic import multiply, square, subtract
from ..math.basics import cast
from ..math.elementwise import sqrt
from ..math.norms import clip_by_norm
from ..math.reductions import reduce_sum
from ..math.selection import clip_by_value, minimum
from ..slices import IndexedSlices
from ..tensor import convert_to_tensor
from ..variable import Variable


class SGD:
    """variable ← variable - learning_rate · gradient, in the variable's dtype

    The learning rate is kept in float32.  The first step fixes the variables (K05).  Of `clipnorm` (each
    gradient's norm), `clipvalue` (each element) and `global_clipnorm` (the norm of all gradients together)
    one may be given; zero and less clip nothing.  Raises ValueError for two of them, and for a learning rate
    that is no Python float, as for an int.
    """

    def __init__(self, learning_rate=0.01, *, clipnorm=None, clipvalue=None, global_clipnorm=None, name=None):
        if not isinstance(learning_rate, float):
            raise error(ValueError, f"Argument `learning_rate` should be float. Received: {learning_rate!r}")
        if sum(limit is not None for limit in (clipnorm, clipvalue, global_clipnorm)) > 1:
            raise error(ValueError, "Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set.")
        self.clipnorm, self.clipvalue, self.global_clipnorm = clipnorm, clipvalue, global_clipnorm
        self.learning_rate = Variable(learning_rate, trainable=False, name="learning_rate", dtype="float32")
        self.iterations = Variable(0, trainable=False, name="iteration", dtype="int64")
        self.name = name or "sgd"
        self._known = None

    def apply_gradients(self, grads_and_vars):
        """Takes a step with the pairs (gradient, variable), first to last; returns `iterations`.

        Raises ValueError for no pairs at all (K03), and as `apply` does.
        """
        try:
            gradients, variables = zip(*grads_and_vars, strict=False)
        except (TypeError, ValueError) as problem:
            raise intended(problem) from None
        self.apply(gradients, variables)
        return self.iterations

    def apply(self, grads, trainable_variables=None):
        """Takes a step with gradients and their variables, by default those of the first step; none for no
        gradients.

        A gradient is converted to its variable's dtype.  Of slices, rows are subtracted one by one.  A
        gradient of None is left out with a warning; raises ValueError where all are (K01), for a variable
        that the first step did not have and for another number of gradients than of its variables,
        AttributeError for what is no variable.  A pair that raises leaves those before it updated.
        """
        if len(grads) == 0:
            return
        pairs = list(zip(grads, self._variables(grads, trainable_variables), strict=False))
        given = [(g, v) for g, v in pairs if g is not None]
        if not given:
            raise error(ValueError, "No gradients provided for any variable.")
        if len(given) < len(pairs):
            names = [v.name for g, v in pairs if g is None]
            warnings.warn(
                f"Gradients do not exist for variables {names} when minimizing the loss.", stacklevel=2
            )
        clipped = self._clipped([g for g, _ in given])
        for gradient, (_, variable) in zip(clipped, given, strict=True):
            self._update(gradient, variable)
        self.iterations.assign_add(1)

    def _variables(self, grads, variables):
        """The variables of a step, which the first step makes known."""
        if variables is None:
            if self._known is None:
                raise error(
                    ValueError, "When passing `grads` without `variables`, build the optimizer first."
                )
            if len(grads) != len(self._known):
                raise error(ValueError, f"Received {len(grads)} gradients for {len(self._known)} variables.")
            return list(self._known.values())
        variables = list(variables)
        for v in variables:
            if not isinstance(v, Variable):
                raise error(AttributeError, f"{type(v).__name__!r} object has no attribute '_unique_id'")
            if self._known is not None and v.id not in self._known:
                raise error(ValueError, f"Unknown variable: {v!r}. Recreate a new optimizer instance.")
        if self._known is None:
            self._known = {v.id: v for v in variables}
        return variables

    def _clipped(self, gradients):
        if self.clipnorm and self.clipnorm > 0:
            return [clip_by_norm(g, self.clipnorm) for g in gradients]
        if self.global_clipnorm and self.global_clipnorm > 0:
            return _clipped_together(gradients, self.global_clipnorm)
        if self.clipvalue and self.clipvalue > 0:
            return [_clipped_each(g, self.clipvalue) for g in gradients]
        return gradients

    def _update(self, gradient, variable):
        # Quirk steps-in-complex64: Keras multiplies complex128 numbers in complex64 (Q65).
        dtype = "complex64" if variable.dtype.name == "complex128" else variable.dtype
        rate = cast(self.learning_rate.read_value(), dtype)
        if isinstance(gradient, IndexedSlices):
            rows = cast(multiply(cast(gradient.values, dtype), rate), variable.dtype)
            variable.scatter_sub(IndexedSlices(rows, gradient.indices, gradient.dense_shape))
        else:
            step = multiply(cast(convert_to_tensor(gradient), dtype), rate)
            variable.assign_sub(cast(step, variable.dtype))


def _clipped_together(gradients, limit):
    """All gradients by one factor, as dense tensors; NaN where their norm is not finite.

    Quirk norm-of-slices: equal rows of slices count for the norm one by one, not their sum (I24).
    """
    squares = [reduce_sum(square(g.values if isinstance(g, IndexedSlices) else g)) for g in gradients]
    total = squares[0]
    for other in squares[1:]:
        total = total + other
    norm = sqrt(total)
    factor = limit * minimum(1.0 / norm, 1.0 / limit) + subtract(norm, norm)
    return [multiply(convert_to_tensor(g), factor) for g in gradients]


def _clipped_each(gradient, limit):
    if isinstance(gradient, IndexedSlices):
        values = clip_by_value(gradient.values, -limit, limit)
        return IndexedSlices(values, gradient.indices, gradient.dense_shape)
    if isinstance(gradient, list | tuple):
        raise error(AttributeError, f"{type(gradient).__name__!r} object has no attribute 'dtype'")
    return clip_by_value(gradient, -limit, limit)
