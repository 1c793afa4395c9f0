"""TENSOR: an immutable array with an identity.

Defines `Tensor`, `constant`, `convert_to_tensor` and how Python and NumPy values get a dtype.  Operators
are in `operators`; what an operation does with values of mixed dtypes is in `primitive`.
"""

import numpy as np

from . import dtypes
from .dtypes import DIFFERENTIABLE, OF_NUMPY, as_dtype
from .errors import error
from .record import new_id
from .shapes import TensorShape


class Tensor:
    """A dense value.  It never changes, and a tape knows it by its `id`."""

    __slots__ = ("__weakref__", "_array", "id")
    __array_priority__ = 100  # NumPy leaves `array + tensor` to the tensor
    is_differentiable = property(lambda self: self._array.dtype in DIFFERENTIABLE)

    def __init__(self, array):
        self._array = array
        self.id = new_id()

    @property
    def dtype(self):
        return OF_NUMPY[self._array.dtype]

    @property
    def shape(self):
        return TensorShape(self._array.shape)

    @property
    def ndim(self):
        return self._array.ndim

    def numpy(self):
        """The value as a NumPy array of its own (a NumPy scalar for shape [])."""
        return self._array.copy() if self._array.ndim else self._array[()]

    def __array__(self, dtype=None, copy=None):
        return self._array.astype(dtype) if dtype is not None else self._array.copy()

    def __len__(self):
        if not self._array.ndim:
            raise error(TypeError, "Scalar tensor has no `len()`")
        return len(self._array)

    def __iter__(self):
        if not self._array.ndim:
            raise error(TypeError, "Cannot iterate over a scalar tensor.")
        return (self[i] for i in range(len(self._array)))

    def __bool__(self):
        return bool(self._single("bool"))

    def __float__(self):
        return float(self._single("float"))

    def __int__(self):
        return int(self._single("int"))

    def __index__(self):
        if self._array.ndim or self._array.dtype.kind not in "iu":
            raise error(TypeError, "only integer scalar tensors can be converted to a scalar index")
        return int(self._array)

    def _single(self, to):
        if self._array.size != 1:
            raise error(ValueError, f"a tensor of shape {self._array.shape} is not a single {to}")
        return self._array.reshape(())[()]

    def __str__(self):
        return f"tf.Tensor({_shown(self._array)}, shape={self._array.shape}, dtype={self.dtype.name})"

    def __repr__(self):
        return f"<tf.Tensor: shape={self._array.shape}, dtype={self.dtype.name}, numpy={_as_repr(self._array)}>"

    def __format__(self, spec):
        return format(self._array[()], spec) if not self._array.ndim else format(str(self), spec)

    def get_shape(self):
        return self.shape


def _shown(array):
    return str(array[()]) if not array.ndim else np.array2string(array, separator=" ")


def _as_repr(array):
    return repr(array) if array.ndim else str(array[()])


def constant(value, dtype=None, shape=None, name="Const"):
    """A tensor of `value`; of an existing tensor, that very tensor.

    Python floats become float32 and Python ints int32 where no dtype is given.  `shape` reshapes, or
    repeats a single value.
    """
    if isinstance(value, Tensor) and shape is None:
        return convert_to_tensor(value, dtype)
    array = as_array(value, None if dtype is None else as_dtype(dtype))
    if shape is not None:
        array = _shaped(array, tuple(shape))
    return Tensor(array)


def _shaped(array, shape):
    if array.size == 1:
        return np.full(shape, array.reshape(-1)[0], array.dtype)
    if array.size != np.prod(shape, dtype=int):
        raise error(TypeError, f"Eager execution of tf.constant with unsupported shape. Tensor has {array.size} elements")
    return array.reshape(shape)


