"""`tf.compat.v1`: what of TensorFlow 1 people still hand gradients to."""

from ...namespaces import only_names
from . import losses, nn, train

only_names(__name__, keep=("losses", "nn", "train"))
