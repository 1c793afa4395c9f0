"""`tf.linalg`"""

from ..arrays.numbering import eye
from ..math.norms import global_norm, l2_normalize, norm
from ..namespaces import only_names
from .contractions import matvec, tensordot
from .diagonals import band_part, diag, diag_part, set_diag, trace
from .einsum import einsum
from .functions import logm
from .products import matmul
from .transposes import adjoint, matrix_transpose

only_names(__name__)
