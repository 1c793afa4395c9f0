"""COTANGENTS: what rules do with seeds that do not fit, with slices, and where not all is asked for."""

from collections.abc import Iterator
from itertools import chain
from types import ModuleType

import numpy as np

from strategies.outcome import Raised

from . import linalg_calls, math_calls, moving_calls, nn_calls, spectral_calls
from .array_calls import REDUCTIONS
from .calls import As, Call, Cell, Seen, attempt, function, leaves, made, seen
from .elementwise_calls import BINARY, UNARY, pairs
from .sample_values import FLOATS, has_coarse_reciprocal, in_threes, plain, positive, specials

X = positive("float32", (2, 3))
Y = positive("float32", (2, 3), 1)
PAIRS = (((2, 3), (2, 3)), ((2, 3), (3,)), ((), (2, 3)), ((1,), ()), ((2, 1), (1, 3)), ((1, 1), (3,)))


COMPARISONS = ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")
WITHOUT_PATH = {"math.floordiv", "math.divide", *(f"math.{name}" for name in COMPARISONS)}


def calls() -> Iterator[Call]:
    """One call, or a few, of every operation that has a gradient."""
    for name in (name for name, dtypes in UNARY.items() if dtypes[0] in FLOATS):
        yield Call(name, (X,))
        yield Call(name, (positive("float32", ()),))
    for name in (
        name
        for name, dtypes in BINARY.items()
        if dtypes[0] in FLOATS and "." in name and name not in WITHOUT_PATH
    ):
        yield Call(name, (X, As(2.0)))
        yield Call(name, (Cell(X), As(2.0)))
        yield Call(name, (As(2.0), X))
        yield from (Call(name, (positive("float32", a, 1), positive("float32", b, 2))) for a, b in PAIRS)
    for name in REDUCTIONS:
        for shape, axis, keep in (((2, 3), None, False), ((2, 3), 1, False), ((2, 3), 0, True), ((),
        None, False), ((2, 3), [], False),
                                  ((2, 3), None, True), ((3,), 0, False)):  # fmt: skip
            yield Call(name, (positive("float32", shape),), {"axis": axis, "keepdims": keep})
    for name in ("math.cumsum", "math.cumprod"):
        yield Call(name, (X,), {"axis": 1})
    others = (
        math_calls.cotangents(),
        nn_calls.cotangents(),
        moving_calls.with_path(),
        linalg_calls.cotangents(),
        spectral_calls.cotangents(),
    )
    yield from chain(_of_arrays(), _of_pairs(), *others)


def _of_arrays() -> Iterator[Call]:
    yield from (Call("reshape", (X,), {"shape": shape}) for shape in ((3, 2), (6,)))
    yield Call("expand_dims", (X,), {"axis": 1})
    yield Call("squeeze", (positive("float32", (1, 3, 1)),))
    yield from (Call("transpose", (X,), {"perm": perm}) for perm in (None, (0, 1)))
    for shape, new in (((3,), (2, 3)), ((), (2, 3)), ((2, 3), (2, 3)), ((1, 3), (1, 3)), ((1, 3), (2, 3))):
        yield Call("broadcast_to", (positive("float32", shape),), {"shape": new})
    yield Call("slice", (X,), {"begin": (0, 1), "size": (2, 2)})
    for key in ((slice(None), 1), (0,), (slice(0, 1),), (Ellipsis,), (None,)):
        yield Call("[]", (X, As(key)))
    for numbers, options in (
        ([1, 0, 1], {}),
        (1, {}),
        ([1, 0], {"axis": 1}),
        ([0, 1], {"axis": -2}),
        ([[1], [0]], {"batch_dims": 1}),
    ):
        yield Call("gather", (X, np.array(numbers)), options)
    yield Call("gather", (Cell(X), np.array([1, 0, 1])))
    yield from (Call("cast", (X,), {"dtype": dtype}) for dtype in ("float64", "float32", "int32"))
    yield from (
        Call(name, (X,), {"axis": axis}) for name in ("nn.softmax", "nn.log_softmax") for axis in (None, 0)
    )


def _of_pairs() -> Iterator[Call]:
    for axis in (0, 1, -1):
        yield Call("concat", ([X, Y],), {"axis": axis})
        yield Call("stack", ([X, Y],), {"axis": axis})
    yield Call("concat", ([X, positive("float32", (1, 3)), positive("float32", (0, 3))],), {"axis": -2})
    yield from (
        Call(name, ([X],), options) for name, options in (("concat", {"axis": 0}), ("math.add_n", {}))
    )
    yield Call("math.add_n", ([X, Y],))
    yield from (Call("where", (X > 1.5, X, other)) for other in (Y, As(0.0)))
    yield Call("where", (np.array(True), X, positive("float32", (3,))))
    yield Call("clip_by_value", (X, As(1.2), As(2.0)))
    for a, b, turn in (((2, 3), (3, 2), ""), ((2, 3), (2, 3), "transpose_b"), ((2, 3), (2, 3),
    "transpose_a"), ((2, 2, 3), (3, 2), ""),
                       ((2, 2, 3), (2, 3, 2), "")):  # fmt: skip
        yield Call(
            "matmul", (positive("float32", a), positive("float32", b, 1)), {turn: True} if turn else {}
        )
    for labels, logits in (([0, 1], (2, 3)), ([[0, 1]], (1, 2, 3)), (1, (3,))):
        yield Call(
            "nn.sparse_softmax_cross_entropy_with_logits", (np.array(labels), positive("float32", logits))
        )
    yield Call("math.add", (Cell(X), Cell(X)))


