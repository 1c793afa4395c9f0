"""A declaration alone makes an operation: arguments, dtypes, results, gradients, and running it elsewhere."""

import types
from typing import Annotated, Any

import numpy as np
import pytest

import reference as tf
from reference.broadcasting import repeated_axes
from reference.errors import InvalidArgumentError, NotFoundError, is_intended
from reference.operands import Axis, Bools, Broadcasts, Floats, Numbers, Several
from reference.primitive import REGISTRY, Primitive, evaluated_by
from strategies.outcome import Raised

from .calls import attempt, differences


def declared(forward, rule=None, **options) -> Primitive:
    """A primitive that no registry knows."""
    found = Primitive((forward.__name__,), forward, **options)
    return found.vjp(rule) if rule is not None else found


def halved(x: Annotated[Any, Floats(listed=(tf.int32,))], y: Annotated[Any, Broadcasts("x")], times: int = 1):
    """z = (x + y) / 2^times"""
    return (x + y) / np.asarray(2**times, x.dtype)


def halved_vjp(ct, z, x, y, times):
    return lambda: ct / 2.0**times, lambda: ct / 2.0**times


# Calling


def test_arguments_are_bound_by_position_by_name_and_by_default() -> None:
    f = declared(halved)
    for z in (
        f(2.0, 4.0, 1),
        f(2.0, 4.0),
        f(2.0, y=4.0),
        f(y=4.0, x=2.0),
        f(2.0, times=1, y=4.0),
        f(2.0, 4.0, name="z"),
    ):
        assert z.numpy() == 3.0


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [((), {}), ((1.0,), {}), ((1.0, 2.0, 1, 1), {}), ((1.0, 2.0), {"x": 1.0}), ((1.0, 2.0), {"z": 1})],
)
def test_arguments_that_do_not_bind_raise_type_error(args, kwargs) -> None:
    with pytest.raises(TypeError) as raised:
        declared(halved)(*args, **kwargs)
    assert is_intended(raised.value)


def test_arguments_of_a_composed_function_that_do_not_bind_raise_type_error() -> None:
    for call in (lambda: tf.cast(1.0), lambda: tf.cast(1.0, "int32", nonsense=1)):
        with pytest.raises(TypeError) as raised:
            call()
        assert is_intended(raised.value)


# Dtypes


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (np.float64(1), 2, "float32"),  # the first becomes what it becomes alone
        (1.0, tf.constant(2.0, "float64"), "float64"),  # a tensor among them decides
        (tf.constant(1.0), np.array([1.0, 2.0]), "float32"),
        (True, 1.5, TypeError),
        (2, tf.constant(2.0), "float32"),
        (tf.constant(2.0), 1, "float32"),
        (tf.constant(1.0), tf.constant(1.0, "float64"), InvalidArgumentError),
        (tf.constant(True), 2, TypeError),  # converted first, judged then
        (tf.constant(True), True, InvalidArgumentError),
        (tf.constant(1), 2, NotFoundError),  # named by the operation, but not served
        (tf.constant(1, "int64"), 2, InvalidArgumentError),
        (None, 2.0, ValueError),
    ],
)  # fmt: skip
def test_operands_of_a_family_get_one_dtype(x, y, expected) -> None:
    f = declared(halved)
    if isinstance(expected, str):
        expected = "float64" if isinstance(x, np.float64) else expected
        assert f(x, y).dtype == expected
    else:
        with pytest.raises(expected) as raised:
            f(x, y)
        assert is_intended(raised.value)


def test_hinted_operands_keep_a_dtype_that_does_not_fit() -> None:
    def added(x: Annotated[Any, Numbers()], y: Annotated[Any, Broadcasts("x")]):
        return x + y

    assert declared(added, hinted=True)(tf.constant(1.0), 2).dtype == "float32"
    with pytest.raises(InvalidArgumentError):
        declared(added, hinted=True)(tf.constant(1), 2.5)
    with pytest.raises(TypeError):
        declared(added)(tf.constant(1), 2.5)


def test_where_only_one_dtype_will_do_what_converts_is_converted_to_it() -> None:
    def both(x: Annotated[Any, Bools()], y: Annotated[Any, Broadcasts("x")]):
        return x & y

    f = declared(both, rounds=False)
    assert f(np.array([1.5, 0.0]), True).numpy().tolist() == [True, False]
    for x, y, expected in (
        (2, True, TypeError),
        (tf.constant(1.0), True, InvalidArgumentError),
        (tf.constant(1.0), None, ValueError),
    ):
        with pytest.raises(expected):
            f(x, y)


def test_a_list_is_one_family_with_the_operands_beside_it() -> None:
    def joined(values: Annotated[Any, Several()], axis: Annotated[int, Axis("values")] = 0):
        return np.concatenate(values, axis)

    f = declared(joined, rounds=False)
    assert f([[1], tf.constant([2.0])]).dtype == "float32"
    assert f([tf.constant([1.0]), [2], np.array([3.0])]).numpy().tolist() == [1.0, 2.0, 3.0]
    with pytest.raises(InvalidArgumentError):
        f([tf.constant([1.0]), tf.constant([1])])


