"""SAMPLED: the call of each endpoint in each dtype, forward and in two orders, on two modules.

One call at a regular point, with weights as seeds: that shows whether an endpoint is there and conforms, not
how it behaves at kinks, for wrong arguments or at infinity, which tests and campaigns see to.

What stands for operands in `endpoints.toml`: `R(2, 3)` are distinct numbers of both signs, `P` positive
ones, `U` between -1 and 1, `Q` between 0 and 1; `SPD(3)` is symmetric and positive definite, `W` well
conditioned, `TRI` lower triangular.  In calls `C`, `I`, `L` and `B` make constants of the dtype, ints of 32
and 64 bits and bools; `dt` is the dtype, `rdt` the real and `cdt` the complex one of its kind; `VAR(a, f)`
is f of a variable that holds a, `SP(v)` a sparse and `RT(v)` a ragged tensor of three values.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from strategies.outcome import Raised

from .answers import Seen, Tolerance, attempt, differences, weights
from .endpoints import Line

DTYPES = ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")
ORDERS = ("forward", "first", "second")
# Of whole functions, whose roundings differ in every step.
ROOM = Tolerance(own=32, largest=32, one=32)


def spread(n: int, low: float, high: float, seed: int) -> np.ndarray:
    """`n` distinct numbers from `low` to `high`, in an order that hangs on `seed`."""
    numbers = np.linspace(low, high, n) if n > 1 else np.array([0.6 * low + 0.4 * high])
    return numbers[np.random.RandomState(seed).permutation(n)]


def P(*shape: int, lo: float = 0.4, hi: float = 2.1, seed: int = 1) -> np.ndarray:
    return spread(int(np.prod(shape)), lo, hi, seed).reshape(shape)


def R(*shape: int, lo: float = 0.3, hi: float = 1.9, seed: int = 1) -> np.ndarray:
    sizes = P(*shape, lo=lo, hi=hi, seed=seed).reshape(-1)
    signs = np.random.RandomState(seed + 7).permutation(sizes.size) % 2
    return (sizes * np.where(signs == 0, 1.0, -1.0)).reshape(shape)


def U(*shape: int, seed: int = 1) -> np.ndarray:
    return R(*shape, lo=0.1, hi=0.85, seed=seed)


def Q(*shape: int, seed: int = 1) -> np.ndarray:
    return P(*shape, lo=0.1, hi=0.9, seed=seed)


def SPD(n: int, *batch: int, seed: int = 3) -> np.ndarray:
    m = np.random.RandomState(seed).randn(*batch, n, n)
    return m @ np.swapaxes(m, -1, -2) / n + np.eye(n) * 1.5


def W(*shape: int, seed: int = 4) -> np.ndarray:
    m = np.random.RandomState(seed).uniform(-0.5, 0.5, shape)
    return m + np.eye(shape[-2], shape[-1]) * (1 + min(shape[-2:]))


def TRI(n: int, seed: int = 5) -> np.ndarray:
    return np.tril(W(n, n, seed=seed))


ARRAYS = {f.__name__: f for f in (P, R, U, Q, SPD, W, TRI)} | {"np": np}


@dataclass(frozen=True)
class Answers:
    """What one module makes of a line in one dtype, by order; an order is lacking where one before raised."""

    by_order: dict[str, Seen]

    @property
    def has_path(self) -> bool:
        """Whether any gradient of first order is there."""
        first = self.by_order.get("first")
        return isinstance(first, list) and any(x is not None for x in first)


def answers(tf: ModuleType, line: Line, dtype: str) -> Answers:
    """The call of `line` on `tf`: its results, their gradients, and the gradients of these."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of accuracy, and that slices are made dense
        return _answers(tf, line, dtype)


def _answers(tf: ModuleType, line: Line, dtype: str) -> Answers:
    sampled = _Sampled(tf, dtype)
    tf.random.set_seed(1)  # so that what the call draws hangs on nothing before it
    operands = sampled.operands(line.on)
    sources = list(operands.values())
    answer: dict[str, Seen] = {}
    kept: dict[str, Any] = {}

    def keep(order: str, action: Callable[[], Any]) -> bool:
        answer[order] = attempt(tf, lambda: kept.setdefault(order, action()))
        return order in kept

    with tf.GradientTape(persistent=True) as outer:
        outer.watch(sources)
        with tf.GradientTape(persistent=True) as inner:
            inner.watch(sources)
            if not keep("forward", lambda: sampled.result(line.call, operands)):
                return Answers(answer)
        targets, sources = kept["forward"], sources + sampled.variables
        given = [tf.constant(weights(y, 1)) for y in targets]
        outer.watch(given)
        ask = lambda: _dense(inner.gradient(targets, sources, output_gradients=given), tf)  # noqa: E731
        if not targets or not keep("first", ask):
            return Answers(answer)
    firsts = [g for g in kept["first"] if g is not None]
    if firsts:
        seeds = [tf.constant(weights(g, 3)) for g in firsts]
        keep("second", lambda: _dense(outer.gradient(firsts, sources, output_gradients=seeds), tf))
    return Answers(answer)


