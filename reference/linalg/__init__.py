"""`tf.linalg`"""

from ..arrays.numbering import eye
from ..math.norms import global_norm, l2_normalize, norm
from ..namespaces import only_names
from .cholesky import cholesky, cholesky_solve, logdet
from .contractions import matvec, tensordot
from .determinants import det, slogdet
from .diagonals import band_part, diag, diag_part, set_diag, trace
from .einsum import einsum
from .functions import expm, logm, sqrtm
from .inverses import inv
from .lu import lu, lu_matrix_inverse, lu_reconstruct, lu_solve
from .orthogonal import qr
from .products import matmul
from .solving import lstsq, solve
from .transposes import adjoint, matrix_transpose
from .triangular import banded_triangular_solve, triangular_solve
from .tridiagonal import tridiagonal_matmul, tridiagonal_solve

only_names(__name__)
