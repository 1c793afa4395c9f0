"""DEBUGGING: what raises unless a condition holds."""

from ..namespaces import only_names
from .assertions import (
    Assert,
    assert_equal,
    assert_greater,
    assert_greater_equal,
    assert_integer,
    assert_less,
    assert_less_equal,
    assert_near,
    assert_negative,
    assert_non_negative,
    assert_non_positive,
    assert_none_equal,
    assert_positive,
    assert_rank,
    assert_rank_at_least,
    assert_rank_in,
    assert_scalar,
    assert_type,
    is_numeric_tensor,
)
from .checks import assert_all_finite, check_numerics

only_names(__name__)
