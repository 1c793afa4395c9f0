"""TENSOR: an immutable array with an identity.

Defines `Tensor`, `constant` and `convert_to_tensor`.  How Python and NumPy values get a dtype is in `values`,
operators are in `operators`; what an operation does with values of mixed dtypes is in `primitive`.
"""

from typing import Any

import numpy as np

from .dtypes import DIFFERENTIABLE, OF_NUMPY, as_dtype
from .errors import InvalidArgumentError, OperatorNotAllowedInGraphError, error, intended
from .record import new_id, recording
from .shapes import TensorShape
from .values import as_array

DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0"


class Tensor:
    """A dense value.  It never changes, and a tape knows it by its `id`."""

    __slots__ = ("__weakref__", "_array", "assign", "id")  # `assign`: only for parts of variables
    __array_priority__ = 100  # NumPy leaves `array + tensor` to the tensor
    __getitem__: Any  # as all operators, from `operators`

    def __init__(self, array):
        self._array = array
        self.id = new_id()

    @property
    def is_differentiable(self):
        return self._array.dtype in DIFFERENTIABLE

    @property
    def dtype(self):
        return OF_NUMPY[self._array.dtype]

    @property
    def device(self):
        """The name of the only device."""
        return DEVICE

    @property
    def shape(self):
        return tuple.__new__(TensorShape, self._array.shape)

    @property
    def ndim(self):
        return self._array.ndim

    def get_shape(self):
        return self.shape

    def numpy(self):
        """The value as a NumPy array of its own (a NumPy scalar for shape [])."""
        if self._is_symbolic():
            raise error(AttributeError, "'SymbolicTensor' object has no attribute 'numpy'")
        return self._array.copy() if self._array.ndim else self._array[()]

    def _is_symbolic(self):
        """True for what is made in a traced function, as long as that runs: there it has no value yet."""
        return recording.function is not None and self.id >= recording.function.start

    def _require_value(self, kind):
        if self._is_symbolic():
            raise error(kind, "Using a symbolic `tf.Tensor` as a Python value is not allowed.")

    def _require_truth(self):
        """Autograph makes `if` and `for` of tensors something else; without it there is none inside."""
        if self._is_symbolic() and not recording.function.autograph:
            raise error(OperatorNotAllowedInGraphError, "Using a symbolic `tf.Tensor` as a Python `bool`.")

    def require_parts(self):
        """Raises OperatorNotAllowedInGraphError where TensorFlow's own code cannot take it apart."""
        if self._is_symbolic():
            raise error(
                OperatorNotAllowedInGraphError, "Iterating over a symbolic `tf.Tensor` is not allowed."
            )

    def _value(self):
        return self._array if self._array.ndim else self._array[()]

    def ref(self):
        """An object that can be hashed and is equal to another one of the same tensor."""
        return Reference(self)

    def __array__(self, dtype=None, copy=None):
        self._require_value(NotImplementedError)
        return self._array.astype(dtype) if dtype is not None else self._array.copy()

    def __len__(self):
        self._require_value(TypeError)
        if not self._array.ndim:
            raise error(TypeError, "Scalar tensor has no `len()`")
        return len(self._array)

    def __iter__(self):
        self._require_truth()
        if not self._array.ndim:
            raise error(TypeError, "Cannot iterate over a scalar tensor.")
        return (self[i] for i in range(len(self._array)))

    def __bool__(self):
        self._require_truth()
        return bool(self._array.size) and _asked(bool, self._value())

    def __float__(self):
        self._require_value(TypeError)
        return _asked(float, self._value())

    def __int__(self):
        self._require_value(TypeError)
        return _asked(int, self._value())

    def __complex__(self):
        self._require_value(TypeError)
        return _asked(complex, self._value())

    def __index__(self):
        """The int.  Raises TypeError unless scalar.

        Quirk index-of-a-float: a scalar that is no int raises AttributeError (Q60).
        """
        self._require_value(TypeError)
        if not self._array.ndim and self._array.dtype.kind not in "iu":
            raise error(
                AttributeError, f"{type(self._array[()]).__name__!r} object has no attribute '__index__'"
            )
        return _asked(np.ndarray.__index__, self._array)

    def __str__(self):
        return f"tf.Tensor({text_of(self._array)}, shape={self.shape}, dtype={self.dtype.name})"

    def __repr__(self):
        return f"<tf.Tensor: shape={self.shape}, dtype={self.dtype.name}, numpy={repr_of(self._array)}>"

    def __format__(self, spec):
        if self._is_symbolic() and not spec:
            return str(self)
        self._require_value(TypeError)
        return _asked(lambda value: value.__format__(spec), self.numpy())

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return convert_to_tensor, (self.numpy(),)


def _asked(question, array):
    """What NumPy answers, with its errors."""
    try:
        return question(array)
    except (TypeError, ValueError) as problem:
        raise intended(problem) from None


def text_of(array):
    """The value as `str` shows it; several lines begin on a new one."""
    return _on_lines(str(array if array.ndim else array[()]))


def repr_of(array):
    """The value as `repr` shows it."""
    return _on_lines(repr(array if array.ndim else array.item()))


