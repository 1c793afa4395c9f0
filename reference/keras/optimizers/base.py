"""OPTIMIZER: what all of them do with gradients before a step, and what they count.

FIX      the first step fixes the variables (K05), and makes an optimizer's own ones for each
LEAVE    variables whose gradient is None are left out, with a warning (K02)
CLIP     by the norm of each gradient, by each element, or by the norm of all together
DECAY    `weight_decay` times the learning rate of a variable is taken from it
STEP     `update_step`, which is the optimizer's own
"""

import warnings

from ...errors import error, intended, said_by_python
from ...math.basics import cast
from ...variable import Variable as TensorVariable
from .. import initializers
from ..naming import automatic
from ..variables import Variable
from .clipping import clipped_by_norm, clipped_each, clipped_together

_OF_KERAS_ALONE = ("use_ema", "ema_momentum", "ema_overwrite_frequency", "gradient_accumulation_steps")


class Optimizer:
    """`learning_rate` is kept in float32; a function of no arguments is asked at each step.

    Of `clipnorm`, `clipvalue` and `global_clipnorm` one may be given; zero and less clip nothing.  Raises
    ValueError for two of them, for an unknown option and for a learning rate that is no Python float, as for
    an int.
    """

    _unfinished: type[Exception] = AttributeError  # what a step raises after `build` did

    def __init__(
        self,
        learning_rate,
        weight_decay=None,
        clipnorm=None,
        clipvalue=None,
        global_clipnorm=None,
        loss_scale_factor=None,
        name=None,
        **options,
    ):
        _check_options(options)
        self.name = name or automatic(type(self).__name__)
        if not isinstance(self.name, str) or "/" in self.name:
            raise error(ValueError, f"Argument `name` must be a string without `/`. Received: name={name}")
        self.weight_decay, self.loss_scale_factor = weight_decay, loss_scale_factor
        self.clipnorm, self.clipvalue, self.global_clipnorm = clipnorm, clipvalue, global_clipnorm
        if sum(limit is not None for limit in (clipnorm, clipvalue, global_clipnorm)) > 1:
            raise error(ValueError, "Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set.")
        self._variables: list[Variable] = []
        self._numbers: dict[int, int] = {}
        self._trainable_variables: list = []
        self.built = self._is_unfinished = False
        self.iterations = self._own(0, "iteration", dtype="int64")
        if not callable(learning_rate):
            if not isinstance(learning_rate, float):
                raise error(ValueError, f"Argument `learning_rate` should be float, not {learning_rate!r}")
            learning_rate = self._own(learning_rate, "learning_rate", dtype="float32")
        self._learning_rate = learning_rate

    @property
    def learning_rate(self):
        rate = self._learning_rate
        return rate if isinstance(rate, Variable) else rate()

    @learning_rate.setter
    def learning_rate(self, rate):
        """The rate of the next step.  An int will do here, unlike at first."""
        if callable(rate) or not isinstance(self._learning_rate, Variable):
            if isinstance(self._learning_rate, Variable):
                self._variables = [v for v in self._variables if v is not self._learning_rate]
            self._learning_rate = rate
        else:
            self._learning_rate.assign(rate)

    @property
    def variables(self):
        """All variables of the optimizer's own, `iterations` and the learning rate first."""
        return list(self._variables)

    # Steps

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

        A gradient is converted to its variable's dtype.  A gradient of None is left out with a warning;
        raises ValueError where all are (K01), for a variable that the first step did not have and for another
        number of gradients than of its variables, AttributeError for what is no variable.  A pair that raises
        leaves those before it updated, and the optimizer's own variables as they are by then.
        """
        if len(grads) == 0:
            return
        pairs = list(zip(grads, self._known(grads, trainable_variables), strict=False))
        given = [(g, v) for g, v in pairs if g is not None]
        if not given:
            raise error(ValueError, "No gradients provided for any variable.")
        if len(given) < len(pairs):
            names = [v.name for g, v in pairs if g is None]
            warnings.warn(
                f"Gradients do not exist for variables {names} when minimizing the loss.", stacklevel=2
            )
        variables = [v for _, v in given]
        gradients = self._clipped(self._unscaled([g for g, _ in given]))
        self._decay(variables)
        if self._is_unfinished:
            raise error(self._unfinished, "the optimizer has no variables of its own")
        for gradient, variable in zip(gradients, variables, strict=True):
            self.update_step(gradient, _plain(variable), self.learning_rate)
        for variable in variables:
            if variable.constraint is not None:
                variable.assign(variable.constraint(variable))
        self.iterations.assign(self.iterations + 1)

    def update_step(self, gradient, variable, learning_rate):
        """The optimizer's own rule."""
        raise NotImplementedError

    def build(self, variables):
        """Fixes the variables, unless they are."""
        if self.built:
            return
        self._trainable_variables = list(variables)
        self._numbers = {v.id: i for i, v in enumerate(variables)}
        self.built = True

    def _known(self, grads, variables):
        """The variables of a step, which the first step makes known."""
        if variables is None:
            if not self.built:
                raise error(
                    ValueError, "When passing `grads` without `variables`, build the optimizer first."
                )
            if len(grads) != len(self._numbers):
                raise error(
                    ValueError, f"{len(grads)} gradients for {len(self._trainable_variables)} variables."
                )
            return self._trainable_variables
        variables = list(variables)
        for v in variables:
            if not isinstance(v, TensorVariable | Variable):
                raise error(AttributeError, f"{type(v).__name__!r} object has no attribute '_unique_id'")
        self.build(variables)
        for v in variables:
            if v.id not in self._numbers:
                raise error(ValueError, f"Unknown variable: {v!r}. Recreate a new optimizer instance.")
        return variables

    def _unscaled(self, gradients):
        if self.loss_scale_factor is None:
            return gradients
        with said_by_python():  # slices cannot be divided
            return [g / self.loss_scale_factor for g in gradients]

    def _clipped(self, gradients):
        if self.clipnorm and self.clipnorm > 0:
            return clipped_by_norm(gradients, self.clipnorm)
        if self.global_clipnorm and self.global_clipnorm > 0:
            return clipped_together(gradients, self.global_clipnorm)
        if self.clipvalue and self.clipvalue > 0:
            return [clipped_each(g, self.clipvalue) for g in gradients]
        return gradients

    def _decay(self, variables):
        if self.weight_decay is None:
            return
        for variable in map(_plain, variables):
            rate, decay = cast(self.learning_rate, variable.dtype), cast(self.weight_decay, variable.dtype)
            variable.assign_sub(variable * decay * rate)

    # Variables of the optimizer's own

    def _own(self, value, name, **options):
        variable = Variable(value, trainable=False, name=name, path=f"{self.name}/{name}", **options)
        self._variables.append(variable)
        return variable

    def _beside(self, variables, *names, value=0.0):
        """For each of `names` a list of new variables, one for each of `variables`, filled with `value`.

        Raises ValueError for a variable of open shape, after which the optimizer is of no use for any.
        """
        lists = tuple([] for _ in names)
        initializer = initializers.constant(value) if value else initializers.zeros
        for variable in variables:
            if not variable.shape.is_fully_defined():
                self._is_unfinished = True
                raise error(ValueError, f"Shapes must be fully-defined, not {variable.shape}")
            of = str(getattr(variable, "path", variable.name)).replace("/", "_").replace(":", "_")
            dtype = variable.dtype if isinstance(variable.dtype, str) else variable.dtype.name
            for name, found in zip(names, lists, strict=True):
                shape = tuple(variable.shape)
                found.append(self._own(initializer, f"{of}_{name}", shape=shape, dtype=dtype))
        return lists

    def _number(self, variable):
        return self._numbers[variable.id]


def _plain(variable):
    return variable.value if isinstance(variable, Variable) else variable


def _check_options(options):
    if options.pop("decay", None) is not None:
        warnings.warn("Argument `decay` is no longer supported and will be ignored.", stacklevel=3)
    for name in options:
        if name in _OF_KERAS_ALONE:
            raise NotImplementedError(f"the reference's optimizers have no {name}")
    if options:
        raise error(ValueError, f"Argument(s) not recognized: {options}")
