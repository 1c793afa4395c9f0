"""Faults to plant, in the reference and in TensorFlow: the harness is believed only after it was lied to.

Each is a context manager.  What a campaign must find is written beside it in `PLANTS`.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import reference
from reference import nest
from reference.backprop import WATCHED, Log  # noqa: F401
from reference.errors import error
from reference.math.arithmetic import multiply
from reference.primitive import REGISTRY
from reference.tape import GradientTape


@dataclass(frozen=True)
class Plant:
    """A fault, and what a bucket that is due to it looks like."""

    plant: Callable[[], AbstractContextManager]
    kinds: tuple[str, ...]
    where: str  # contained in the bucket's `where`
    statements: tuple[str, ...]
    blames: tuple[str, ...]


@contextmanager
def replaced(owner, name, value):
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def sin_vjp_is_too_large_in_float64():
    good = REGISTRY["math.sin"].rule

    def rule(ct, y, x):
        answer = good(ct, y, x)[0]
        return ((multiply(answer, 1.001) if x.dtype == "float64" else answer),)

    return replaced(REGISTRY["math.sin"], "rule", rule)


def sign_says_none_for_zeros():
    return replaced(REGISTRY["math.sign"], "rule", lambda ct, y, x: (None,))


def only_the_first_target_counts():
    good = GradientTape.gradient

    def gradient(self, target, *args, **kwargs):
        leaves = nest.flatten(target)
        return good(
            self,
            leaves[0] if isinstance(target, list | tuple) and len(leaves) > 1 else target,
            *args,
            **kwargs,
        )

    return replaced(GradientTape, "gradient", gradient)


def reset_is_ignored():
    return replaced(GradientTape, "reset", lambda self: None)


def matmul_raises_another_class():
    def check(*args):
        raise error(ValueError, "shapes do not fit")

    from reference.linalg import matmul  # noqa: F401
    from reference.primitive import Primitive

    good = Primitive.__call__

    def call(self, *args, **kwargs):
        try:
            return good(self, *args, **kwargs)
        except reference.errors.InvalidArgumentError as problem:
            if self.name == "raw_ops.MatMul":
                raise error(ValueError, str(problem)) from None
            raise

    return replaced(Primitive, "__call__", call)


def a_persistent_tape_forgets():
    good = GradientTape.gradient

    def gradient(self, *args, **kwargs):
        answer = good(self, *args, **kwargs)
        if self._log is not None:
            self._log.known.clear()
        return answer

    return replaced(GradientTape, "gradient", gradient)


@contextmanager
def _in_tensorflow(operation, make):
    """Replaces the gradient function that TensorFlow has registered for an operation."""
    from tensorflow.python.framework import ops

    entry = ops.gradient_registry._registry[operation]
    good = entry["type"]
    entry["type"] = make(good)
    try:
        yield
    finally:
        entry["type"] = good


def tensorflow_makes_slices_dense():
    import tensorflow as tf

    def make(good):
        def gradient(op, ct):
            slices, *rest = good(op, ct)
            return (tf.convert_to_tensor(slices), *rest)

        return gradient

    return _in_tensorflow("ResourceGather", make)


def tensorflow_is_wrong_in_second_order_only():
    def make(good):
        def gradient(op, ct):
            of_y, of_dy = good(op, ct)
            return of_y * 1.25, of_dy

        return gradient

    return _in_tensorflow("TanhGrad", make)


def tensorflow_exp_vjp_is_too_large():
    def make(good):
        return lambda op, ct: good(op, ct) * 1.001

    return _in_tensorflow("Exp", make)


PLANTS = {
    "sin vjp 1.001 in float64, reference": Plant(
        sin_vjp_is_too_large_in_float64,
        ("value",),
        "math.sin vjp",
        ("Gradient", "Jacobian"),
        ("reference wrong",),
    ),
    "None for zeros, reference": Plant(
        sign_says_none_for_zeros, ("none",), "math.sign vjp", ("Gradient",), ("reference wrong", "convention")
    ),
    "only the first of a list target, reference": Plant(
        only_the_first_target_counts,
        ("value", "none"),
        "tape list of targets",
        ("Gradient",),
        ("reference wrong", "unclear"),
    ),
    "reset ignored, reference": Plant(
        reset_is_ignored,
        ("none", "value", "structure", "error"),
        "reset",
        ("Gradient", "WatchedVariables", "Reset"),
        ("reference wrong", "unclear"),
    ),
    "wrong error class, reference": Plant(
        matmul_raises_another_class, ("error",), "MatMul", ("Apply", "Operate"), ("unclear",)
    ),
    "a persistent tape forgets, reference": Plant(
        a_persistent_tape_forgets,
        ("none", "value", "error"),
        "tape",
        ("Gradient", "Jacobian"),
        ("reference wrong", "unclear"),
    ),
    "slices densified, TensorFlow": Plant(
        tensorflow_makes_slices_dense,
        ("slices",),
        "gather_from_variable",
        ("Gradient",),
        ("tensorflow wrong",),
    ),
    "second order only, TensorFlow": Plant(
        tensorflow_is_wrong_in_second_order_only,
        ("value",),
        "raw_ops.TanhGrad vjp",
        ("Gradient",),
        ("tensorflow wrong",),
    ),
    "exp vjp 1.001, TensorFlow": Plant(
        tensorflow_exp_vjp_is_too_large,
        ("value",),
        "math.exp vjp",
        ("Gradient", "Jacobian"),
        ("tensorflow wrong",),
    ),
}
