"""Operations that TensorFlow shows under no other name.  They take nothing by position."""

from ..namespaces import only_names
from .preventing import PreventGradient

only_names(__name__)
