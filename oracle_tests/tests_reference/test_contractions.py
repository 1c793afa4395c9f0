"""Contractions of nothing."""

import numpy as np
import pytest

import reference as tf

CALLS = {
    "tf.matmul": lambda x, y: tf.matmul(x, y),
    "tf.einsum": lambda x, y: tf.einsum("ij,jk->ik", x, y),
    "tf.linalg.matvec": lambda x, y: tf.linalg.matvec(x, y[:, 0]) if y.shape[1] else tf.matmul(x, y),
    "tf.tensordot": lambda x, y: tf.tensordot(x, y, 1),
}
SHAPES = [((2, 0), (0, 1)), ((0, 2), (2, 1)), ((2, 1), (1, 0)), ((0, 0), (0, 0))]


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("shapes", SHAPES)
@pytest.mark.parametrize("dtype", ["float32", "complex128", "bfloat16"])
def test_nothing_is_never_handed_to_numpys_einsum(monkeypatch, name, shapes, dtype):
    """It writes beside the result: the process ends later, or lives on with other numbers."""
    sound = np.einsum

    def einsum(*terms, **options):
        assert all(np.size(x) for x in terms if isinstance(x, np.ndarray))
        return sound(*terms, **options)

    monkeypatch.setattr(np, "einsum", einsum)
    x, y = (tf.ones(shape, dtype) for shape in shapes)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        z = CALLS[name](x, y)
    assert not np.any(z.numpy())
    for operand, gradient in zip((x, y), tape.gradient(z, [x, y]), strict=True):
        assert gradient is None or gradient.shape == operand.shape
