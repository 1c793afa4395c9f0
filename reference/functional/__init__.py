"""Functions that say what their gradient is, or have none; visible at the top level of `tf`."""

from .custom import custom_gradient, grad_pass_through
from .python import numpy_function, py_function
from .recompute import recompute_grad
from .registered import RegisterGradient
