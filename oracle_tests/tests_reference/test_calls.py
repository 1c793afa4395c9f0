"""The comparison of outcomes finds what is planted in them."""

from typing import Any

import numpy as np
import pytest

from strategies.outcome import Raised, Slices

from .calls import Tolerance, differences

ONE = np.float32(1)
UP = np.nextafter(ONE, np.float32(2))


def row(*numbers: Any, dtype: str = "float32") -> np.ndarray:
    return np.array(numbers, dtype)


EQUAL = [
    (row(1, 2), row(1, 2)),
    (row(UP), row(1)),
    (row(np.nan, np.inf), row(np.nan, np.inf)),
    (row(-0.0), row(0.0)),
    (row(3e38), row(3e38)),
    (None, None),
    ([None, row(1)], [None, row(1)]),
    (Raised("ValueError", "one text"), Raised("ValueError", "another")),
    (Slices(row(1), row(0, dtype="int32"), None), Slices(row(1), row(0, dtype="int32"), None)),
    (True, True),
]
UNEQUAL = [
    (row(1), row(1.001)),
    (row(3e38, 1.0), row(3e38, 1.001)),
    (row(3e38), row(3.01e38)),
    (row(1), row(1, dtype="float64")),
    (row(1), np.array(1, "float32")),
    (row(np.nan), row(1)),
    (row(np.inf), row(-np.inf)),
    (row(np.inf), row(np.finfo("float32").max)),
    (row(1, dtype="int32"), row(2, dtype="int32")),
    (None, row(0)),
    ([row(1)], [row(1), row(1)]),
    (row(1), [row(1)]),
    (Raised("ValueError"), Raised("TypeError")),
    (Raised("ValueError"), row(1)),
    (Raised("ValueError", fault=True), Raised("ValueError")),
    (Raised("ValueError", fault=True), Raised("ValueError", fault=True)),
    (Slices(row(1), row(0, dtype="int32"), None), Slices(row(1), row(1, dtype="int32"), None)),
    (Slices(row(1), row(0, dtype="int32"), None), row(1)),
    (True, False),
    (True, 1),
    ({"result": row(1)}, {"result": row(1), "gradient": None}),
]


@pytest.mark.parametrize(("ours", "theirs"), EQUAL)
def test_no_difference_is_seen_where_there_is_none(ours, theirs) -> None:
    assert differences(ours, theirs) == []


@pytest.mark.parametrize(("ours", "theirs"), UNEQUAL)
def test_every_difference_is_seen(ours, theirs) -> None:
    assert len(differences({"here": [ours]}, {"here": [theirs]})) == 1
    assert differences([ours], [theirs])[0].startswith("[0]")


def test_tolerances_count_epsilons() -> None:
    eps = float(np.finfo("float32").eps)
    assert differences(row(1), row(1 + 4 * eps), Tolerance(own=4)) == []
    assert differences(row(1), row(1 + 4 * eps), Tolerance(own=3)) != []
    assert differences(row(1e-7), row(2e-7), Tolerance(own=0, one=1)) == []
    assert differences(row(1e-7), row(2e-7), Tolerance(own=0)) != []
    assert differences(row(1e8, 1), row(1e8, 2), Tolerance(largest=1)) == []
    assert differences(row(1e8, 1), row(1e8, 2)) != []
