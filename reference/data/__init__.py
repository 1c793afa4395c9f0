"""Data sets."""

from ..namespaces import only_names
from .datasets import Dataset

only_names(__name__)
