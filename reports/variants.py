"""VARIANTS: TensorFlow's wrong rules, for the reference to try on.

A variant gives the reference, for the length of a `with` block, what TensorFlow does at one primitive where
TensorFlow is wrong.  A program is then known if the reference with that variant agrees with TensorFlow.  Each
belongs to an entry of known.toml, which names it; nothing else in the project may use one.

    @variant("pow-zero-base")
    def _():
        ...replace the rule
        try:
            yield
        finally:
            ...put the right one back
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

Variant: TypeAlias = Callable[[], AbstractContextManager[None]]

VARIANTS: dict[str, Variant] = {}


def variant(
    name: str, registry: dict[str, Variant] = VARIANTS
) -> Callable[[Callable[[], Iterator[None]]], Variant]:
    """Registers a generator function, which yields once, as the variant `name`.

    ValueError if the name is taken.
    """

    def register(function: Callable[[], Iterator[None]]) -> Variant:
        if name in registry:
            raise ValueError(f"there are two variants {name!r}")
        registry[name] = contextmanager(function)
        return registry[name]

    return register
