"""TRAIN: the optimizer of TensorFlow 1 that does plain gradient descent."""

from ...dtypes import INEXACT
from ...errors import InvalidArgumentError, error, intended, process_ends
from ...math.basics import cast
from ...slices import IndexedSlices
from ...tape import GradientTape
from ...tensor import convert_to_tensor
from ...variable import Variable


class GradientDescentOptimizer:
    """variable ← variable - learning_rate · gradient

    Quirk silent-without-gradient: unlike Keras's optimizers it does not warn of variables without a gradient
    (K10).
    """

    def __init__(self, learning_rate, use_locking=False, name="GradientDescent"):
        self._learning_rate, self._name = learning_rate, name

    def get_name(self):
        return self._name

    def minimize(
        self,
        loss,
        global_step=None,
        var_list=None,
        gate_gradients=1,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        name=None,
        grad_loss=None,
    ):
        """Takes a step that makes `loss` smaller; `loss` is a function of no arguments.

        Raises as `compute_gradients`, and ValueError where no variable has a gradient.
        """
        pairs = self.compute_gradients(loss, var_list, grad_loss=grad_loss)
        if all(gradient is None for gradient, _ in pairs):
            raise error(ValueError, "No gradients provided for any variable, check your graph for ops.")
        return self.apply_gradients(pairs, global_step)

    def compute_gradients(
        self,
        loss,
        var_list=None,
        gate_gradients=1,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        grad_loss=None,
    ):
        """Pairs (gradient, variable) of `loss()`; by default of all variables that it reads.

        Raises RuntimeError for a loss that is no function.
        """
        if not callable(loss):
            raise error(RuntimeError, "`loss` should be a function when eager execution is enabled.")
        with GradientTape() as tape:
            if var_list is not None:
                tape.watch(var_list)
            value = loss()
        variables = list(tape.watched_variables() if var_list is None else var_list)
        return list(zip(tape.gradient(value, variables, grad_loss), variables, strict=True))

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Takes a step with the pairs (gradient, variable), and adds one to `global_step`.

        The rate passes through float32 to the gradient's dtype.  Raises ValueError where there are no
        pairs or no gradients, NotImplementedError for what is no variable, InvalidArgumentError for a
        gradient of another shape.
        """
        try:
            pairs = [(gradient, variable) for gradient, variable in tuple(grads_and_vars)]
        except (TypeError, ValueError) as problem:
            raise intended(problem) from None
        if not pairs:
            raise error(ValueError, "No variables provided.")
        given = [(g, v) for g, v in pairs if g is not None]
        if not given:
            raise error(ValueError, f"No gradients provided for any variable: {[str(v) for _, v in pairs]}.")
        for _, variable in given:
            if variable is None:
                raise error(AttributeError, "'NoneType' object has no attribute 'handle'")
            if not isinstance(variable, Variable):
                raise error(NotImplementedError, f"Trying to update a Tensor {variable}")
        rate = self._learning_rate() if callable(self._learning_rate) else self._learning_rate
        for gradient, variable in given:
            _apply(gradient, variable, rate)
        if global_step is not None:
            global_step.assign_add(cast(1, global_step.dtype))


def _apply(gradient, variable, rate):
    """A step of one variable.  A dense gradient of another dtype ends TensorFlow's process."""
    if isinstance(gradient, IndexedSlices):
        if variable.constraint is not None:
            raise error(RuntimeError, "Cannot use a constraint function on a sparse variable.")
        rows = -gradient.values * cast(rate, gradient.dtype)
        variable.scatter_add(IndexedSlices(rows, gradient.indices))
        return
    gradient = convert_to_tensor(gradient)
    if gradient.dtype is not variable.dtype:
        raise process_ends(f"a {gradient.dtype.name} gradient of a {variable.dtype.name} variable")
    if variable.dtype not in INEXACT:
        raise error(InvalidArgumentError, f"no kernel applies gradients to a {variable.dtype.name} variable")
    variable.assign_sub(gradient * cast(rate, gradient.dtype))
    if variable.constraint is not None:
        variable.assign(variable.constraint(variable))
