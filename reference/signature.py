"""SIGNATURE: by which arguments TensorFlow traces a function anew, and what `input_signature` takes."""

import numpy as np

from . import nest
from .dtypes import as_dtype
from .errors import error
from .shapes import TensorShape
from .slices import IndexedSlices
from .tensor import Tensor, convert_to_tensor
from .variable import Variable


class TensorSpec:
    """Shape and dtype of a tensor that a function takes."""

    def __init__(self, shape, dtype=None, name=None):
        from .dtypes import float32

        self.shape = TensorShape(shape)
        self.dtype = float32 if dtype is None else as_dtype(dtype)
        self.name = name

    def __repr__(self):
        return f"TensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r})"


def argument(x):
    """An array as a tensor, anything else as it is."""
    return convert_to_tensor(x) if isinstance(x, np.ndarray | np.generic) else x


def signature_of(leaves, structure):
    """What has to be equal for two calls to share a trace."""
    variables: dict = {}
    return (*(_kind(x, variables) for x in leaves), _form(structure))


def _kind(x, variables):
    if isinstance(x, Tensor):
        return "tensor", x.dtype.name, x._array.shape
    if isinstance(x, Variable):
        return "variable", variables.setdefault(x._cell.id, len(variables)), x.dtype.name, str(x.shape)
    if isinstance(x, IndexedSlices):
        return "slices", _kind(x.values, variables), _kind(x.indices, variables)
    try:
        hash(x)
    except TypeError:
        return "object", id(x)
    return "value", x


def _form(structure):
    if not nest.is_nested(structure):
        return None
    parts = structure.values() if hasattr(structure, "values") else structure
    keys = tuple(structure) if hasattr(structure, "keys") else ()
    return type(structure).__name__, keys, tuple(map(_form, parts))


def cast_to(specs, arguments):
    """The arguments as tensors of `specs`.  Raises TypeError for others than they name."""
    if len(specs) != len(arguments):
        raise error(TypeError, f"the signature has {len(specs)} arguments, {len(arguments)} were given")
    return [_cast(spec, x) for spec, x in zip(specs, arguments, strict=True)]


def _cast(spec, x):
    if nest.is_nested(spec):
        return nest.map_structure(_cast, spec, x)
    try:
        tensor = x if isinstance(x, Tensor | Variable) else convert_to_tensor(x, dtype=spec.dtype)
    except (TypeError, ValueError) as problem:
        raise error(TypeError, str(problem)) from None
    if tensor.dtype is not spec.dtype or not spec.shape.is_compatible_with(tensor.shape):
        raise error(TypeError, f"Can not cast {tensor.shape} {tensor.dtype.name} to {spec}")
    return tensor
