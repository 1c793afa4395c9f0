"""AUTODIFF: TensorFlow's `tf.autodiff`."""

from ..forward import ForwardAccumulator
from ..namespaces import only_names

only_names(__name__)