def convert_to_tensor(value, dtype=None, dtype_hint=None, name=None):
    """`value` as a tensor: a tensor itself, a variable's current value, slices made dense, or a new constant.

    `dtype` is binding; `dtype_hint` is tried first and dropped where the value does not fit.
    """
    convert = getattr(value, "_as_tensor", None)
    if convert is not None:
        value = convert()
    if isinstance(value, Tensor):
        if dtype is not None and as_dtype(dtype) is not value.dtype:
            raise error(
                ValueError,
                f"Tensor conversion requested dtype {as_dtype(dtype).name} for Tensor with dtype {value.dtype.name}",
            )
        return value
    if dtype is None and dtype_hint is not None:
        try:
            return Tensor(as_array(value, as_dtype(dtype_hint)))
        except (TypeError, ValueError):
            return Tensor(as_array(value, None))
    return Tensor(as_array(value, None if dtype is None else as_dtype(dtype)))


def as_array(value, dtype):
    """A NumPy array of a Python or NumPy value in `dtype`, or in the dtype TensorFlow infers.

    Raises TypeError where a Python value has no place in `dtype` (a float in int32), ValueError for None.
    NumPy arrays are converted to any dtype, silently losing their fraction (M16).
    """
    kind = type(value)
    if kind is float or kind is int or kind is bool:
        return _of_number(value, kind, dtype)
    if isinstance(value, np.ndarray | np.generic):
        return _of_numpy(np.asarray(value), dtype)
    return _of_structure(value, dtype)


_INFERRED = {float: dtypes.float32, int: dtypes.int32, bool: dtypes.bool_}
_HOLDS = {"f": (float, int, bool), "i": (int,), "u": (int,), "b": (bool,), "c": (complex, float, int, bool)}


def _of_number(value, kind, dtype):
    if dtype is None:
        dtype = _INFERRED[kind]
    elif kind not in _HOLDS[dtype.numpy.kind]:
        raise error(TypeError, f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}")
    if kind is int and dtype.is_integer and not -(2**31) <= value < 2**31:
        limits = np.iinfo(dtype.as_numpy_dtype)
        if not limits.min <= value <= limits.max:
            raise error(ValueError, f"Can't convert Python sequence with out-of-range integer to Tensor: {value}")
    with np.errstate(over="ignore"):
        return np.array(value, dtype.numpy)


def _of_numpy(array, dtype):
    if dtype is None:
        if array.dtype not in OF_NUMPY:
            raise error(ValueError, f"Failed to convert a NumPy array to a Tensor (Unsupported object type {array.dtype})")
        return array.copy()
    with np.errstate(all="ignore"):
        return array.astype(dtype.numpy)


def _of_structure(value, dtype):
    """Of lists and tuples; their leaves decide the dtype, and must all fit it."""
    if value is None or isinstance(value, str | bytes | dict) or not isinstance(value, list | tuple | range):
        if isinstance(value, TensorShape):
            return np.array(tuple(value), (dtype or dtypes.int32).numpy)
        raise error(
            ValueError, f"Attempt to convert a value ({value!r}) with an unsupported type ({type(value)}) to a Tensor."
        )
    leaves = list(_flat(value))
    if dtype is None:
        dtype = _inferred(leaves)
    for leaf in leaves:
        if type(leaf) in _INFERRED and type(leaf) not in _HOLDS[dtype.numpy.kind]:
            raise error(TypeError, f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}")
    try:
        with np.errstate(all="ignore"):
            return np.array(value, dtype.numpy)
    except ValueError as problem:
        raise error(ValueError, f"Can't convert non-rectangular Python sequence to Tensor: {problem}") from problem


def _flat(value):
    for item in value:
        if isinstance(item, list | tuple):
            yield from _flat(item)
        else:
            if item is None:
                raise error(ValueError, "Attempt to convert a value (None) with an unsupported type to a Tensor.")
            yield item


def _inferred(leaves):
    kinds = {type(leaf) for leaf in leaves}
    if not leaves or float in kinds:
        return dtypes.float32
    if kinds == {bool}:
        return dtypes.bool_
    first = np.asarray(leaves[0])
    return dtypes.int32 if int in kinds else OF_NUMPY[first.dtype]


def is_tensor(x):
    """True for tensors, variables and slices."""
    return isinstance(x, Tensor) or hasattr(x, "_as_tensor")
