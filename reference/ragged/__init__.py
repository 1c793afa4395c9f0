"""`tf.ragged`: tensors whose rows differ in length."""

from ..namespaces import only_names
from . import conversion, operations, operators
from .constants import ragged_constant as constant
from .constants import ragged_range as range
from .constants import row_splits_to_segment_ids, segment_ids_to_row_splits
from .operations import boolean_mask, map_flat_values
from .operations import ragged_stack as stack

only_names(__name__)
