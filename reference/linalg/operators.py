"""LINEAR OPERATORS: matrices that know how to multiply and to solve by their structure.

Of TensorFlow's there are the plain ones; what they are composed of is composed likewise.  Left out are their
checks, factories and batches of shapes that broadcast.
"""

from ..arrays.numbering import eye
from ..arrays.shaping import expand_dims
from ..errors import error
from ..math.complexes import conj
from ..tensor import convert_to_tensor
from .diagonals import band_part
from .products import matmul
from .solving import solve
from .transposes import adjoint as adjoint_of
from .triangular import triangular_solve
from .tridiagonal import tridiagonal_matmul, tridiagonal_solve


class LinearOperator:
    """A matrix, or a batch of them, known by what it does; the hints are believed."""

    def __init__(self, is_self_adjoint=None, is_positive_definite=None):
        self.is_self_adjoint, self.is_positive_definite = is_self_adjoint, is_positive_definite

    def matmul(self, x, adjoint=False, adjoint_arg=False, name="matmul"):
        """A x, or Aᴴ x; of xᴴ with `adjoint_arg`"""
        x = convert_to_tensor(x)
        return self._matmul(adjoint_of(x) if adjoint_arg else x, adjoint)

    def solve(self, rhs, adjoint=False, adjoint_arg=False, name="solve"):
        """x with A x = rhs, or Aᴴ x = rhs; of rhsᴴ with `adjoint_arg`"""
        rhs = convert_to_tensor(rhs)
        return self._solve(adjoint_of(rhs) if adjoint_arg else rhs, adjoint)

    def matvec(self, x, adjoint=False, name="matvec"):
        """A x for a vector x"""
        return self.matmul(expand_dims(x, -1), adjoint)[..., 0]

    def solvevec(self, rhs, adjoint=False, name="solve"):
        """x with A x = rhs for a vector"""
        return self.solve(expand_dims(rhs, -1), adjoint)[..., 0]

    def to_dense(self, name="to_dense"):
        """The matrix"""
        return self._matmul(eye(self.size, dtype=self.dtype), False)


class LinearOperatorFullMatrix(LinearOperator):
    """Any matrix.  Raises ValueError for what has no two axes."""

    def __init__(self, matrix, is_self_adjoint=None, is_positive_definite=None, **hints):
        super().__init__(is_self_adjoint, is_positive_definite)
        self._matrix = convert_to_tensor(matrix)
        if self._matrix.ndim < 2:
            raise error(ValueError, "Argument `matrix` must have at least 2 dimensions.")
        self.size, self.dtype = self._matrix.shape[-1], self._matrix.dtype

    def _matmul(self, x, adjoint):
        return matmul(self._matrix, x, adjoint_a=adjoint)

    def _solve(self, rhs, adjoint):
        return solve(self._matrix, rhs, adjoint)


class LinearOperatorDiag(LinearOperator):
    """A diagonal matrix.  Raises ValueError for a scalar."""

    def __init__(self, diag, is_self_adjoint=None, is_positive_definite=None, **hints):
        super().__init__(is_self_adjoint, is_positive_definite)
        self._diag = convert_to_tensor(diag)
        if not self._diag.ndim:
            raise error(ValueError, "Argument `diag` must have at least 1 dimension.")
        self.size, self.dtype = self._diag.shape[-1], self._diag.dtype

    def _column(self, adjoint):
        return expand_dims(conj(self._diag) if adjoint else self._diag, -1)

    def _matmul(self, x, adjoint):
        return self._column(adjoint) * x

    def _solve(self, rhs, adjoint):
        return rhs / self._column(adjoint)


class LinearOperatorIdentity(LinearOperator):
    """Ones on the diagonal of a matrix of `num_rows`."""

    def __init__(self, num_rows, batch_shape=None, dtype="float32", **hints):
        super().__init__(True, True)
        self.size, self.dtype = num_rows, dtype

    def _matmul(self, x, adjoint):
        return x

    def _solve(self, rhs, adjoint):
        return rhs


class LinearOperatorScaledIdentity(LinearOperator):
    """The number `multiplier` on the diagonal of a matrix of `num_rows`."""

    def __init__(self, num_rows, multiplier, is_self_adjoint=None, is_positive_definite=None, **hints):
        super().__init__(is_self_adjoint, is_positive_definite)
        self._multiplier = convert_to_tensor(multiplier)
        self.size, self.dtype = num_rows, self._multiplier.dtype

    def _factor(self, adjoint):
        factor = expand_dims(expand_dims(self._multiplier, -1), -1)
        return conj(factor) if adjoint else factor

    def _matmul(self, x, adjoint):
        return x * self._factor(adjoint)

    def _solve(self, rhs, adjoint):
        return rhs / self._factor(adjoint)


class LinearOperatorLowerTriangular(LinearOperator):
    """The lower triangle of a matrix."""

    def __init__(self, tril, is_self_adjoint=None, is_positive_definite=None, **hints):
        super().__init__(is_self_adjoint, is_positive_definite)
        self._tril = band_part(convert_to_tensor(tril), -1, 0)
        self.size, self.dtype = self._tril.shape[-1], self._tril.dtype

    def _matmul(self, x, adjoint):
        return matmul(self._tril, x, adjoint_a=adjoint)

    def _solve(self, rhs, adjoint):
        return triangular_solve(self._tril, rhs, True, adjoint)


class LinearOperatorTridiag(LinearOperator):
    """A tridiagonal matrix, in a format of `tridiagonal_solve`."""

    def __init__(
        self, diagonals, diagonals_format="compact", is_self_adjoint=None, is_positive_definite=None, **hints
    ):
        super().__init__(is_self_adjoint, is_positive_definite)
        self._format = diagonals_format
        is_sequence = diagonals_format == "sequence"
        self._diagonals = (
            [convert_to_tensor(d) for d in diagonals] if is_sequence else convert_to_tensor(diagonals)
        )
        last = self._diagonals[1] if is_sequence else self._diagonals
        self.size, self.dtype = last.shape[-1], last.dtype

    def _matmul(self, x, adjoint):
        if adjoint:
            return matmul(self.to_dense(), x, adjoint_a=True)
        return tridiagonal_matmul(self._diagonals, x, self._format)

    def _solve(self, rhs, adjoint):
        if adjoint:
            return solve(self.to_dense(), rhs, True)
        return tridiagonal_solve(self._diagonals, rhs, self._format)
