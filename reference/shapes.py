"""SHAPES: `TensorShape`, a tuple of sizes.  A tensor's is fully known, as always in eager execution."""

from .errors import InvalidArgumentError, error


class TensorShape(tuple):
    """The sizes of dimensions; equal to a list or tuple of the same numbers.

    A variable's may leave sizes open (None), or even their number: `TensorShape(None)`.
    """

    __slots__ = ()

    def __new__(cls, dims=()):
        if dims is None or isinstance(dims, _UnknownShape):
            return _UNKNOWN
        return tuple.__new__(cls, (dims,) if isinstance(dims, int) else dims)

    @property
    def rank(self):
        return len(self)

    @property
    def ndims(self):
        return self.rank

    def as_list(self):
        return list(self)

    def is_fully_defined(self):
        return None not in tuple(self)

    def is_compatible_with(self, other):
        """Whether a tensor of shape `other` may be where this one is declared."""
        return len(self) == len(other) and all(n in (None, m) for n, m in zip(self, other, strict=True))

    def merge_with(self, other):
        """What both say.  Raises ValueError where they contradict each other."""
        other = TensorShape(other)
        if isinstance(other, _UnknownShape):
            return self
        if len(self) != len(other) or any(
            None not in (n, m) and n != m for n, m in zip(self, other, strict=True)
        ):
            raise error(ValueError, f"Shapes {self} and {other} are not compatible")
        return TensorShape(m if n is None else n for n, m in zip(self, other, strict=True))

    def num_elements(self):
        """The product of the sizes; None where some are open."""
        if not self.is_fully_defined():
            return None
        product = 1
        for n in self:
            product *= n
        return product

    def __getitem__(self, key):
        item = tuple.__getitem__(self, key)
        return TensorShape(item) if isinstance(key, slice) else item

    def __add__(self, other):
        return TensorShape(tuple(self) + tuple(other))

    def __eq__(self, other):
        return isinstance(other, list | tuple) and tuple(self) == tuple(other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return tuple.__hash__(self)

    def __repr__(self):
        return f"TensorShape({list(self)})"

    def __str__(self):
        return "(" + ", ".join(map(str, self)) + ("," if len(self) == 1 else "") + ")"


class _UnknownShape(TensorShape):
    """Of unknown rank, so that anything is compatible with it."""

    __slots__ = ()
    rank = None

    def as_list(self):
        raise error(ValueError, "as_list() is not defined on an unknown TensorShape.")

    def is_fully_defined(self):
        return False

    def is_compatible_with(self, other):
        return True

    def merge_with(self, other):
        return TensorShape(other)

    def __getitem__(self, key):
        return _UNKNOWN if isinstance(key, slice) else None

    def __len__(self):
        raise error(ValueError, "Cannot take the length of shape with unknown rank.")

    def __iter__(self):
        raise error(ValueError, "Cannot iterate over a shape with unknown rank.")

    def __eq__(self, other):
        return isinstance(other, _UnknownShape)

    def __hash__(self):
        return 0

    def __repr__(self):
        return "TensorShape(None)"

    def __str__(self):
        return "<unknown>"


_UNKNOWN = tuple.__new__(_UnknownShape)


def broadcast(*shapes):
    """The shape that `shapes` broadcast to, or None where they do not."""
    rank = max(map(len, shapes))
    result = [1] * rank
    for shape in shapes:
        for i, n in enumerate(shape, rank - len(shape)):
            if n != 1:
                if result[i] not in (1, n):
                    return None
                result[i] = n
    return tuple(result)


def axis_in(axis, rank, kind=None):
    """`axis` counted from the front.  Raises InvalidArgumentError outside [-rank, rank)."""

    if not -rank <= axis < rank:
        raise error(kind or InvalidArgumentError, f"axis {axis} is out of range for a tensor of rank {rank}")
    return axis % rank
