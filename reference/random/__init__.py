"""`tf.random`"""

from ..namespaces import only_names
from . import experimental
from .drawing import (
    normal,
    set_seed,
    stateless_normal,
    stateless_truncated_normal,
    stateless_uniform,
    truncated_normal,
    uniform,
)
from .generators import Generator
from .shuffling import shuffle

only_names(__name__, keep=("experimental",))
