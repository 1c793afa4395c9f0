"""TRIAL: one primitive alone, on any module: its result, its gradient, and the gradient of its gradient.

What a whole program does to an operation is left out: no tape but its own, no mutation, no other operation.
Arrays go in, and what comes out is observed as in a program.
"""

from dataclasses import dataclass

import numpy as np

import reference
from reference.backprop import Log  # noqa: F401  (keeps the module loaded before the reference is instrumented)
from reference.primitive import Primitive, evaluated_by
from strategies.interpret import Machine
from strategies.outcome import Outcome, Raised, Returned, Slices

from .agree import Difference, _match, weigh_numbers
from .sensitivity import RUNS, Sensitivity, _Noise, _Watch

ORDERS = ("forward", "vjp", "second order")


@dataclass(frozen=True, eq=False)
class Trial:
    """A primitive with the arguments of one call (arrays where tensors stood) and the cotangents of its
    results.
    """

    primitive: Primitive  # or another recorded operation, in a trial of its own class
    arguments: tuple
    cotangents: tuple = ()

    def run(self, tf, order: str, machine: Machine | None = None) -> Outcome:
        """What the module `tf` makes of it in `order`, one of ORDERS; errors are outcomes."""
        machine = machine or Machine(tf)
        try:
            with np.errstate(all="ignore"):
                value = {"forward": self._forward, "vjp": self._vjp, "second order": self._second}[order](tf)
                return Returned(machine._observed(value))
        except Exception as exception:
            return Raised(type(exception).__name__, str(exception))

    def _tensors(self, tf):
        """The arguments with tensors in place of arrays, and those of them that have gradients."""
        floating = []

        def tensor(x):
            t = tf.constant(x)
            if t.dtype.is_floating or t.dtype.is_complex:
                floating.append(t)
            return t

        arguments = list(self.arguments)
        for i in self.primitive.slots:
            x = arguments[i]
            arguments[i] = [tensor(item) for item in x] if i in self.primitive.lists else tensor(x)
        return arguments, floating

    def _forward(self, tf):
        return self._call(tf, self._tensors(tf)[0])

    def _call(self, tf, arguments):
        return self.primitive(*arguments) if tf is reference else self.primitive.call_on(tf, arguments)

    def _vjp(self, tf):
        arguments, floating = self._tensors(tf)
        return self._gradient(tf, arguments, floating, self._cotangents(tf))

    def _cotangents(self, tf):
        return [None if ct is None else _on(tf, ct) for ct in self.cotangents]

    def _gradient(self, tf, arguments, floating, cotangents):
        with tf.GradientTape() as tape:
            tape.watch(floating)
            y = self._call(tf, arguments)
        results = list(y) if isinstance(y, list | tuple) else [y]
        pairs = [(r, ct) for r, ct in zip(results, cotangents, strict=False) if ct is not None]
        return tape.gradient([r for r, _ in pairs], floating, output_gradients=[ct for _, ct in pairs])

    def _second(self, tf):
        arguments, floating = self._tensors(tf)
        cotangents = self._cotangents(tf)
        watched = floating + [ct for ct in cotangents if isinstance(ct, tf.Tensor)]
        with tf.GradientTape() as outer:
            outer.watch(watched)
            inner = self._gradient(tf, arguments, floating, cotangents)
            dense = [tf.convert_to_tensor(g) for g in inner if g is not None]
        return outer.gradient(dense, watched)


class GatherTrial(Trial):
    """Rows gathered from a variable, which is no primitive: its operand is a cell, not a tensor."""

    def _tensors(self, tf):
        variable = tf.Variable(self.arguments[0])
        return [variable, tf.constant(self.arguments[1])], [variable]

    def _call(self, tf, arguments):
        return tf.gather(*arguments)


def _on(tf, ct):
    if isinstance(ct, Slices):
        shape = None if ct.dense_shape is None else tf.constant(ct.dense_shape)
        return tf.convert_to_tensor(tf.IndexedSlices(tf.constant(ct.values), tf.constant(ct.indices), shape))
    return tf.constant(ct)


def parting(trial: Trial, tf, order: str) -> tuple[str, Outcome, Outcome] | None:
    """In which kind the reference and `tf` part on a trial, with both outcomes; None where they agree."""
    ours, theirs = trial.run(reference, order), trial.run(tf, order)
    if isinstance(ours, Raised) or isinstance(theirs, Raised):
        return None if ours == theirs else ("error", ours, theirs)
    suspects: list[tuple] = []
    found = _match(ours.value, theirs.value, (), lambda leaf, a, b: suspects.append((leaf, a, b)))
    if found is not None:
        return found[0], ours, theirs
    if suspects:
        noise = _sensitivity(trial, order)
        for leaf, a, b in suspects:
            if weigh_numbers(a, b, noise, 0, leaf)[0] == "differs":
                return "value", ours, theirs
    return None


def _sensitivity(trial: Trial, order: str) -> Sensitivity:
    plain = Machine(reference)
    watch = _Watch(plain)
    with evaluated_by(watch):
        plain.outcomes.append(trial.run(reference, order))
    runs, flip = [], None
    for seed in range(RUNS):
        run = Machine(reference)
        noise = _Noise(run, seed)
        with evaluated_by(noise):
            run.outcomes.append(trial.run(reference, order))
        if isinstance(run.outcomes[0], Raised) or not _same_choices(watch.choices, noise.choices):
            flip = 0
            continue
        runs.append(run)
    return Sensitivity(plain, runs, flip, watch.near_limits)


def _same_choices(a, b):
    return len(a) == len(b) and all(
        x.shape == y.shape and np.array_equal(x, y, equal_nan=x.dtype.kind == "f")
        for (_, x), (_, y) in zip(a, b, strict=True)
    )


__all__ = ["ORDERS", "Difference", "Trial", "parting"]
