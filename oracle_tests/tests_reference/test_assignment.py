"""Scattered rows, elements and parts of variables: what is written, what is refused, and what a tape sees."""

import numpy as np
import pytest

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.facts.subjects import SUBJECTS
from oracle_tests.subjects import load
from reference.errors import InternalError
from strategies.wellformed import SCATTERS, SCATTERS_ND

MISFIT = Raised("InvalidArgumentError")


@pytest.fixture(params=SUBJECTS)
def tf(request):
    return load(request.param)


def matrix(tf):
    return tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


def slices(tf, values, indices):
    return tf.IndexedSlices(tf.constant(values), tf.constant(indices))


def seen(call, *args):
    """What a variable holds after `call`, or the error."""
    result = attempt(call, *args)
    return result if isinstance(result, Raised) else result.numpy().tolist()


@pytest.mark.parametrize(
    ("method", "value"),
    [
        ("scatter_update", [[10.0, 20.0], [3.0, 4.0], [-4.0, 0.5]]),
        ("scatter_add", [[11.0, 22.0], [3.0, 4.0], [3.0, 9.5]]),
        ("scatter_sub", [[-9.0, -18.0], [3.0, 4.0], [7.0, 2.5]]),
        ("scatter_mul", [[10.0, 40.0], [3.0, 4.0], [-40.0, 9.0]]),
        ("scatter_div", [[0.1, 0.1], [3.0, 4.0], [-0.625, 4.0]]),
        ("scatter_min", [[1.0, 2.0], [3.0, 4.0], [-4.0, 0.5]]),
        ("scatter_max", [[10.0, 20.0], [3.0, 4.0], [5.0, 6.0]]),
    ],
)
def test_rows_of_equal_index_count_one_after_the_other(tf, method, value):
    rows = slices(tf, [[2.0, 3.0], [10.0, 20.0], [-4.0, 0.5]], [2, 0, 2])
    np.testing.assert_allclose(seen(getattr(matrix(tf), method), rows), value, rtol=1e-6)


def test_a_single_value_stands_for_all_rows(tf):
    assert seen(matrix(tf).scatter_mul, slices(tf, 2.0, [2, 0])) == [[2.0, 4.0], [3.0, 4.0], [10.0, 12.0]]


def test_a_scalar_variable_has_one_row(tf):
    assert seen(tf.Variable(1.0).scatter_add, slices(tf, 2.0, 0)) == 3.0
    assert seen(tf.Variable(1.0).scatter_add, slices(tf, [2.0], [0])) == MISFIT


def test_ints_are_divided_towards_zero(tf):
    v = tf.Variable([-7, 7, 3])
    assert seen(v.scatter_div, slices(tf, [2, -2], [0, 1])) == [-3, -3, 3]


def test_nothing_is_divided_by_zero_not_even_a_float(tf):
    v = tf.Variable([1.0, 2.0])
    assert seen(v.scatter_div, slices(tf, [3.0, 0.0], [0, 1])) == MISFIT
    assert v.numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize("method", ["scatter_min", "scatter_max"])
def test_beside_nan_the_variable_keeps_its_own(tf, method):
    v = tf.Variable([1.0, np.nan])
    assert str(seen(getattr(v, method), slices(tf, [np.nan, 1.0], [0, 1]))) == "[1.0, nan]"


def test_rows_before_an_index_out_of_range_have_been_written(tf):
    v = matrix(tf)
    assert seen(v.scatter_add, slices(tf, [[1.0, 1.0]] * 3, [2, 3, 0])) == MISFIT
    assert v.numpy().tolist() == [[1.0, 2.0], [3.0, 4.0], [6.0, 7.0]]


def test_of_slices_by_coordinates_all_in_range_have_been_written(tf):
    v = matrix(tf)
    assert seen(v.scatter_nd_add, [[2], [3], [0]], [[1.0, 1.0]] * 3) == MISFIT
    assert v.numpy().tolist() == [[2.0, 3.0], [3.0, 4.0], [6.0, 7.0]]


@pytest.mark.parametrize("method", [*SCATTERS, *SCATTERS_ND])
def test_a_bool_variable_takes_only_what_needs_no_order_and_no_arithmetic(tf, method):
    v = tf.Variable([True, False, True])
    if method in SCATTERS_ND:
        result = seen(getattr(v, method), [[2], [0]], [True, False])
    else:
        result = seen(getattr(v, method), slices(tf, [True, False], [2, 0]))
    replaced, added, subtracted = [False, False, True], [True, False, True], [True, False, False]
    expected = {"scatter_nd_add": added, "scatter_nd_sub": subtracted}
    assert result == (replaced if method.endswith("update") else expected.get(method, MISFIT))


def test_complex_numbers_have_no_order(tf):
    v = tf.Variable([1j, 2.0])
    assert seen(v.scatter_mul, slices(tf, [1j], [0])) == [-1.0, 2.0]
    for method in (v.scatter_min, v.scatter_max):
        assert seen(method, slices(tf, [1j], [0])) == MISFIT
    assert seen(v.scatter_nd_max, [[0]], [1j]) == MISFIT


@pytest.mark.parametrize(
    ("indices", "updates"),
    [
        ([[0]], [1.0, 2.0]),
        ([[0]], 1.0),
        ([[0, 0, 0]], [1.0]),
        ([[-1]], [[1.0, 2.0]]),
        ([[0.0]], [[1.0, 2.0]]),
        (0, [1.0, 2.0]),
        (np.zeros((2, 0), np.int32), np.ones((2, 3, 2), np.float32)),
    ],
)
def test_what_does_not_fit_is_not_scattered(tf, indices, updates):
    v = matrix(tf)
    assert seen(v.scatter_nd_update, indices, updates) == MISFIT
    assert v.numpy().tolist() == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def test_of_a_vector_of_coordinates_only_the_first_counts(tf):
    v = matrix(tf)
    assert seen(v.scatter_nd_update, [1, 9], [[7.0, 8.0], [9.0, 9.0]]) == [[1.0, 2.0], [7.0, 8.0], [5.0, 6.0]]


