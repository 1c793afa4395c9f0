"""SPARSE PART CALLS: what is sliced of sparse tensors, stands side by side, or has another shape."""

from oracle_tests.facts.fact import attempt
from oracle_tests.tests_reference.composite_calls import at, at_values, gradients


def rows(tf):
    return tf.IndexedSlices(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), tf.constant([0, 2, 3]))


PLACES = (([0, 0], [1, 3]), ([0, 1], [2, 2]), ([1, 0], [9, 9]), ([2, 3], [1, 1]), ([0, 0], [0, 0]))
SPARSE_PARTS = {
    **{
        f"slice {start} {size}": lambda tf, start=start, size=size: tf.sparse.slice(at(tf), start, size)
        for start, size in PLACES
    },
    "slice rank": lambda tf: tf.sparse.slice(at(tf), [0], [1]),
    "slice of dense": lambda tf: tf.sparse.slice(tf.ones([2, 2]), [0, 0], [1, 1]),
    **{
        f"concat {axis}": lambda tf, axis=axis: tf.sparse.concat(axis, [at(tf), at(tf)])
        for axis in (0, 1, -1, 2)
    },
    "concat of one": lambda tf: tf.sparse.concat(0, [at(tf)]),
    "concat others": lambda tf: tf.sparse.concat(0, [at(tf), at(tf, shape=(2, 4))]),
    "concat others expanded": lambda tf: tf.sparse.concat(0, [at(tf), at(tf, shape=(2, 4))], True),
    "reset least": lambda tf: tf.sparse.reset_shape(at(tf, shape=(5, 9))),
    "reset larger": lambda tf: tf.sparse.reset_shape(at(tf), [4, 4]),
    "reset smaller": lambda tf: tf.sparse.reset_shape(at(tf), [1, 1]),
    "reset rank": lambda tf: tf.sparse.reset_shape(at(tf), [2, 3, 1]),
    "mask": lambda tf: [
        [masked.values, masked.indices] for masked in [tf.sparse.mask(rows(tf), tf.constant([2, 7]))]
    ],
    "mask all": lambda tf: tf.sparse.mask(rows(tf), tf.constant([0, 2, 3])).values,
}

SPARSE_PART_GRADIENTS = {
    "slice": lambda tf: gradients(
        tf, lambda v: tf.sparse.slice(at_values(tf, v), [0, 0], [1, 3]).values ** 2, tf.constant([2.0, 3.0])
    ),
    "slice of nothing": lambda tf: gradients(
        tf, lambda v: tf.sparse.slice(at_values(tf, v), [2, 3], [1, 1]).values ** 2, tf.constant([2.0, 3.0])
    ),
    "concat": lambda tf: gradients(
        tf,
        lambda v: tf.sparse.concat(0, [at_values(tf, v), at_values(tf, v)]).values ** 2,
        tf.constant([2.0, 3.0]),
    ),
    "reset": lambda tf: gradients(
        tf, lambda v: tf.sparse.reset_shape(at_values(tf, v), [5, 5]).values ** 2, tf.constant([2.0, 3.0])
    ),
    "mask": lambda tf: gradients(
        tf,
        lambda v: tf.sparse.mask(tf.IndexedSlices(v, tf.constant([0, 2])), tf.constant([2])).values ** 2,
        tf.constant([[2.0], [3.0]]),
    ),
}

SPARSE_SECOND_ORDER = {
    "slice second order": lambda tf: twice(
        tf, lambda v: tf.sparse.slice(at_values(tf, v), [0, 0], [1, 3]).values ** 3, tf.constant([2.0, 3.0])
    ),
}


def twice(tf, function, x):
    """The gradient of the gradient of `function`."""
    with tf.GradientTape() as outer:
        outer.watch(x)
        _, (first,) = gradients(tf, function, x)
    return attempt(outer.gradient, first, x)
