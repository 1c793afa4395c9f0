"""Faults to plant in the gradient rules of the reference's operations, and in how these are called."""

import numpy as np

import reference as tf
from reference import broadcasting, primitive, tensor
from reference.arrays import gathering
from reference.errors import error
from reference.math.arithmetic import multiply
from reference.math.reductions import axes_of
from reference.primitive import REGISTRY, Primitive
from reference.slices import IndexedSlices

from .planting import Plant, replaced, ruled

REFERENCE = ("reference wrong",)


def scaled(name, factor, dtype, operand=0):
    """The cotangent of one operand is `factor` times what it should be, in one dtype only."""

    def make(good):
        def rule(ct, y, *arguments):
            answers = list(good(ct, y, *arguments))
            right = answers[operand]
            if ct.dtype == dtype and right is not None:
                answers[operand] = lambda: multiply(right() if callable(right) else right, factor)
            return tuple(answers)

        return rule

    return lambda: ruled(name, make)


def the_first_of_equal_extremes_gets_all():
    def make(good):
        def rule(ct, y, x, axis, keepdims):
            (answer,) = good(ct, y, x, axis, keepdims)
            shared = (answer() if callable(answer) else answer)._array
            axes = axes_of(axis, x._array.ndim)
            top = shared != 0
            count = top.sum(axis=axes, keepdims=True)
            return (tf.constant(np.where(_first(top, axes), shared * count, 0).astype(shared.dtype)),)

        return rule

    return ruled("math.reduce_max", make)


def _first(top, axes):
    """The first True along `axes`, in row-major order."""
    last = range(top.ndim - len(axes), top.ndim)
    moved = np.moveaxis(top, axes, last)
    rows = moved.reshape(*moved.shape[: top.ndim - len(axes)], -1)
    first = rows & (np.cumsum(rows, -1) == 1)
    return np.moveaxis(first.reshape(moved.shape), last, axes)


def abs_rises_at_zero():
    def make(good):
        return lambda ct, y, x: (multiply(ct, tf.where(tf.less(x, 0.0), -1.0, 1.0)),)

    return ruled("raw_ops.Abs", make)


def multiply_forgets_its_second_order():
    """What a cotangent is multiplied with is taken for a constant."""

    def make(good):
        return lambda ct, z, x, y: good(ct, z, tensor.Tensor(x._array), tensor.Tensor(y._array))

    return ruled("math.multiply", make)


def multiply_does_not_conjugate():
    def make(good):
        def rule(ct, z, x, y):
            return good(ct, z, tf.math.conj(x), tf.math.conj(y))

        return rule

    return ruled("math.multiply", make)


def sums_are_float64():
    primitive = REGISTRY["math.reduce_sum"]
    good = primitive.forward

    def forward(x, *axes):
        return good(x, *axes).astype(np.float64 if x.dtype == np.float32 else x.dtype)

    return replaced(primitive, "forward", forward)


def negative_has_no_path():
    return ruled("math.negative", lambda good: lambda ct, y, x: (None,))


def floordiv_has_a_path():
    return ruled("math.floordiv", lambda good: lambda ct, z, x, y: (multiply(ct, 0.0), multiply(ct, 0.0)))


def negative_gives_float64():
    def make(good):
        def rule(ct, y, x):
            (answer,) = good(ct, y, x)
            answer = answer() if callable(answer) else answer
            return (tf.constant(answer._array.astype(np.float64)),)

        return rule

    return ruled("math.negative", make)


def unbroadcast_keeps_axes_of_one():
    """Where an operand's axis of length 1 was stretched, its cotangent stays as long as the result."""
    good = broadcasting.unbroadcast

    def unbroadcast(ct, shape, other):
        return ct if 1 in shape and len(shape) == len(ct.shape) else good(ct, shape, other)

    return replaced(primitive, "unbroadcast", unbroadcast)


def sums_drop_the_third_contribution():
    from reference import backprop

    good = backprop.accumulated
    return replaced(backprop, "accumulated", lambda cts: good(cts[:2]))


