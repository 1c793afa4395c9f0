"""`tf.compat.v1.nn`"""

from ....namespaces import only_names
from .fused import fused_batch_norm as fused_batch_norm

only_names(__name__)
