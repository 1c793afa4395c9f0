"""LOOKUP: which names that one module lacks another has."""

import importlib
import sys
from collections.abc import Callable
from types import ModuleType

_INSTANCES: dict[str, Callable] = {
    "Tensor": lambda tf: tf.constant(0.0),
    "Variable": lambda tf: tf.Variable(0.0),
    "IndexedSlices": lambda tf: tf.IndexedSlices(tf.constant([0.0]), tf.constant([0]), tf.constant([1])),
    "TensorShape": lambda tf: tf.TensorShape([1]),
    "DType": lambda tf: tf.float32,
    "dtypes.DType": lambda tf: tf.float32,
}


def first_known(names: dict[str, str], tf: ModuleType) -> str | None:
    """The first of the missing names (see `names.Missing`) that the module `tf` has, as far as it has it."""
    for lacking, whole in names.items():
        parts = whole.split(".")
        known = _known(parts, tf)
        if known >= lacking.count(".") + 1:
            return ".".join(parts[:known])
    return None


def _known(parts: list[str], tf: ModuleType) -> int:
    """How many parts of a dotted name lead to something."""
    found = tf
    if parts[0] == "keras":  # which may have more than `tf.keras`
        found = sys.modules.get("keras", getattr(tf, "keras", None))  # type: ignore[assignment]
    package = getattr(found, "__name__", "")
    for i, name in enumerate(parts[1:], 1):
        inside = _instance(".".join(parts[1:i]), tf) if isinstance(found, type) else found
        try:
            found = getattr(inside, name)
        except Exception:
            try:
                found = importlib.import_module(".".join([package, *parts[1 : i + 1]]))
            except Exception:
                return i
    return len(parts)


def _instance(path: str, tf: ModuleType):
    """A value of a class: what is asked of instances is not always there in the class, or only there."""
    found = tf
    for part in path.split("."):
        found = getattr(found, part)
    try:
        return _INSTANCES[path](tf) if path in _INSTANCES else found()  # type: ignore[operator]
    except Exception:
        return found
