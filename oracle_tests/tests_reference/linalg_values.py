"""MATRICES on which decompositions and solvers are compared: of full rank, definite, triangular."""

import numpy as np

from .sample_values import Shape, plain

SOLVED = ("float32", "float64", "complex64", "complex128")


def rectangular(dtype: str, shape: Shape, salt: int = 0) -> np.ndarray:
    """Of full rank, with singular values that lie apart."""
    ladder = np.arange(2, 2 + min(shape[-2:]), dtype="float64")
    x = plain("complex128" if dtype.startswith("complex") else "float64", shape, salt) / 4
    at = np.arange(len(ladder))
    x[..., at, at] += ladder
    return np.asarray(x.astype(dtype))


def square(dtype: str, n: int = 3, batch: Shape = (), salt: int = 0) -> np.ndarray:
    """Well conditioned."""
    return rectangular(dtype, (*batch, n, n), salt)


def definite(dtype: str, n: int = 3, batch: Shape = (), salt: int = 0) -> np.ndarray:
    """Hermitian and positive definite."""
    x = square(dtype, n, batch, salt)
    y = x + np.conj(np.swapaxes(x, -1, -2))
    at = np.arange(n)
    y[..., at, at] = y[..., at, at].real
    return np.asarray(y)


def triangular(dtype: str, n: int = 3, batch: Shape = (), salt: int = 0) -> np.ndarray:
    return np.tril(square(dtype, n, batch, salt))
