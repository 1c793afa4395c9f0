"""What operands become: slices, variables, and the results of assignments, beside tensors and numbers."""

import numpy as np
import pytest

import reference
from oracle_tests import subjects

from .calls import attempt, differences


def slices(tf):
    return tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0]), tf.constant([2, 1]))


def assigned(tf):
    return tf.Variable(1.0).assign(2.0)


OF_SLICES = {
    "slices >= ints": lambda tf, s: s >= tf.constant(0),
    "slices >= floats": lambda tf, s: s >= tf.constant(0.0),
    "ints <= slices": lambda tf, s: tf.constant(0) <= s,
    "floats * slices": lambda tf, s: tf.constant(2.0) * s,
    "ints * slices": lambda tf, s: tf.constant(2) * s,
    "ints + slices": lambda tf, s: tf.constant(2) + s,
    "slices + ints": lambda tf, s: s + tf.constant(2),
    "slices == floats": lambda tf, s: s == tf.constant(1.0),
    "floats == slices": lambda tf, s: tf.constant(1.0) == s,
    "slices @ floats": lambda tf, s: s @ tf.constant([[1.0]]),
    "ints @ slices": lambda tf, s: tf.constant([[1]]) @ s,
    "slices / floats": lambda tf, s: s / tf.constant(2.0),
    "floats / slices": lambda tf, s: tf.constant(2.0) / s,
    "-slices": lambda tf, s: -s,
    "multiply(2, slices)": lambda tf, s: tf.multiply(2, s),
    "multiply(slices, 2)": lambda tf, s: tf.multiply(s, 2),
    "multiply(slices, ints)": lambda tf, s: tf.multiply(s, tf.constant(2)),
    "multiply(ints, slices)": lambda tf, s: tf.multiply(tf.constant(2), s),
    "add(2, slices)": lambda tf, s: tf.add(2, s),
    "add(ints, slices)": lambda tf, s: tf.add(tf.constant(1), s),
    "maximum(2, slices)": lambda tf, s: tf.maximum(2, s),
    "where(True, 2, slices)": lambda tf, s: tf.where(True, 2, s),
    "where(True, slices, 2)": lambda tf, s: tf.where(True, s, 2),
    "stack([slices, ints])": lambda tf, s: tf.stack([s, tf.constant([[1], [2]])]),
    "stack([slices, slices])": lambda tf, s: tf.stack([s, s]),
    "concat([slices, ints])": lambda tf, s: tf.concat([s, tf.constant([[1]])], 0),
    "concat([ints, slices])": lambda tf, s: tf.concat([tf.constant([[1]]), s], 0),
    "concat([[[1]], slices])": lambda tf, s: tf.concat([[[1]], s], 0),
    "concat([slices])": lambda tf, s: tf.concat([s], 0),
    "add_n([slices, ints])": lambda tf, s: tf.add_n([s, tf.constant([[1], [2]])]),
    "add_n([slices, floats])": lambda tf, s: tf.add_n([s, tf.constant([[1.0], [2.0]])]),
    "add_n([slices])": lambda tf, s: tf.add_n([s]),
    "negative(slices)": lambda tf, s: tf.negative(s),
    "cast(slices)": lambda tf, s: tf.cast(s, "float64"),
    "clip_by_value(slices)": lambda tf, s: tf.clip_by_value(s, 0.0, 0.5),
    "reduce_sum(slices)": lambda tf, s: tf.reduce_sum(s),
    "gather(slices)": lambda tf, s: tf.gather(s, [0]),
    "reshape(slices)": lambda tf, s: tf.reshape(s, [-1]),
    "identity(slices)": lambda tf, s: tf.identity(s),
    "stop_gradient(slices)": lambda tf, s: tf.stop_gradient(s),
    "shape(slices)": lambda tf, s: tf.shape(s),
    "square(slices)": lambda tf, s: tf.square(s),
    "truediv(slices, 2)": lambda tf, s: tf.truediv(s, 2.0),
    "softmax(slices)": lambda tf, s: tf.nn.softmax(s),
    "equal(slices, 1)": lambda tf, s: tf.equal(s, 1.0),
    "convert_to_tensor(slices, int32)": lambda tf, s: tf.convert_to_tensor(s, dtype="int32"),
}
OF_ASSIGNED = {
    "multiply(2, assigned)": lambda tf, v: tf.multiply(2, v),
    "multiply(2.0, assigned)": lambda tf, v: tf.multiply(2.0, v),
    "multiply(assigned, 2)": lambda tf, v: tf.multiply(v, 2),
    "multiply(array, assigned)": lambda tf, v: tf.multiply(np.float64(1), v),
    "maximum(True, assigned)": lambda tf, v: tf.maximum(True, v),
    "where(True, 2, assigned)": lambda tf, v: tf.where(True, 2, v),
    "where(True, assigned, 2)": lambda tf, v: tf.where(True, v, 2),
    "less(2, assigned)": lambda tf, v: tf.less(2, v),
    "add(2, assigned)": lambda tf, v: tf.add(2, v),
    "logical_and(assigned, True)": lambda tf, v: tf.logical_and(v, True),
    "stack([2, assigned])": lambda tf, v: tf.stack([2, v]),
    "concat([[2], assigned])": lambda tf, v: tf.concat([[2], tf.reshape(v, [1])], 0),
    "assigned * bools": lambda tf, v: v * tf.constant(True),
}
OF_VARIABLES = {
    "floats * bool variable": lambda tf, v: tf.constant(1.0) * tf.Variable(True),
    "bool variable * variable": lambda tf, v: tf.Variable(True) * v,
    "variable * bool variable": lambda tf, v: v * tf.Variable(True),
    "where(variable, 1, 2)": lambda tf, v: tf.where(v, 1.0, 2.0),
    "where(bool variable, variable, 1)": lambda tf, v: tf.where(tf.Variable(True), v, 1.0),
    "logical_and(variable, True)": lambda tf, v: tf.logical_and(v, True),
    "logical_and(variable, None)": lambda tf, v: tf.logical_and(v, None),
    "logical_not(variable)": lambda tf, v: tf.logical_not(v),
    "gather(floats, variable)": lambda tf, v: tf.gather(tf.constant([1.0]), v),
    "multiply(True, variable)": lambda tf, v: tf.multiply(True, v),
}
CASES = [
    *((name, slices, action) for name, action in OF_SLICES.items()),
    *((name, assigned, action) for name, action in OF_ASSIGNED.items()),
    *((name, lambda tf: tf.Variable(1.0), action) for name, action in OF_VARIABLES.items()),
]


@pytest.mark.oracle
@pytest.mark.parametrize(("make", "action"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_operands_convert_as_in_tensorflow(make, action) -> None:
    ours, theirs = (
        attempt(tf, lambda tf=tf: action(tf, make(tf)))  # type: ignore[misc]
        for tf in (reference, subjects.load("tensorflow"))
    )
    assert differences(ours, theirs) == []
