"""SHAPES: `TensorShape`, a tuple of sizes.  A tensor's is fully known, as always in eager execution."""

from operator import index

from .errors import InvalidArgumentError, error


class TensorShape(tuple):
    """The sizes of dimensions; equal to a list or tuple of the same numbers.

    A variable's may leave sizes open (None), or even their number: `TensorShape(None)`.
    """

    __slots__ = ()

    def __new__(cls, dims=()):
        if dims is None or isinstance(dims, _UnknownShape):
            return _UNKNOWN
        if dims.__class__ is not tuple:  # as shapes of arrays are
            dims = tuple(map(_dimension, (dims,) if isinstance(dims, int) else dims))
        return tuple.__new__(cls, dims)

    @property
    def rank(self):
        return len(self)

    @property
    def ndims(self):
        return self.rank

    def __bool__(self):
        """True if the number of dimensions is known, even if it is 0."""
        return True

    def as_list(self):
        return list(self)

    def is_fully_defined(self):
        return None not in tuple(self)

    def is_compatible_with(self, other):
        """Whether some tensor has both shapes."""
        other = TensorShape(other)
        if other.rank is None:
            return True
        return len(self) == len(other) and all(
            None in (n, m) or n == m for n, m in zip(self, other, strict=True)
        )

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

    def concatenate(self, other):
        """The dimensions of this shape, then those of the other; unknown where either is."""
        return self + TensorShape(other)

    def with_rank(self, rank):
        """This shape.  Raises ValueError if it has another number of dimensions."""
        if self.rank not in (None, rank):
            raise error(ValueError, f"Shape {self} must have rank {rank}")
        return TensorShape([None] * rank) if self.rank is None else self

    def with_rank_at_least(self, rank):
        """This shape.  Raises ValueError if it has fewer dimensions."""
        if self.rank is not None and self.rank < rank:
            raise error(ValueError, f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank):
        """This shape.  Raises ValueError if it has more dimensions."""
        if self.rank is not None and self.rank > rank:
            raise error(ValueError, f"Shape {self} must have rank at most {rank}")
        return self

    def assert_has_rank(self, rank):
        """Raises ValueError if it has another number of dimensions."""
        self.with_rank(rank)

    def assert_same_rank(self, other):
        """Raises ValueError if the other has another number of dimensions."""
        other = TensorShape(other)
        if None not in (self.rank, other.rank) and self.rank != other.rank:
            raise error(ValueError, f"Shapes {self} and {other} must have the same rank")

    def assert_is_compatible_with(self, other):
        """Raises ValueError where no tensor has both shapes."""
        if not self.is_compatible_with(other):
            raise error(ValueError, f"Shapes {self} and {other} are incompatible")

    def assert_is_fully_defined(self):
        """Raises ValueError if some sizes are open."""
        if not self.is_fully_defined():
            raise error(ValueError, f"Shape {self} is not fully defined")

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
        other = TensorShape(other)
        return other if other.rank is None else TensorShape(tuple(self) + tuple(other))

    def __radd__(self, other):
        return TensorShape(other) + self

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

    def __add__(self, other):
        return _UNKNOWN

    def __bool__(self):
        return False

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


def _dimension(size):
    """The size of a dimension, as int or None.  Raises TypeError for what is neither, ValueError below 0."""
    if size is None:
        return None
    try:
        size = index(size)
    except TypeError:
        raise error(TypeError, f"Dimension value must be integer or None, got {size!r}") from None
    if size < 0:
        raise error(ValueError, f"Dimension {size} must be >= 0")
    return size


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
