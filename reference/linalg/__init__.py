"""`tf.linalg`"""

from ..namespaces import only_names
from .products import matmul

only_names(__name__)
