"""The two modules that a test of the reference runs on."""

import pytest

SUBJECTS = ["reference", pytest.param("tensorflow", marks=pytest.mark.oracle)]