def _dense(gradients: list, tf: ModuleType) -> list:
    """The gradients as tensors; slices may have their rows in another order, or summed."""
    return [g if g is None else tf.convert_to_tensor(g) for g in gradients]


class _Sampled:
    """What a line's texts mean on a module in a dtype."""

    def __init__(self, tf: ModuleType, dtype: str):
        self.tf, self.dtype = tf, getattr(tf, dtype)
        self.variables: list = []
        real = self.dtype.real_dtype
        wide = dtype in ("float64", "complex128")
        module = {"tf": tf, "raw": tf.raw_ops, "v1": tf.compat.v1}
        dtypes = {"dt": self.dtype, "rdt": real, "cdt": tf.complex128 if wide else tf.complex64}
        makers = {"C": self.constant, "I": self.ints, "L": self.longs, "B": self.bools}
        values = {"VAR": self.variable, "SP": self.sparse, "RT": self.ragged}
        tapes = {"NESTED": self.nested, "JAC": self.jacobian, "BJAC": self.batch_jacobian, "JVP": self.jvp}
        self.names = ARRAYS | module | dtypes | makers | values | tapes

    def operands(self, text: str) -> dict[str, Any]:
        found = {}
        for part in filter(None, map(str.strip, text.split(";"))):
            name, _, value = part.partition("=")
            array = np.asarray(eval(value, dict(ARRAYS)))
            found[name.strip()] = (
                self.tf.constant(array) if array.dtype.kind in "iub" else self.constant(array)
            )
        return found

    def result(self, call: str, operands: dict[str, Any]) -> list:
        """The floating tensors in what the call returns."""
        y = eval(call, self.names | operands)
        return [x for x in self.leaves(y) if x.dtype.is_floating or x.dtype.is_complex]

    def leaves(self, y: Any) -> list:
        tf = self.tf
        if isinstance(y, dict):
            y = list(y.values())
        if isinstance(y, list | tuple):
            return [leaf for item in y for leaf in self.leaves(item)]
        if isinstance(y, tf.IndexedSlices | tf.SparseTensor):
            return [y.values]
        if isinstance(y, tf.RaggedTensor):
            return [y.flat_values]
        return [tf.convert_to_tensor(y)] if tf.is_tensor(y) or isinstance(y, tf.Variable) else []

    def constant(self, value: Any):
        return self.tf.constant(np.asarray(value).astype(self.dtype.as_numpy_dtype))

    def ints(self, value: Any):
        return self.tf.constant(value, self.tf.int32)

    def longs(self, value: Any):
        return self.tf.constant(value, self.tf.int64)

    def bools(self, value: Any):
        return self.tf.constant(value, self.tf.bool)

    def variable(self, a: Any, f: Callable):
        self.variables.append(self.tf.Variable(a))
        return f(self.variables[-1])

    def sparse(self, values: Any, indices: Any = ((0, 0), (0, 2), (1, 1)), shape: Any = (2, 3)):
        return self.tf.SparseTensor(self.longs(indices), values, self.longs(shape))

    def ragged(self, values: Any):
        return self.tf.RaggedTensor.from_row_splits(values, self.longs([0, 2, 2, 3]))

    def _cubed(self, a: Any, ask: Callable):
        with self.tf.GradientTape() as tape:
            tape.watch(a)
            y = a * a * a
        return ask(tape, y)

    def nested(self, a: Any):
        return self._cubed(a, lambda tape, y: tape.gradient(y, a))

    def jacobian(self, a: Any):
        return self._cubed(a, lambda tape, y: tape.jacobian(y, a))

    def batch_jacobian(self, a: Any):
        return self._cubed(a, lambda tape, y: tape.batch_jacobian(y, a))

    def jvp(self, a: Any):
        with self.tf.autodiff.ForwardAccumulator(a, self.tf.ones_like(a)) as accumulator:
            y = a * a * a
        return accumulator.jvp(y)


def outcome(ours: Answers, theirs: Answers, order: str) -> str:
    """How an order went: "conforms", "refused" by both, "none" where there is no path, "gap", or "differs".

    A *gap*: both sides have the result, and TensorFlow raises where the reference has a gradient.
    """
    mine, their = ours.by_order.get(order), theirs.by_order.get(order)
    if order != "forward" and isinstance(mine, list) and isinstance(their, Raised):
        return "gap"
    if order == "second" and outcome(ours, theirs, "first") == "gap":
        return "gap"
    if differences(mine, their, ROOM):
        return "differs"
    if their is None or isinstance(their, Raised):
        return "refused" if order == "forward" or isinstance(their, Raised) else "none"
    return "conforms" if order == "forward" or any(x is not None for x in their) else "none"
