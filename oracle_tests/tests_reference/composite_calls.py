"""Calls with ragged and sparse tensors, each a function of `tf`, and what they let one see."""

import numpy as np

from oracle_tests.facts.fact import attempt


def seen(tf, value):
    """A result in plain values: dtype, shape and numbers of each part."""
    if isinstance(value, tf.RaggedTensor):
        shape = list(value.shape)
        return "ragged", shape, value.row_splits.dtype.name, value.to_list(), seen(tf, value.flat_values)
    if isinstance(value, tf.SparseTensor):
        parts = (value.indices, value.values, value.dense_shape)
        return "sparse", list(value.shape), [seen(tf, part) for part in parts]
    if isinstance(value, tf.IndexedSlices):
        return "slices", seen(tf, value.values), seen(tf, value.indices)
    if isinstance(value, list | tuple):
        return [seen(tf, item) for item in value]
    if hasattr(value, "numpy") and hasattr(value, "dtype"):
        array = np.asarray(value.numpy())
        return value.dtype.name, list(array.shape), np.where(array == array, array, -77).tolist()
    return value if isinstance(value, int | str | bytes | float | bool | None) else repr(value)


def gradients(tf, function, *sources, by=None, **options):
    """What `function` gives of watched `sources`, and its gradient by them, or by `by` of them."""
    with tf.GradientTape() as tape:
        for source in sources:
            tape.watch(source)
        y = function(*sources)
    return y, attempt(tape.gradient, y, list(sources) if by is None else by(*sources), **options)


def rows(tf):
    return tf.ragged.constant([[1.0, 2.0], [], [3.0]])


def deep(tf):
    return tf.ragged.constant([[[1.0, 2.0], [3.0]], [], [[4.0], [], [5.0, 6.0]]])


def wide(tf):
    """Ragged in rows of vectors."""
    return tf.RaggedTensor.from_row_lengths(tf.reshape(tf.range(6.0), [3, 2]), [2, 0, 1])


