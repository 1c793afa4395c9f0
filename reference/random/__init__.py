"""`tf.random`"""

from ..namespaces import only_names
from .drawing import (
    normal,
    set_seed,
    stateless_normal,
    stateless_truncated_normal,
    stateless_uniform,
    truncated_normal,
    uniform,
)

only_names(__name__)
