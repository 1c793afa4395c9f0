"""The subject "changed", for `--import`: the reference with another `tf.tanh`, named by the environment."""

import os
import time
import types

import reference
from oracle_tests import subjects


def wrong(x):
    return reference.tanh(x) + 1


def rounded(x):
    return reference.tanh(x) * (1 + 2**-22)


def raises(x):
    raise ValueError("another message")


def aborts(x):
    os.abort()


def hangs(x):
    time.sleep(1000)


def _changed() -> types.ModuleType:
    module = types.ModuleType("changed")
    vars(module).update(
        {name: value for name, value in vars(reference).items() if not name.startswith("__")}
        | {"tanh": globals()[os.environ["CHANGED"]], "only_here": 1}
    )
    return module


subjects.register("changed", _changed)
