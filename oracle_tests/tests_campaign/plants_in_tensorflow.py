"""Faults to plant in the gradient functions that TensorFlow has registered."""

from oracle_tests import subjects

from .planting import Plant, in_tensorflow

TENSORFLOW = ("tensorflow wrong",)


def scaled(operation, factor, operand=None):
    """The gradients of an operation, or of one operand of it, are `factor` times what they should be."""

    def make(good):
        def gradient(op, *cts):
            answer = good(op, *cts)
            if operand is None:
                return answer * factor
            return tuple(a * factor if i == operand and a is not None else a for i, a in enumerate(answer))

        return gradient

    return lambda: in_tensorflow(operation, make)


def slices_are_made_dense():
    tf = subjects.load("tensorflow")

    def make(good):
        def gradient(op, ct):
            slices, *rest = good(op, ct)
            return (tf.convert_to_tensor(slices), *rest)

        return gradient

    return in_tensorflow("ResourceGather", make)


def pow_raises():
    def make(good):
        def gradient(op, ct):
            raise RuntimeError("no gradient today")

        return gradient

    return in_tensorflow("Pow", make)


def abs_has_no_gradient():
    return in_tensorflow("Abs", lambda good: None)


def reshape_says_none():
    return in_tensorflow("Reshape", lambda good: lambda op, ct: [None, None])


def negative_gives_float64():
    tf = subjects.load("tensorflow")

    return in_tensorflow("Neg", lambda good: lambda op, ct: tf.cast(good(op, ct), tf.float64))


def sum_adds_an_axis():
    tf = subjects.load("tensorflow")

    def make(good):
        return lambda op, ct: [tf.expand_dims(good(op, ct)[0], 0), None]

    return in_tensorflow("Sum", make)


PLANTS = {
    "slices densified": Plant(slices_are_made_dense, ("slices",), "gather_from_variable", TENSORFLOW, 6),
    "second order only": Plant(
        scaled("TanhGrad", 1.25, 0), ("value",), "raw_ops.TanhGrad vjp", TENSORFLOW, 61
    ),
    "exp vjp 1.001": Plant(scaled("Exp", 1.001), ("value",), "math.exp vjp", TENSORFLOW, 84),
    "division vjp 1.01, divisor": Plant(
        scaled("RealDiv", 1.01, 1), ("value",), "raw_ops.RealDiv vjp", TENSORFLOW, 38
    ),
    "pow vjp raises": Plant(pow_raises, ("error",), "math.pow vjp", TENSORFLOW, 32),
    "abs has no gradient": Plant(
        abs_has_no_gradient, ("error",), "raw_ops.Abs vjp", ("gap", "convention"), 40
    ),
    "reshape says None": Plant(reshape_says_none, ("none",), "reshape vjp", TENSORFLOW, 38),
    "negative's gradient in float64": Plant(
        negative_gives_float64, ("dtype",), "math.negative vjp", TENSORFLOW, 46
    ),
    "reduce_sum's gradient has an axis more": Plant(
        sum_adds_an_axis, ("shape",), "math.reduce_sum vjp", TENSORFLOW, 0
    ),
}
