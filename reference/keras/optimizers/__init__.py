"""OPTIMIZERS: what people hand gradients to."""

from ...namespaces import only_names
from .adaptive import Adagrad, Adam, RMSprop
from .base import Optimizer
from .descent import SGD

only_names(__name__)
