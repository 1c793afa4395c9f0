"""`tf.sparse`: tensors of few values."""

from ..namespaces import only_names
from .elementwise import map_values
from .operations import add, eye, from_dense, sparse_dense_matmul, to_dense
from .operations import reduce_max_sparse as reduce_max
from .operations import reduce_sum_sparse as reduce_sum
from .ordering import expand_dims, reorder, retain, transpose
from .ordering import reshape_sparse as reshape
from .parting import concat_sparse as concat
from .parting import mask, reset_shape
from .parting import slice_sparse as slice
from .segments import segment_mean, segment_sqrt_n, segment_sum
from .tensor import SparseTensor

only_names(__name__)
