"""`tf.linalg`"""

from ..math.norms import global_norm, l2_normalize, norm
from ..namespaces import only_names
from .products import matmul

only_names(__name__)
