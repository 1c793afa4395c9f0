"""Every endpoint agrees with TensorFlow: results, two orders of gradient, errors, odd cotangents."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import reference
from oracle_tests import subjects
from reference.primitive import ENDPOINTS
from reports.variants import VARIANTS
from strategies.outcome import Raised

from . import (
    cotangents,
    integral_calls,
    linalg_calls,
    math_calls,
    nn_calls,
    sparse_segment_calls,
    special_calls,
    special_function_calls,
    spectral_calls,
    sum_calls,
)
from .array_calls import ARRAYS
from .calls import SYMBOLS, As, Call, Tolerance, differences, fail_for, observe, result
from .elementwise_calls import ELEMENTWISE
from .moving_calls import MOVING
from .releases import may_answer_otherwise
from .wrong_arguments import WRONG_ARGUMENTS
from .wrong_math_calls import WRONG_MATH
from .wrong_operands import WRONG_OPERANDS

WRONG = (
    *WRONG_OPERANDS,
    *WRONG_ARGUMENTS,
    *WRONG_MATH,
    *nn_calls.WRONG_NN,
    *linalg_calls.WRONG_LINALG,
    *special_calls.WRONG_SPECIAL,
    *integral_calls.WRONG_INTEGRALS,
    *special_function_calls.WRONG_SPECIAL_FUNCTIONS,
    *sum_calls.WRONG_SUMS,
    *sparse_segment_calls.WRONG_SPARSE_SEGMENTS,
    *spectral_calls.WRONG_SPECTRAL,
)

SATURATING = {
    "math.tanh",
    "math.sigmoid",
    "nn.softmax",
    "nn.log_softmax",
    "nn.sparse_softmax_cross_entropy_with_logits",
    "nn.softmax_cross_entropy_with_logits",
    "nn.sigmoid_cross_entropy_with_logits",
    "nn.weighted_cross_entropy_with_logits",
    "nn.gelu",
    "nn.silu",
    "math.softplus",
    "math.log_sigmoid",
    "math.reduce_logsumexp",
    "math.special.dawsn",  # 1 - 2xy cancels
}


SUMMING = {
    "math.reduce_sum",
    "math.reduce_mean",
    "math.cumsum",
    "math.cumprod",
    "math.reduce_prod",
    "matmul",
    "norm",
}
SATURATING |= {
    "math.reduce_variance",
    "math.reduce_std",
    "nn.moments",
    "compat.v1.nn.fused_batch_norm",
    "image.per_image_standardization",
    "image.ssim",
    "image.ssim_multiscale",
}  # which are 0 but for rounding, again and again
SATURATING |= {"signal.rfft2d", "signal.irfft2d"}  # of ones, all but one sum is 0
SATURATING |= set(special_function_calls.PLACES) | {
    "math.zeta",
    "math.polygamma",
    "math.lbeta",
    "math.betainc",
    "math.cumulative_logsumexp",
}  # differences, and so on
SUMMING |= {*math_calls.STATISTICS, "math.l2_normalize", "clip_by_norm", "nn.moments"}
SUMMING |= {"clip_by_global_norm", "einsum", "tensordot", "linalg.matvec", "linspace"}
SUMMING |= {call.function for file in nn_calls.BESIDE for family in file.FAMILIES for call in family()}


SOLVING = {
    name for name in ENDPOINTS if ENDPOINTS[name].__module__ in linalg_calls.MODULES | spectral_calls.MODULES
}

SHARING = (
    "image.resize",
    "image.resize_with_pad",
    "image.adjust_gamma",
    "image.hsv_to_rgb",
    "image.ssim_multiscale",
)


def tolerance(name: str) -> Tolerance:
    own = 64 if name == "math.pow" else 8  # y x^(y-1) (1 + y ln x) cancels
    if name in SOLVING:
        return Tolerance(64, largest=64, one=64)
    return Tolerance(
        own,
        largest=64 if name.startswith("image.ssim") else 16 if name in SUMMING else 0,
        one=64 if name in SATURATING else 0,
    )


def tolerance_of(call: Call) -> Tolerance:
    """The gradient by a scalar is a sum, of numbers about 1 in these tables; it may cancel."""
    allowed = tolerance(call.function)
    is_summed = call.function == "math.pow" and np.shape(call.operands[0]) == () != np.shape(call.operands[1])
    return replace(allowed, one=max(allowed.one, 16)) if is_summed else allowed


def by_function(calls: Iterable[Call]) -> dict[str, list[Call]]:
    found = defaultdict(list)
    for call in calls:
        if call.function not in SYMBOLS or call.function == "[]":
            found[call.function].append(call)
    return dict(found)


CALLS = by_function(
    call
    for family in (
        *ELEMENTWISE,
        *ARRAYS,
        *MOVING,
        *math_calls.MATH,
        *nn_calls.NN,
        *linalg_calls.LINALG,
        *special_calls.SPECIAL,
        *integral_calls.INTEGRALS,
        *special_function_calls.SPECIAL_FUNCTIONS,
        *sum_calls.SUMS,
        *spectral_calls.SPECTRAL,
    )
    for call in family()
)
BESIDE_VARIANTS = (*nn_calls.faulty(), *special_function_calls.faulty(), *sum_calls.faulty())
NEVER_ALIKE = {call.function for _, call in BESIDE_VARIANTS}  # some of them in no call, but for a variant


@pytest.fixture(scope="module")
def tensorflow():
    return subjects.load("tensorflow")


def test_every_endpoint_is_called() -> None:
    reached = {id(ENDPOINTS[name]) for name in (*CALLS, *NEVER_ALIKE) if name in ENDPOINTS}
    assert [name for name, endpoint in ENDPOINTS.items() if id(endpoint) not in reached] == []


@pytest.mark.oracle
@pytest.mark.parametrize("name", CALLS)
def test_results_and_two_orders_of_gradient_are_tensorflows(name: str, tensorflow) -> None:
    problems = []
    for call in CALLS[name]:
        ours, theirs = observe(reference, call), observe(tensorflow, call)
        if not may_answer_otherwise(tensorflow, call, ours["result"]):
            problems += [f"{call}\n    {line}" for line in differences(ours, theirs, tolerance_of(call))]
    fail_for(problems)


@pytest.mark.oracle
@pytest.mark.parametrize("family", WRONG, ids=lambda family: family.__name__)
def test_wrong_calls_raise_what_tensorflow_raises(family, tensorflow) -> None:
    problems = []
    for call in family():
        ours, theirs = result(reference, call), result(tensorflow, call)
        if not may_answer_otherwise(tensorflow, call, ours):
            problems += [f"{call} {line}" for line in differences(ours, theirs)]
    fail_for(problems)


@pytest.mark.parametrize("family", WRONG, ids=lambda family: family.__name__)
def test_no_wrong_call_is_a_fault_of_the_reference(family) -> None:
    outcomes = [(call, result(reference, call)) for call in family()]
    assert [f"{call}: {y.message}" for call, y in outcomes if isinstance(y, Raised) and y.fault] == []
    assert any(isinstance(y, Raised) for _, y in outcomes)


COTANGENT_CALLS = by_function(cotangents.calls())


@pytest.mark.oracle
@pytest.mark.parametrize("name", COTANGENT_CALLS)
def test_seeds_of_any_shape_and_dtype_do_what_they_do_in_tensorflow(name: str, tensorflow) -> None:
    problems = []
    for call in COTANGENT_CALLS[name]:
        for watched in cotangents.asked(call):
            ours, theirs = (cotangents.answers_to_seeds(tf, call, watched) for tf in (reference, tensorflow))
            problems += [
                f"{call}, for {watched} {line}" for line in differences(ours, theirs, tolerance(name))
            ]
    fail_for(problems)


@pytest.mark.oracle
def test_special_seeds_at_special_values_do_what_they_do_in_tensorflow(tensorflow) -> None:
    problems = []
    for call, seed in cotangents.special_calls():
        ours, theirs = (cotangents.answers_to_specials(tf, call, seed) for tf in (reference, tensorflow))
        saturating = call.function in SATURATING  # where one unit in the last place of y is all of 1 - y
        allowed = Tolerance(1e9 if saturating else 64, one=64)
        problems += [f"{call} for {seed[:1]} {line}" for line in differences(ours, theirs, allowed)]
    fail_for(problems)


@pytest.mark.oracle
@pytest.mark.parametrize("name", COTANGENT_CALLS)
def test_slices_are_passed_on_or_made_dense_as_in_tensorflow(name: str, tensorflow) -> None:
    problems = []
    for call in list(filter(cotangents.has_rows, COTANGENT_CALLS[name]))[:6]:
        for watched in cotangents.asked(call):
            ours, theirs = (cotangents.answers_to_slices(tf, call, watched) for tf in (reference, tensorflow))
            problems += [
                f"{call}, for {watched} {line}" for line in differences(ours, theirs, tolerance(name))
            ]
    fail_for(problems)


BESIDE_ZEROS = [
    *(Call("math.cumprod", (np.array(row, dtype),), {"exclusive": exclusive, "reverse": reverse})
      for row in ([2, 0, 3], [0, 0, 3], [-0.0, 1, 2], [2, np.inf, 0])
      for dtype in ("float32", "float64") for exclusive in (False, True) for reverse in (False, True)),
    *(Call("reduce_prod", (np.array([row], "float32"),), {"axis": 1}) for row in ([0, 2, 3], [0, 0, 3],
    [3, 0, 0, 2], [np.inf, 0])),
    Call("reduce_prod", (np.array([[0, 1], [2, 3]], "float64"),)),
]  # fmt: skip
ZERO_TO_THE = [
    Call("pow", (np.array([0.0, -0.0, 0.0, -0.0], dtype), y))
    for dtype in ("float32", "float64")
    for y in (np.array([0.0, 0.0, 1.0, 1.0], dtype), As(0.0), As(1.0))
]
FAULTS = [
    *(("cumprod-beside-zeros", call) for call in BESIDE_ZEROS),
    *(("pow-zero-base", call) for call in ZERO_TO_THE),
    *math_calls.faulty(),
    *nn_calls.faulty(),
    *linalg_calls.faulty(),
    *spectral_calls.faulty(),
    *special_function_calls.faulty(),
    *sum_calls.faulty(),
    *sparse_segment_calls.faulty(),
]


@pytest.mark.oracle
@pytest.mark.parametrize(("variant", "call"), FAULTS, ids=map(str, range(len(FAULTS))))
def test_where_tensorflow_is_wrong_its_own_rule_explains_it(variant: str, call: Call, tensorflow) -> None:
    theirs = observe(tensorflow, call)
    with VARIANTS[variant]():
        near = call.function in SOLVING or call.function.startswith("signal.")
        allowed = tolerance(call.function) if near else Tolerance(64, largest=16)
        fail_for(differences(observe(reference, call), theirs, allowed))


@pytest.mark.oracle
@pytest.mark.parametrize("variant", sorted({variant for variant, _ in FAULTS}))
def test_tensorflow_is_still_wrong(variant: str, tensorflow) -> None:
    calls = [call for name, call in FAULTS if name == variant]
    assert any(differences(observe(reference, call), observe(tensorflow, call)) for call in calls)


COMPOSITIONS = {
    "where(x > 0, sqrt(x), 0)": lambda tf, x: tf.where(x > 0, tf.sqrt(x), 0.0),
    "where(x > 0, sqrt(where(x > 0, x, 1)), 0)": lambda tf, x: tf.where(
        x > 0, tf.sqrt(tf.where(x > 0, x, 1.0)), 0.0
    ),
    "where(x > 0, log(x), 0)": lambda tf, x: tf.where(x > 0, tf.math.log(x), 0.0),
    "where(x > 0, 1 / x, 0)": lambda tf, x: tf.where(x > 0, 1.0 / x, 0.0),
    "where(x > 0, reciprocal(x), 0)": lambda tf, x: tf.where(x > 0, tf.math.reciprocal(x), 0.0),
    "where(x > 0, x ** 0.5, 0)": lambda tf, x: tf.where(x > 0, x**0.5, 0.0),
    "cast(cast(x, int32), float32)": lambda tf, x: tf.cast(tf.cast(x, tf.int32), tf.float32),
    "cast(cast(x, bool), float32) * x": lambda tf, x: tf.cast(tf.cast(x, tf.bool), tf.float32) * x,
    "x - x": lambda tf, x: x - x,
    "x / x": lambda tf, x: x / x,
    "x ** x": lambda tf, x: (x + 1.0) ** (x + 1.0),
    "maximum(x, x)": lambda tf, x: tf.maximum(x, x),
    "where(x > 1, x, x)": lambda tf, x: tf.where(x > 1, x, x),
    "x * stop_gradient(x)": lambda tf, x: x * tf.stop_gradient(x),
    "sign(x) * x": lambda tf, x: tf.sign(x) * x,
    "floor(x) * x": lambda tf, x: tf.floor(x) * x,
    "x - floormod(x, 2)": lambda tf, x: x - tf.math.floormod(x, 2.0),
    "reduce_max(x) * x": lambda tf, x: tf.reduce_max(x) * x,
    "softmax, then log": lambda tf, x: tf.math.log(tf.nn.softmax(x)),
    "x[mask]": lambda tf, x: x[x > 0] * x[tf.constant([True, False, True])],
}


@pytest.mark.oracle
@pytest.mark.parametrize("name", COMPOSITIONS)
def test_compositions_meet_at_delicate_points_as_in_tensorflow(name: str, tensorflow) -> None:
    ours, theirs = (_observed(tf, COMPOSITIONS[name]) for tf in (reference, tensorflow))
    fail_for(differences(ours, theirs, Tolerance(one=64)))


def _observed(tf, composition):
    x = tf.constant([0.0, 4.0, 1.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = composition(tf, x)
        first = inner.gradient(y, x)
    second = None if first is None else outer.gradient(first, x)
    return [None if v is None else v.numpy() for v in (y, first, second)]


@pytest.mark.parametrize(("release", "may"), [("2.20.0", True), ("2.21.0", False), ("2.22.0rc1", False)])
def test_only_the_releases_before_a_check_may_do_without_it(release, may) -> None:
    old, ours = SimpleNamespace(__version__=release), Raised("TypeError", "axis must be int or Tensor")
    argmax, argmin = (Call(name, (), {}) for name in ("argmax", "argmin"))
    assert may_answer_otherwise(old, argmax, ours) is may
    assert not may_answer_otherwise(old, argmin, ours)
    assert not may_answer_otherwise(old, argmax, Raised("TypeError", "something else"))
