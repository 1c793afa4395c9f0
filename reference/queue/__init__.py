"""Queues."""

from ..namespaces import only_names
from .queues import FIFOQueue

only_names(__name__)
