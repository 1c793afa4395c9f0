"""FAMILIES: operands that must have one dtype, and how they come to it.

The first tensor among them decides; what is no tensor yet is converted to its dtype.  All are converted
before any dtype is judged.
"""

import numpy as np

from .dtypes import OF_NUMPY
from .errors import InvalidArgumentError, NotFoundError, error
from .record import recording
from .tensor import Tensor, convert_to_tensor


class Family:
    """The operands in `slots` of an operation; `lists` are those slots that hold several.

    allowed  the dtypes that there are, None for any
    listed   dtypes that TensorFlow's operation names but does not serve
    only     the dtype where there is one alone
    mixed    each operand has a dtype of its own
    hinted   each operand is converted by itself, the dtype of those before it being no more than a hint
    """

    def __init__(self, operation, hinted, domain):
        self.operation, self.hinted, self.slots, self.lists = operation, hinted, [], set()
        self.allowed = None if domain.dtypes is None else frozenset(d.numpy for d in domain.dtypes)
        self.listed = frozenset(d.numpy for d in domain.listed)
        self.mixed = getattr(domain, "mixed", False)
        self.only = domain.dtypes[0].numpy if domain.dtypes and len(domain.dtypes) == 1 else None

    def convert(self, arguments, arrays, slowly=False):
        """Makes tensors of these operands, and puts their arrays into `arrays`; `slowly` where one `is_slow`.

        Returns the dtype of the first, None of none, and the first other dtype.  Raises TypeError and
        ValueError for what does not convert.
        """
        if self.mixed:
            for i in self.slots:
                arguments[i] = [*map(convert_to_tensor, arguments[i])]
                arrays[i] = [item._array for item in arguments[i]]
            return None, None
        if slowly and self.only is not None:
            for i in self.slots:
                arguments[i] = (
                    self._alone(arguments[i]) if i not in self.lists else self._alone_each(arguments[i])
                )
        dtype = other = None  # the first, and the first that is not the same
        for i in self.slots:
            x = arguments[i]
            if i in self.lists:
                arguments[i] = items = _items(x)
                for k, item in enumerate(items):
                    items[k] = item = self._tensor(item, dtype, arguments, items)
                    dtype, other = _seen(item._array.dtype, dtype, other)
                arrays[i] = [item._array for item in items]
                continue
            if x.__class__ is not Tensor:
                arguments[i] = x = self._tensor(x, dtype, arguments)
            array = arrays[i] = x._array
            if array.dtype is not dtype:
                dtype, other = _seen(array.dtype, dtype, other)
        return dtype, other

    def _alone(self, x):
        return convert_to_tensor(x, dtype=self.only)

    def _alone_each(self, items):
        return [*map(self._alone, items)] if isinstance(items, list | tuple) else items

    def _tensor(self, x, dtype, arguments, beside=()):
        """`x` as a tensor, in `dtype`; where that is None, in the dtype of the first tensor of the family.

        Quirk dtype-from-the-left: in a function only the first of the tensors `beside` it in its list gives
        it its dtype, none of a later operand: multiply(1., float64) raises TypeError there (Q89).
        """
        if x.__class__ is Tensor:
            return x
        if self.hinted or _has_dtype(x):
            return convert_to_tensor(x, dtype_hint=dtype)
        if recording.function is not None:
            return convert_to_tensor(x, dtype=self.only or dtype or _first_dtype(beside))
        return convert_to_tensor(x, dtype=self.only or dtype or self._first_dtype(arguments))

    def _first_dtype(self, arguments):
        values = (arguments[i] for i in self.slots)
        return _first_dtype(x for v in values for x in (v if isinstance(v, list | tuple) else (v,)))

    def check(self, dtype, other):
        """Raises InvalidArgumentError and NotFoundError for dtypes that the operation does not have."""
        name = OF_NUMPY[dtype].name
        if self.allowed is not None and dtype not in self.allowed:
            kind = NotFoundError if dtype in self.listed else InvalidArgumentError
            raise error(kind, f"{self.operation} has no operand of dtype {name}")
        if other is not None:
            raise error(
                InvalidArgumentError,
                f"cannot compute {self.operation}: a {name} tensor was expected, not {OF_NUMPY[other].name}",
            )


def is_slow(x):
    """Quirk one-dtype-alone: beside a list, None or what an assignment returned, an operand that can have one
    dtype alone is converted to it before anything else, and raises ValueError where it is a tensor of another
    (Q25).
    """
    if isinstance(x, Tensor | bool | int | float | np.ndarray):
        return False
    return not hasattr(x, "_as_tensor") or getattr(x, "is_late", False)


def families(primitive):
    """The families of a primitive's operands, in the order of their first ones."""
    found: dict[str, Family] = {}
    for i, domain in enumerate(primitive.domains.values()):
        if domain.role != "attribute":
            if domain.family not in found:
                found[domain.family] = Family(primitive.name, primitive.hinted, domain)
            found[domain.family].slots.append(i)
            if domain.role == "tensors":
                found[domain.family].lists.add(i)
    return list(found.values())


def _has_dtype(x):
    """True for tensors and variables.

    Quirk dtypes-not-asked-for: slices and what assignments return do not say which dtype others take (Q26).
    """
    return hasattr(x, "_array") or (hasattr(x, "_cell") and not getattr(x, "is_late", False))


def _first_dtype(values):
    """Of the first tensor or variable."""
    return next((x.dtype for x in values if _has_dtype(x)), None)


def _seen(new, dtype, other):
    if dtype is None:
        return new, None
    return dtype, new if other is None and new != dtype else other


def _items(value):
    if isinstance(value, list | tuple):
        return list(value)
    return list(value) if hasattr(value, "_as_tensor") or hasattr(value, "_array") else [value]
