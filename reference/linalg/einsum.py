"""EINSUM: sums of products, written as labels of axes.

`"ij,jk->ik"` is a matrix product, `"...ii->..."` the trace of each matrix of a batch.  More than two operands
are contracted two by two, each contraction an operation of its own.
"""

import re
from collections import Counter
from typing import Annotated

import ml_dtypes
import numpy as np

from ..array_operands import Equation, Terms
from ..arrays.shaping import broadcast_to, reshape
from ..broadcasting import repeated_axes
from ..dtypes import ALL, INDICES, INEXACT
from ..errors import InvalidArgumentError, error
from ..math.complexes import conj
from ..math.reductions import reduce_sum
from ..operands import Internal, Several
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor

DOTS = "..."
UNSERVED = tuple(d for d in ALL if d not in (*INEXACT, *INDICES))


class _Labels:
    """The labels of one operand's axes: one for each, those behind `...` numbered from the last backwards."""

    def __init__(self, text, shape, number):
        before, dots, after = text.partition(DOTS)
        # Quirk second-ellipsis: a second ellipsis in an operand says nothing (Q29).
        after = after.replace(DOTS, "")
        extra = len(shape) - len(before) - len(after)
        if extra < 0 or (extra and not dots):
            raise error(
                InvalidArgumentError, f"Expected input {number} to have rank {len(text)}, not {len(shape)}"
            )
        self.axes = [*before, *range(-extra, 0), *after]
        self.extra = extra


def _sizes(labels, shapes):
    """The size of each label.  Raises InvalidArgumentError for two; only behind `...` may 1 grow."""
    sizes: dict = {}
    for of_operand, shape in zip(labels, shapes, strict=True):
        for label, n in zip(of_operand.axes, shape, strict=True):
            before = sizes.setdefault(label, n)
            if before != n and not (isinstance(label, int) and 1 in (before, n)):
                raise error(InvalidArgumentError, f"Expected dimension {before} for axis {label!r}, got {n}")
            if before == 1:
                sizes[label] = n
    return sizes


def _contraction(inputs, equation):
    left, right = equation.split("->")
    labels = [_Labels(t, x.shape, i) for i, (t, x) in enumerate(zip(left.split(","), inputs, strict=True))]
    sizes = _sizes(labels, [x.shape for x in inputs])
    extra = max(of_operand.extra for of_operand in labels)
    if extra and DOTS not in right:
        raise error(
            InvalidArgumentError, f"Output contains {extra} broadcasting dimensions but no ellipsis (...)"
        )
    before, dots, after = right.partition(DOTS)
    out = [*before, *(range(-extra, 0) if dots else ()), *after]
    return labels, sizes, out


@primitive("raw_ops.Einsum", internal=True, accumulates=True)
def _einsum(
    inputs: Annotated[list[Tensor], Several(dtypes=(*INEXACT, *INDICES), listed=UNSERVED)],
    equation: Annotated[str, Internal()],
):
    """y = Σ over the labels that the result lacks of the product of one or two operands.

    A label that an operand has twice means its diagonal; one that the result has twice, zeros beside it.
    """
    labels, sizes, out = _contraction(inputs, equation)
    number = {label: i for i, label in enumerate(sizes)}
    terms = []
    for x, of_operand in zip(inputs, labels, strict=True):
        shape = tuple(sizes[label] for label in of_operand.axes)
        terms += [np.broadcast_to(x, shape), [number[label] for label in of_operand.axes]]
    once = list(dict.fromkeys(out))
    if inputs[0].dtype == ml_dtypes.bfloat16:  # which NumPy cannot sum
        terms[::2] = [x.astype(np.float32) for x in terms[::2]]
    if all(x.size for x in terms[::2]):
        y = np.einsum(*terms, [number[label] for label in once])
    else:  # NumPy's einsum writes beside its result
        y = np.zeros([sizes[label] for label in once], terms[0].dtype)
    return np.asarray(y if len(once) == len(out) else _on_diagonal(y, once, out, sizes), inputs[0].dtype)


def _on_diagonal(y, once, out, sizes):
    result = np.zeros([sizes[label] for label in out], y.dtype)
    grid = dict(zip(once, np.indices(y.shape), strict=True))
    result[tuple(grid[label] for label in out)] = y
    return result


@_einsum.vjp
def _(ct, y, inputs, equation):
    ct = convert_to_tensor(ct)
    left, right = equation.split("->")
    if len(inputs) == 1:
        missing = _missing(left, right)
        if not missing:
            return ([_einsum([ct], f"{right}->{left}")],)
        return ([_spread(ct, right, left, inputs[0]._array.shape, missing)],)
    return (_of_pair(ct, inputs, *left.split(","), right),)


def _missing(of_operand, *others):
    """The labels of an operand that others lack, in order."""
    return [label for label in dict.fromkeys(of_operand) if label not in "".join(others) + DOTS]


def _of_pair(ct, inputs, of_x, of_y, right):
    """The cotangents of two operands, each by contracting `ct` with the other."""
    if DOTS in right:
        of_x, of_y = (labels if DOTS in labels else labels + DOTS for labels in (of_x, of_y))
    x, y = map(conj, inputs)
    cts = (
        _by_other(ct, y, x._array.shape, of_x, of_y, right),
        _by_other(ct, x, y._array.shape, of_y, of_x, right),
    )
    batch_x, batch_y = _behind_dots(x, of_x), _behind_dots(y, of_y)
    if DOTS not in right or batch_x == batch_y:
        return list(cts)
    return [
        _summed(cts[0], of_x, repeated_axes(batch_x, batch_y), x.shape),
        _summed(cts[1], of_y, repeated_axes(batch_y, batch_x), y.shape),
    ]


