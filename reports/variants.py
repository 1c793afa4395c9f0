"""VARIANTS: TensorFlow's wrong rules, for the reference to try on.

A variant gives the reference, for the length of a `with` block, what TensorFlow does at one primitive where
TensorFlow is wrong.  A program is then known if the reference with that variant agrees with TensorFlow.  Each
belongs to an entry of known.toml, which names it; nothing else in the project may use one.

    @variant("pow-zero-base")
    def _():
        ...replace the rule
        try:
            yield
        finally:
            ...put the right one back
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TypeAlias

import numpy as np

from reference import forward, math, nest
from reference.arrays import gathering, shaping
from reference.backprop import Log
from reference.control_flow import while_loops
from reference.errors import InternalError, InvalidArgumentError, NotFoundError, error
from reference.primitive import REGISTRY
from reference.record import Record, recording
from reference.tensor import Tensor
from reference.traced import Traced

Variant: TypeAlias = Callable[[], AbstractContextManager[None]]

VARIANTS: dict[str, Variant] = {}


def variant(
    name: str, registry: dict[str, Variant] = VARIANTS
) -> Callable[[Callable[[], Iterator[None]]], Variant]:
    """Registers a generator function, which yields once, as the variant `name`.

    ValueError if the name is taken.
    """

    def register(function: Callable[[], Iterator[None]]) -> Variant:
        if name in registry:
            raise ValueError(f"there are two variants {name!r}")
        registry[name] = contextmanager(function)
        return registry[name]

    return register


@contextmanager
def _rule(name: str, rule) -> Iterator[None]:
    """Gives the primitive `name` another vjp."""
    primitive = REGISTRY[name]
    right, primitive.rule = primitive.rule, rule
    try:
        yield
    finally:
        primitive.rule = right


@contextmanager
def _methods(*given: tuple[type, Callable]) -> Iterator[None]:
    """Gives classes another `write`."""
    right = [(owner, owner.__dict__["write"]) for owner, _ in given]
    try:
        for owner, write in given:
            type.__setattr__(owner, "write", write)
        yield
    finally:
        for owner, write in right:
            type.__setattr__(owner, "write", write)


from . import signal_variants, special_variants  # noqa: E402, F401  (which register more)


@variant("pow-zero-base")
def _() -> Iterator[None]:
    """d/dx x^y as y x^(y-1) also where both are 0, which is nan."""
    right = REGISTRY["math.pow"].rule

    def rule(ct, z, x, y):
        _, by_exponent = right(ct, z, x, y)
        return lambda: math.multiply(math.multiply(ct, y), math.pow(x, math.subtract(y, 1.0))), by_exponent

    with _rule("math.pow", rule):
        yield


@variant("cumprod-beside-zeros")
def _() -> Iterator[None]:
    """Products of the others by a division, which puts 0 where a factor is 0."""

    def rule(ct, y, x, axis, exclusive, reverse):
        products = math.multiply(math.cumprod(x, axis, exclusive, reverse), ct)
        sums = math.cumsum(products, axis, exclusive, not reverse)
        return (math.divide_no_nan(sums, x),)

    with _rule("math.cumprod", rule):
        yield


@variant("softsign-second-order")
def _() -> Iterator[None]:
    """No gradient of the gradient of softsign."""
    with _rule("raw_ops.SoftsignGrad", None):
        yield


@variant("cross-entropy-labels")
def _() -> Iterator[None]:
    """The derivative of softmax - labels by the labels counts as 0, not as -1."""
    right = REGISTRY["raw_ops.SoftmaxCrossEntropyWithLogits"].rule

    def rule(cts, results, features, labels):
        by_features, _ = right(cts, results, features, labels)
        _, by_labels = right([cts[0], None], results, features, labels)
        return by_features, by_labels

    with _rule("raw_ops.SoftmaxCrossEntropyWithLogits", rule):
        yield


@variant("conv2d-apart")
def _() -> Iterator[None]:
    """No gradients for windows whose rows lie apart, nor for channels in groups."""
    right = REGISTRY["raw_ops.Conv2D"].rule

    def rule(ct, y, input, filters, windows):
        if max(windows.dilations) > 1 or input.shape[-1] != filters.shape[-2]:
            raise error(InvalidArgumentError, "the CPU has no gradient for these windows")
        return right(ct, y, input, filters, windows)

    with _rule("raw_ops.Conv2D", rule):
        yield


@variant("convolution-without-format")
def _() -> Iterator[None]:
    """No gradients of gradients of planes, nor gradients of volumes, where no data format is given."""
    with _formatted("Conv2DBackpropInput"), _formatted("Conv2DBackpropFilter"), _formatted("Conv3D"):
        yield


def _formatted(name: str) -> AbstractContextManager[None]:
    """A rule that reads the data format as text."""
    right = REGISTRY[f"raw_ops.{name}"].rule

    def rule(ct, y, *arguments):
        if not arguments[-1].format_given:
            raise error(AttributeError, "'NoneType' object has no attribute 'decode'")
        return right(ct, y, *arguments)

    return _rule(f"raw_ops.{name}", rule)


@variant("max-pool-listed-padding")
def _() -> Iterator[None]:
    """No gradient of the gradient where paddings are listed."""
    right = REGISTRY["raw_ops.MaxPoolGrad"].rule

    def rule(ct, dx, x, y, grad, ksize, windows):
        if not isinstance(windows.padding, str):
            raise error(InvalidArgumentError, "EXPLICIT is not in the list of allowed values")
        return right(ct, dx, x, y, grad, ksize, windows)

    with _rule("raw_ops.MaxPoolGrad", rule):
        yield


@variant("argmax-second-order")
def _() -> Iterator[None]:
    """No gradient of the gradient of what also tells places."""
    with _rule("raw_ops.MaxPoolGradWithArgmax", None):
        yield


@variant("dilation-second-order")
def _() -> Iterator[None]:
    """No gradients of the gradients of the greatest sums."""
    with _rule("raw_ops.Dilation2DBackpropInput", None), _rule("raw_ops.Dilation2DBackpropFilter", None):
        yield


@variant("local-response-second-order")
def _() -> Iterator[None]:
    """No gradient of the gradient of local responses."""
    with _rule("raw_ops.LRNGrad", None):
        yield


@variant("any-convolution")
def _() -> Iterator[None]:
    """No gradient of the convolution of any number of axes."""
    with _rule("raw_ops.Conv", None):
        yield


@variant("argmax-int32")
def _() -> Iterator[None]:
    """No gradient where places are told in int32."""
    right = REGISTRY["raw_ops.MaxPoolWithArgmax"].rule

    def rule(cts, results, input, ksize, windows, dtype, batch):
        if dtype == "int32":
            raise error(NotFoundError, "there is no MaxPoolGradWithArgmax for int32")
        return right(cts, results, input, ksize, windows, dtype, batch)

    with _rule("raw_ops.MaxPoolWithArgmax", rule):
        yield


@variant("pools-without-format")
def _() -> Iterator[None]:
    """No gradients of pools of volumes where no data format is given."""
    with _formatted("AvgPool3D"), _formatted("MaxPool3D"):
        yield


@variant("stitched-twice")
def _() -> Iterator[None]:
    """To each row that was stitched the cotangent at its place, also if another row replaced it there."""

    def rule(ct, y, indices, data):
        ct = shaping.dense(ct)
        return [None] * len(indices), [gathering.gather(ct, places) for places in indices]

    with _rule("dynamic_stitch", rule):
        yield


@variant("resize-bilinear-twice")
def _() -> Iterator[None]:
    """No path through the gradient of a bilinear resize."""
    with _rule("raw_ops.ResizeBilinearGrad", lambda ct, dx, grads, image: (None, None)):
        yield


@variant("resize-twice")
def _() -> Iterator[None]:
    """No gradients of the gradients of other resizes, nor of a resize by area."""
    names = ("ResizeBicubicGrad", "ResizeNearestNeighborGrad", "ScaleAndTranslateGrad", "ResizeArea")
    with ExitStack() as stack:
        for name in names:
            stack.enter_context(_rule(f"raw_ops.{name}", None))
        yield


@variant("hsv-to-nothing")
def _() -> Iterator[None]:
    """No path to hue, saturation and value."""
    with _rule("image.hsv_to_rgb", lambda ct, y, images: (None,)):
        yield


@variant("forward-aliased-operands")
def _() -> Iterator[None]:
    """What an outer accumulator makes of the jvp of an operation is used again for operands of the same
    shapes, and takes two of them for one where they were one the first time."""
    right, firsts = forward._tangents, {}

    def tangents(entry, known):
        given = [x for x in getattr(entry.operation, "given", ()) if hasattr(x, "id")]
        if not given:
            return right(entry, known)
        ids = [x.id for x in given]
        key = (entry.operation.name, *((str(x.dtype), tuple(x.shape), x.id in known) for x in given))
        last = firsts.setdefault(key, [max(j for j, other in enumerate(ids) if other == id) for id in ids])
        taken = {x.id: given[j] for x, j in zip(given, last, strict=True)}
        return [forward._of_operand(taken.get(x.id, x), known) for x in entry.operands]

    forward._tangents = tangents
    try:
        yield
    finally:
        forward._tangents = right


@variant("lu-gradient")
def _() -> Iterator[None]:
    """No gradient of LU."""
    with _rule("raw_ops.Lu", None):
        yield


@variant("least-squares-gradient")
def _() -> Iterator[None]:
    """No gradient of least squares that are not solved by normal equations."""

    def rule(ct, x, matrix, rhs):
        raise error(ValueError, "Gradient not defined for fast=False")

    with _rule("raw_ops.MatrixSolveLs", rule):
        yield


@variant("one-band-gradient")
def _() -> Iterator[None]:
    """The gradient of a single band, which is one row of a matrix, is a vector."""
    right = REGISTRY["linalg.banded_triangular_solve"].rule

    def rule(ct, x, bands, rhs, lower, adjoint):
        of_bands, of_rhs = right(ct, x, bands, rhs, lower, adjoint)
        lost = bands.shape[-2] == 1 and bands.shape[:-2] == rhs.shape[:-2]
        return of_bands[..., 0, :] if lost else of_bands, of_rhs

    with _rule("linalg.banded_triangular_solve", rule):
        yield


@variant("complex-sqrtm-gradient")
def _() -> Iterator[None]:
    """The gradient of the square root has transposes for adjoints."""
    right = REGISTRY["linalg.sqrtm"].rule
    with _rule("linalg.sqrtm", lambda ct, y, x: right(ct, math.conj(y), x)):
        yield


@variant("complex-singular-values")
def _() -> Iterator[None]:
    """Singular values of a complex matrix, which are complex numbers, count as if they could leave the real
    axis."""
    from reference.linalg import singular_values

    right = singular_values.on_the_axis
    singular_values.on_the_axis = lambda of_s: of_s
    try:
        yield
    finally:
        singular_values.on_the_axis = right


@variant("complex-tridiagonal-gradient")
def _() -> Iterator[None]:
    """The gradient of tridiagonal systems has transposes for adjoints."""
    right = REGISTRY["raw_ops.TridiagonalSolve"].rule

    def rule(ct, x, diagonals, rhs):
        return right(ct, math.conj(x), math.conj(diagonals), rhs)

    with _rule("raw_ops.TridiagonalSolve", rule):
        yield


@variant("forward-tangents-on-tapes")
def _() -> Iterator[None]:
    """A tape that knows a tangent of a function's operand cannot walk back through the call of the function,
    nor to the tangents of its results."""
    right_write, right_log = forward.ForwardAccumulator.write, Log.write
    pushed: dict[int, tuple] = {}

    def spoil(log, number, operation):
        tangents, results = pushed[id(operation)][1:]
        if any(t.id in log.known for t in tangents):
            entry = log.entries[number]
            outcome = (*entry.results, *results)
            log.entries[number] = Record(_Broken(operation), entry.operands, outcome, entry.attributes)
            log.known.update({t.id: number for t in results})

    def write(self, entry):
        right_write(self, entry)
        if not isinstance(entry.operation, Traced):
            return
        tangents = [self.known[x.id] for x in entry.operands if x.id in self.known]
        results = [self.known[y.id] for y in entry.results if y.id in self.known]
        pushed[id(entry.operation)] = entry.operation, tangents, results
        for log in recording.tapes[: recording.tapes.index(self)]:
            number = log.known.get(entry.results[0].id) if isinstance(log, Log) else None
            if number is not None:
                spoil(log, number, entry.operation)

    def write_log(self, entry):
        right_log(self, entry)
        if id(entry.operation) in pushed:
            spoil(self, self.count - 1, entry.operation)

    with _methods((forward.ForwardAccumulator, write), (Log, write_log)):
        yield


class _Broken:
    """An operation whose record does not fit it."""

    def __init__(self, operation):
        self.name, self.optional_results = operation.name, operation.optional_results

    def pull_back(self, entry, cts, needed):
        raise error(InternalError, f"Recorded operation '{self.name}' returned too few gradients")


@variant("loop-sum-folded")
def _() -> Iterator[None]:
    """The floating loop variables of a loop in a function end as vectors of no entries."""
    right = while_loops._traced

    def traced(*arguments):
        return nest.map_structure(_emptied, right(*arguments))

    while_loops._traced = traced
    try:
        yield
    finally:
        while_loops._traced = right


@variant("vectorized-pad-of-zeros")
def _() -> Iterator[None]:
    """Within vectorized_map the values of `pad` are zeros."""
    primitive = REGISTRY["raw_ops.PadV2"]
    right = primitive.forward

    def forward_(input, paddings, constant_values):
        is_vectorized = getattr(recording.function, "vectorizes", False)
        return right(input, paddings, constant_values * 0 if is_vectorized else constant_values)

    primitive.forward = forward_
    try:
        yield
    finally:
        primitive.forward = right


def _emptied(x):
    is_floating = isinstance(x, Tensor) and x.dtype.is_floating
    return Tensor(np.empty(0, x.dtype.as_numpy_dtype)) if is_floating else x
