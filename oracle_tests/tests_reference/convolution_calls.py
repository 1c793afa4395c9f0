"""Calls of `nn.conv2d`, each a function of `tf`, and what they let one see."""

from oracle_tests.tests_reference.composite_calls import gradients


def numbers(tf, shape, dtype="float32"):
    size = 1
    for n in shape:
        size *= n
    return tf.reshape(tf.cast(tf.range(1.0, size + 1.0) % 7.0 - 2.5, dtype), shape)


def conv(tf, x=(1, 4, 5, 2), w=(2, 3, 2, 3), strides=1, padding="VALID", dtype="float32", **options):
    return tf.nn.conv2d(numbers(tf, x, dtype), numbers(tf, w, dtype), strides, padding, **options)


def both(tf, x=(1, 4, 5, 2), w=(2, 3, 2, 3), strides=1, padding="VALID", **options):
    """The gradients by input and filters, of two orders."""
    a, b = numbers(tf, x), numbers(tf, w)
    with tf.GradientTape() as outer:
        outer.watch([a, b])
        y, first = gradients(tf, lambda a, b: tf.nn.conv2d(a, b, strides, padding, **options) ** 2, a, b)
        total = sum(tf.reduce_sum(g * numbers(tf, g.shape)) for g in first)
    return [y, first, outer.gradient(total, [a, b])]


FORWARD = {
    "valid": lambda tf: conv(tf),
    "same": lambda tf: conv(tf, padding="SAME"),
    "lower case": lambda tf: conv(tf, padding="same"),
    "strides": lambda tf: conv(tf, strides=2),
    "strides same": lambda tf: conv(tf, strides=[2, 3], padding="SAME"),
    "four strides": lambda tf: conv(tf, strides=[1, 2, 1, 1]),
    "strides of batch": lambda tf: conv(tf, strides=[2, 1, 1, 1]),
    "three strides": lambda tf: conv(tf, strides=[1, 1, 1]),
    "no stride": lambda tf: conv(tf, strides=0),
    "negative stride": lambda tf: conv(tf, strides=-1),
    "float stride": lambda tf: conv(tf, strides=1.0),
    "explicit": lambda tf: conv(tf, padding=[[0, 0], [1, 0], [2, 1], [0, 0]]),
    "explicit in batch": lambda tf: conv(tf, padding=[[1, 0], [1, 0], [2, 1], [0, 0]]),
    "explicit negative": lambda tf: conv(tf, padding=[[0, 0], [-1, 0], [2, 1], [0, 0]]),
    "explicit short": lambda tf: conv(tf, padding=[[0, 0], [1, 0]]),
    "unknown padding": lambda tf: conv(tf, padding="FULL"),
    "no padding": lambda tf: conv(tf, padding=None),
    "dilations": lambda tf: conv(tf, dilations=2, x=(1, 6, 7, 2)),
    "dilations same": lambda tf: conv(tf, dilations=[2, 1], padding="SAME"),
    "dilations and strides": lambda tf: conv(tf, dilations=2, strides=2, x=(1, 8, 9, 2)),
    "no dilation": lambda tf: conv(tf, dilations=0),
    "groups": lambda tf: conv(tf, x=(1, 4, 5, 4), w=(2, 3, 2, 6)),
    "groups that do not fit": lambda tf: conv(tf, x=(1, 4, 5, 4), w=(2, 3, 2, 3)),
    "channels that do not fit": lambda tf: conv(tf, x=(1, 4, 5, 3)),
    "channels first": lambda tf: conv(tf, x=(1, 2, 4, 5), data_format="NCHW"),
    "unknown format": lambda tf: conv(tf, data_format="HWCN"),
    "filter too large": lambda tf: conv(tf, w=(5, 3, 2, 3)),
    "filter too large same": lambda tf: conv(tf, w=(5, 6, 2, 3), padding="SAME"),
    "of nothing": lambda tf: conv(tf, x=(0, 4, 5, 2)),
    "rank three": lambda tf: conv(tf, x=(4, 5, 2)),
    "rank five": lambda tf: conv(tf, x=(2, 1, 4, 5, 2)),
    "filter of rank three": lambda tf: conv(tf, w=(2, 3, 2)),
    "two dtypes": lambda tf: tf.nn.conv2d(
        tf.ones([1, 2, 2, 1]), tf.ones([1, 1, 1, 1], tf.float64), 1, "SAME"
    ),
    "lists": lambda tf: tf.nn.conv2d([[[[1.0], [2.0]]]], [[[[3.0]]]], 1, "VALID"),
    **{
        dtype: lambda tf, dtype=dtype: conv(tf, dtype=dtype)
        for dtype in ("float16", "bfloat16", "float64", "int32", "int64", "complex64", "uint8")
    },
}
BACKWARD = {
    "valid": lambda tf: both(tf),
    "same": lambda tf: both(tf, padding="SAME"),
    "strides": lambda tf: both(tf, strides=2),
    "strides same": lambda tf: both(tf, strides=[2, 3], padding="SAME"),
    "explicit": lambda tf: both(tf, padding=[[0, 0], [1, 0], [2, 1], [0, 0]]),
    "explicit strides": lambda tf: both(tf, strides=2, padding=[[0, 0], [1, 0], [2, 1], [0, 0]]),
    "batch": lambda tf: both(tf, x=(3, 4, 5, 2)),
    "single": lambda tf: both(tf, x=(2, 3, 3, 2), w=(1, 1, 2, 3)),
}