def _by_other(ct, other, shape, own, others, right):
    missing = _missing(own, right, others)
    kept = "".join(label for label in own if label not in missing)
    reduced = _einsum([ct, other], f"{right},{others}->{kept}")
    return _spread(reduced, kept, own, shape, missing) if missing else reduced


def _behind_dots(x, labels):
    before, _, after = labels.partition(DOTS)
    return x._array.shape[len(before) : x.ndim - len(after)]


def _summed(ct, labels, axes, shape):
    start = labels.index(DOTS)
    return reshape(reduce_sum(ct, tuple(start + axis for axis in axes)), shape)


def _spread(ct, labels, own, shape, missing):
    """The cotangent of an operand whose `missing` labels were summed over, from `ct`, that of the sum."""
    kept = "".join(label for label in own if label not in missing)
    axes = [_axis(own, label, len(shape)) for label in missing]
    if kept == labels and len(set(own)) + len(set(labels)) == len(own) + len(labels):
        once = tuple(1 if i in axes else n for i, n in enumerate(shape))
        return broadcast_to(reshape(ct, once), shape)
    sizes = ct._array.shape
    ahead = broadcast_to(reshape(ct, (*(1,) * len(axes), *sizes)), (*(shape[i] for i in axes), *sizes))
    return _einsum([ahead], f"{''.join(missing)}{labels}->{own}")


def _axis(own, label, rank):
    before, _, after = own.partition(DOTS)
    return before.index(label) if label in before else rank - len(after) + after.index(label)


@composed("linalg.einsum", "einsum")
def einsum(equation: Annotated[str, Equation()], *inputs: Annotated[Tensor, Terms("equation")], **kwargs):
    """y = the sums of products that `equation` says; without "->", over all labels that come twice.

    Raises ValueError for an equation that is none, InvalidArgumentError for operands that do not fit it.
    """
    kwargs.pop("name", None)
    optimize = kwargs.pop("optimize", "greedy")
    if kwargs:
        raise error(TypeError, f"Invalid keyword arguments for einsum: {', '.join(kwargs)}")
    for x in inputs:
        if not hasattr(x, "shape"):
            raise error(AttributeError, f"{type(x).__name__!r} object has no attribute 'shape'")
    left, right = _parsed(equation, len(inputs))
    if len(inputs) <= 2:
        return _einsum(list(inputs), f"{left}->{right}")
    return _by_twos(list(inputs), left, right, optimize)


def _parsed(equation, count):
    """Both sides of an equation, the right one made up where it is missing."""
    if not hasattr(equation, "replace"):
        raise error(AttributeError, f"{type(equation).__name__!r} object has no attribute 'replace'")
    text = equation.replace(" ", "")
    if "..." in text and "0" in text:
        raise error(ValueError, f'Invalid character "0" in equation: {equation}.')
    text = text.replace("...", "0")
    found = re.fullmatch("([a-zA-Z,0]*)(->[a-zA-Z0]*)?", text)
    if not found or ("0" in text and "..." not in equation):
        raise error(ValueError, f"Subscripts have incorrect format: {text}")
    left, right = found.groups()
    if left.count(",") + 1 != count:
        raise error(
            ValueError, f'Got {count} inputs for equation "{equation}", expecting {left.count(",") + 1}'
        )
    counts = Counter(left)
    right = "".join(sorted(x for x in counts if x != "," and counts[x] == 1)) if right is None else right[2:]
    if len(set(right)) < len(right):
        raise error(ValueError, f"Output subscripts contain a label appearing more than once: {equation}")
    if any(label != "0" and label not in counts for label in right):
        raise error(ValueError, f"Output subscripts contain a label not present in the inputs: {equation}")
    return left.replace("0", DOTS), right.replace("0", DOTS)


def _by_twos(inputs, left, right, optimize):
    """Contractions of two operands at a time, in the order in which they cost least."""
    labels, inputs = left.split(","), [convert_to_tensor(x) for x in inputs]
    for of_operand, x in zip(labels, inputs, strict=True):
        if len(of_operand.replace(DOTS, "")) > len(x.shape) or (
            DOTS not in of_operand and len(of_operand) != len(x.shape)
        ):
            raise error(ValueError, f"{of_operand} does not label the axes of {x.shape}")
    path = np.einsum_path(f"{left}->{right}", *(np.empty(x._array.shape) for x in inputs), optimize=optimize)
    for places in path[0][1:]:
        places = sorted(places, reverse=True)
        taken, terms = [labels.pop(i) for i in places], [inputs.pop(i) for i in places]
        rest = "".join(labels)
        kept = [x for x in dict.fromkeys("".join(taken).replace(DOTS, "")) if x in rest + right]
        result = ("..." if any(DOTS in t for t in taken) else "") + "".join(sorted(kept)) if labels else right
        inputs.append(_einsum(terms, f"{','.join(taken)}->{result}"))
        labels.append(result)
    return inputs[0]
