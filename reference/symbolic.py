"""SYMBOLIC: `tf.gradients`, the gradient without a tape, which is for traced functions only.

Unlike a tape's, its walk is pruned by the sources: an operation without a gradient matters only between them
and the targets.
"""

from . import nest
from .backprop import gradients as pulled_back
from .errors import error
from .record import recording
from .slices import IndexedSlices
from .tensor import Tensor, convert_to_tensor
from .traced import Body
from .unconnected import UnconnectedGradients
from .variable import Variable


def gradients(
    ys,
    xs,
    grad_ys=None,
    name="gradients",
    gate_gradients=False,
    aggregation_method=None,
    stop_gradients=None,
    unconnected_gradients=UnconnectedGradients.NONE,
):
    """d(sum of `ys`)/d(each of `xs`), a list, of what runs in the function that is being traced.

    `grad_ys` weights the targets; what is in `stop_gradients` counts as a constant.  Raises RuntimeError
    outside of functions, TypeError for mappings and for weights of another dtype, ValueError for another
    number or shape of weights.
    """
    if recording.function is None:
        raise error(
            RuntimeError, "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape"
        )
    mode = UnconnectedGradients.of(unconnected_gradients)
    body = next(tape for tape in reversed(recording.tapes) if isinstance(tape, Body))
    targets = [body.inside(_node(y)) for y in _listed(ys)]
    sources = [body.inside(_node(x)) for x in _listed(xs)]
    stop = {body.inside(_node(x)).id for x in _listed([] if stop_gradients is None else stop_gradients)}
    seeds = _seeds(targets, grad_ys)
    answers = pulled_back(body.log(sources, stop - {x.id for x in sources}), targets, sources, seeds)
    if mode is UnconnectedGradients.ZERO:
        from .arrays.generators import zeros_like

        answers = [
            zeros_like(convert_to_tensor(x)) if a is None else a
            for a, x in zip(answers, _listed(xs), strict=True)
        ]
    return answers


def hessians(ys, xs, gate_gradients=False, aggregation_method=None, name="hessians"):
    """The second derivatives of the sum of `ys` by each of `xs`: a list of tensors of the shapes of x twice.

    Raises RuntimeError outside of functions, ValueError where a first or second derivative is not connected.
    """
    return [_hessian(first, x) for first, x in zip(gradients(ys, xs), _listed(xs), strict=True)]


def _hessian(first, x):
    from .arrays.generators import zeros
    from .arrays.joining import stack
    from .arrays.shaping import reshape

    if first is None:
        raise error(ValueError, "Tried to convert a tensor and failed. None values not supported.")
    flat, shape = reshape(first, [-1]), list(convert_to_tensor(x).shape)
    rows = [gradients(flat[i], x)[0] for i in range(flat._array.size)]
    if any(row is None for row in rows):
        raise error(ValueError, "None values not supported.")
    return reshape(stack(rows) if rows else zeros((0,), flat.dtype), shape + shape)


def _listed(values):
    if isinstance(values, dict):
        raise error(TypeError, f"Argument `xs` or `ys` cannot be a mapping: {values!r}")
    return nest.flatten(values)


def _node(x):
    """What a path may start from or lead to."""
    if isinstance(x, Variable):
        return x.handle
    return convert_to_tensor(x)


def _seeds(targets, grad_ys):
    if grad_ys is None:
        return []
    given = _listed(grad_ys)
    if len(given) != len(targets):
        raise error(ValueError, f"Length mismatch. Passed {len(given)} grad_ys for {len(targets)} ys")
    return [s if s is None else _fitting(s, y) for s, y in zip(given, targets, strict=True)]


def _fitting(seed, y):
    if isinstance(seed, IndexedSlices):
        return seed
    seed = convert_to_tensor(seed)
    if not isinstance(y, Tensor):
        return seed
    if seed.dtype is not y.dtype:
        raise error(TypeError, f"a {y.dtype.name} was expected, not {seed.dtype.name}")
    if seed._array.shape != y._array.shape:
        raise error(ValueError, f"Shapes {seed.shape} and {y.shape} are not compatible")
    return seed
