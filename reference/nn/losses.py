"""LOSSES: cross-entropy of class numbers."""

from typing import Annotated

import numpy as np

from ..arrays.shaping import expand_dims, reshape, squeeze
from ..errors import InvalidArgumentError, error
from ..linalg.products import matmul
from ..math.basics import cast
from ..operands import Floats, Labels
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .activations import _softmax, row_sums


def _terms(features, labels):
    """The size of what the loss and its derivative are differences of."""
    shifted = features - np.max(features, -1, keepdims=True) if features.size else features
    one = np.ones((), features.dtype)
    return np.abs(shifted).max(-1, initial=0) + one, np.exp(shifted) + one


@primitive(
    "raw_ops.SparseSoftmaxCrossEntropyWithLogits", internal=True, accumulates=_terms, optional_results=(1,)
)
def _cross_entropy(
    features: Annotated[Tensor, Floats(least_rank=2)], labels: Annotated[Tensor, Labels("features")]
):
    """loss[i] = -ln softmax(x[i])[labels[i]], and its derivative with respect to x.

    Raises InvalidArgumentError for a label out of range.
    """
    rows, columns = features.shape
    if not columns:
        raise error(InvalidArgumentError, "Must have at least one class")
    if labels.size and not (0 <= labels.min() and labels.max() < columns):
        raise error(InvalidArgumentError, f"Received a label value outside the valid range of [0, {columns})")
    shifted = features - np.max(features, -1, keepdims=True) if features.size else features
    sums = row_sums(np.exp(shifted))[:, 0]
    here = np.arange(rows), labels
    slope = np.exp(shifted) / sums[:, None]
    slope[here] -= np.ones((), slope.dtype)
    return np.log(sums) - shifted[here], slope


@_cross_entropy.vjp
def _(cts, results, features, labels):
    ct, ct_of_slope = cts
    _, slope = results
    answer = expand_dims(ct, -1) * slope
    if ct_of_slope is not None:
        p = _softmax(features)
        mean = squeeze(matmul(expand_dims(ct_of_slope, 1), expand_dims(p, 2)), 1)
        answer = answer + (ct_of_slope - mean) * p
    return answer, None


@composed("nn.sparse_softmax_cross_entropy_with_logits")
def sparse_softmax_cross_entropy_with_logits(
    labels: Annotated[Tensor, Labels("logits")], logits: Annotated[Tensor, Floats(least_rank=1)], name=None
):
    """loss = -ln softmax(logits)[label], for each row of `logits`.

    float16 is computed in float32.  Shapes: labels [...], logits [..., classes], loss [...].  Raises
    ValueError where they do not match, InvalidArgumentError for a label out of range.
    """
    labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
    if not logits.ndim:
        raise error(ValueError, "`logits` cannot be a scalar.")
    if labels.ndim != logits.ndim - 1:
        raise error(
            ValueError,
            f"`labels.shape.rank` must equal `logits.shape.rank - 1`: {labels.shape}, {logits.shape}",
        )
    if labels.shape != logits.shape[:-1]:
        raise error(
            ValueError,
            f"`labels.shape` must equal `logits.shape` except for the last dimension: {labels.shape}",
        )
    precise = cast(logits, "float32") if logits.dtype.name == "float16" else logits
    if logits.ndim == 2:
        return cast(_cross_entropy(precise, labels)[0], logits.dtype)
    flat = reshape(precise, (-1, logits.shape[-1]))
    return cast(reshape(_cross_entropy(flat, reshape(labels, (-1,)))[0], labels.shape), logits.dtype)
