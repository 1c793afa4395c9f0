"""`tf.compat`"""

from ..namespaces import only_names
from . import v1

only_names(__name__, keep=("v1",))
