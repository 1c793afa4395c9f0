"""FORMULAS: what a primitive's result should be, independently of the reference, in 50 digits.

Written with mpmath on Python lists, entry by entry, from the definition and not from how anything computes
it.
Only results that round are here: what merely moves or selects numbers is compared by eye.
"""

from collections.abc import Callable

import mpmath
import numpy as np

from ..trial import Trial

mpmath.mp.dps = 50


def _unary(f) -> Callable:
    return lambda x: _entrywise(f, x)


def _binary(f) -> Callable:
    return lambda x, y: _entrywise(f, x, y)


def _entrywise(f, *arrays):
    arrays = np.broadcast_arrays(*arrays)
    result = np.empty(arrays[0].shape, object)
    for index in np.ndindex(*arrays[0].shape):
        result[index] = f(*(mpmath.mpf(float(a[index])) for a in arrays))
    return result


def _reduced(f, x, axis=None, keepdims=False):
    axes = range(x.ndim) if axis is None else [a % x.ndim for a in np.ravel(axis).astype(int)]
    kept = tuple(1 if i in axes else n for i, n in enumerate(x.shape))
    result = np.empty(kept, object)
    for index in np.ndindex(*kept):
        block = x[tuple(slice(None) if i in axes else slice(k, k + 1) for i, k in enumerate(index))]
        result[index] = f([mpmath.mpf(float(v)) for v in block.ravel()])
    return result if keepdims else result.reshape(tuple(n for i, n in enumerate(x.shape) if i not in axes))


def _product(a, b, turn_a=False, turn_b=False):
    a = np.swapaxes(a, -1, -2) if turn_a else a
    b = np.swapaxes(b, -1, -2) if turn_b else b
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = np.broadcast_to(a, (*batch, *a.shape[-2:])), np.broadcast_to(b, (*batch, *b.shape[-2:]))
    result = np.empty((*batch, a.shape[-2], b.shape[-1]), object)
    for index in np.ndindex(*result.shape):
        row, column = a[(*index[:-2], index[-2])], b[(*index[:-2], slice(None), index[-1])]
        result[index] = mpmath.fdot(zip(map(float, row), map(float, column), strict=True))
    return result


def _softmax(x):
    terms = _entrywise(mpmath.exp, x)
    return terms / terms.sum(-1, keepdims=True)


def _scan(f, x, axis=0, exclusive=False, reverse=False):
    moved = np.moveaxis(x, axis, 0)
    result = np.empty(moved.shape, object)
    for i in range(len(moved)):
        rows = moved[i + exclusive :] if reverse else moved[: i + 1 - exclusive]
        for index in np.ndindex(*moved.shape[1:]):
            result[(i, *index)] = f([mpmath.mpf(float(r[index])) for r in rows])
    return np.moveaxis(result, 0, axis)


def _sigmoid(x):
    return 1 / (1 + mpmath.exp(-x))


def _pow(x, y):
    if x == -mpmath.inf and y != mpmath.floor(y):
        return mpmath.inf if y > 0 else mpmath.mpf(0)
    value = mpmath.power(x, y)
    return value.real if abs(mpmath.im(value)) == 0 else mpmath.nan


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
    "math.maximum": _binary(max),
    "math.minimum": _binary(min),
    "math.divide_no_nan": _binary(lambda x, y: x / y if y else mpmath.mpf(0)),
    "nn.relu": _unary(lambda x: max(x, mpmath.mpf(0))),
    "math.reduce_sum": lambda x, *rest: _reduced(mpmath.fsum, x, *rest),
    "math.reduce_mean": lambda x, *rest: _reduced(_mean, x, *rest),
    "math.reduce_prod": lambda x, *rest: _reduced(mpmath.fprod, x, *rest),
    "math.reduce_max": lambda x, *rest: _reduced(max, x, *rest),
    "math.reduce_min": lambda x, *rest: _reduced(min, x, *rest),
    "math.cumsum": lambda x, *rest: _scan(mpmath.fsum, x, *rest),
    "math.cumprod": lambda x, *rest: _scan(mpmath.fprod, x, *rest),
    "raw_ops.MatMul": _product,
    "raw_ops.BatchMatMulV2": _product,
    "raw_ops.Softmax": _softmax,
    "raw_ops.LogSoftmax": lambda x: _entrywise_log(_softmax(x)),
    "raw_ops.AddN": lambda xs: _entrywise(lambda *v: mpmath.fsum(v), *xs),
    "raw_ops.TanhGrad": _binary(lambda y, dy: dy * (1 - y * y)),
    "raw_ops.SigmoidGrad": _binary(lambda y, dy: dy * y * (1 - y)),
    "raw_ops.SqrtGrad": _binary(lambda y, dy: dy / (2 * y) if dy else mpmath.mpf(0)),
    "raw_ops.ReciprocalGrad": _binary(lambda y, dy: -dy * y * y),
}


def _entrywise_log(array):
    result = np.empty(array.shape, object)
    for index in np.ndindex(*array.shape):
        result[index] = mpmath.log(array[index])
    return result


def evaluated(trial: Trial) -> np.ndarray | None:
    """The value of a trial's (first) result in more digits, or None where no formula serves its arguments."""
    formula = FORMULAS.get(trial.primitive.name)
    if formula is None:
        return None
    try:
        result = np.asarray(formula(*trial.arguments))
        return (
            np.vectorize(lambda v: np.longdouble(str(v)), otypes=[np.longdouble])(result)
            if result.size
            else None
        )
    except (ArithmeticError, ValueError, TypeError):
        return None
