"""RANDOM CALLS: numbers drawn from seeds, and dropout by them."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from .calls import As, Call
from .sample_values import FLOATS, plain, positive

SEEDS = ([1, 2], [0, 0], [-5, 2**40])
DROPOUT = "nn.experimental.stateless_dropout"


def draws() -> Iterator[Call]:
    for dtype, seed, shape in product(FLOATS, SEEDS, ([], [3], [2, 5], [0], [41])):
        for name in ("uniform", "normal", "truncated_normal"):
            yield Call(f"random.stateless_{name}", (As(shape), As(seed)), {"dtype": dtype})
    for dtype in FLOATS:
        low, high = plain(dtype, ()), positive(dtype, (3,), 1) + np.array(2, dtype)
        for name in ("uniform", "normal", "truncated_normal"):
            yield Call(f"random.stateless_{name}", (As([2, 3]), As([1, 2]), low, high), {"dtype": dtype})


def dropped() -> Iterator[Call]:
    for dtype, rate, seed in product(FLOATS, (0.4, 0.0, 0.9, 0), SEEDS):
        yield Call(DROPOUT, (plain(dtype, (3, 4)), As(rate), As(seed)))
    for shape in ([2, 1], [1, 3], [None, 3]):
        yield Call(DROPOUT, (plain("float32", (2, 3)), As(0.5), As([1, 2])), {"noise_shape": shape})
    yield Call(DROPOUT, (plain("float32", (2, 3)), np.array(0.4, "float32"), As([1, 2])))


def cotangents() -> Iterator[Call]:
    yield Call(DROPOUT, (positive("float32", (2, 3)), As(0.4), As([1, 2])))


def faulty() -> Iterator[tuple[str, Call]]:
    """None: what TensorFlow draws is what it is."""
    yield from ()


def in_dtype(dtype: str) -> Iterator[Call]:
    yield Call(DROPOUT, (plain(dtype, (2, 3)), As(0.4), As([1, 2])))
    yield (
        Call("random.stateless_uniform", (As([5]), As([1, 2])), {"dtype": dtype})
        if dtype
        in (
            "float16",
            "bfloat16",
            "complex64",
            "bool",
        )
        else Call(DROPOUT, (plain(dtype, ()), As(0.0), As([1, 2])))
    )


def wrong() -> Iterator[Call]:
    x = plain("float32", (2, 3))
    for rate in (1, 1.0, -0.5, "a", None, [0.5]):
        yield Call(DROPOUT, (x, As(rate), As([1, 2])))
    for seed in ([1], [1, 2, 3], 1, [[1, 2]]):
        yield Call(DROPOUT, (x, As(0.5), As(seed)))
        yield Call("random.stateless_normal", (As([2]), As(seed)))
    yield Call(DROPOUT, (np.array([1, 2]), As(0.5), As([1, 2])))
    yield Call(DROPOUT, (x, np.array([0.5], "float32"), As([1, 2])))
    yield Call(DROPOUT, (x, np.array(0.5), As([1, 2])))
    yield Call("random.stateless_uniform", (As([-1]), As([1, 2])))


FAMILIES = (draws, dropped)
