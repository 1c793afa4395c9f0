"""VARIABLES of Keras: a `tf.Variable` in a coat.

Quirk keras-variable: it is no `tf.Variable`, and `watch` raises ValueError for it, but it is watched when it
is read and can be a source (K06).
"""

import numpy as np

from ..errors import error
from ..linalg.products import matmul
from ..math import arithmetic as plain
from ..math import basics, comparisons
from ..math.basics import cast
from ..tensor import Tensor, convert_to_tensor
from ..variable import Variable as TensorVariable
from . import arithmetic, initializers
from .naming import automatic


class Variable:
    """A mutable value of fixed dtype and shape; `value` is the `tf.Variable` that holds it.

    `initializer` is a value, or the name of an initializer or a function of shape and dtype, both of which
    need `shape`.  Raises ValueError without one, and for a name with a slash.
    """

    __array_priority__ = 100

    def __init__(self, initializer, shape=None, dtype=None, trainable=True, *, name=None, path=None):
        name = name or automatic(type(self).__name__)
        if not isinstance(name, str) or "/" in name:
            raise error(ValueError, "Argument `name` must be a string and cannot contain character `/`.")
        if isinstance(initializer, str):
            initializer = initializers.get(initializer)
        if callable(initializer):
            if shape is None:
                raise error(ValueError, "When creating a Variable from an initializer, specify `shape`.")
            initializer = initializer(tuple(shape), dtype=dtype or "float32")
        self.name, self.path, self.constraint = name, path or name, None
        self.trainable = bool(trainable)
        self.value = TensorVariable(_tensor(initializer, dtype), trainable=self.trainable, name=self.path)

    dtype = property(lambda self: self.value.dtype.name)
    shape = property(lambda self: self.value.shape)
    ndim = property(lambda self: len(self.shape))
    handle = property(lambda self: self.value.handle)
    id = property(lambda self: self.value.id)

    def _as_tensor(self):
        return self.value._as_tensor()

    def numpy(self):
        return self.value.numpy()

    def assign(self, value):
        """Replaces the value; returns it as a tensor.  Raises ValueError for another shape."""
        value = _tensor(value, self.dtype)
        if value.shape != self.shape:
            raise error(ValueError, f"The shape of the variable is {self.shape}, not {value.shape}.")
        self.value.assign(value)
        return value

    def assign_add(self, value):
        return self.assign(self + value)

    def assign_sub(self, value):
        return self.assign(self - value)

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.numpy(), dtype)

    def __float__(self):
        return float(self._as_tensor())

    def __int__(self):
        return int(self._as_tensor())

    def __bool__(self):
        raise error(TypeError, "A Keras Variable cannot be used as a boolean.")

    def __getitem__(self, key):
        return self._as_tensor()[key]

    def __neg__(self):
        return plain.negative(self)

    def __abs__(self):
        return basics.abs(self)

    def __repr__(self):
        return f"<Variable path={self.path}, shape={self.shape}, dtype={self.dtype}, value={self.numpy()}>"

    __hash__ = None  # type: ignore[assignment]


def _tensor(value, dtype):
    """`value` as a tensor; what is no tensor has to fit `dtype`, as far as that is floating."""
    if dtype is None:
        return convert_to_tensor(value)
    if not isinstance(value, Tensor) and dtype.startswith(("float", "bfloat", "complex")):
        return convert_to_tensor(value, dtype=dtype if not hasattr(value, "_as_tensor") else None)
    return cast(value, dtype)


def _compared(compare):
    def operator(x, y):
        return compare(*arithmetic.pair(x, y))

    return operator


_BINARY = {
    "add": arithmetic.add,
    "sub": arithmetic.subtract,
    "mul": arithmetic.multiply,
    "truediv": arithmetic.divide,
    "pow": arithmetic.power,
    "matmul": lambda x, y: matmul(*arithmetic.pair(x, y)),
}
_COMPARISONS = {
    "lt": comparisons.less,
    "le": comparisons.less_equal,
    "gt": comparisons.greater,
    "ge": comparisons.greater_equal,
    "eq": comparisons.equal,
    "ne": comparisons.not_equal,
}


def _reflected(function):
    return lambda y, x: function(x, y)


for _name, _function in _BINARY.items():
    setattr(Variable, f"__{_name}__", _function)
    setattr(Variable, f"__r{_name}__", _reflected(_function))
for _name, _function in _COMPARISONS.items():
    setattr(Variable, f"__{_name}__", _compared(_function))
