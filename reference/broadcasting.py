"""BROADCASTING, undone: from a cotangent of the result's shape to one of an operand's."""

from .record import recording
from .tensor import Tensor, convert_to_tensor


def unbroadcast(ct, shape, other):
    """Sums `ct` over the axes along which a tensor of `shape` was repeated beside one of shape `other`.

    While a tape is recording, a sum over no axes is an operation too: the order in which the terms of second
    derivatives arrive hangs on it.  The answer is a new tensor in any case, as another tape can tell.
    """
    if ct.__class__ is not Tensor:
        ct = convert_to_tensor(ct)
    axes = repeated_axes(shape, other)
    array = ct._array
    if not axes and array.shape == shape and array.dtype.kind != "b" and not recording.tapes:
        return Tensor(array)
    from .arrays.shaping import reshape
    from .math.reductions import reduce_sum

    return reshape(reduce_sum(ct, axes, True), shape)


def repeated_axes(shape, other):
    """The axes along which `shape` is, or could be, repeated to fit `other`."""
    if shape == other:
        return ()
    lead = max(len(other) - len(shape), 0)
    return (*range(lead), *(lead + i for i, n in enumerate(shape) if n == 1))
