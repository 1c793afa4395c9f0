import pytest

from oracle_tests.tests_campaign.commands import fuzz, math_functions, seldom_called


@pytest.fixture(scope="session")
def healthy(tmp_path_factory) -> dict:
    """A campaign of the reference against itself, as JSON: what the same programs call is known from it."""
    result, data = fuzz(tmp_path_factory.mktemp("healthy"), "--subject", "reference", "--programs", 60)
    assert result.returncode == 0, result.stderr
    return data


@pytest.fixture
def rare(healthy) -> str:
    """A function that few programs of the healthy campaign call."""
    return seldom_called(healthy)


@pytest.fixture
def frequent(healthy) -> str:
    """The function of `tf.math` that the healthy campaign calls most."""
    return max(math_functions(healthy).items(), key=lambda item: (item[1], item[0]))[0]
