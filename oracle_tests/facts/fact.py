"""FACT: a small program as a function of `tf`, beside what it lets one see.

    @fact((f32(6.0), Raised("RuntimeError")))
    def test_L01_a_second_gradient_raises(tf):
        ...
        return tape.gradient(y, x), attempt(tape.gradient, y, x)

Each fact is two tests (conftest.py).  One runs it on the reference and compares with the literal; the other,
marked `oracle`, runs it on TensorFlow, and compares with the literal and with the reference.  The judge runs
facts too, to learn which side of a disagreement breaks one (`oracle_tests.judgement.pinned`); so no file of
facts imports pytest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import ml_dtypes
import numpy as np

from oracle_tests.subjects import ROOT, load
from reference.dtypes import is_floating


@dataclass(frozen=True, eq=False)
class Dense:
    """A tensor as it was seen."""

    array: np.ndarray

    def __repr__(self) -> str:
        return f"{self.array.dtype}{list(self.array.shape)} {self.array.tolist()}"


@dataclass(frozen=True)
class Slices:
    """IndexedSlices; `dense_shape` as a list of int32."""

    values: Dense
    indices: Dense
    dense_shape: list[int] | None


@dataclass(frozen=True)
class Cell:
    """A variable and its value."""

    value: Dense


@dataclass(frozen=True)
class Raised:
    """An exception, by the public name of its class."""

    error: str


@dataclass(frozen=True, eq=False)
class Fact:
    """A program, and what it lets one see on TensorFlow."""

    program: Callable
    expected: object

    @property
    def id(self) -> str:
        return self.program.__name__.split("_")[1]

    @property
    def title(self) -> str:
        return " ".join(self.program.__name__.split("_")[2:])


def f32(values, shape=None) -> Dense:
    return _dense(values, np.float32, shape)


def f64(values, shape=None) -> Dense:
    return _dense(values, np.float64, shape)


def i32(values, shape=None) -> Dense:
    return _dense(values, np.int32, shape)


def i64(values, shape=None) -> Dense:
    return _dense(values, np.int64, shape)


def f16(values) -> Dense:
    return _dense(values, np.float16, None)


def bf16(values) -> Dense:
    return _dense(values, ml_dtypes.bfloat16, None)


def c64(values) -> Dense:
    return _dense(values, np.complex64, None)


def c128(values) -> Dense:
    return _dense(values, np.complex128, None)


def flags(values) -> Dense:
    return _dense(values, np.bool_, None)


def _dense(values, dtype, shape) -> Dense:
    array = np.array(values, dtype)
    return Dense(array if shape is None else array.reshape(shape))


def rows(values, indices, dense_shape, int64=False) -> Slices:
    """Expected float32 slices with int32 indices, or int64 ones."""
    return Slices(f32(values), (i64 if int64 else i32)(indices), dense_shape)


def attempt(call, *args, **kwargs):
    """What `call` returns, or the `Raised` that stands for its exception.

    An exception that the reference did not mean to raise is a fault of the reference, and no outcome.
    """
    try:
        return call(*args, **kwargs)
    except Exception as problem:
        if is_fault(problem):
            raise
        return Raised(type(problem).__name__)


def is_fault(problem: Exception) -> bool:
    """Whether the reference raised an exception without meaning to."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    raised_in = Path(trace.tb_frame.f_code.co_filename) if trace is not None else Path()
    return raised_in.is_relative_to(ROOT / "reference") and not getattr(problem, "intended", False)


def fact(expected):
    """Makes the tests of a fact: a function of `tf` that returns a structure of what it saw."""

    def declare(program):
        def test(subject: str) -> None:
            seen = observed(program, load(subject))
            assert difference(seen, expected) == "", f"{subject} does not do what the fact says"
            if subject != "reference":
                told = observed(program, load("reference"))
                assert difference(told, seen, units=2) == "", f"the reference and {subject} differ"

        test.__name__ = test.__qualname__ = program.__name__
        test.__doc__, test.__module__ = program.__doc__, program.__module__
        vars(test)["fact"] = Fact(program, expected)
        return test

    return declare


def observed(program, tf):
    """What the program lets one see on a module with TensorFlow's names, in the terms of this module."""
    return _observed(program(tf), tf)


def _observed(value, tf):
    seen = lambda part: _observed(part, tf)  # noqa: E731
    match value:
        case tf.IndexedSlices():
            shape = None if value.dense_shape is None else value.dense_shape.numpy().tolist()
            return Slices(seen(value.values), seen(value.indices), shape)
        case tf.Variable():
            return Cell(seen(tf.convert_to_tensor(value)))
        case tf.Tensor():
            return Dense(np.asarray(value.numpy()))
        case dict():
            return type(value)((key, seen(item)) for key, item in value.items())
        case tuple() if hasattr(value, "_fields"):
            return type(value)(*map(seen, value))
        case list() | tuple():
            return type(value)(map(seen, value))
        case _:
            return value


def difference(seen, expected, units=None, at="") -> str:
    """Where two observations part, as text; empty where they agree.

    Floats may differ by `units` in the last place; where none are given, in the sixth digit, as literals do.
    """
    if type(seen) is not type(expected):
        return f"{at}: {seen!r} is not {expected!r}"
    match seen:
        case Dense():
            same = _close(seen.array, expected.array, units)
            return "" if same else f"{at}: {seen!r} is not {expected!r}"
        case Slices() | Cell():
            pairs = [(f".{name}", part, getattr(expected, name)) for name, part in vars(seen).items()]
        case dict():
            if list(seen) != list(expected):
                return f"{at}: keys {list(seen)} are not {list(expected)}"
            pairs = [(f"[{key!r}]", seen[key], expected[key]) for key in seen]
        case list() | tuple():
            if len(seen) != len(expected):
                return f"{at}: {seen!r} is not {expected!r}"
            pairs = [(f"[{i}]", *both) for i, both in enumerate(zip(seen, expected, strict=True))]
        case _:
            return "" if seen == expected else f"{at}: {seen!r} is not {expected!r}"
    return "".join(difference(a, b, units, at + where) for where, a, b in pairs)


def _close(a, b, units) -> bool:
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if not is_floating(a.dtype) and a.dtype.kind != "c":
        return np.array_equal(a, b)
    eps = float(ml_dtypes.finfo(a.real.dtype).eps)
    relative = max(2e-6, eps) if units is None else units * eps
    if a.dtype.itemsize < 4:
        a, b = a.astype(np.float32), b.astype(np.float32)
    return np.allclose(a, b, rtol=relative, atol=0 if units is not None else 1e-7, equal_nan=True)


# What many facts begin with.


def squared(tf, value=3.0, persistent=True, **tape):
    """x, y = x², z = x² + x, and the tape that saw it."""
    x = tf.constant(value)
    with tf.GradientTape(persistent=persistent, **tape) as t:
        t.watch(x)
        y = x * x
        z = y + x
    return x, y, z, t


def grad(tf, function, x, **arguments):
    """The gradient of function(x) by x."""
    with tf.GradientTape() as t:
        t.watch(x)
        y = function(x)
    return t.gradient(y, x, **arguments)
