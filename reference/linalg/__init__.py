"""`tf.linalg`"""

from ..arrays.numbering import eye
from ..math.norms import global_norm, l2_normalize, norm
from ..namespaces import only_names
from . import experimental
from .cholesky import cholesky, cholesky_solve, logdet
from .contractions import matvec, tensordot
from .determinants import det, slogdet
from .diagonals import band_part, diag, diag_part, set_diag, trace
from .eig import eig, eigvals
from .eigen import eigh, eigvalsh
from .einsum import einsum
from .functions import expm, logm, sqrtm
from .inverses import inv
from .lu import lu, lu_matrix_inverse, lu_reconstruct, lu_solve
from .operators import (
    LinearOperator,
    LinearOperatorDiag,
    LinearOperatorFullMatrix,
    LinearOperatorIdentity,
    LinearOperatorLowerTriangular,
    LinearOperatorScaledIdentity,
    LinearOperatorTridiag,
)
from .orthogonal import qr
from .products import matmul
from .singular_values import matrix_rank, pinv, svd
from .solving import lstsq, solve
from .tensor_diagonals import tensor_diag, tensor_diag_part
from .transposes import adjoint, matrix_transpose
from .triangular import banded_triangular_solve, triangular_solve
from .tridiagonal import tridiagonal_matmul, tridiagonal_solve
from .tridiagonal_eigen import eigh_tridiagonal
from .vectors import cross, normalize

only_names(__name__, keep=("experimental",))
