"""WHILE LOOPS: `tf.while_loop`.

Eagerly it is Python's loop.  In a traced function it is a single operation: its operands are the loop
variables and all that condition and body take from outside, and each of them gets at least zeros, whether or
not a path leads from it (N27, N28).  What a body would take that does not run at all is known by running it
once on probation (`alternatives`).
"""

from .. import nest
from ..errors import InvalidArgumentError, called, error
from ..graph import Replayed
from ..record import recording
from ..shapes import TensorShape
from ..tensor import Tensor, convert_to_tensor
from .alternatives import Alternatives
from .branches import truth
from .parts import flatten, pack_as, renewed_arrays, tensor_of
from .tensor_array import TensorArray


def while_loop(
    cond,
    body,
    loop_vars,
    shape_invariants=None,
    parallel_iterations=10,
    back_prop=True,
    swap_memory=False,
    maximum_iterations=None,
    name=None,
):
    """The loop variables once `cond` of them is false: `body` returns the next ones, in the same structure.

    Raises TypeError and ValueError for another structure, number or, in a function, dtype, and there for
    another shape unless `shape_invariants` allow it.  Quirk while-single: eagerly a body with one variable
    has to return a list (N23).
    """
    for function in (cond, body):
        if not callable(function):
            raise error(TypeError, "'cond' and 'body' must be callable.")
    if parallel_iterations < 1:
        raise error(TypeError, "'parallel_iterations' must be a positive integer.")
    if recording.function is not None:
        return _traced(cond, body, loop_vars, shape_invariants, maximum_iterations)
    if maximum_iterations is None:
        return _eager(cond, body, loop_vars)
    most = convert_to_tensor(maximum_iterations)
    if most._array.ndim:
        raise error(ValueError, f"maximum_iterations must be a scalar, saw shape: {most.shape}")
    counted = [0, loop_vars]
    return _eager(
        lambda i, values: i < most._array and called(cond, *values),
        lambda i, values: (i + 1, called(body, *values)),
        counted,
    )[1]


def _eager(cond, body, loop_vars):
    """Variables are read once, before the loop; other loop variables, and what assignments returned, stay as
    they were given."""
    _unpacked(loop_vars)
    structure = list(loop_vars)
    loop_vars = nest.map_structure(_read, loop_vars)
    while called(cond, *_unpacked(loop_vars)):
        loop_vars = called(body, *loop_vars)
        nest.assert_same_structure(structure, _unpacked(loop_vars))
    return nest.map_structure(lambda x: x if isinstance(x, TensorArray) else convert_to_tensor(x), loop_vars)


def _read(x):
    return x.value() if hasattr(x, "handle") and not getattr(x, "is_late", False) else x


def _unpacked(values):
    """A list of what a function is called with.  Raises TypeError for what has no parts."""
    if not hasattr(values, "__iter__") or (isinstance(values, Tensor) and recording.function is not None):
        raise error(TypeError, f"{type(values).__name__} is no list of loop variables")
    return list(values)


def _traced(cond, body, loop_vars, shape_invariants, maximum_iterations):
    first = [tensor_of(x) for x in nest.flatten(_unpacked(loop_vars))]
    if any(x is None for x in first):
        raise error(ValueError, "None is no loop variable")
    structure = list(loop_vars)
    shapes = _invariants(first, shape_invariants)
    most = None if maximum_iterations is None else convert_to_tensor(maximum_iterations)._array
    with Alternatives(fills=True, unbounded=recording.function.compiled and most is None) as loop:
        start = [loop.body.argument(x) if isinstance(x, Tensor) else x for x in first]

        def once():
            values = nest.pack_as(structure, renewed_arrays(start))
            _goes_on(called(cond, *values))
            return flatten(_next(body, values, structure, shapes))

        def all_of_it():
            values, count = nest.pack_as(structure, renewed_arrays(start)), 0
            with Replayed(body):
                while (most is None or count < most) and _goes_on(called(cond, *values)):
                    values, count = _next(body, values, structure, shapes), count + 1
            final.append(values)
            return flatten(values)

        final: list = []
        loop.run([once, all_of_it], lambda: 1)
        if most is not None and most.ndim:
            raise error(InvalidArgumentError, "maximum_iterations must be a scalar")
    return nest.pack_as(loop_vars, nest.flatten(pack_as(final[0], loop.results)))


def _next(body, values, structure, shapes):
    """What `body` makes of the values, as tensors."""
    answer = called(body, *values)
    answer = answer if nest.is_nested(answer) else [answer]
    nest.assert_same_structure(structure, list(answer), check_types=False)
    flat = [tensor_of(x) for x in nest.flatten(answer)]
    for x, before, shape in zip(flat, nest.flatten(values), shapes, strict=True):
        if x is None:
            raise error(AssertionError, "None is no loop variable")
        if isinstance(x, TensorArray):
            continue
        if x.dtype is not before.dtype:
            raise error(TypeError, f"a loop variable of {before.dtype.name} becomes one of {x.dtype.name}")
        if not shape.is_compatible_with(x.shape):
            raise error(ValueError, f"a loop variable of shape {shape} becomes one of {x.shape}")
    return nest.pack_as(structure, flat)


def _invariants(first, shape_invariants):
    if shape_invariants is None:
        return [getattr(x, "shape", None) for x in first]
    given = nest.flatten(shape_invariants)
    if len(given) != len(first):
        raise error(ValueError, "shape_invariants have another structure than loop_vars")
    return [TensorShape(getattr(s, "shape", s)) for s in given]


def _goes_on(pred):
    tensor = convert_to_tensor(pred)
    if tensor._array.size != 1:
        raise error(InvalidArgumentError, f"a condition of shape {tensor.shape}")
    return truth(tensor)
