"""`tf.nn`"""

from ..math.elementwise import sigmoid, tanh
from ..namespaces import only_names
from .activations import log_softmax, relu, softmax
from .losses import sparse_softmax_cross_entropy_with_logits

only_names(__name__)
