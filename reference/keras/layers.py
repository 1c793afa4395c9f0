"""LAYERS: `Dense`, whose weights people take gradients by."""

from ..errors import error
from ..linalg.contractions import tensordot
from ..linalg.products import matmul
from ..math.basics import cast
from ..math.elementwise import sigmoid, tanh
from ..nn import activations, rectifiers, smooth
from ..tensor import convert_to_tensor
from . import initializers
from .naming import automatic
from .variables import Variable

_ACTIVATIONS = {
    "relu": rectifiers.relu,
    "elu": rectifiers.elu,
    "selu": rectifiers.selu,
    "sigmoid": sigmoid,
    "tanh": tanh,
    "softplus": smooth.softplus,
    "softmax": activations.softmax,
    "linear": None,
    None: None,
}


class Dense:
    """y = activation(x · kernel + bias), over the last axis of x; x is cast to float32.

    The weights are made by the first call, or by `build`.  Raises ValueError for `units` that are no positive
    int, for an unknown activation and for x of fewer than two axes.
    """

    def __init__(
        self,
        units,
        activation=None,
        use_bias=True,
        kernel_initializer="glorot_uniform",
        bias_initializer="zeros",
        *,
        name=None,
    ):
        if not isinstance(units, int) or units <= 0:
            raise error(
                ValueError, f"Received an invalid value for `units`, expected a positive integer: {units}"
            )
        if not callable(activation) and activation not in _ACTIVATIONS:
            raise error(ValueError, f"Could not interpret activation function identifier: {activation}")
        self.units, self.use_bias = units, use_bias
        self.activation = activation if callable(activation) else _ACTIVATIONS[activation]
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.name = name or automatic("Dense")
        self.kernel = self.bias = None

    @property
    def weights(self):
        """The kernel and the bias, as far as there are any."""
        return [w for w in (self.kernel, self.bias) if w is not None]

    trainable_weights = trainable_variables = variables = weights

    def build(self, input_shape):
        """Makes the weights for inputs of that shape."""
        shape = (int(tuple(input_shape)[-1]), self.units)
        self.kernel = Variable(self.kernel_initializer, shape, name="kernel", path=f"{self.name}/kernel")
        if self.use_bias:
            self.bias = Variable(self.bias_initializer, shape[1:], name="bias", path=f"{self.name}/bias")

    def __call__(self, inputs):
        x = cast(convert_to_tensor(inputs), "float32")
        if x.ndim < 2:
            raise error(
                ValueError, f"Input 0 of layer {self.name!r} expected min_ndim=2, found ndim={x.ndim}"
            )
        if self.kernel is None:
            self.build(x.shape)
        kernel = self.kernel._as_tensor()
        y = matmul(x, kernel) if x.ndim == 2 else tensordot(x, kernel, [[x.ndim - 1], [0]])
        if self.bias is not None:
            y = y + self.bias._as_tensor()
        return y if self.activation is None else self.activation(y)
