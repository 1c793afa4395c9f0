"""CROSS-ENTROPY of distributions and of independent probabilities, given logits."""

from typing import Annotated

import numpy as np

from ..arrays.generators import zeros_like
from ..arrays.shaping import expand_dims, reshape, squeeze, transpose
from ..errors import InvalidArgumentError, error, said_by_python
from ..linalg.products import matmul
from ..math.arithmetic import add
from ..math.basics import abs, cast
from ..math.comparisons import greater_equal
from ..math.elementwise import exp
from ..math.exponentials import log1p
from ..math.selection import where
from ..operands import Axis, Broadcasts, Floats, Like
from ..primitive import composed, primitive
from ..shapes import broadcast
from ..tensor import Tensor, convert_to_tensor
from .activations import _log_softmax, _softmax, row_sums
from .rectifiers import relu


def _terms(features, labels):
    """The size of what the loss and its derivative are differences of."""
    loss = np.sum(np.abs(labels) * (1 + np.abs(_log_softmax.forward(features))), -1)
    return loss, np.abs(labels) + 1


@primitive("raw_ops.SoftmaxCrossEntropyWithLogits", internal=True, accumulates=_terms, optional_results=(1,))
def _cross_entropy(
    features: Annotated[Tensor, Floats(least_rank=2)], labels: Annotated[Tensor, Like("features")]
):
    """loss[i] = -Σ l[i] ln softmax(x[i]), and softmax(x) - l, its derivative by x where each Σ l[i] is 1"""
    if features.ndim != 2 or labels.ndim != 2:
        raise error(InvalidArgumentError, f"no matrices: {list(features.shape)}, {list(labels.shape)}")
    shape = broadcast(features.shape, labels.shape)
    if shape is None:
        raise error(InvalidArgumentError, "logits and labels must be broadcastable")
    if not features.size or not labels.size:
        return np.zeros(shape[:1], features.dtype), np.zeros(shape, features.dtype)
    shifted = features - np.max(features, -1, keepdims=True)
    sums = row_sums(np.exp(shifted))
    return row_sums(labels * (np.log(sums) - shifted))[:, 0], np.exp(shifted) / sums - labels


@_cross_entropy.vjp
def _(cts, results, features, labels):
    ct, ct_of_slope = cts
    _, slope = results
    by_features = expand_dims(ct, -1) * slope
    by_labels = expand_dims(ct, -1) * -_log_softmax(features)
    if ct_of_slope is not None:
        p = _softmax(features)
        mean = squeeze(matmul(expand_dims(ct_of_slope, 1), expand_dims(p, 2)), 1)
        by_features = by_features + (ct_of_slope - mean) * p
        by_labels = by_labels - ct_of_slope
    return by_features, by_labels


@composed("nn.softmax_cross_entropy_with_logits")
def softmax_cross_entropy_with_logits(
    labels: Annotated[Tensor, Like("logits")],
    logits: Annotated[Tensor, Floats(least_rank=1)],
    axis: Annotated[int, Axis("logits")] = -1,
    name=None,
):
    """loss = -Σ labels ln softmax(logits) over `axis`; both get gradients.

    Labels are cast to the dtype of `logits`, half precision to float32 meanwhile.

    Quirk labels-that-sum-to-one: the gradient by `logits` is softmax - labels also where the labels do not
    sum to 1, which is not the derivative then (Q11).
    """
    logits, labels = convert_to_tensor(logits), convert_to_tensor(labels)
    half = logits.dtype.name in ("float16", "bfloat16")
    precise = cast(logits, "float32") if half else logits
    labels = cast(labels, precise.dtype)
    if axis != -1 and axis is not None:
        precise, labels = (
            _with_axis_last(precise, axis, precise.ndim),
            _with_axis_last(labels, axis, precise.ndim),
        )
    shape = precise.shape
    cost = reshape(_cross_entropy(_flat(precise), _flat(labels))[0], shape[:-1])
    return cast(cost, logits.dtype) if half else cost


def _with_axis_last(x, axis, rank):
    if not isinstance(axis, int):
        kind = InvalidArgumentError if isinstance(axis, float) else TypeError
        raise error(kind, f"{axis!r} is no axis")
    return transpose(x, (*range(axis), *range(axis + 1, rank), axis))


def _flat(x):
    if not x.ndim:
        raise error(InvalidArgumentError, "logits and labels must have at least one axis")
    return reshape(x, (-1, x.shape[-1]))


def _pair(labels, logits):
    logits, labels = convert_to_tensor(logits), convert_to_tensor(labels)
    if logits.shape != labels.shape:
        raise error(
            ValueError, f"`logits` and `labels` must have the same shape: {logits.shape}, {labels.shape}"
        )
    return labels, logits


@composed("nn.sigmoid_cross_entropy_with_logits")
def sigmoid_cross_entropy_with_logits(
    labels: Annotated[Tensor, Like("logits")] = None,  # type: ignore[assignment]
    logits: Annotated[Tensor, Floats(likely=(-5.0, 5.0))] = None,  # type: ignore[assignment]
    name=None,
):
    """loss = -l ln s - (1 - l) ln(1 - s), s = sigmoid x, computed as max(x, 0) - x l + ln(1 + e^-|x|).

    Raises ValueError where shapes differ, or one is missing.
    """
    if labels is None or logits is None:
        raise error(ValueError, f"Both `labels` and `logits` must be provided: {labels}, {logits}")
    labels, logits = _pair(labels, logits)
    zeros = zeros_like(logits)
    positive = greater_equal(logits, zeros)
    rectified = where(positive, logits, zeros)
    size = where(positive, -logits, logits)
    return add(rectified - logits * labels, log1p(exp(size)))


@composed("nn.weighted_cross_entropy_with_logits")
def weighted_cross_entropy_with_logits(
    labels: Annotated[Tensor, Like("logits")],
    logits: Annotated[Tensor, Floats(likely=(-5.0, 5.0))],
    pos_weight: Annotated[Tensor, Broadcasts("logits")],
    name=None,
):
    """loss = -w l ln s - (1 - l) ln(1 - s), s = sigmoid x.  Raises ValueError where shapes differ."""
    labels, logits = _pair(labels, logits)
    with said_by_python():
        weight = 1 + (pos_weight - 1) * labels
    return add((1 - labels) * logits, weight * (log1p(exp(-abs(logits))) + relu(-logits)))