# Results


def test_results_below_the_smallest_normal_number_become_zeros_of_their_sign() -> None:
    for dtype in ("float32", "float64"):
        tiny = tf.constant(np.finfo(dtype).tiny, dtype)
        y = tf.multiply(tf.stack([tiny, -tiny, tiny * 2.0, tiny * 0.0]), 0.5).numpy()
        assert y.tolist() == [0.0, 0.0, float(tiny), 0.0]
        assert np.signbit(y).tolist() == [False, True, False, False]
        assert np.isnan(tf.multiply(tf.stack([tiny, tiny * np.nan]), 0.5).numpy()).tolist() == [False, True]


def test_movers_leave_numbers_below_the_smallest_normal_one_alone() -> None:
    subnormal = tf.constant(1e-40)
    assert tf.identity(subnormal).numpy() == subnormal.numpy() != 0


def test_operands_that_do_not_broadcast_raise_and_other_faults_stay_faults() -> None:
    with pytest.raises(InvalidArgumentError):
        declared(halved)(np.zeros(2), np.zeros(3))

    def faulty(x: Annotated[Any, Floats()], y: Annotated[Any, Broadcasts("x")]):
        raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake") as raised:
        declared(faulty)(1.0, 2.0)
    assert not is_intended(raised.value)


# Gradients


@pytest.mark.parametrize(
    ("shape", "other", "axes"),
    [
        ((2,), (2,), ()), ((), (), ()), ((2,), (), ()), ((), (2,), (0,)), ((1, 3), (2, 1), (0,)), ((3,),
        (2, 3), (0,)),
        ((1,), (1,), ()), ((1,), (), (0,)), ((1, 1), (1,), (0, 1)), ((0,), (1,), ()), ((1,), (0,), (0,)),
    ],
)  # fmt: skip
def test_cotangents_are_summed_over_the_axes_that_were_or_could_be_repeated(shape, other, axes) -> None:
    assert repeated_axes(shape, other) == axes


def test_a_rule_is_asked_only_for_what_is_needed() -> None:
    asked = []

    def noted(name, ct):
        asked.append(name)
        return ct

    def rule(ct, z, x, y, times):
        return lambda: noted("x", ct), lambda: noted("y", ct)

    x, y = tf.constant([1.0, 2.0]), tf.constant([3.0])
    with tf.GradientTape() as tape:
        tape.watch(y)
        z = declared(halved, rule)(x, y)
    assert tape.gradient(z, y).numpy().tolist() == [2.0]
    assert asked == ["y"]


def test_the_first_cotangent_stays_as_it_is_beside_a_scalar_that_needs_none() -> None:
    def gradient(unreduced):
        x = tf.constant([1.0, 2.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            z = declared(halved, halved_vjp, unreduced=unreduced)(x, 1.0)
        return attempt(tf, lambda: tape.gradient(z, x, output_gradients=tf.constant([[4.0, 6.0]] * 2)))

    assert differences(gradient(["beside a scalar"]), np.array([[2.0, 3.0]] * 2, "float32")) == []
    assert gradient([]) == Raised("InvalidArgumentError")


def test_an_operation_without_a_rule_has_no_gradient() -> None:
    x = tf.constant([1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = declared(halved)(x, 1.0)
    with pytest.raises(LookupError) as raised:
        tape.gradient(z, x)
    assert is_intended(raised.value)


def test_a_rule_with_an_answer_too_few_is_a_fault() -> None:
    x = tf.constant([1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = declared(halved, lambda ct, z, x, y, times: (ct,))(x, 1.0)
    with pytest.raises(ValueError, match="zip") as raised:
        tape.gradient(z, x)
    assert not is_intended(raised.value)


# Running elsewhere


def test_an_evaluator_sees_every_primitive_and_its_arrays() -> None:
    names = []

    def evaluate(primitive, arrays):
        names.append(primitive.name)
        assert all(isinstance(x, np.ndarray) for x in arrays[:2])
        return primitive.forward(*arrays)

    with evaluated_by(evaluate):
        assert (tf.constant(2.0) * 3.0 + 1.0).numpy() == 7.0
    assert names == ["math.multiply", "math.add"]
    tf.constant(2.0) * 3.0
    assert len(names) == 2


def test_call_on_uses_the_name_or_what_the_declaration_says_instead() -> None:
    module = types.SimpleNamespace(
        math=types.SimpleNamespace(add=lambda x, y: ("add", x, y)), halved=lambda *a: a
    )
    assert REGISTRY["math.add"].call_on(module, [1, 2]) == ["add", 1, 2]
    assert declared(halved).call_on(module, [1, 2, 3]) == [1, 2, 3]
    assert declared(halved, on=lambda tf, x, y, times: tf.math.add(x, times)).call_on(module, [1, 2, 3]) == [
        "add",
        1,
        3,
    ]
