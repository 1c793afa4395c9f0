"""POOLS: live operands of which one fits."""

from collections.abc import Callable

import numpy as np

from .draft import Draft


def fitting(draft: Draft, dtypes: tuple[str, ...], fits: Callable[[np.ndarray], object]) -> str | None:
    """A live operand with one of `dtypes` that `fits`, the newer the likelier; None where there is none."""
    found = [n for n in draft.operands() if draft.dtype_of(n) in dtypes and fits(draft.array(n))]
    return draft.recent(draft.connected(found)) if found else None
