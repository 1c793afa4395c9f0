"""Operations that TensorFlow shows under no other name.  They take nothing by position."""

from .preventing import PreventGradient
from ..namespaces import only_names

only_names(__name__)