RAGGED = {
    "constant": lambda tf: rows(tf),
    "constant deep": lambda tf: deep(tf),
    "constant ints": lambda tf: tf.ragged.constant([[1], [2, 3]]),
    "constant dtype": lambda tf: tf.ragged.constant(
        [[1], [2, 3]], dtype=tf.float64, row_splits_dtype="int32"
    ),
    "constant inner": lambda tf: tf.ragged.constant(
        [[[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]]], inner_shape=(2,)
    ),
    "constant ragged rank": lambda tf: tf.ragged.constant([[[1.0, 2.0]], [[3.0, 4.0]]], ragged_rank=1),
    "constant flat": lambda tf: tf.ragged.constant([1.0, 2.0]),
    "constant scalar": lambda tf: tf.ragged.constant(3.0),
    "constant nothing": lambda tf: tf.ragged.constant([]),
    "constant of nothings": lambda tf: tf.ragged.constant([[], []]),
    "constant mixed": lambda tf: tf.ragged.constant([1.0, [2.0]]),
    "constant mixed deep": lambda tf: tf.ragged.constant([[1.0], [[2.0]]]),
    "constant text": lambda tf: tf.ragged.constant([["a"], ["b", "c"]]),
    "splits": lambda tf: tf.RaggedTensor.from_row_splits([1.0, 2.0, 3.0], [0, 2, 2, 3]),
    "splits int32": lambda tf: tf.RaggedTensor.from_row_splits([1.0, 2.0, 3.0], tf.constant([0, 2, 2, 3])),
    "splits wrong end": lambda tf: tf.RaggedTensor.from_row_splits([1.0, 2.0, 3.0], [0, 2]),
    "splits wrong start": lambda tf: tf.RaggedTensor.from_row_splits([1.0, 2.0, 3.0], [1, 3]),
    "splits falling": lambda tf: tf.RaggedTensor.from_row_splits([1.0, 2.0, 3.0], [0, 2, 1, 3]),
    "splits empty": lambda tf: tf.RaggedTensor.from_row_splits([1.0, 2.0, 3.0], []),
    "splits float": lambda tf: tf.RaggedTensor.from_row_splits([1.0, 2.0, 3.0], [0.0, 3.0]),
    "splits of a scalar": lambda tf: tf.RaggedTensor.from_row_splits(1.0, [0, 1]),
    "lengths": lambda tf: tf.RaggedTensor.from_row_lengths([1.0, 2.0, 3.0], [2, 0, 1]),
    "lengths wrong": lambda tf: tf.RaggedTensor.from_row_lengths([1.0, 2.0, 3.0], [2, 0]),
    "lengths negative": lambda tf: tf.RaggedTensor.from_row_lengths([1.0, 2.0, 3.0], [4, -1]),
    "rowids": lambda tf: tf.RaggedTensor.from_value_rowids([1.0, 2.0, 3.0], [0, 0, 2]),
    "rowids nrows": lambda tf: tf.RaggedTensor.from_value_rowids([1.0, 2.0, 3.0], [0, 0, 2], nrows=4),
    "rowids few": lambda tf: tf.RaggedTensor.from_value_rowids([1.0, 2.0, 3.0], [0, 0, 2], nrows=2),
    "rowids falling": lambda tf: tf.RaggedTensor.from_value_rowids([1.0, 2.0, 3.0], [0, 2, 1]),
    "starts": lambda tf: tf.RaggedTensor.from_row_starts([1.0, 2.0, 3.0], [0, 2, 2]),
    "limits": lambda tf: tf.RaggedTensor.from_row_limits([1.0, 2.0, 3.0], [2, 2, 3]),
    "nested splits": lambda tf: tf.RaggedTensor.from_nested_row_splits(
        [1.0, 2.0, 3.0], [[0, 2, 3], [0, 1, 1, 3]]
    ),
    "nested lengths": lambda tf: tf.RaggedTensor.from_nested_row_lengths(
        [1.0, 2.0, 3.0], [[2, 1], [1, 0, 2]]
    ),
    "of a tensor": lambda tf: tf.RaggedTensor.from_tensor([[1.0, 2.0], [3.0, 0.0]]),
    "of a tensor lengths": lambda tf: tf.RaggedTensor.from_tensor([[1.0, 2.0], [3.0, 0.0]], lengths=[1, 2]),
    "of a tensor padding": lambda tf: tf.RaggedTensor.from_tensor([[1.0, 0.0], [3.0, 4.0]], padding=0.0),
    "of a tensor ragged rank": lambda tf: tf.RaggedTensor.from_tensor(tf.ones([2, 1, 2]), ragged_rank=2),
    "of a vector": lambda tf: tf.RaggedTensor.from_tensor([1.0, 2.0]),
    "itself": lambda tf: tf.RaggedTensor(1.0, [0]),
    "parts": lambda tf: [
        rows(tf).values,
        rows(tf).row_splits,
        rows(tf).flat_values,
        *deep(tf).nested_row_splits,
    ],
    "values deep": lambda tf: deep(tf).values,
    "ids": lambda tf: [rows(tf).value_rowids(), deep(tf).value_rowids(), rows(tf).nrows(), deep(tf).nrows()],
    "lengths of rows": lambda tf: [
        rows(tf).row_lengths(),
        deep(tf).row_lengths(2),
        deep(tf).row_lengths(axis=1),
    ],
    "limits and starts": lambda tf: [rows(tf).row_starts(), rows(tf).row_limits()],
    "nested row lengths": lambda tf: list(deep(tf).nested_row_lengths()),
    "ranks": lambda tf: [
        rows(tf).ragged_rank,
        deep(tf).ragged_rank,
        deep(tf).shape.rank,
        wide(tf).ragged_rank,
    ],
    "text": lambda tf: [str(rows(tf)), repr(rows(tf)), str(deep(tf))],
    "lists": lambda tf: [rows(tf).to_list(), deep(tf).to_list(), wide(tf).to_list()],
    "bounding": lambda tf: [rows(tf).bounding_shape(), deep(tf).bounding_shape(), wide(tf).bounding_shape()],
    "bounding axis": lambda tf: [rows(tf).bounding_shape(axis=1), deep(tf).bounding_shape(axis=[0, 2])],
    "len": lambda tf: len(rows(tf)),
    "bool": lambda tf: bool(rows(tf)),
    "float": lambda tf: float(rows(tf)),
    "hash": lambda tf: hash(rows(tf)),
    "iter": lambda tf: list(rows(tf)),
    "iter deep": lambda tf: list(deep(tf)),
    "is tensor": lambda tf: tf.is_tensor(rows(tf)),
    "convert": lambda tf: tf.convert_to_tensor(rows(tf)),
    "constant of ragged": lambda tf: tf.constant(rows(tf)),
    "variable of ragged": lambda tf: tf.Variable(rows(tf)),
    "row": lambda tf: rows(tf)[0],
    "row last": lambda tf: rows(tf)[-1],
    "row outside": lambda tf: rows(tf)[3],
    "row of rows": lambda tf: deep(tf)[0],
    "element": lambda tf: rows(tf)[0, 1],
    "element of deep": lambda tf: deep(tf)[2, 2, 0],
    "some rows": lambda tf: rows(tf)[1:],
    "all but last": lambda tf: rows(tf)[:-1],
    "first of each": lambda tf: rows(tf)[:, :1],
    "last of each": lambda tf: rows(tf)[:, -1:],
    "column": lambda tf: rows(tf)[:, 0],
    "add": lambda tf: rows(tf) + rows(tf),
    "add other splits": lambda tf: rows(tf) + tf.ragged.constant([[1.0], [], [3.0]]),
    "add deep to rows": lambda tf: rows(tf) + deep(tf),
    "add number": lambda tf: rows(tf) + 1,
    "subtract from": lambda tf: 1.0 - rows(tf),
    "multiply scalar": lambda tf: tf.constant(2.0) * rows(tf),
    "multiply column": lambda tf: rows(tf) * tf.constant([[1.0], [2.0], [3.0]]),
    "multiply column few": lambda tf: rows(tf) * tf.constant([[1.0], [2.0]]),
    "multiply single": lambda tf: rows(tf) * tf.constant([[2.0]]),
    "multiply vector": lambda tf: rows(tf) * tf.constant([2.0]),
    "multiply matrix": lambda tf: rows(tf) * tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
    "multiply vectors": lambda tf: wide(tf) * tf.constant([10.0, 100.0]),
    "multiply ragged column": lambda tf: rows(tf) * tf.ragged.constant([[1.0], [2.0], [3.0]]),
    "divide": lambda tf: rows(tf) / 2.0,
    "multiply deeper": lambda tf: rows(tf) * tf.constant([[[1.0]], [[2.0]]]),
    "multiply much deeper": lambda tf: tf.reshape(tf.range(12.0), [2, 2, 3, 1]) * rows(tf),
    "multiply deeper wide": lambda tf: wide(tf) * tf.ones([2, 1, 1, 2]),
    "multiply deeper deep": lambda tf: deep(tf) * tf.ones([2, 3, 1, 1]),
    "multiply deeper columns": lambda tf: rows(tf) * tf.ones([2, 1, 2]),
    "multiply deeper int32": lambda tf: rows(tf).with_row_splits_dtype("int32") * tf.ones([2, 1, 1]),
    "multiply one row": lambda tf: tf.ragged.constant([[1.0, 2.0]]) * tf.ones([3, 1]),
    "multiply one row deeper": lambda tf: tf.ragged.constant([[1.0, 2.0]]) * tf.ones([2, 3, 2]),
    "int times": lambda tf: 2 * rows(tf),
    "int list times": lambda tf: [2] * rows(tf),
    "float times ints": lambda tf: 2.0 * tf.ragged.constant([[1], [2, 3]]),
    "ints times float": lambda tf: tf.ragged.constant([[1], [2, 3]]) * 2.0,
    "ints over int": lambda tf: tf.ragged.constant([[1], [2, 3]]) / 2,
    "times text": lambda tf: rows(tf) * "a",
    "power": lambda tf: rows(tf) ** 2,
    "power of": lambda tf: 2.0 ** rows(tf),
    "modulo": lambda tf: [rows(tf) % 2.0, rows(tf) // 2.0],
    "negative": lambda tf: -rows(tf),
    "absolute": lambda tf: abs(-rows(tf)),
    "less": lambda tf: rows(tf) < 2.0,
    "equal": lambda tf: rows(tf) == rows(tf),
    "equal none": lambda tf: rows(tf) == None,  # noqa: E711
    "not equal": lambda tf: rows(tf) != 2.0,
    "bools": lambda tf: ~(rows(tf) > 1.0),
    "and": lambda tf: (rows(tf) > 1.0) & (rows(tf) < 3.0),
    "list beside": lambda tf: tf.add(rows(tf), [[1.0], [2.0], [3.0]]),
    "int ragged beside": lambda tf: rows(tf) + tf.ragged.constant([[1, 2], [], [3]]),
    "sin": lambda tf: [tf.sin(rows(tf)), tf.exp(deep(tf)), tf.nn.relu(-rows(tf)), tf.sigmoid(wide(tf))],
    "square": lambda tf: [
        tf.square(rows(tf)),
        tf.sqrt(rows(tf)),
        tf.math.log(rows(tf)),
        tf.identity(rows(tf)),
    ],
    "cast": lambda tf: [tf.cast(rows(tf), tf.int32), tf.zeros_like(rows(tf)), tf.ones_like(deep(tf))],
    "stop": lambda tf: tf.stop_gradient(rows(tf)),
    "maximum": lambda tf: [tf.maximum(rows(tf), 2.0), tf.add(rows(tf), rows(tf)), tf.pow(rows(tf), 2.0)],
    "clip": lambda tf: tf.clip_by_value(rows(tf), 1.5, 2.5),
    "sum": lambda tf: [tf.reduce_sum(rows(tf)), tf.reduce_sum(rows(tf), 0), tf.reduce_sum(rows(tf), axis=1)],
    "sum deep": lambda tf: [
        tf.reduce_sum(deep(tf), axis=a) for a in (0, 1, 2, -1, [0, 1], [1, 2], [0, 1, 2], [])
    ],
    "sum kept": lambda tf: [tf.reduce_sum(rows(tf), axis=a, keepdims=True) for a in (None, 0, 1)],
    "sum wide": lambda tf: [tf.reduce_sum(wide(tf), axis=a) for a in (None, 0, 1, 2)],
    "sum outside": lambda tf: tf.reduce_sum(rows(tf), axis=2),
    "mean": lambda tf: [
        tf.reduce_mean(rows(tf)),
        tf.reduce_mean(rows(tf), 0),
        tf.reduce_mean(rows(tf), axis=1),
    ],
    "mean deep": lambda tf: [tf.reduce_mean(deep(tf), axis=a) for a in (0, 1, 2, [1, 2])],
    "max": lambda tf: [tf.reduce_max(rows(tf), axis=a) for a in (None, 0, 1)],
    "min": lambda tf: [tf.reduce_min(rows(tf), axis=a) for a in (None, 0, 1)],
    "prod": lambda tf: [tf.reduce_prod(rows(tf), axis=a) for a in (None, 0, 1)],
    "any and all": lambda tf: [f(rows(tf) > 1.0, axis=1) for f in (tf.reduce_any, tf.reduce_all)],
    "variance": lambda tf: [tf.math.reduce_variance(rows(tf), axis=1), tf.math.reduce_std(rows(tf), axis=1)],
    "concat": lambda tf: tf.concat([rows(tf), rows(tf)], 0),
    "concat columns": lambda tf: tf.concat([rows(tf), tf.ragged.constant([[9.0], [8.0, 7.0], []])], axis=1),
    "concat last": lambda tf: tf.concat([rows(tf), rows(tf)], axis=-1),
    "concat few": lambda tf: tf.concat([rows(tf), tf.ragged.constant([[9.0]])], axis=1),
    "concat dense": lambda tf: tf.concat([rows(tf), tf.constant([[1.0], [2.0], [3.0]])], axis=1),
    "stack": lambda tf: tf.stack([rows(tf), rows(tf)]),
    "stack columns": lambda tf: tf.stack([rows(tf), rows(tf)], axis=1),
    "ragged stack": lambda tf: tf.ragged.stack([tf.constant([1.0, 2.0]), tf.constant([3.0])]),
    "gather": lambda tf: tf.gather(rows(tf), [2, 0, 0]),
    "gather deep": lambda tf: tf.gather(deep(tf), [2, 0]),
    "gather scalar": lambda tf: tf.gather(rows(tf), 0),
    "gather outside": lambda tf: tf.gather(rows(tf), [3]),
    "gather by ragged": lambda tf: tf.gather(tf.constant([1.0, 2.0, 3.0]), tf.ragged.constant([[2, 0], [1]])),
    "expand": lambda tf: [tf.expand_dims(rows(tf), a) for a in (0, 1, 2, -1)],
    "size": lambda tf: [tf.size(rows(tf)), tf.rank(rows(tf)), tf.size(deep(tf)), tf.rank(deep(tf))],
    "to tensor": lambda tf: [rows(tf).to_tensor(), deep(tf).to_tensor(), wide(tf).to_tensor()],
    "to tensor default": lambda tf: [
        rows(tf).to_tensor(9.0),
        deep(tf).to_tensor(-1.0),
        rows(tf).to_tensor(9),
    ],
    "to tensor shape": lambda tf: [
        rows(tf).to_tensor(shape=s) for s in ([None, 3], [3, 1], [2, 2], [4, None])
    ],
    "to tensor wrong": lambda tf: rows(tf).to_tensor(shape=[2]),
    "to sparse": lambda tf: rows(tf).to_sparse(),
    "map": lambda tf: tf.ragged.map_flat_values(lambda x: x * 2.0, rows(tf)),
    "map two": lambda tf: tf.ragged.map_flat_values(tf.add, rows(tf), rows(tf)),
    "map other splits": lambda tf: tf.ragged.map_flat_values(tf.add, rows(tf), tf.ragged.constant([[1.0]])),
    "map reduced": lambda tf: tf.ragged.map_flat_values(tf.reduce_sum, rows(tf)),
    "map dense": lambda tf: tf.ragged.map_flat_values(tf.sin, tf.constant([1.0])),
    "range": lambda tf: [
        tf.ragged.range([3, 0, 2]),
        tf.ragged.range([1, 2], [3, 5]),
        tf.ragged.range(2.0, 4.0),
    ],
    "segments": lambda tf: tf.ragged.row_splits_to_segment_ids([0, 2, 2, 3]),
    "splits of segments": lambda tf: tf.ragged.segment_ids_to_row_splits([0, 0, 2]),
    "with values": lambda tf: rows(tf).with_values([4.0, 5.0, 6.0]),
    "with too few values": lambda tf: rows(tf).with_values([4.0]),
    "with flat values": lambda tf: deep(tf).with_flat_values(tf.range(6)),
    "boolean mask": lambda tf: tf.ragged.boolean_mask(
        [[1.0, 2.0], [3.0, 4.0]], [[True, False], [True, True]]
    ),
    "where": lambda tf: tf.where(rows(tf) > 1.0, rows(tf), -rows(tf)),
    "transpose": lambda tf: tf.transpose(rows(tf)),
    "argmax": lambda tf: tf.argmax(rows(tf), 1),
    "add_n": lambda tf: tf.add_n([rows(tf), rows(tf)]),
    "reverse": lambda tf: tf.reverse(rows(tf), [0]),
}

RAGGED_GRADIENTS = {
    "square": lambda tf: gradients(tf, lambda r: r * r, rows(tf)),
    "deeper": lambda tf: gradients(tf, lambda r, x: r * x, rows(tf), tf.constant([[[1.0]], [[2.0]]])),
    "one row": lambda tf: gradients(tf, lambda r, x: r * x, rows(tf)[:1], tf.constant([[1.0], [2.0]])),
    "deep": lambda tf: gradients(tf, lambda r: tf.sin(r) * 2.0, deep(tf)),
    "sum": lambda tf: gradients(tf, lambda r: tf.reduce_sum(r**2), rows(tf)),
    "sum of rows": lambda tf: gradients(tf, lambda r: tf.reduce_sum(r * r, axis=1) ** 2, rows(tf)),
    "sum of columns": lambda tf: gradients(tf, lambda r: tf.reduce_sum(r, axis=0) ** 2, rows(tf)),
    "sum of deep": lambda tf: gradients(tf, lambda r: tf.reduce_sum(r, axis=2) ** 2, deep(tf)),
    "mean of rows": lambda tf: gradients(tf, lambda r: tf.reduce_mean(r, axis=1) ** 2, rows(tf)),
    "max of rows": lambda tf: gradients(tf, lambda r: tf.reduce_max(r, axis=1) * 2.0, rows(tf)),
    "min of columns": lambda tf: gradients(tf, lambda r: tf.reduce_min(r, axis=0) * 2.0, rows(tf)),
    "product of rows": lambda tf: gradients(tf, lambda r: tf.reduce_prod(r, axis=1), rows(tf)),
    "to tensor": lambda tf: gradients(tf, lambda r: r.to_tensor() ** 2, rows(tf)),
    "to tensor deep": lambda tf: gradients(tf, lambda r: r.to_tensor() ** 2, deep(tf)),
    "to tensor cut": lambda tf: gradients(tf, lambda r: r.to_tensor(shape=[2, 1]) * 3.0, rows(tf)),
    "default": lambda tf: gradients(tf, lambda r, d: r.to_tensor(d) * 3.0, rows(tf), tf.constant(2.0)),
    "column": lambda tf: gradients(tf, lambda r, c: r * c, rows(tf), tf.constant([[1.0], [2.0], [3.0]])),
    "single": lambda tf: gradients(tf, lambda r, c: r * c, rows(tf), tf.constant([[2.0]])),
    "scalar": lambda tf: gradients(tf, lambda r, c: r * c, rows(tf), tf.constant(2.0)),
    "vectors": lambda tf: gradients(tf, lambda r, c: r * c, wide(tf), tf.constant([2.0, 3.0])),
    "ragged column": lambda tf: gradients(
        tf, lambda r, c: r * c, rows(tf), tf.ragged.constant([[1.0], [2.0], [3.0]])
    ),
    "row": lambda tf: gradients(tf, lambda r: r[0] * 2.0, rows(tf)),
    "rows": lambda tf: gradients(tf, lambda r: r[1:] * 2.0, rows(tf)),
    "gather": lambda tf: gradients(tf, lambda r: tf.gather(r, [2, 0, 0]) * 2.0, rows(tf)),
    "gather by ragged": lambda tf: gradients(
        tf, lambda x: tf.gather(x, tf.ragged.constant([[2, 0], [2]])) * 2.0, tf.constant([1.0, 2.0, 3.0])
    ),
    "concat": lambda tf: gradients(tf, lambda r: tf.concat([r, r * 2.0], 0) * 2.0, rows(tf)),
    "concat columns": lambda tf: gradients(tf, lambda r: tf.concat([r, r * 2.0], 1) * 2.0, rows(tf)),
    "stack": lambda tf: gradients(tf, lambda r: tf.stack([r, r * 2.0]) * 2.0, rows(tf)),
    "first of each": lambda tf: gradients(tf, lambda r: r[:, :1] * 2.0, rows(tf)),
    "by values": lambda tf: gradients(tf, lambda r: r * r, rows(tf), by=lambda r: r.values),
    "by splits": lambda tf: gradients(tf, lambda r: r * r, rows(tf), by=lambda r: r.row_splits),
    "by other": lambda tf: gradients(tf, lambda r: r * r, rows(tf), by=lambda r: rows(tf)),
    "zeros": lambda tf: gradients(
        tf, lambda r: r * r, rows(tf), by=lambda r: tf.ragged.constant([[1.0]]), unconnected_gradients="zero"
    ),
    "zeros that do not fit": lambda tf: gradients(
        tf,
        lambda r: r * r,
        rows(tf),
        by=lambda r: tf.ragged.constant([[1.0, 2.0]]),
        unconnected_gradients="zero",
    ),
    "zeros deep": lambda tf: gradients(
        tf,
        lambda r: r * r,
        rows(tf),
        by=lambda r: tf.ragged.constant([[[1.0]]]),
        unconnected_gradients="zero",
    ),
    "seed": lambda tf: gradients(tf, lambda r: r * r, rows(tf), output_gradients=rows(tf)),
    "dense seed": lambda tf: gradients(tf, lambda r: r * r, rows(tf), output_gradients=[1.0, 2.0, 3.0]),
    "lists": lambda tf: gradients(
        tf, lambda r: [r * r, tf.reduce_sum(r)], rows(tf), by=lambda r: {"a": [r], "b": r}
    ),
    "map": lambda tf: gradients(tf, lambda r: tf.ragged.map_flat_values(lambda x: x**3, r), rows(tf)),
    "made inside": lambda tf: gradients(
        tf, lambda x: tf.RaggedTensor.from_row_splits(x * x, [0, 1, 3]), tf.constant([1.0, 2.0, 3.0])
    ),
    "from tensor": lambda tf: gradients(
        tf,
        lambda x: tf.RaggedTensor.from_tensor(x, lengths=[1, 2]) * 2.0,
        tf.constant([[1.0, 2.0], [3.0, 4.0]]),
    ),
    "int ragged": lambda tf: gradients(tf, lambda r: r * r, tf.ragged.constant([[1], [2, 3]])),
    "cast": lambda tf: gradients(tf, lambda r: tf.cast(r, tf.float64) * 2.0, rows(tf)),
    "where": lambda tf: gradients(tf, lambda r: tf.where(r > 1.0, r, -r), rows(tf)),
    "expand": lambda tf: gradients(tf, lambda r: tf.expand_dims(r, 1) * 2.0, rows(tf)),
    "to sparse": lambda tf: gradients(tf, lambda r: tf.sparse.to_dense(r.to_sparse()) * 2.0, rows(tf)),
}


def at(tf, values=(2.0, 3.0), shape=(2, 3)):
    return tf.SparseTensor([[0, 1], [1, 2]], tf.constant(values), shape)


def disordered(tf):
    return tf.SparseTensor([[1, 2], [0, 1]], [2.0, 3.0], [2, 3])


def matrix(tf):
    return tf.reshape(tf.range(1.0, 7.0), [2, 3])


SPARSE = {
    "made": lambda tf: at(tf),
    "parts": lambda tf: [
        at(tf).indices,
        at(tf).values,
        at(tf).dense_shape,
        at(tf).dtype.name,
        list(at(tf).shape),
    ],
    "ints": lambda tf: tf.SparseTensor([[0]], [1], [2]),
    "of nothing": lambda tf: tf.SparseTensor(tf.zeros([0, 2], tf.int64), tf.zeros([0]), [2, 3]),
    "indices int32": lambda tf: tf.SparseTensor(tf.constant([[0, 1]]), [1.0], [2, 3]),
    "indices of floats": lambda tf: tf.SparseTensor([[0.0, 1.0]], [1.0], [2, 3]),
    "indices a vector": lambda tf: tf.SparseTensor([0, 1], [1.0, 2.0], [3]),
    "values a matrix": lambda tf: tf.SparseTensor([[0, 1]], [[1.0]], [2, 3]),
    "too many values": lambda tf: tf.SparseTensor([[0, 1]], [1.0, 2.0], [2, 3]),
    "shape of another rank": lambda tf: tf.SparseTensor([[0, 1]], [1.0], [3]),
    "shape a scalar": lambda tf: tf.SparseTensor([[0]], [1.0], 3),
    "outside": lambda tf: tf.SparseTensor([[0, 7]], [1.0], [2, 3]),
    "negative shape": lambda tf: tf.SparseTensor([[0]], [1.0], [-3]),
    "text": lambda tf: str(at(tf)),
    "convert": lambda tf: tf.convert_to_tensor(at(tf)),
    "sin": lambda tf: tf.sin(at(tf)),
    "reduce": lambda tf: tf.reduce_sum(at(tf)),
    "is tensor": lambda tf: tf.is_tensor(at(tf)),
    "bool": lambda tf: bool(at(tf)),
    "len": lambda tf: len(at(tf)),
    "with values": lambda tf: at(tf).with_values([8.0, 9.0]),
    "with too few values": lambda tf: at(tf).with_values([8.0]),
    "add operator": lambda tf: at(tf) + at(tf),
    "negative": lambda tf: -at(tf),
    "times dense": lambda tf: at(tf) * matrix(tf),
    "times row": lambda tf: at(tf) * tf.constant([1.0, 2.0, 3.0]),
    "times column": lambda tf: at(tf) * tf.constant([[10.0], [20.0]]),
    "times scalar": lambda tf: at(tf) * 2.0,
    "times wide": lambda tf: at(tf) * tf.ones([2, 2, 3]),
    "times wrong": lambda tf: at(tf) * tf.ones([2, 2]),
    "times sparse": lambda tf: at(tf) * at(tf),
    "times int": lambda tf: at(tf) * tf.constant(2),
    "divided": lambda tf: at(tf) / matrix(tf),
    "divides": lambda tf: 2.0 / at(tf),
    "multiplies": lambda tf: 2.0 * at(tf),
    "dense times": lambda tf: matrix(tf) * at(tf),
    "equal": lambda tf: at(tf) == at(tf),
    "to dense": lambda tf: tf.sparse.to_dense(at(tf)),
    "to dense default": lambda tf: tf.sparse.to_dense(at(tf), 9.0),
    "to dense default int": lambda tf: tf.sparse.to_dense(at(tf), 9),
    "to dense disordered": lambda tf: tf.sparse.to_dense(disordered(tf)),
    "to dense unvalidated": lambda tf: tf.sparse.to_dense(disordered(tf), validate_indices=False),
    "to dense twice": lambda tf: tf.sparse.to_dense(tf.SparseTensor([[0], [0]], [1.0, 2.0], [2])),
    "to dense outside": lambda tf: tf.sparse.to_dense(tf.SparseTensor([[3]], [1.0], [2])),
    "to dense ints": lambda tf: tf.sparse.to_dense(tf.SparseTensor([[0]], [1], [2])),
    "to dense of dense": lambda tf: tf.sparse.to_dense(matrix(tf)),
    "to dense of nothing": lambda tf: tf.sparse.to_dense(
        tf.SparseTensor(tf.zeros([0, 2], tf.int64), tf.zeros([0]), [2, 3])
    ),
    "matmul": lambda tf: tf.sparse.sparse_dense_matmul(at(tf), tf.transpose(matrix(tf))),
    "matmul of other dtypes": lambda tf: [
        attempt(
            tf.sparse.sparse_dense_matmul,
            tf.SparseTensor([[0, 1]], tf.cast([1], dtype), [2, 2]),
            tf.cast(tf.ones([2, 1]), other),
        ).error
        for dtype, other in (("bool", "bool"), ("int64", "int64"), ("int32", "float32"), ("bool", "float32"))
    ],
    "matmul adjoint a": lambda tf: tf.sparse.sparse_dense_matmul(at(tf), matrix(tf), adjoint_a=True),
    "matmul adjoint b": lambda tf: tf.sparse.sparse_dense_matmul(at(tf), matrix(tf), adjoint_b=True),
    "matmul dense first": lambda tf: tf.sparse.sparse_dense_matmul(tf.transpose(matrix(tf)), at(tf)),
    "matmul wrong": lambda tf: tf.sparse.sparse_dense_matmul(at(tf), matrix(tf)),
    "matmul vector": lambda tf: tf.sparse.sparse_dense_matmul(at(tf), tf.ones([3])),
    "matmul dtype": lambda tf: tf.sparse.sparse_dense_matmul(at(tf), tf.ones([3, 1], tf.float64)),
    "matmul of cube": lambda tf: tf.sparse.sparse_dense_matmul(
        tf.SparseTensor([[0, 0, 0]], [1.0], [1, 1, 1]), tf.ones([1, 1])
    ),
    "add": lambda tf: tf.sparse.add(at(tf), at(tf)),
    "add others": lambda tf: tf.sparse.add(at(tf), tf.SparseTensor([[0, 0], [1, 2]], [1.0, -3.0], [2, 3])),
    "add threshold": lambda tf: tf.sparse.add(
        at(tf), tf.SparseTensor([[0, 0], [1, 2]], [1.0, -3.0], [2, 3]), threshold=0.5
    ),
    "add dense": lambda tf: [tf.sparse.add(at(tf), matrix(tf)), tf.sparse.add(matrix(tf), at(tf))],
    "add shapes": lambda tf: tf.sparse.add(at(tf), at(tf, shape=(3, 3))),
    "add dense shapes": lambda tf: tf.sparse.add(at(tf), tf.ones([3])),
    "add two dense": lambda tf: tf.sparse.add(matrix(tf), matrix(tf)),
    "add dtypes": lambda tf: tf.sparse.add(at(tf), tf.SparseTensor([[0, 0]], [1], [2, 3])),
    "sum": lambda tf: [tf.sparse.reduce_sum(at(tf), axis=a) for a in (None, 0, 1, -1, [0, 1], [])],
    "sum kept": lambda tf: [tf.sparse.reduce_sum(at(tf), axis=a, keepdims=True) for a in (None, 0, 1)],
    "sum outside": lambda tf: tf.sparse.reduce_sum(at(tf), axis=2),
    "sum sparse": lambda tf: tf.sparse.reduce_sum(at(tf), axis=0, output_is_sparse=True),
    "max": lambda tf: [tf.sparse.reduce_max(at(tf), axis=a) for a in (None, 0, 1)],
    "from dense": lambda tf: tf.sparse.from_dense([[0.0, 1.0], [2.0, 0.0]]),
    "from dense bools": lambda tf: tf.sparse.from_dense([False, True]),
    "reorder": lambda tf: tf.sparse.reorder(disordered(tf)),
    "retain": lambda tf: tf.sparse.retain(at(tf), [True, False]),
    "retain wrong": lambda tf: tf.sparse.retain(at(tf), [True]),
    "map": lambda tf: tf.sparse.map_values(tf.square, at(tf)),
    "map two": lambda tf: tf.sparse.map_values(tf.add, at(tf), 5.0),
    "transpose": lambda tf: [tf.sparse.transpose(at(tf)), tf.sparse.transpose(at(tf), [0, 1])],
    "reshape": lambda tf: [tf.sparse.reshape(at(tf), [3, 2]), tf.sparse.reshape(at(tf), [-1])],
    "reshape wrong": lambda tf: tf.sparse.reshape(at(tf), [4]),
    "eye": lambda tf: [tf.sparse.eye(2), tf.sparse.eye(2, 3, dtype=tf.float64)],
    "expand": lambda tf: [tf.sparse.expand_dims(at(tf), a) for a in (0, 1, -1)],
    "cast": lambda tf: tf.cast(at(tf), tf.int32),
    "identity": lambda tf: tf.identity(at(tf)),
    "stop": lambda tf: tf.stop_gradient(at(tf)),
}

SPARSE_GRADIENTS = {
    "to dense": lambda tf: gradients(
        tf, lambda v: tf.sparse.to_dense(at_values(tf, v)) ** 2, tf.constant([2.0, 3.0])
    ),
    "to dense default": lambda tf: gradients(
        tf,
        lambda v, d: tf.sparse.to_dense(at_values(tf, v), d) ** 2,
        tf.constant([2.0, 3.0]),
        tf.constant(5.0),
    ),
    "matmul": lambda tf: gradients(
        tf,
        lambda v, b: tf.sparse.sparse_dense_matmul(at_values(tf, v), b) ** 2,
        tf.constant([2.0, 3.0]),
        tf.ones([3, 2]),
    ),
    "matmul adjoint": lambda tf: gradients(
        tf,
        lambda v, b: tf.sparse.sparse_dense_matmul(at_values(tf, v), b, True, True) ** 2,
        tf.constant([2.0, 3.0]),
        tf.ones([4, 2]),
    ),
    "matmul dense first": lambda tf: gradients(
        tf,
        lambda v, b: tf.sparse.sparse_dense_matmul(b, at_values(tf, v)) ** 2,
        tf.constant([2.0, 3.0]),
        tf.ones([4, 2]),
    ),
    "add": lambda tf: gradients(
        tf,
        lambda v, w: (
            tf.sparse.add(at_values(tf, v), tf.SparseTensor([[0, 0], [1, 2]], w, [2, 3])).values ** 2
        ),
        tf.constant([2.0, 3.0]),
        tf.constant([5.0, 7.0]),
    ),
    "add dense": lambda tf: gradients(
        tf, lambda v, d: tf.sparse.add(at_values(tf, v), d) ** 2, tf.constant([2.0, 3.0]), tf.ones([2, 3])
    ),
    "sum": lambda tf: gradients(
        tf, lambda v: tf.sparse.reduce_sum(at_values(tf, v), axis=0) ** 2, tf.constant([2.0, 3.0])
    ),
    "sum all": lambda tf: gradients(
        tf, lambda v: tf.sparse.reduce_sum(at_values(tf, v)) ** 2, tf.constant([2.0, 3.0])
    ),
    "max": lambda tf: gradients(
        tf, lambda v: tf.sparse.reduce_max(at_values(tf, v), axis=0), tf.constant([2.0, 3.0])
    ),
    "times dense": lambda tf: gradients(
        tf,
        lambda v, d: (at_values(tf, v) * d).values ** 2,
        tf.constant([2.0, 3.0]),
        tf.constant([[2.0], [4.0]]),
    ),
    "divided": lambda tf: gradients(
        tf,
        lambda v, d: (at_values(tf, v) / d).values ** 2,
        tf.constant([2.0, 3.0]),
        tf.constant([1.0, 2.0, 4.0]),
    ),
    "from dense": lambda tf: gradients(
        tf, lambda d: tf.sparse.from_dense(d).values ** 2, tf.constant([[0.0, 2.0], [3.0, 0.0]])
    ),
    "reorder": lambda tf: gradients(
        tf,
        lambda v: tf.sparse.reorder(tf.SparseTensor([[1, 2], [0, 1]], v, [2, 3])).values * [1.0, 10.0],
        tf.constant([2.0, 3.0]),
    ),
    "transpose": lambda tf: gradients(
        tf, lambda v: tf.sparse.transpose(at_values(tf, v)).values * [1.0, 10.0], tf.constant([2.0, 3.0])
    ),
    "retain": lambda tf: gradients(
        tf, lambda v: tf.sparse.retain(at_values(tf, v), [False, True]).values * 2.0, tf.constant([2.0, 3.0])
    ),
    "reshape": lambda tf: gradients(
        tf, lambda v: tf.sparse.reshape(at_values(tf, v), [6]).values * 2.0, tf.constant([2.0, 3.0])
    ),
    "map": lambda tf: gradients(
        tf, lambda v: tf.sparse.map_values(tf.square, at_values(tf, v)).values, tf.constant([2.0, 3.0])
    ),
    "source": lambda tf: gradients(tf, tf.sparse.reduce_sum, at(tf)),
    "target": lambda tf: gradients(tf, lambda v: at_values(tf, v), tf.constant([2.0, 3.0])),
    "seed": lambda tf: gradients(tf, lambda v: v * v, tf.constant([2.0, 3.0]), output_gradients=at(tf)),
    "watched": lambda tf: gradients(tf, tf.sparse.reduce_sum, at(tf), by=lambda s: s.values),
}


def at_values(tf, values):
    return tf.SparseTensor([[0, 1], [1, 2]], values, [2, 3])


def call_each(tf):
    """Reaches every operation that ragged and sparse tensors alone have, in float64."""
    x = tf.constant([[1.5, 2.0], [0.5, 4.0], [3.0, -1.0]], tf.float64)
    ids = tf.constant([0, 0, 2])
    for name in ("sum", "mean", "prod", "max", "min"):
        getattr(tf.math, f"segment_{name}")(x, ids)
        getattr(tf.math, f"unsorted_segment_{name}")(x, tf.constant([2, 0, 2]), 3)
    ragged = tf.RaggedTensor.from_row_lengths(x, [2, 1])
    ragged.to_tensor()
    ragged.to_tensor(tf.constant(7.0, tf.float64), shape=[2, 1, 2])
    values, dense = tf.constant([2.0, 3.0], tf.float64), tf.constant([[1.0, 2.0, 4.0]], tf.float64)
    sparse, other = at_values(tf, values), tf.SparseTensor([[0, 0], [1, 2]], values * 2.0, [2, 3])
    tf.sparse.to_dense(sparse, tf.constant(5.0, tf.float64))
    with tf.GradientTape() as tape:
        tape.watch(values)
        part = tf.sparse.slice(at_values(tf, values), [0, 0], [1, 3]).values
    tape.gradient(part, values)
    tf.sparse.sparse_dense_matmul(sparse, x)
    tf.sparse.sparse_dense_matmul(sparse, tf.transpose(dense), adjoint_b=False)
    tf.sparse.sparse_dense_matmul(sparse, tf.transpose(x)[:, :2], adjoint_a=True, adjoint_b=True)
    tf.sparse.add(sparse, other)
    tf.sparse.add(sparse, tf.transpose(x))
    for reduce in (tf.sparse.reduce_sum, tf.sparse.reduce_max):
        reduce(sparse, axis=0)
        reduce(sparse)
    sparse * dense, sparse / dense
    tf.sparse.transpose(sparse)
    for combiner in ("sum", "mean", "sqrtn"):
        rows = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 0, 0], tf.int64), [2, 2])
        tf.nn.embedding_lookup_sparse(x[: 2 + (combiner == "sum")], rows, None, combiner)
    images, kernel = tf.reshape(tf.range(48.0), [1, 3, 4, 4]), tf.reshape(tf.range(16.0), [2, 2, 2, 2])
    images, kernel = tf.cast(images, tf.float64), tf.cast(kernel, tf.float64)
    for options in ({"padding": "SAME"}, {"padding": [[0, 0], [1, 0], [0, 2], [0, 0]], "strides": 2}):
        with tf.GradientTape() as tape:
            tape.watch([images, kernel])
            y = tf.nn.conv2d(images[..., :2], kernel, **{"strides": 1, **options})
        tape.gradient(y, [images, kernel])
    tf.math.special.bessel_k0(tf.constant([0.5, 2.0], tf.float64))
    tf.math.special.bessel_k1(tf.constant([0.5, 2.0], tf.float64))
    tf.linalg.logm(tf.constant([[2.0, 1.0], [0.0, 3.0]], tf.complex128))
