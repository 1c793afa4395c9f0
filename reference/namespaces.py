"""NAMESPACES: what is visible as `tf.…` is what TensorFlow has, not how the reference is cut into files."""

import sys
import types


def only_names(module_name, keep=()):
    """Takes the submodules that are not in `keep` out of a package's attributes; they stay importable."""
    package = sys.modules[module_name]
    for name, value in list(vars(package).items()):
        if isinstance(value, types.ModuleType) and name not in keep:
            delattr(package, name)
    del package.only_names
