"""ADAPTIVE steps: `Adam`, `Adagrad` and `RMSprop`, which divide by what gradients were in size.

Below g is the gradient, lr the learning rate, ε `epsilon`.  Momentum makes rows move that slices
do not name.
"""

from .. import arithmetic as k
from .base import Optimizer
from .writing import add_to, replace, slices_cast, subtract_from


class Adam(Optimizer):
    """m ← m + (g - m)(1 - β₁);  v ← v + (g² - v)(1 - β₂);  variable ← variable - α m / (√v + ε)

    with α = lr √(1 - β₂ᵗ) / (1 - β₁ᵗ) in step t.  With `amsgrad` the largest v so far stands for v.  Raises
    InvalidArgumentError for variables of ints and of complex128.
    """

    def __init__(
        self,
        learning_rate=0.001,
        beta_1=0.9,
        beta_2=0.999,
        epsilon=1e-7,
        amsgrad=False,
        *arguments,
        **options,
    ):
        super().__init__(learning_rate, *arguments, **options)
        self.beta_1, self.beta_2, self.epsilon, self.amsgrad = beta_1, beta_2, epsilon, amsgrad

    def build(self, variables):
        if not self.built:
            super().build(variables)
            self._momentums, self._velocities = self._beside(variables, "momentum", "velocity")
            self._largest = self._beside(variables, "velocity_hat")[0] if self.amsgrad else []

    def update_step(self, gradient, variable, learning_rate):
        dtype, number = variable.dtype, self._number(variable)
        rate, gradient = slices_cast(learning_rate, dtype), slices_cast(gradient, dtype)
        step = slices_cast(self.iterations + 1, dtype)
        power_1 = k.power(slices_cast(self.beta_1, dtype), step)
        power_2 = k.power(slices_cast(self.beta_2, dtype), step)
        m, v = self._momentums[number].value, self._velocities[number].value
        alpha = rate * k.sqrt(1 - power_2) / (1 - power_1)
        add_to(m, k.multiply(k.subtract(gradient, m), 1 - self.beta_1))
        add_to(v, k.multiply(k.subtract(k.square(gradient), v), 1 - self.beta_2))
        if self.amsgrad:
            largest = self._largest[number].value
            replace(largest, k.maximum(largest, v))
            v = largest
        subtract_from(variable, k.divide(k.multiply(m, alpha), k.add(k.sqrt(v), self.epsilon)))


class Adagrad(Optimizer):
    """a ← a + g²;  variable ← variable - lr g / √(a + ε)

    a begins with `initial_accumulator_value`.
    """

    def __init__(
        self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-7, *arguments, **options
    ):
        super().__init__(learning_rate, *arguments, **options)
        self.initial_accumulator_value, self.epsilon = initial_accumulator_value, epsilon

    def build(self, variables):
        if not self.built:
            super().build(variables)
            value = self.initial_accumulator_value
            (self._accumulators,) = self._beside(variables, "accumulator", value=value)

    def update_step(self, gradient, variable, learning_rate):
        rate, gradient = slices_cast(learning_rate, variable.dtype), slices_cast(gradient, variable.dtype)
        accumulator = self._accumulators[self._number(variable)].value
        add_to(accumulator, k.square(gradient))
        size = k.sqrt(k.add(accumulator, self.epsilon))
        subtract_from(variable, k.divide(k.multiply(rate, gradient), size))


class RMSprop(Optimizer):
    """v ← ρ v + (1 - ρ) g²;  variable ← variable - lr g / √(v + ε)

    With `centered`, the square of the average gradient, a ← ρ a + (1 - ρ) g, is taken from v there.  With
    `momentum` > 0, the step is added to momentum · (what moved the variable last).
    """

    def __init__(
        self,
        learning_rate=0.001,
        rho=0.9,
        momentum=0.0,
        epsilon=1e-7,
        centered=False,
        *arguments,
        **options,
    ):
        super().__init__(learning_rate, *arguments, **options)
        self.rho, self.momentum, self.epsilon, self.centered = rho, momentum, epsilon, centered

    def build(self, variables):
        if not self.built:
            super().build(variables)
            (self._velocities,) = self._beside(variables, "velocity")
            self._momentums = self._beside(variables, "momentum")[0] if self.momentum > 0 else []
            self._averages = self._beside(variables, "average_gradient")[0] if self.centered else []

    def update_step(self, gradient, variable, learning_rate):
        number = self._number(variable)
        rate, gradient = slices_cast(learning_rate, variable.dtype), slices_cast(gradient, variable.dtype)
        velocity = self._velocities[number].value
        replace(velocity, self._averaged(velocity, k.square(gradient)))
        if self.centered:
            average = self._averages[number].value
            replace(average, self._averaged(average, gradient))
            size = k.subtract(velocity, k.square(average)) + self.epsilon
        else:
            size = k.add(velocity, self.epsilon)
        change = k.divide(k.multiply(rate, gradient), k.sqrt(size))
        if self.momentum > 0:
            momentum = self._momentums[number].value
            replace(momentum, k.add(k.multiply(self.momentum, momentum), change))
            change = momentum
        subtract_from(variable, change)

    def _averaged(self, average, value):
        return k.add(k.multiply(self.rho, average), k.multiply(1 - self.rho, value))
