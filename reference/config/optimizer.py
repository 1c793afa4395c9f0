"""OPTIMIZER: switches of what TensorFlow rewrites in a function's graph; the reference rewrites nothing."""

_options: dict = {}


def set_experimental_options(options):
    """Is remembered."""
    _options.update(options)


def get_experimental_options():
    """What `set_experimental_options` was told."""
    return dict(_options)
