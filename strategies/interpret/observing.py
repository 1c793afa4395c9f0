"""OBSERVING: what a value lets one see."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..outcome import Composite, Names, Slices, Value

# Of a composite tensor, the parts that say what it is.
_PARTS = {
    "RaggedTensor": ("values", "row_splits"),
    "SparseTensor": ("indices", "values", "dense_shape"),
}


def _whole(value: Value) -> Any:
    """As one array, where it is not itself made of slices, of variables or of a composite's parts."""
    return value if isinstance(value, Slices | Names | Composite) else np.asarray(value)


def observed(value: Any, tf: Any, names: Mapping[str, Any]) -> Value:
    """A value as it can be compared; `names` are those by which the program knows variables."""
    if value is None:
        return None
    if isinstance(value, tf.IndexedSlices):
        shape = value.dense_shape
        return Slices(
            observed(value.values, tf, names),  # type: ignore[arg-type]  # slices may be made of slices
            _whole(observed(value.indices, tf, names)),
            None if shape is None else _whole(observed(shape, tf, names)),
        )
    if isinstance(value, list | tuple) and not hasattr(value, "as_list"):
        kind = list if isinstance(value, list) else tuple  # a named tuple counts as a tuple
        return kind(observed(item, tf, names) for item in value)
    if isinstance(value, dict):
        return {key: observed(item, tf, names) for key, item in value.items()}
    if isinstance(value, tf.Variable):  # its value is not read, which a tape would see
        return known_as((value,), names)
    if (composite := _composite(value, tf)) is not None:
        parts = {part: observed(getattr(value, part), tf, names) for part in _PARTS[composite]}
        return Composite(composite, parts)
    return array_of(value, tf)


def array_of(value: Any, tf: Any) -> Any:
    """The numbers of a tensor, a variable, or what else NumPy can read."""
    if hasattr(value, "numpy"):
        value = value.numpy()
    elif _is_tensor_array(value, tf):
        value = value.size().numpy()  # reading its elements would change it
    if isinstance(value, bytes):
        return np.array(value, object)
    return value if isinstance(value, np.generic) else np.asarray(value)


def _is_tensor_array(value: Any, tf: Any) -> bool:
    return isinstance(value, getattr(tf, "TensorArray", ()))


def _composite(value: Any, tf: Any) -> str | None:
    return next((name for name in _PARTS if isinstance(value, getattr(tf, name, ()))), None)


def known_as(variables: Any, names: Mapping[str, Any]) -> Names:
    """The names of variables, by identity; `?` for one that the program does not know."""
    known = {id(value): name for name, value in reversed(list(names.items()))}
    return Names(tuple(known.get(id(v), "?") for v in variables))
