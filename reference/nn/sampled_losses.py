"""SAMPLED LOSSES: of the true classes and of some others, which `sampled_values` gives with how often each is
expected.  Candidates are not sampled here: TensorFlow draws them with random numbers of its own.
"""

import numpy as np

from ..arrays.gathering import embedding_lookup
from ..arrays.generators import ones, ones_like, zeros_like
from ..arrays.joining import concat
from ..arrays.shaping import expand_dims, reshape
from ..errors import error
from ..linalg.products import matmul
from ..math.arithmetic import add, divide, multiply, stop_gradient, subtract
from ..math.basics import cast
from ..math.elementwise import log
from ..tensor import Tensor, convert_to_tensor
from .cross_entropy import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits


def nce_loss(
    weights,
    biases,
    labels,
    inputs,
    num_sampled,
    num_classes,
    num_true=1,
    sampled_values=None,
    remove_accidental_hits=False,
    name=None,
):
    """The logistic losses of each input, of its true classes and of the sampled ones, added up (noise
    contrastive estimation).  Raises ValueError for labels that are not one row of `num_true` for each input.
    """
    logits, wanted = _logits(
        weights, biases, labels, inputs, num_true, sampled_values, remove_accidental_hits
    )
    return _sum_rows(sigmoid_cross_entropy_with_logits(labels=wanted, logits=logits))


def sampled_softmax_loss(
    weights,
    biases,
    labels,
    inputs,
    num_sampled,
    num_classes,
    num_true=1,
    sampled_values=None,
    remove_accidental_hits=True,
    seed=None,
    name="sampled_softmax_loss",
):
    """The cross entropy of each input among its true classes and the sampled ones."""
    logits, wanted = _logits(
        weights, biases, labels, inputs, num_true, sampled_values, remove_accidental_hits
    )
    return softmax_cross_entropy_with_logits(labels=stop_gradient(wanted), logits=logits)


def _logits(weights, biases, labels, inputs, num_true, sampled_values, without_hits):
    if sampled_values is None:
        raise NotImplementedError("the reference samples no candidates: give sampled_values")
    if not hasattr(labels, "dtype"):
        raise error(AttributeError, f"{type(labels).__name__!r} object has no attribute 'dtype'")
    inputs, labels = convert_to_tensor(inputs), cast(labels, "int64")
    sampled, of_true, of_sampled = (stop_gradient(x) for x in sampled_values)
    sampled, flat = cast(sampled, "int64"), reshape(labels, [-1])
    count, ids = flat._array.size, concat([flat, sampled], 0)
    rows, offsets = (_in(embedding_lookup(table, ids), inputs.dtype) for table in (weights, biases))
    true_rows, dims = rows[:count], rows.shape[1]
    dots = multiply(expand_dims(inputs, 1), reshape(true_rows, [-1, num_true, dims]))
    true = reshape(_sum_rows(reshape(dots, [-1, dims])), [-1, num_true])
    true = add(true, reshape(offsets[:count], [-1, num_true]))
    others = add(matmul(inputs, rows[count:], transpose_b=True), offsets[count:])
    if without_hits:
        others = add(others, _hits(labels, sampled, others.dtype))
    true = subtract(true, log(of_true))
    others = subtract(others, log(of_sampled))
    wanted = concat([divide(ones_like(true), num_true), zeros_like(others)], 1)
    return concat([true, others], 1), wanted


def _in(x, dtype):
    return x if x.dtype == dtype else cast(x, dtype)


def _hits(labels, sampled, dtype):
    """The least number where a sampled class is a true one, zeros elsewhere."""
    hits = (labels._array[:, :, None] == sampled._array).sum(1)
    return Tensor((hits * np.finfo(np.float32).min).astype(dtype.numpy))


def _sum_rows(x):
    if len(x.shape) != 2:
        raise error(ValueError, f"a matrix was expected, not {x.shape}")
    return reshape(matmul(x, ones([x.shape[1], 1], x.dtype)), [-1])
