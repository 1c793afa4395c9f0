"""SHAPES: `TensorShape`, a tuple of sizes that is fully known, as in eager execution."""

from .errors import InvalidArgumentError, error


class TensorShape(tuple):
    """The sizes of a tensor's dimensions; equal to a list or tuple of the same numbers."""

    __slots__ = ()

    @property
    def rank(self):
        return len(self)

    @property
    def ndims(self):
        return len(self)

    def as_list(self):
        return list(self)

    def is_fully_defined(self):
        return True

    def num_elements(self):
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
