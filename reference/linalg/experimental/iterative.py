"""ITERATIVE solvers."""

from typing import Any, NamedTuple

import numpy as np

from ...arrays.generators import zeros
from ...arrays.shaping import expand_dims, squeeze
from ...errors import error
from ...math.norms import norm
from ...tensor import constant, convert_to_tensor
from ..contractions import matvec


class CGState(NamedTuple):
    """Where the iteration stands: its number, solution, residual, direction, squared residual."""

    i: Any
    x: Any
    r: Any
    p: Any
    gamma: Any


def _dot(x, y):
    return squeeze(matvec(expand_dims(x, -1), y, adjoint_a=True), -1)


def conjugate_gradient(
    operator, rhs, preconditioner=None, x=None, tol=1e-5, max_iter=20, name="conjugate_gradient"
):
    """x with A x = rhs, as near as `max_iter` steps or a residual of `tol` ‖rhs‖ leave it.

    The gradient is that of the steps that were made.  Raises ValueError unless the operator is said to be
    self-adjoint and positive definite.
    """
    if not (operator.is_self_adjoint and operator.is_positive_definite):
        raise error(ValueError, "Expected a self-adjoint, positive definite operator.")
    rhs = convert_to_tensor(rhs)
    least = tol * norm(rhs, axis=-1)
    r = rhs
    if x is None:
        x = zeros(rhs.shape, dtype=rhs.dtype)
    else:
        r = rhs - operator.matvec(x)
    p = r if preconditioner is None else preconditioner.matvec(r)
    gamma, i = _dot(r, p), 0
    while i < max_iter and np.any(norm(r, axis=-1)._array > least._array):
        z = operator.matvec(p)
        alpha = expand_dims(gamma / _dot(p, z), -1)
        x, r = x + alpha * p, r - alpha * z
        q = r if preconditioner is None else preconditioner.matvec(r)
        before, gamma = gamma, _dot(r, q)
        p, i = q + expand_dims(gamma / before, -1) * p, i + 1
    return CGState(constant(i), x, r, p, gamma)
