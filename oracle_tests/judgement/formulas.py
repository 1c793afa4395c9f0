"""FORMULAS: what a primitive's result should be, independently of the reference, in 50 digits.

Written with mpmath on Python lists, entry by entry, from the definition and not from how anything computes
it.
Only results that round are here: what merely moves or selects numbers is compared by eye.
"""

from collections.abc import Callable

import mpmath
import numpy as np

from ..trial import Trial
from .finite import Numeric

mpmath.mp.dps = 50


def _unary(f) -> Callable:
    return lambda x: entrywise(f, x)


def _binary(f) -> Callable:
    return lambda x, y: entrywise(f, x, y)


def exact(x):
    """An entry of an array, or a result in more digits, as a number of mpmath."""
    if isinstance(x, mpmath.mpf | mpmath.mpc):
        return x
    return mpmath.mpc(complex(x)) if np.asarray(x).dtype.kind == "c" else mpmath.mpf(float(x))


def entrywise(f, *arrays):
    arrays = np.broadcast_arrays(*arrays)
    result = np.empty(arrays[0].shape, object)
    for index in np.ndindex(*arrays[0].shape):
        try:
            result[index] = f(*(exact(a[index]) for a in arrays))
        except (ArithmeticError, ValueError):
            result[index] = None  # no number: a division by zero, say
    return result


def _reduced(f, x, axis=None, keepdims=False):
    axes = range(x.ndim) if axis is None else [a % x.ndim for a in np.ravel(axis).astype(int)]
    kept = tuple(1 if i in axes else n for i, n in enumerate(x.shape))
    result = np.empty(kept, object)
    for index in np.ndindex(*kept):
        block = x[tuple(slice(None) if i in axes else slice(k, k + 1) for i, k in enumerate(index))]
        result[index] = f([exact(v) for v in block.ravel()])
    return result if keepdims else result.reshape(tuple(n for i, n in enumerate(x.shape) if i not in axes))


def _product(a, b, turn_a=False, turn_b=False):
    a = np.swapaxes(a, -1, -2) if turn_a else a
    b = np.swapaxes(b, -1, -2) if turn_b else b
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = np.broadcast_to(a, (*batch, *a.shape[-2:])), np.broadcast_to(b, (*batch, *b.shape[-2:]))
    result = np.empty((*batch, a.shape[-2], b.shape[-1]), object)
    for index in np.ndindex(*result.shape):
        row, column = a[(*index[:-2], index[-2])], b[(*index[:-2], slice(None), index[-1])]
        result[index] = mpmath.fdot(zip(map(exact, row), map(exact, column), strict=True))
    return result


def _softmax(x):
    terms = entrywise(mpmath.exp, x)
    return terms / terms.sum(-1, keepdims=True)


def _scan(f, x, axis=0, exclusive=False, reverse=False):
    moved = np.moveaxis(x, axis, 0)
    result = np.empty(moved.shape, object)
    for i in range(len(moved)):
        rows = moved[i + exclusive :] if reverse else moved[: i + 1 - exclusive]
        for index in np.ndindex(*moved.shape[1:]):
            result[(i, *index)] = f([exact(r[index]) for r in rows])
    return np.moveaxis(result, 0, axis)


def _sigmoid(x):
    return 1 / (1 + mpmath.exp(-x))


def _pow(x, y):
    if x == -mpmath.inf and y != mpmath.floor(y):
        return mpmath.inf if y > 0 else mpmath.mpf(0)
    value = mpmath.power(x, y)
    if isinstance(x, mpmath.mpc):
        return value
    return value.real if abs(mpmath.im(value)) == 0 else mpmath.nan


def _extreme(choose, values):
    return mpmath.nan if any(map(mpmath.isnan, values)) else choose(values)


def _modulo(x, y):
    return x - y * mpmath.floor(x / y)


def _mean(values):
    return mpmath.fsum(values) / len(values)


