"""Images: tensors of shape [..., height, width, channels]."""

from ..namespaces import only_names
from .adjusting import adjust_contrast

only_names(__name__)
