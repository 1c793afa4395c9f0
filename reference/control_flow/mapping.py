"""MAPPING: what runs a function over the rows of tensors.

    map_fn          on each row by itself
    scan            on what the row before gave, and the row; all results
    foldl, foldr    the same; the last result

Eagerly these are Python loops over a `TensorArray`, and tapes see every operation.  In a traced function the
loop is a single one, as `while_loop` is.
"""

from .. import nest
from ..arrays.generators import zeros
from ..errors import called, error
from ..graph import Graph
from ..logs import warn
from ..math.arithmetic import stop_gradient
from ..record import recording
from ..shapes import TensorShape
from ..tensor import convert_to_tensor
from .tensor_array import TensorArray
from .traced_array import tied
from .while_loops import while_loop


def map_fn(
    fn,
    elems,
    dtype=None,
    parallel_iterations=None,
    back_prop=True,
    swap_memory=False,
    infer_shape=True,
    name=None,
    fn_output_signature=None,
):
    """y[i] = fn(elems[i]) for a tensor or a structure of them, in a loop.

    `fn_output_signature`, or `dtype`, has the structure of what `fn` returns and its dtypes; where it is not
    given, they are those of `elems`.  Raises ValueError and TypeError for another structure, ValueError for
    scalars, for no tensors, for rows that differ in shape and for operands of different lengths,
    InvalidArgumentError for another dtype.
    """
    signature = dtype if fn_output_signature is None else fn_output_signature
    _require_callable(fn)
    _check_parallel(parallel_iterations)
    elems = nest.pack_as(elems, [convert_to_tensor(x) for x in nest.flatten(elems)])
    flat = nest.flatten(elems)
    if not flat:
        raise error(ValueError, "elems must be a Tensor or (possibly nested) sequence of Tensors")
    specs = [(TensorShape(None), x.dtype) for x in flat] if signature is None else _specs(signature)
    if not flat[0].ndim:
        raise error(ValueError, "Elements in elems must be 1+ dimensional Tensors, not scalars")
    n = _common_length(flat)
    rows = [TensorArray(x.dtype, n).unstack(x) for x in flat]
    arrays = [TensorArray(d, n, infer_shape=infer_shape, element_shape=shape) for shape, d in specs]
    if parallel_iterations is not None and parallel_iterations < 0:
        raise error(TypeError, "'parallel_iterations' must be a positive integer.")

    def step(i, _, arrays):
        y = called(fn, nest.pack_as(elems, [row.read(i) for row in rows]))
        nest.assert_same_structure(signature or elems, y)
        return (), _written(arrays, i, nest.flatten(y))

    if not n and recording.function is not None:
        return _of_no_rows(fn, elems, flat)
    _, arrays = _repeated(step, range(n), (), arrays)
    stacked = [_tied(array.stack(), flat, back_prop) for array in arrays]
    return nest.pack_as(elems if signature is None else signature, stacked)


def _written(arrays, i, values):
    return [array.write(i, value) for array, value in zip(arrays, values, strict=False)]


def _repeated(step, order, carried, arrays):
    """What `step(i, carried, arrays)` returns in the end, done for each number in `order`."""
    if recording.function is None:
        for i in order:
            carried, arrays = step(i, carried, arrays)
        return carried, arrays
    stop, by = order.stop, order.step
    _, carried, arrays = while_loop(
        lambda i, _, __: i > stop if by < 0 else i < stop,
        lambda i, carried, arrays: (i + by, *step(i, carried, arrays)),
        (convert_to_tensor(order.start), carried, arrays),
        maximum_iterations=len(order),
    )
    return carried, arrays


def _tied(y, flat, back_prop):
    """In a traced function every operand has a path to the result, of zeros if of nothing else."""
    if recording.function is None:
        return y
    return tied(y, flat) if back_prop else stop_gradient(y)


def _of_no_rows(fn, elems, flat):
    """A traced function knows the shapes of what it would return."""
    with Graph() as graph:
        y = called(fn, nest.pack_as(elems, [zeros(x.shape[1:], x.dtype) for x in flat]))
        graph.undo()
    parts = [convert_to_tensor(part) for part in nest.flatten(y)]
    return nest.pack_as(y, [tied(zeros((0, *part.shape), part.dtype), flat) for part in parts])


def _check_parallel(parallel_iterations):
    if parallel_iterations and _compared(parallel_iterations) > 1:
        warn("Setting parallel_iterations > 1 has no effect when executing eagerly.", most=1)


def _compared(number):
    if isinstance(number, str):
        raise error(TypeError, "'>' not supported between instances of 'str' and 'int'")
    return number


def _require_callable(fn):
    """Quirk callable-by-name: where the documentation says TypeError, AttributeError is raised for what can
    not be called and has no name (N31)."""
    if not callable(fn):
        kind = TypeError if hasattr(fn, "__name__") else AttributeError
        raise error(kind, f"{fn!r} is not callable")