FORMULAS: dict[str, Callable] = {
    "math.add": _binary(lambda x, y: x + y),
    "math.subtract": _binary(lambda x, y: x - y),
    "math.multiply": _binary(lambda x, y: x * y),
    "raw_ops.RealDiv": _binary(lambda x, y: x / y),
    "math.floordiv": _binary(lambda x, y: mpmath.floor(x / y)),
    "math.floormod": _binary(_modulo),
    "math.pow": _binary(_pow),
    "math.square": _unary(lambda x: x * x),
    "math.exp": _unary(mpmath.exp),
    "math.log": _unary(mpmath.log),
    "math.reciprocal": _unary(lambda x: 1 / x),
    "math.sqrt": _unary(mpmath.sqrt),
    "math.sin": _unary(mpmath.sin),
    "math.cos": _unary(mpmath.cos),
    "math.tanh": _unary(mpmath.tanh),
    "math.sigmoid": _unary(_sigmoid),
    "raw_ops.Abs": _unary(abs),
    "math.maximum": _binary(lambda x, y: _extreme(max, (x, y))),
    "math.minimum": _binary(lambda x, y: _extreme(min, (x, y))),
    "nn.relu": _unary(lambda x: max(x, mpmath.mpf(0))),
    "math.reduce_sum": lambda x, *rest: _reduced(mpmath.fsum, x, *rest),
    "math.reduce_mean": lambda x, *rest: _reduced(_mean, x, *rest),
    "math.reduce_prod": lambda x, *rest: _reduced(mpmath.fprod, x, *rest),
    "math.reduce_max": lambda x, *rest: _reduced(lambda v: _extreme(max, v), x, *rest),
    "math.reduce_min": lambda x, *rest: _reduced(lambda v: _extreme(min, v), x, *rest),
    "math.cumsum": lambda x, *rest: _scan(mpmath.fsum, x, *rest),
    "math.cumprod": lambda x, *rest: _scan(mpmath.fprod, x, *rest),
    "raw_ops.MatMul": _product,
    "raw_ops.BatchMatMulV2": lambda a, b, adj_a=False, adj_b=False: _product(
        np.conj(a) if adj_a else a, np.conj(b) if adj_b else b, adj_a, adj_b
    ),
    "raw_ops.Softmax": _softmax,
    "raw_ops.LogSoftmax": lambda x: _entrywise_log(_softmax(x)),
    "raw_ops.AddN": lambda xs: entrywise(lambda *v: mpmath.fsum(v), *xs),
    "raw_ops.TanhGrad": _binary(lambda y, dy: dy * (1 - y * y)),
    "raw_ops.SigmoidGrad": _binary(lambda y, dy: dy * y * (1 - y)),
    "raw_ops.SqrtGrad": _binary(lambda y, dy: dy / (2 * y) if dy else mpmath.mpf(0)),
    "raw_ops.ReciprocalGrad": _binary(lambda y, dy: -dy * y * y),
}


def _cross_entropy(x, labels):
    x, labels = np.broadcast_arrays(x, labels)
    return -(labels * _entrywise_log(_softmax(x))).sum(-1)


def _sparse_cross_entropy(x, labels):
    return -np.take_along_axis(_entrywise_log(_softmax(x)), labels[..., None].astype(int), -1)[..., 0]


def _selu(x):
    return SCALE * x if x >= 0 else SCALE_ALPHA * mpmath.expm1(x)


SCALE, SCALE_ALPHA = mpmath.mpf("1.0507009873554804934"), mpmath.mpf("1.7580993408473768600")


def _by_channel(value, bias, data_format="NHWC"):
    if data_format == "NCHW":
        return np.moveaxis(_by_channel(np.moveaxis(value, 1, -1), bias), -1, 1)
    return entrywise(lambda x, b: x + b, value, bias)


def _sum_by_channel(x, data_format="NHWC"):
    channel = 1 if data_format == "NCHW" else x.ndim - 1
    return _reduced(mpmath.fsum, x, [i for i in range(x.ndim) if i != channel])


def _segments(data, ids, count):
    count, ids = int(count), np.asarray(ids)
    rows = np.reshape(data, (ids.size, *data.shape[ids.ndim :]))
    result = np.full((count, *rows.shape[1:]), mpmath.mpf(0), object)
    for id, row in zip(ids.ravel(), rows, strict=True):
        if id >= 0:
            result[id] = result[id] + _unary(lambda v: v)(row)
    return result