def asked(call: Call) -> list[tuple[int, ...]]:
    """Which operands are asked for: all, and each alone."""
    import reference

    count = len(leaves([made(reference, x) for x in call.operands]))
    return [tuple(range(count)), *((i,) for i in range(count) if count > 1)]


def seeds(shape: tuple[int, ...], dtype: np.dtype) -> Iterator[np.ndarray]:
    """Seeds for such a target: broadcastable, of another rank, incompatible, of another dtype."""
    shapes = [
        (),
        (1,),
        (1,) * len(shape),
        shape[1:],
        (*shape, 1),
        (1, *shape),
        (2, *shape),
        (6,),
        (5,),
        (0,),
        (2, 1),
        shape,
    ]
    for like in dict.fromkeys(shapes):
        yield plain(dtype.name, like, 3)
    for other in ("float64", "int32"):
        yield plain(other, shape, 4)


def answers_to_seeds(tf: ModuleType, call: Call, watched: tuple[int, ...]) -> list[Seen]:
    """The gradients that each seed gives."""
    operands = [made(tf, x) for x in call.operands]
    sources = [leaves(operands)[i] for i in watched]
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(sources)
        y = function(tf, call.function)(*operands, **call.attributes)
    given = seeds(tuple(y.shape), np.dtype(y.dtype.as_numpy_dtype))
    return [
        attempt(tf, lambda s=s: tape.gradient(y, sources, output_gradients=tf.constant(s)))  # type: ignore[misc]
        for s in given
    ]


def answers_to_slices(tf: ModuleType, call: Call, watched: tuple[int, ...]) -> list[Seen]:
    """The gradients where slices arrive, alone, with others, with dense ones; and a second derivative."""
    operands = [made(tf, x) for x in call.operands]
    sources = [leaves(operands)[i] for i in watched]
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(sources)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(sources)
            y = function(tf, call.function)(*operands, **call.attributes)
            z = tf.gather(y, [0, 0, y.shape[0] - 1])
            u = tf.gather(tf.identity(y), tf.constant([0], tf.int64))
        found = [attempt(tf, lambda t=t: tape.gradient(t, sources)) for t in (z, [z, u], [z, y], [u, z, u])]  # type: ignore[misc]
        first = [g for g in tape.gradient(z, sources) if g is not None]
        dense = [g.values if hasattr(g, "values") else g for g in first]
        squares = [tf.reduce_sum(g * g) for g in dense if g.dtype in ("float32", "float64")]
    return [*found, attempt(tf, lambda: outer.gradient(squares, sources))]


def special_calls() -> Iterator[tuple[Call, np.ndarray]]:
    """Elementwise calls on special values, and special seeds for them."""
    for dtype in FLOATS:
        values = specials(dtype)
        x, seed = (a.reshape(-1) for a in np.meshgrid(values, values))
        large = has_coarse_reciprocal(x)
        for name in (name for name, dtypes in UNARY.items() if dtypes[0] in FLOATS and "." in name):
            yield Call(name, (x[~large],)), seed[~large]
            for few, seeds in in_threes(x[large], seed[large]):
                yield Call(name, (few,)), seeds
    for name in (name for name, dtypes in BINARY.items() if dtypes[0] in FLOATS and "." in name):
        for number in (np.inf, np.nan, np.finfo("float32").max):
            x, y = pairs(name, "float32")
            yield Call(name, (x, y)), np.full(x.shape, number, "float32")


def answers_to_specials(tf: ModuleType, call: Call, seed: np.ndarray) -> list[Seen]:
    """The gradients for a seed; and theirs, by operands and seed, for the seed once more."""
    sources, given = [made(tf, x) for x in call.operands], tf.constant(seed)
    with tf.GradientTape() as outer:
        outer.watch([*sources, given])
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(sources)
            y = function(tf, call.function)(*sources)
        once = attempt(tf, lambda: tape.gradient(y, sources, output_gradients=given))
        if isinstance(once, Raised):  # an operation without a gradient, `is_nan` say
            return [once]
        first = tape.gradient(y, sources, output_gradients=given)
    targets = [x for x in first if x is not None]
    asked, seconds = [*sources, given], [given] * len(targets)
    return [seen(first), attempt(tf, lambda: outer.gradient(targets, asked, output_gradients=seconds))]


def has_rows(call: Call) -> bool:
    """Whether rows can be gathered from the call's result."""
    import reference

    y = function(reference, call.function)(*(made(reference, x) for x in call.operands), **call.attributes)
    return bool(y.ndim and len(y))
