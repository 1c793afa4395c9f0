"""What holds for all tests.

Hypothesis draws the same examples in every run: searching is the campaign's work.  The marker `alone` is
given here, to what tests the reference and the language and needs no TensorFlow.
"""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.load_profile("ci")

HERE = Path(__file__).parent
ALONE = ("facts", "tests_reference", "tests_strategies", "tests_frame")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(HERE).parts[0] in ALONE and not item.get_closest_marker("oracle"):
            item.add_marker("alone")
