"""`tf.math`"""

from ..namespaces import only_names
from ..nn.activations import log_softmax, softmax
from ..nn.smooth import log_sigmoid, softplus, softsign
from . import special
from .arithmetic import (
    add,
    add_n,
    divide,
    floordiv,
    floormod,
    multiply,
    negative,
    pow,
    square,
    subtract,
    truediv,
)
from .arithmetic import floormod as mod
from .basics import abs, floor, sign
from .bessel import bessel_i0, bessel_i0e, bessel_i1, bessel_i1e
from .comparisons import (
    equal,
    greater,
    greater_equal,
    less,
    less_equal,
    logical_and,
    logical_not,
    logical_or,
    not_equal,
)
from .complexes import angle, conj, imag, real
from .division import div_no_nan as divide_no_nan
from .elementwise import cos, exp, log, reciprocal, sigmoid, sin, sqrt, tanh
from .error_functions import erf, erfcinv, erfinv, ndtri
from .exponentials import erfc, expm1, log1p
from .gamma import betainc, digamma, igamma, igammac, lbeta, lgamma, polygamma, zeta
from .guarded import multiply_no_nan, reciprocal_no_nan, xdivy, xlog1py, xlogy
from .hyperbolic import acosh, asinh, atanh, cosh, sinh
from .norms import l2_normalize, reduce_euclidean_norm
from .ordering import argmax, argmin, top_k
from .powers import rsqrt, scalar_mul, squared_difference
from .reductions import reduce_all, reduce_any, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_sum
from .rounding import ceil, is_finite, is_inf, is_nan, nextafter, rint, round
from .scans import cumprod, cumsum, cumulative_logsumexp
from .segments import (
    segment_max,
    segment_mean,
    segment_min,
    segment_prod,
    segment_sum,
    unsorted_segment_max,
    unsorted_segment_mean,
    unsorted_segment_min,
    unsorted_segment_prod,
    unsorted_segment_sqrt_n,
    unsorted_segment_sum,
)
from .selection import maximum, minimum
from .statistics import reduce_logsumexp, reduce_std, reduce_variance
from .sums import accumulate_n, polyval, zero_fraction
from .trigonometry import acos, asin, atan, atan2, tan

only_names(__name__, keep=("special",))
