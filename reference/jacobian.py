"""JACOBIAN: one gradient for each element of the target, stacked.

Left out so far: `batch_jacobian`, and everything that `parallel_iterations` and `experimental_use_pfor` change.
"""

from .arrays.gathering import gather
from .arrays.joining import stack
from .arrays.shaping import reshape
from .backprop import gradients, zeros_like
from .slices import IndexedSlices
from .tensor import convert_to_tensor
from .unconnected import UnconnectedGradients


def rows(tape, target, sources, unconnected_gradients):
    """For each source a tensor of shape target.shape + source.shape, or None where no path connects them."""
    log = tape._log
    with _recording(tape):
        flat = reshape(target, (-1,))
        elements = [gather(flat, i) for i in range(flat.shape[0])]
    mode = UnconnectedGradients.of(unconnected_gradients)
    by_element = [_answers(log, element, sources, mode) for element in elements]
    shape = tuple(target.shape)
    answers = []
    for i, source in enumerate(sources):
        column = [row[i] for row in by_element]
        answers.append(None if None in map(_kind, column) else reshape(stack(column), shape + tuple(source.shape)))
    return answers


def _kind(x):
    return None if x is None else type(x)


def _answers(log, element, sources, mode):
    persistent, log.persistent = log.persistent, True
    try:
        answers = gradients(log, [element], sources, [])
    finally:
        log.persistent = persistent
    dense = [convert_to_tensor(a) if isinstance(a, IndexedSlices) else a for a in answers]
    if mode is UnconnectedGradients.ZERO:
        return [zeros_like(x) if a is None else a for a, x in zip(dense, sources, strict=True)]
    return dense


class _recording:
    """The tape records within the block, whether or not it did before."""

    def __init__(self, tape):
        self.tape, self.was = tape, tape._recording

    def __enter__(self):
        if not self.was:
            self.tape._start()

    def __exit__(self, *exc):
        if not self.was:
            self.tape._stop()
