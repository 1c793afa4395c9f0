"""PLANTING: what a planted fault is, and the means to plant one for the length of a `with` block."""

from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from oracle_tests import subjects
from reference.primitive import REGISTRY


@dataclass(frozen=True)
class Plant:
    """A fault, and what a bucket that is due to it looks like.

    `blames` are the verdicts that it may have: the one that is right, beside `unclear` or `convention` only
    where no witness can decide.  `programs` is how many it took when that was measured, of a campaign's
    programs in the order of their seeds.
    """

    plant: Callable[[], AbstractContextManager]
    kinds: tuple[str, ...]
    where: str  # contained in the bucket's `where`
    blames: tuple[str, ...]
    programs: int
    dtype: str | None = None  # the only one in which it shows


@contextmanager
def replaced(owner, name, value):
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def ruled(name, make):
    """Gives the reference's primitive `name` the rule `make(its good one)`."""
    primitive = REGISTRY[name]
    return replaced(primitive, "rule", make(primitive.rule))


@contextmanager
def in_tensorflow(operation, make):
    """Gives TensorFlow's operation the gradient function `make(the one that it has registered)`.

    Where `make` gives None, the operation has no gradient any more.
    """
    subjects.load("tensorflow")  # configured, before anything of it is imported
    from tensorflow.python.framework import ops

    registry = ops.gradient_registry._registry
    good = registry[operation]
    gradient = make(good["type"])
    if gradient is None:
        del registry[operation]
    else:
        registry[operation] = dict(good, type=gradient)
    try:
        yield
    finally:
        registry[operation] = good