def test_batches_of_rows(tf):
    v = matrix(tf)
    assert seen(v.batch_scatter_update, slices(tf, [[9.0], [8.0], [7.0]], [[0], [1], [0]])) == [
        [9.0, 2.0],
        [3.0, 8.0],
        [7.0, 6.0],
    ]
    assert seen(v.batch_scatter_update, tf.constant([1.0])) == Raised("TypeError")


def test_rows_of_another_length_are_undefined():
    reference = load("reference")
    with pytest.raises(InternalError):
        matrix(reference).scatter_add(slices(reference, [[1.0, 2.0, 3.0]], [0]))
    with pytest.raises(InternalError):
        matrix(reference).scatter_nd_add(np.zeros((0,), np.int32), np.zeros((0, 2), np.float32))


@pytest.mark.parametrize(
    ("key", "value", "whole"),
    [
        (1, [7.0, 8.0], [[1.0, 2.0], [7.0, 8.0], [5.0, 6.0]]),
        (-1, 7.0, [[1.0, 2.0], [3.0, 4.0], [7.0, 7.0]]),
        ((slice(None), 1), [7.0, 8.0, 9.0], [[1.0, 7.0], [3.0, 8.0], [5.0, 9.0]]),
        ((slice(None), 1), [[7.0, 8.0, 9.0]], [[1.0, 7.0], [3.0, 8.0], [5.0, 9.0]]),
        ((slice(None, None, 2), slice(None, None, -1)), [7.0, 8.0], [[8.0, 7.0], [3.0, 4.0], [8.0, 7.0]]),
        ((..., 0), 9.0, [[9.0, 2.0], [9.0, 4.0], [9.0, 6.0]]),
        (slice(1, 1), [7.0, 8.0, 9.0], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
        ((1, 1), [7.0], [[1.0, 2.0], [3.0, 7.0], [5.0, 6.0]]),
        ((1, 1), [7.0, 8.0], MISFIT),
        (slice(1, None), [7.0, 8.0, 9.0], MISFIT),
        (3, [7.0, 8.0], MISFIT),
    ],
)
def test_a_part_takes_what_broadcasts_over_it(tf, key, value, whole):
    v = matrix(tf)
    assert seen(lambda: v[key].assign(value)) == whole


def test_only_parts_of_variables_can_be_assigned_to(tf):
    v = tf.Variable([1.0, 2.0])
    parts = v[0], v.assign([3.0, 4.0])[1:], tf.Variable([1.0], trainable=False)[0]
    others = v.read_value()[0], tf.constant([1.0])[0], -v[0], v[tf.constant([True, False])]
    assert [hasattr(x, "assign") for x in parts] == [True] * 3
    assert [hasattr(x, "assign") for x in others] == [False] * 4


def test_a_failed_assignment_watches_nothing(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as t:
        attempt(v.scatter_add, slices(tf, [1.0], [5]))
        attempt(v.scatter_nd_add, [[5]], [1.0])
        attempt(v.batch_scatter_update, slices(tf, [1.0], [5]))
        attempt(v.assign, [1.0])
        attempt(v.assign_add, [1.0])
    assert t.watched_variables() == ()


def test_the_result_of_an_assignment_is_watched_where_rows_of_it_are_read(tf):
    r = tf.Variable([1.0, 2.0], trainable=False).assign([3.0, 4.0])
    for read, count in ((r.read_value, 0), (lambda: r.sparse_read([0]), 1), (lambda: r.gather_nd([[0]]), 1)):
        with tf.GradientTape() as t:
            read()
        assert len(t.watched_variables()) == count


def test_an_initial_value_is_read_behind_the_back_of_tapes(tf):
    v = tf.Variable(2.0)
    with tf.GradientTape() as t:
        made = tf.Variable(v), tf.Variable(lambda: v * 2.0)
    assert [w.numpy() for w in made] == [2.0, 4.0]
    assert t.watched_variables() == ()


def test_shapes_that_are_learned_later(tf):
    v = tf.Variable([1.0, 2.0], shape=tf.TensorShape(None))
    v.set_shape([3])
    assert v.shape == [3]
    assert attempt(v.assign, [1.0, 2.0]) == Raised("ValueError")
    assert attempt(v.assign, [1.0, 2.0, 3.0]) == MISFIT
    assert attempt(v.set_shape, [2]) == Raised("ValueError")
    v.set_shape([None])
    assert v.shape == [3]


def test_a_variable_of_open_shape_has_no_seed_of_its_own(tf):
    v = tf.Variable([1.0, 2.0], shape=[None])
    with tf.GradientTape(persistent=True) as t:
        y = v * v
    assert attempt(t.gradient, v, v) == Raised("ValueError")
    assert t.gradient(v, v, tf.constant([3.0, 4.0])).numpy().tolist() == [3.0, 4.0]
    assert t.gradient(y, v).numpy().tolist() == [2.0, 4.0]


def test_what_keeps_no_variable(tf):
    for augment in ("__iadd__", "__isub__", "__imul__", "__itruediv__", "__ipow__"):
        assert attempt(getattr(tf.Variable(3.0), augment), 2.0) == Raised("RuntimeError")
    v = tf.Variable(7.0)
    v //= 2.0
    assert (v.numpy(), hasattr(v, "assign")) == (3.0, False)
