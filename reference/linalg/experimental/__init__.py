"""`tf.linalg.experimental`"""

from ...namespaces import only_names
from .iterative import conjugate_gradient

only_names(__name__)
