"""Strings: they have no gradient, so no path leads through them."""

from ..namespaces import only_names
from .numbers import as_string, to_number

only_names(__name__)
