"""COMPOSITES: values that are made of several tensors, and what operations do with them.

A tape knows the parts, never the whole.  An operation that gets a composite where it wants a tensor has no
kernel for it; then it is looked up here by its name.
"""

from typing import ClassVar

from .errors import intended, is_intended


class Composite:
    """A value of several tensors: `RaggedTensor`, `SparseTensor`."""

    __slots__ = ()
    handlers: ClassVar[dict] = {}  # of each class: by an operation's name, what it makes of its arguments

    def _components(self):
        """Its tensors, as `watch` takes them."""
        raise NotImplementedError

    def _differentiable(self):
        """The tensor that stands for it as target and source.  Raises ValueError where there is none."""
        raise NotImplementedError

    def _with_gradient(self, gradient):
        """The composite whose differentiable part is `gradient`."""
        raise NotImplementedError

    def _zeros(self):
        """A composite of zeros."""
        raise NotImplementedError


def dispatched(operation, arguments, problem):
    """What `operation` makes of arguments among which are composites.

    Raises `problem`, which it raised first, where there are none, and where the operation knows none.
    """
    found = [x for x in _leaves(arguments) if isinstance(x, Composite)]
    for name in operation.names if found else ():
        handler = type(found[0]).handlers.get(name)
        if handler is not None:
            return handler(operation, *arguments)
        if name in _UNSERVED:
            raise NotImplementedError(f"the reference's {name} takes no {type(found[0]).__name__}") from None
    if found and not is_intended(problem):
        raise intended(problem)
    raise problem


_UNSERVED = (
    "linalg.matmul", "matmul", "nn.softmax", "math.softmax", "reshape", "tile", "shape", "math.cumsum",
    "one_hot", "math.reduce_logsumexp", "split", "squeeze", "argsort", "sort", "unstack", "gather_nd",
    "boolean_mask",
)  # fmt: skip


def _leaves(arguments):
    for x in arguments:
        if isinstance(x, list | tuple):
            yield from _leaves(x)
        else:
            yield x