def _on_lines(text):
    return "\n" + text if "\n" in text else text


class Reference:
    """Stands for a tensor or variable in sets and as a key: equal if both mean the same object."""

    __slots__ = ("_wrapped",)

    def __init__(self, wrapped):
        self._wrapped = wrapped

    def deref(self):
        return self._wrapped

    def __eq__(self, other):
        return isinstance(other, Reference) and self._wrapped is other._wrapped

    def __hash__(self):
        return id(self._wrapped)

    def __repr__(self):
        return f"<Reference wrapping {self._wrapped!r}>"


def constant(value, dtype=None, shape=None, name="Const"):
    """A tensor of `value`; of an existing tensor, that very tensor.

    `shape` reshapes, or repeats a single value.  No path leads from the result to a variable, nor to a tensor
    that was given another shape.  Raises TypeError for a tensor of another dtype and for a shape with another
    number of elements, ValueError for a list that holds tensors, unlike `convert_to_tensor`.
    """
    wanted = None if dtype is None else as_dtype(dtype)
    if isinstance(value, Tensor):
        if wanted is not None and wanted is not value.dtype:
            raise error(
                TypeError, f"Expected tensor {value} with dtype {wanted!r}, but got dtype {value.dtype!r}."
            )
        tensor = value
    else:
        tensor = Tensor(as_array(value.numpy() if is_variable(value) else value, wanted))
    return tensor if shape is None else _shaped(tensor, shape)


def _shaped(tensor, shape):
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    array = tensor._array
    if sizes == array.shape:
        return tensor
    if any(n < 0 for n in sizes):
        raise error(ValueError, f"Dimension {min(sizes)} must be >= 0")
    if array.size == np.prod(sizes, dtype=int):
        return Tensor(array.reshape(sizes))
    if array.size == 1:
        return Tensor(np.full(sizes, array.reshape(())[()], array.dtype))
    raise error(
        TypeError, f"Eager execution of tf.constant with unsupported shape: {array.size} elements, {sizes}"
    )


def convert_to_tensor(value, dtype=None, dtype_hint=None, name=None):
    """`value` as a tensor: a tensor itself, a variable's current value, slices made dense, or a new constant.

    A list that holds tensors is stacked and stays connected to them.  `dtype` is binding; `dtype_hint` is
    tried first and dropped where the value does not fit.
    """
    if value.__class__ is not Tensor:
        convert = getattr(value, "_as_tensor", None)
        if convert is None:
            return _made(value, dtype, dtype_hint)
        fits = dtype is None or not hasattr(value, "dense_shape") or as_dtype(dtype) is value.dtype
        value = convert() if fits else value  # slices are not made dense in vain
    if dtype is not None and as_dtype(dtype) is not value.dtype:
        raise error(
            ValueError,
            f"Tensor conversion requested dtype {as_dtype(dtype).name} for a {value.dtype.name} tensor",
        )
    return value


def _made(value, dtype, dtype_hint):
    wanted = None if dtype is None else as_dtype(dtype)
    if wanted is None and dtype_hint is not None:
        try:
            return _made(value, dtype_hint, None)
        except (TypeError, ValueError):
            return _made(value, None, None)
    if isinstance(value, list | tuple):
        found = _first_dtype(value)
        if found is not None:
            return _stacked(value if wanted in (None, found) else _cast(value, wanted), wanted or found)
    return Tensor(as_array(value, wanted))


def _first_dtype(items):
    """The dtype of the first tensor in a nested list; None where there is none."""
    for item in items:
        if is_dense(item):
            return item.dtype
        if isinstance(item, list | tuple):
            found = _first_dtype(item)
            if found is not None:
                return found
    return None


def _stacked(items, dtype):
    """A list that holds tensors as one tensor.  Raises InvalidArgumentError for tensors of two dtypes or
    shapes.

    Quirk lists-of-two-dtypes: Python values beside tensors of two dtypes raise TypeError (Q61).
    """
    from .arrays.joining import stack

    if not items:
        raise error(InvalidArgumentError, "an empty list beside tensors has no dtype")
    if not all(map(is_dense, items)):
        items = [_stackable(item, dtype) for item in items]
    return stack(items)


def _stackable(item, dtype):
    if not is_dense(item):
        holds_tensors = isinstance(item, list | tuple) and (not item or _first_dtype(item) is not None)
        return _stacked(item, dtype) if holds_tensors else Tensor(as_array(item, dtype))
    if item.dtype is not dtype:
        raise error(TypeError, f"Cannot convert a list containing a tensor of dtype {item.dtype} to {dtype}")
    return item


def _cast(item, dtype):
    from .math.basics import cast

    if isinstance(item, list | tuple):
        return [_cast(part, dtype) for part in item]
    return cast(item, dtype) if is_dense(item) else item


def is_variable(x):
    return hasattr(x, "_cell")


def is_dense(x):
    """True for tensors and variables."""
    return isinstance(x, Tensor) or is_variable(x)


def is_tensor(x):
    """True for tensors, variables, slices and composites."""
    return isinstance(x, Tensor) or hasattr(x, "_as_tensor") or hasattr(x, "_components")