def _specs(signature):
    """The shape and dtype of each tensor that a function is said to return."""
    return [
        (x.shape, x.dtype) if hasattr(x, "shape") else (TensorShape(None), x) for x in nest.flatten(signature)
    ]


def _common_length(flat):
    for x in flat[1:]:
        if not x.ndim:
            raise error(ValueError, "Shape () must have rank at least 1")
        if x.shape[0] != flat[0].shape[0]:
            raise error(ValueError, f"Dimensions {flat[0].shape[0]} and {x.shape[0]} are not compatible")
    return flat[0].shape[0]


def scan(
    fn,
    elems,
    initializer=None,
    parallel_iterations=10,
    back_prop=True,
    swap_memory=False,
    infer_shape=True,
    reverse=False,
    name=None,
):
    """y[i] = fn(y[i - 1], elems[i]), stacked; `reverse` goes from the last row to the first.

    y[-1] is `initializer`; where none is given, y[0] = elems[0].  Raises as `map_fn` does, and
    OutOfRangeError for no rows and no `initializer`, IndexError for scalars.
    """
    _require_callable(fn)
    flat = [convert_to_tensor(x) for x in nest.flatten(elems)]
    rows, n = _rows(flat, lambda x: x.shape[1:])
    order = range(n)[::-1] if reverse else range(n)
    first = n - 1 if reverse else 0
    if initializer is None:
        like, carried = elems, [row.read(first) for row in rows]
    else:
        like, carried = initializer, [convert_to_tensor(x) for x in nest.flatten(initializer)]
    arrays = [
        TensorArray(x.dtype, n, infer_shape=infer_shape, element_shape=x.shape if infer_shape else None)
        for x in carried
    ]
    if initializer is None:
        arrays, order = _written(arrays, first, carried), order[1:]
    _check_loop(parallel_iterations)
    if recording.function is not None:
        _common_length(flat)

    def step(i, carried, arrays):
        y = called(fn, nest.pack_as(like, carried), nest.pack_as(elems, [row.read(i) for row in rows]))
        nest.assert_same_structure(like, y)
        _require_dtypes(nest.flatten(y), carried)
        return nest.flatten(y), _written(arrays, i, nest.flatten(y))

    sources = flat if initializer is None else [*flat, *carried]
    _, arrays = _repeated(step, order, carried, arrays)
    return nest.pack_as(like, [_tied(array.stack(), sources, back_prop) for array in arrays])


def _require_dtypes(values, before):
    """In a traced function: raises TypeError for a dtype that changes."""
    if recording.function is not None:
        for x, y in zip(values, before, strict=False):
            if x is not None and convert_to_tensor(x).dtype is not y.dtype:
                raise error(TypeError, f"Loop var enters the loop with type {y.dtype}, and changes it")


def foldl(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """fn(… fn(fn(initializer, elems[0]), elems[1]) …): the last of the results of `scan`.

    Where no `initializer` is given, elems[0] is it.  Raises as `scan` does, but dtypes and shapes may change
    from one result to the next.
    """
    return _folded(fn, elems, initializer, parallel_iterations, back_prop, reverse=False)


def foldr(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """The same from the last row to the first."""
    return _folded(fn, elems, initializer, parallel_iterations, back_prop, reverse=True)


def _folded(fn, elems, initializer, parallel_iterations, back_prop, reverse):
    _require_callable(fn)
    flat = [convert_to_tensor(x) for x in nest.flatten(elems)]
    rows, n = _rows(flat, lambda x: None)
    order = range(n)[::-1] if reverse else range(n)
    carried = initializer
    if initializer is None:
        carried = nest.pack_as(elems, [row.read(order.start) for row in rows])
        order = order[1:]
    _check_loop(parallel_iterations)

    def step(i, carried, arrays):
        y = called(fn, carried, nest.pack_as(elems, [row.read(i) for row in rows]))
        if recording.function is None:
            nest.assert_same_structure([carried], [y])
        return y, arrays

    given = [] if initializer is None else [convert_to_tensor(x) for x in nest.flatten(initializer)]
    carried, _ = _repeated(step, order, carried, [])
    results = [_tied(convert_to_tensor(x), [*flat, *given], back_prop) for x in nest.flatten(carried)]
    return nest.pack_as(carried, results)


def _rows(flat, shape):
    """The rows of each tensor in an array of its own, and how many there are of the first."""
    if not flat:
        raise error(IndexError, "list index out of range")
    if not flat[0].ndim:
        raise error(IndexError, "tuple index out of range")
    n = flat[0].shape[0]
    return [TensorArray(x.dtype, n, element_shape=shape(x)).unstack(x) for x in flat], n


def _check_loop(parallel_iterations):
    if _compared(parallel_iterations) < 1:
        raise error(TypeError, "'parallel_iterations' must be a positive integer.")
