"""A readable NumPy reference of `tf.GradientTape`, under TensorFlow's names.

`import reference as tf` runs a TensorFlow script.  Read it in this order:

    tensor, variable      what values are
    assignment            what writes to variables
    record                what a tape writes down, and when
    tape                  what a tape watches, forgets and answers
    backprop              from what was written down to gradients
    forward               derivatives that are computed on the way
    primitive             one declaration per operation
    math/ nn/ linalg/ arrays/   the operations, by TensorFlow's namespaces (arrays: its top level)
"""

from . import (
    autodiff,
    compat,
    config,
    data,
    debugging,
    dtypes,
    errors,
    image,
    jacobian,
    keras,
    linalg,
    math,
    nest,
    nn,
    operators,
    order,
    queue,
    ragged,
    random,
    raw_ops,
    signal,
    sparse,
    strings,
)
from .arrays.batches import batch_to_space, space_to_batch, space_to_batch_nd
from .arrays.gathering import boolean_mask, gather
from .arrays.generators import ones, ones_like, range, rank, shape, shape_n, size, zeros, zeros_like
from .arrays.joining import concat, stack
from .arrays.moving import reverse, roll
from .arrays.numbering import eye, linspace, one_hot, unique
from .arrays.padding import pad
from .arrays.parting import split, unstack
from .arrays.passing import guarantee_const, identity_n
from .arrays.passing import tuple_ as tuple
from .arrays.repeating import fill, meshgrid, repeat, tile
from .arrays.scattered_extremes import tensor_scatter_nd_max, tensor_scatter_nd_min
from .arrays.scattering import (
    gather_nd,
    scatter_nd,
    tensor_scatter_nd_add,
    tensor_scatter_nd_sub,
    tensor_scatter_nd_update,
)
from .arrays.sequences import reverse_sequence, unique_with_counts
from .arrays.shaping import broadcast_to, expand_dims, reshape, squeeze, transpose
from .arrays.slicing import slice_ as slice
from .arrays.slicing import strided_slice
from .arrays.stitching import dynamic_partition, dynamic_stitch, parallel_stack
from .control_flow.branches import case, cond, switch_case
from .control_flow.mapping import foldl, foldr, map_fn, scan
from .control_flow.tensor_array import TensorArray
from .control_flow.vectorized import vectorized_map
from .control_flow.while_loops import while_loop
from .debugging import (
    Assert,
    assert_equal,
    assert_greater,
    assert_less,
    assert_rank,
)
from .debugging.checks import ensure_shape
from .dtypes import (
    DType,
    as_dtype,
    bfloat16,
    bool_,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    string,
    uint8,
    uint16,
    uint32,
    uint64,
)
from .eager import executing_eagerly, get_static_value
from .function import function
from .functional import (
    RegisterGradient,
    custom_gradient,
    grad_pass_through,
    numpy_function,
    py_function,
    recompute_grad,
)
from .initializers import constant_initializer, ones_initializer, zeros_initializer
from .linalg import eig, eigvals, einsum, matmul, tensordot
from .linalg.functions import sqrtm as matrix_square_root
from .logs import get_logger
from .math import (
    abs,
    acos,
    acosh,
    add,
    add_n,
    argmax,
    argmin,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    cos,
    cosh,
    cumsum,
    divide,
    equal,
    exp,
    floor,
    greater,
    greater_equal,
    less,
    less_equal,
    logical_and,
    logical_not,
    logical_or,
    maximum,
    minimum,
    multiply,
    negative,
    not_equal,
    pow,
    reduce_all,
    reduce_any,
    reduce_logsumexp,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_sum,
    round,
    scalar_mul,
    sigmoid,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    subtract,
    tan,
    tanh,
    truediv,
)
from .math.arithmetic import floordiv, identity, stop_gradient
from .math.basics import cast
from .math.casts import bitcast, saturate_cast
from .math.complexes import complex
from .math.division import realdiv, truncatediv, truncatemod
from .math.norms import clip_by_global_norm, clip_by_norm, norm
from .math.ordering import argsort, sort
from .math.selection import clip_by_value, where
from .module import Module
from .namespaces import only_names
from .nn.any_convolution import conv
from .printing import print
from .ragged.tensor import RaggedTensor
from .shapes import TensorShape
from .signature import TensorSpec
from .slices import IndexedSlices
from .sparse.tensor import SparseTensor
from .strings import as_string
from .symbolic import gradients, hessians
from .tape import GradientTape
from .tensor import Tensor, constant, convert_to_tensor, is_tensor
from .unconnected import UnconnectedGradients
from .variable import Variable, VariableAggregation, VariableSynchronization

bool = bool_
half, double, newaxis = float16, float64, None

vars(dtypes).update(
    bool=bool, half=half, double=double, cast=cast, complex=complex, saturate_cast=saturate_cast
)

del bool_
only_names(
    __name__,
    keep=(
        "autodiff",
        "compat",
        "config",
        "data",
        "debugging",
        "dtypes",
        "errors",
        "image",
        "keras",
        "linalg",
        "math",
        "nest",
        "nn",
        "queue",
        "ragged",
        "random",
        "raw_ops",
        "signal",
        "sparse",
        "strings",
    ),
)
