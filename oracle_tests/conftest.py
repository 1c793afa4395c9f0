"""Hypothesis draws the same examples in every test run: searching is the campaign's work."""

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.load_profile("ci")
