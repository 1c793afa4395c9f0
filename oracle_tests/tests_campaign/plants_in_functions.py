"""Faults to plant in what the reference makes of functions, loops, forward mode and optimizers."""

from reference import forward, jacobian, logs
from reference.backprop import gradients
from reference.control_flow import while_loops
from reference.control_flow.alternatives import Alternatives
from reference.functional import custom
from reference.keras.optimizers.adaptive import Adam
from reference.tensor import Tensor
from reference.traced import Traced

from .planting import Plant, replaced

DECIDED = ("reference wrong",)


def a_function_says_none_for_zeros():
    """What only another result of a function uses gets None."""

    def backward(self, targets, sources, seeds):
        given = [(y, seed) for y, seed in zip(targets, seeds, strict=True) if seed._array.any()]
        with Traced() as function:
            log = self.body.log(sources)
            function.results = gradients(log, [y for y, _ in given], sources, [seed for _, seed in given])
        return function.results

    return replaced(Traced, "backward", backward)


def a_branch_that_is_not_taken_leads_nowhere():
    return replaced(Alternatives, "fill", lambda self, sources: None)


def a_loop_forgets_its_first_round():
    good = while_loops._eager

    def eager(cond, body, loop_vars):
        rounds = []

        def forgetful(*values):
            rounds.append(body)
            answer = body(*values)
            return [_unconnected(y) for y in answer] if len(rounds) == 1 else answer

        return good(cond, forgetful, loop_vars)

    return replaced(while_loops, "_eager", eager)


def _unconnected(y):
    return Tensor(y._array) if isinstance(y, Tensor) else y


def tangents_are_too_long():
    good = forward._jvp

    def jvp(entry, known):
        return [t if t is None else t * 1.5 if t.dtype.is_floating else t for t in good(entry, known)]

    return replaced(forward, "_jvp", jvp)


def gradients_of_variables_are_swallowed():
    good = custom._answer

    def answer(*arguments):
        of_arguments, of_variables = good(*arguments)
        return of_arguments, [None] * len(of_variables)

    return replaced(custom, "_answer", answer)


def adam_forgets_its_bias():
    good = Adam.update_step

    def update_step(self, gradient, variable, learning_rate):
        with replaced(self, "beta_2", 0.0):  # as if nothing of the past were missing
            return good(self, gradient, variable, learning_rate)

    return replaced(Adam, "update_step", update_step)


def nothing_is_said_of_ints():
    good = logs.warn

    def warn(message, *arguments, most=None):
        if "watched tensor" not in message:
            good(message, *arguments, most=most)

    from reference import tape

    return replaced(tape, "warn", warn)


def batch_jacobians_are_transposed():
    good = jacobian.batch_jacobian

    def batch_jacobian(*arguments):
        answer = good(*arguments)
        return Tensor(answer._array.swapaxes(-1, -2)) if answer._array.ndim > 2 else answer

    return replaced(jacobian, "batch_jacobian", batch_jacobian)


PLANTS = {
    "a function says None for zeros": Plant(
        a_function_says_none_for_zeros, ("none",), "tape function", (*DECIDED, "unclear"), 0
    ),
    "an untaken branch leads nowhere": Plant(
        a_branch_that_is_not_taken_leads_nowhere, ("none",), "cond", (*DECIDED, "unclear"), 0
    ),
    "a loop forgets its first round": Plant(
        a_loop_forgets_its_first_round, ("value", "none"), "while_loop", (*DECIDED, "unclear"), 0
    ),
    "tangents too long": Plant(tangents_are_too_long, ("value",), "jvp", (*DECIDED, "unclear"), 0),
    "gradients of variables swallowed": Plant(
        gradients_of_variables_are_swallowed, ("none",), "tape custom_gradient", DECIDED, 0
    ),
    "Adam's bias": Plant(adam_forgets_its_bias, ("value",), "tape apply_gradients", (*DECIDED, "unclear"), 0),
    "nothing said of ints": Plant(nothing_is_said_of_ints, ("warning",), "tape", (*DECIDED, "unclear"), 0),
    "batch_jacobian transposed": Plant(
        batch_jacobians_are_transposed, ("value", "shape"), "batch_jacobian", DECIDED, 0
    ),
}