def rows_of_slices_come_backwards():
    """The same rows at the same indices, the last first."""
    good = gathering._rows

    def rows(*arguments):
        slices = good(*arguments)
        return IndexedSlices(slices.values[::-1], slices.indices[::-1], slices.dense_shape)

    return replaced(gathering, "_rows", rows)


def matmul_raises_another_class():
    good = Primitive.__call__

    def call(self, *args, **kwargs):
        try:
            return good(self, *args, **kwargs)
        except tf.errors.InvalidArgumentError as problem:
            if self.name == "raw_ops.MatMul":
                raise error(ValueError, str(problem)) from None
            raise

    return replaced(Primitive, "__call__", call)


def mixed_dtypes_raise_type_error():
    """Two tensors of different dtypes: TypeError for InvalidArgumentError."""
    good = Primitive.__call__

    def call(self, *args, **kwargs):
        try:
            return good(self, *args, **kwargs)
        except tf.errors.InvalidArgumentError as problem:
            dtypes = {a.dtype for a in args if isinstance(a, tensor.Tensor)}
            if len(dtypes) > 1 and self.broadcasts:
                raise error(TypeError, str(problem)) from None
            raise

    return replaced(Primitive, "__call__", call)


PLANTS = {
    "sin vjp 1.001 in float64": Plant(
        scaled("math.sin", 1.001, "float64"), ("value",), "math.sin vjp", REFERENCE, 245, "float64"
    ),
    "multiply vjp 1.001 in float32, second operand": Plant(
        scaled("math.multiply", 1.001, "float32", 1), ("value",), "math.multiply vjp", REFERENCE, 4, "float32"
    ),
    "division vjp 1.001 in float64": Plant(
        scaled("raw_ops.RealDiv", 1.001, "float64"),
        ("value",),
        "raw_ops.RealDiv vjp",
        REFERENCE,
        187,
        "float64",
    ),
    "reduce_max gives all to the first": Plant(
        the_first_of_equal_extremes_gets_all, ("value",), "math.reduce_max vjp", REFERENCE, 939
    ),
    "abs rises at zero": Plant(abs_rises_at_zero, ("value",), "raw_ops.Abs vjp", REFERENCE, 117),
    "multiply vjp 1.25 in float16": Plant(
        scaled("math.multiply", 1.25, "float16"), ("value",), "math.multiply vjp", REFERENCE, 242, "float16"
    ),
    "subtract vjp 2 in bfloat16, second operand": Plant(
        scaled("math.subtract", 2.0, "bfloat16", 1),
        ("value",),
        "math.subtract vjp",
        REFERENCE,
        656,
        "bfloat16",
    ),
    "multiply without conjugation": Plant(
        multiply_does_not_conjugate, ("value",), "math.multiply vjp", REFERENCE, 188, "complex64"
    ),
    "sums in float64": Plant(sums_are_float64, ("dtype", "error"), "math.reduce_sum forward", REFERENCE, 4),
    "multiply without second order": Plant(
        multiply_forgets_its_second_order, ("none", "value"), "math.multiply second order", REFERENCE, 68
    ),
    "negative has no path": Plant(negative_has_no_path, ("none", "value"), "math.negative vjp", REFERENCE, 4),
    "floordiv has a path": Plant(floordiv_has_a_path, ("none",), "math.floordiv vjp", REFERENCE, 40),
    "negative's gradient in float64": Plant(
        negative_gives_float64, ("dtype",), "math.negative vjp", REFERENCE, 8
    ),
    "axes of one stay broadcast": Plant(
        unbroadcast_keeps_axes_of_one, ("shape", "error"), "vjp", REFERENCE, 45
    ),
    "the third contribution dropped": Plant(
        sums_drop_the_third_contribution, ("value",), "tape", REFERENCE, 11
    ),
    "rows of slices backwards": Plant(rows_of_slices_come_backwards, ("slices",), "gather", REFERENCE, 27),
    "matmul raises another class": Plant(
        matmul_raises_another_class, ("error",), "MatMul", ("reference wrong", "unclear"), 55
    ),
    "mixed dtypes raise TypeError": Plant(
        mixed_dtypes_raise_type_error, ("error",), "operator", ("reference wrong", "unclear"), 11
    ),
}