FORMULAS |= {
    "math.rsqrt": _unary(lambda x: 1 / mpmath.sqrt(x)),
    "math.log1p": _unary(lambda x: mpmath.log(1 + x)),
    "math.expm1": _unary(mpmath.expm1),
    "math.erf": _unary(mpmath.erf),
    "math.erfc": _unary(mpmath.erfc),
    "math.squared_difference": _binary(lambda x, y: (x - y) ** 2),
    "math.reduce_euclidean_norm": lambda x, *rest: _reduced(
        lambda values: mpmath.sqrt(mpmath.fsum(v * v for v in values)), x, *rest
    ),
    "math.unsorted_segment_sum": _segments,
    "nn.l2_loss": lambda x: _reduced(lambda values: mpmath.fsum(v * v for v in values) / 2, x),
    "nn.elu": _unary(lambda x: x if x >= 0 else mpmath.expm1(x)),
    "nn.selu": _unary(_selu),
    "nn.softsign": _unary(lambda x: x / (1 + abs(x))),
    "raw_ops.BiasAdd": _by_channel,
    "raw_ops.BiasAddGrad": _sum_by_channel,
    "raw_ops.Relu6": _unary(lambda x: min(max(x, mpmath.mpf(0)), mpmath.mpf(6))),
    "raw_ops.DivNoNan": _binary(lambda x, y: x / y if y else mpmath.mpf(0)),
    "raw_ops.EluGrad": _binary(lambda ct, y: ct * (y + 1) if y < 0 else ct),
    "raw_ops.SeluGrad": _binary(lambda ct, y: ct * (y + SCALE_ALPHA) if y < 0 else ct * SCALE),
    "raw_ops.LeakyRelu": lambda x, alpha: entrywise(
        lambda v: v if v > 0 else v * exact(np.float32(alpha)), x
    ),
    "raw_ops.LeakyReluGrad": lambda ct, x, alpha: entrywise(
        lambda g, v: g if v > 0 else g * exact(np.float32(alpha)), ct, x
    ),
    "raw_ops.RsqrtGrad": _binary(lambda y, ct: ct * y**3 / -2),
    "raw_ops.SoftsignGrad": _binary(lambda ct, x: ct / (1 + abs(x)) ** 2),
    "raw_ops.Softplus": _unary(lambda x: mpmath.log1p(mpmath.exp(x))),
    "raw_ops.SoftmaxCrossEntropyWithLogits": _cross_entropy,
    "raw_ops.SparseSoftmaxCrossEntropyWithLogits": _sparse_cross_entropy,
}


def _labelled(inputs, equation):
    """An einsum, its labels tried number by number; None for one with an ellipsis."""
    if "..." in equation:
        raise ValueError("an ellipsis has no labels")
    left, right = equation.split("->")
    terms = left.split(",")
    sizes = {
        label: n for t, x in zip(terms, inputs, strict=True) for label, n in zip(t, x.shape, strict=True)
    }
    result = np.full([sizes[label] for label in right], mpmath.mpf(0), object)
    for place in np.ndindex(*sizes.values()):
        at = dict(zip(sizes, place, strict=True))
        factors = [exact(x[tuple(at[label] for label in t)]) for t, x in zip(terms, inputs, strict=True)]
        result[tuple(at[label] for label in right)] += mpmath.fprod(factors)
    return result


def _scattered(start, indices, updates, sign=1):
    """`start` with each slice of `updates` added where its coordinates say."""
    result = np.array(_unary(lambda v: v)(start), object)
    for place in np.ndindex(*indices.shape[:-1]):
        at = tuple(indices[place])
        result[at] = result[at] + sign * _unary(lambda v: v)(updates[place])
    return result


FORMULAS |= {
    "raw_ops.Einsum": _labelled,
    "scatter_nd": lambda at, updates, shape: _scattered(np.zeros(tuple(shape)), at, updates),
    "tensor_scatter_nd_add": _scattered,
    "tensor_scatter_nd_sub": lambda start, at, updates: _scattered(start, at, updates, -1),
}


def _entrywise_log(array):
    result = np.empty(array.shape, object)
    for index in np.ndindex(*array.shape):
        result[index] = mpmath.log(array[index])
    return result


OF_REAL_NUMBERS: set[str] = set()  # whose results are complex


def evaluated(trial: Trial) -> Numeric | None:
    """The value of a trial's (first) result in more digits, or None where no formula serves its arguments.

    Entries that are no numbers, or of real operands no real ones, count as kinks: nothing is said of them.
    """
    formula = FORMULAS.get(trial.primitive.name)
    if formula is None:
        return None
    given = [x for a in trial.arguments for x in (a if isinstance(a, list) else [a])]
    is_complex = any(getattr(x, "dtype", np.dtype(bool)).kind == "c" for x in given)
    kind = "c" if is_complex or trial.primitive.name in OF_REAL_NUMBERS else "f"
    try:
        result = np.asarray(formula(*trial.arguments), object)
        with np.errstate(all="ignore"):
            value = np.reshape([_rounded(v, kind) for v in result.ravel()], result.shape)
    except (ArithmeticError, ValueError, TypeError):
        return None
    return Numeric(value, np.zeros(value.shape), np.isnan(value), 0.0) if result.size else None


def _rounded(value, kind: str):
    """A number of mpmath in the widest type of NumPy."""
    if value is None:
        return np.longdouble("nan")
    value = mpmath.mpmathify(value)
    if kind == "f":
        return np.longdouble(str(value) if isinstance(value, mpmath.mpf) else "nan")
    return np.longdouble(str(value.real)) + np.longdouble(str(value.imag)) * np.clongdouble(1j)
