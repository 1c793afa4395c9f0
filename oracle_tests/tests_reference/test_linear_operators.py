"""Linear operators agree with TensorFlow's: what they multiply and solve, and two orders of gradient."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import reference
from oracle_tests import subjects

from .calls import Call, Tolerance, differences, fail_for, observe
from .linalg_values import definite, square
from .sample_values import plain

MAKERS: dict[str, Callable] = {
    "FullMatrix": lambda tf, a: tf.linalg.LinearOperatorFullMatrix(a),
    "Diag": lambda tf, a: tf.linalg.LinearOperatorDiag(a[0] + 3),
    "Identity": lambda tf, a: tf.linalg.LinearOperatorIdentity(3, dtype=a.dtype),
    "ScaledIdentity": lambda tf, a: tf.linalg.LinearOperatorScaledIdentity(3, a[0, 0]),
    "LowerTriangular": lambda tf, a: tf.linalg.LinearOperatorLowerTriangular(a),
    "Tridiag": lambda tf, a: tf.linalg.LinearOperatorTridiag(a, diagonals_format="matrix"),
}


class Program:
    """A module with one more function, for calls to name."""

    def __init__(self, tf: ModuleType, run: Callable):
        self._tf = tf
        self.run = lambda *operands: run(tf, *operands)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tf, name)


def compared(run: Callable, *operands: np.ndarray) -> list[str]:
    call, tensorflow = Call("run", operands), subjects.load("tensorflow")
    ours, theirs = (observe(Program(tf, run), call) for tf in (reference, tensorflow))  # type: ignore[arg-type]
    assert isinstance(ours["result"], list)
    return differences(ours, theirs, Tolerance(64, largest=64))


@pytest.mark.oracle
@pytest.mark.parametrize("adjoint", [False, True])
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("name", MAKERS)
def test_operators_multiply_and_solve_as_in_tensorflow(name, dtype, adjoint) -> None:
    if name == "Tridiag" and dtype == "complex128":
        dtype = "float32"  # of complex systems TensorFlow has a wrong gradient

    def run(tf, a, b):
        o = MAKERS[name](tf, a)
        return [
            o.matmul(b, adjoint=adjoint),
            o.solve(b, adjoint=adjoint),
            o.matvec(b[:, 0]),
            o.solvevec(b[:, 0]),
        ]

    fail_for(compared(run, square(dtype), plain(dtype, (3, 2))))


@pytest.mark.oracle
@pytest.mark.parametrize("options", [{}, {"max_iter": 1}, {"tol": 0.5}])
def test_conjugate_gradients_take_the_same_steps(options) -> None:
    def run(tf, a, b):
        o = tf.linalg.LinearOperatorFullMatrix(a, is_self_adjoint=True, is_positive_definite=True)
        state = tf.linalg.experimental.conjugate_gradient(o, b, **{"max_iter": 2, **options})
        return [state.x, state.r, state.p, state.gamma]

    fail_for(compared(run, definite("float64"), plain("float64", (3,))))


def test_conjugate_gradients_want_a_definite_operator() -> None:
    operator = reference.linalg.LinearOperatorFullMatrix(definite("float64"))
    with pytest.raises(ValueError, match="positive definite"):
        reference.linalg.experimental.conjugate_gradient(operator, plain("float64", (3,)))
