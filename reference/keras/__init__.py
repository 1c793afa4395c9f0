"""KERAS: the part of `tf.keras` that people hand gradients to, and take them by."""

from ..namespaces import only_names
from . import layers, optimizers
from .variables import Variable

only_names(__name__, keep=("layers", "optimizers"))
